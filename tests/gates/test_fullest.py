"""The segments that hold most of some stems are those that weighing every segment finds."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from random import Random

import pytest

from gates.search import bitmaps, fullest
from gates.search.bitmaps import Bitmaps, bits_of, members
from gates.search.fullest import Allowed, Fullest

MILLION = 1_000_000
Lists = dict[str, "array[int]"]


def lists(random: Random, segments: int, stems: int) -> Lists:
    """Lists of stems from rare to common, every one with at least one segment."""
    return {
        f"stem{n}": array("I", sorted(random.sample(range(segments), max(1, segments // (2 + 3 * n)))))
        for n in range(stems)
    }


def slow(
    postings: Lists, weights: dict[str, int], most: int, count: int, allowed: Allowed | None
) -> list[int]:
    """The same by the weight of every segment."""
    scores: dict[int, int] = defaultdict(int)
    for stem, weight in weights.items():
        for number in postings[stem]:
            if number < count and (allowed is None or allowed.flags[number]):
                scores[number] += weight
    return sorted(scores, key=lambda number: (-scores[number], number))[:most]


def sizes(postings: Lists, stems: list[str], count: int) -> dict[str, int]:
    """How many of the first segments hold each stem, of those that hold any."""
    found = {stem: bisect_left(postings[stem], count) for stem in stems}
    return {stem: size for stem, size in found.items() if size}


@pytest.mark.parametrize(
    ("sparse", "listed", "groups"),
    [(0, fullest.LISTED, 200), (0, 0, 200), (0, 5, 20), (fullest.SPARSE, 0, 200), (10**9, 0, 0)],
)
@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_is_what_every_segment_weighed_gives(
    seed: int, sparse: int, listed: int, groups: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every way, up to any end, with equal weights and others, and of allowed segments alone."""
    monkeypatch.setattr(fullest, "SPARSE", sparse)
    monkeypatch.setattr(fullest, "LISTED", listed)
    monkeypatch.setattr(fullest, "MOST_GROUPS", groups)
    random = Random(seed)
    segments = random.choice([1, 63, 64, 65, 700])
    postings = lists(random, segments, 9)
    search = Fullest(postings)
    flags = bytes(random.choice((0, 1)) for _ in range(segments))
    for _ in range(30):
        count = random.randint(1, segments)
        chosen = random.sample(sorted(postings), random.randint(1, 9))
        held = sizes(postings, chosen, count)
        steps = random.choice([(MILLION,), (200_000, MILLION), tuple(range(200_000, MILLION, 37_001))])
        weights = {stem: random.choice(steps) for stem in held}
        allowed = random.choice([None, Allowed(flags[:count])])
        for most in (1, 3, 24):
            found = search.find(held, weights, most, count, allowed)
            assert found == slow(postings, weights, most, count, allowed)


def test_lists_that_grow_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bits that were made before a list grew are made longer, not used as they are; few are kept."""
    monkeypatch.setattr(bitmaps, "KEPT_BYTES", 100)
    random, postings = Random(7), {f"stem{n}": array("I", [n]) for n in range(6)}
    kept = Bitmaps(postings)
    for number in range(6, 400):
        for stem in random.sample(sorted(postings), 2):
            postings[stem].append(number)
        asked = random.choice(sorted(postings))
        assert members(kept.of(asked).bits) == list(postings[asked])
        assert kept.of(asked).among(range(500)) == list(postings[asked])
        assert len(kept._kept) <= 6
    assert len(kept._kept) == 1


def test_flags_become_bits() -> None:
    """One bit for each byte that is not 0, the lowest for the first; none of no bytes."""
    assert bits_of(b"") == 0
    assert bits_of(bytes([0, 1, 0, 7, 0])) == 0b01010
    assert members(0) == []
    assert members(1 << 64 | 1 << 63 | 1) == [0, 63, 64]
