"""Searching events: the scan in SQL ranks as the same formula, written out plainly, does."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from gates.source import EventKind, SourceEvent
from store.engine import Store
from store.records import event_search
from tests.store import build

WORDS = "amber Birch cedar dahlia elder fennel ginger hazel".split()
LONG = 12_000
"""Words of a text that is kept apart from its row."""


def texts(chance: random.Random) -> list[str]:
    """Texts of all lengths; some of them long, one empty."""
    said = [" ".join(chance.choices(WORDS[:6], k=chance.randint(1, 30))) for _ in range(60)]
    said += [" ".join(chance.choices(WORDS[1:7], k=LONG)) + " hazel" * n for n in range(4)]
    return [*said, ""]


def plainly(said: list[str], terms: list[str]) -> tuple[list[tuple[int, int, float]], int]:
    """Ordinal, matched terms and BM25 of the best, in order, and how many are as good."""
    low = [text.lower() for text in said]
    mean = sum(map(len, low)) / len(low)
    having = {term: sum(term in text for text in low) for term in terms}
    rows = []
    for ordinal, text in enumerate(low):
        norm = 1.2 * (0.25 + 0.75 * len(text) / mean)
        score = 0.0
        for term in terms:
            count, n = text.count(term), having[term]
            score += math.log(1 + (len(low) - n + 0.5) / (n + 0.5)) * count * 2.2 / (count + norm)
        rows.append((ordinal, sum(term in text for term in terms), round(score, 3)))
    best = max(matched for _, matched, _ in rows)
    found = [row for row in rows if row[1] == best and best]
    return sorted(found, key=lambda row: (-row[2], row[0])), len(found)


@pytest.mark.parametrize(
    "query", ["amber", "hazel", "birch amber", "hazel cedar", "amber hazel zebra", "zebra", "r b"]
)
def test_the_order_and_the_scores_are_those_of_the_formula(store: Store, tmp_path: Path, query: str) -> None:
    """Short and long texts together, whether all terms are held or only some."""
    said = texts(random.Random(3))
    events = [SourceEvent(n, EventKind.USER, text, f"n{n}", n + 1, n + 1) for n, text in enumerate(said)]
    build.keep(store, events, tmp_path)
    terms = [query] if query == "r b" else query.split()
    wanted, count = plainly(said, terms)
    for limit in (3, 100):
        found = event_search.search(store, terms, limit=limit)
        stated = [(each.ordinal, each.matched, each.score) for each in found.hits]
        assert [row[:2] for row in stated] == [row[:2] for row in wanted[:limit]]
        assert [row[2] for row in stated] == pytest.approx([row[2] for row in wanted[:limit]], abs=0.0011)
        assert [each.text for each in found.hits] == [said[row[0]] for row in stated]
        assert (found.found, found.unread) == (count, 0)


def test_long_texts_beyond_the_most_are_searched_by_their_beginning(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest are searched in full; the number of the others is reported."""
    monkeypatch.setattr(event_search, "MOST_LONG", 1)
    said = ["hazel " + "amber " * LONG + "birch", "amber " * LONG + "birch", "short"]
    events = [SourceEvent(n, EventKind.USER, text, f"n{n}", n + 1, n + 1) for n, text in enumerate(said)]
    build.keep(store, events, tmp_path)
    assert [e.ordinal for e in event_search.search(store, ["birch"], limit=9).hits] == [1]
    found = event_search.search(store, ["hazel"], limit=9)
    assert ([e.ordinal for e in found.hits], found.unread) == ([0], 1)


@pytest.mark.parametrize(
    ("word", "query"),
    [
        ("İstanbul", "İstanbul"),
        ("İstanbul", "istanbul"),
        ("ΟΔΟΣ", "ΟΔΟΣ"),
        ("ΟΔΟΣ", "οδος"),
        ("οδος", "ΟΔΟΣ"),
    ],
)
@pytest.mark.parametrize("padding", [0, LONG])
def test_a_word_is_found_in_any_case(
    store: Store, tmp_path: Path, word: str, query: str, padding: int
) -> None:
    """Letters whose small form depends on their place, or is longer, are no exception, in long texts too."""
    said = [f"go to {word} now" + " cedar" * padding, "elder"]
    events = [SourceEvent(n, EventKind.USER, text, f"n{n}", n + 1, n + 1) for n, text in enumerate(said)]
    build.keep(store, events, tmp_path)
    found = event_search.search(store, [query], limit=5)
    assert [(hit.ordinal, hit.matched) for hit in found.hits] == [(0, 1)]
