"""Words and segments stored in pieces give the same answers as if just read."""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping

import pytest

from gates.search.bitmaps import Bitmaps
from gates.search.kept_postings import KeptPostings, parts_of
from gates.search.kept_words import KeptWords, in_order, parts_of_words
from gates.search.vocabulary import Vocabulary
from gates.source import EventKind, SourceEvent
from tests.gates.test_vocabulary import EVENTS, SOUGHT, vocabulary
from workbench.facts.proposals import fold
from workbench.facts.proposals.fold import CandidateFold
from workbench.facts.proposals.outlook import Outlook

WORDS = ("", "a", "ab", "ab\nc", "b", "straße", "\ud800", "zz" * 400)


def test_words_are_found_and_others_are_not() -> None:
    """Each word is found by its rank, whatever its characters."""
    ordered = in_order(WORDS)
    kept = KeptWords(parts_of_words(ordered, "some"), "some")
    assert list(kept) == ordered and len(kept) == len(WORDS)
    assert [kept.number(word) for word in ordered] == list(range(len(WORDS)))
    assert [kept.number(word) for word in ("aa", "c", "zz", "zz" * 401, "\ud801")] == [None] * 5


def read_back(*parts: Mapping[str, bytes]) -> Vocabulary:
    """A vocabulary that knows pieces."""
    made = Vocabulary()
    for each in parts:
        made.take_piece(each)
    return made


@pytest.mark.parametrize("parted", range(len(EVENTS) + 1))
def test_a_vocabulary_out_of_pieces_is_the_same(parted: int) -> None:
    """Parted anywhere, read on from there, and made one piece again."""
    whole, end = vocabulary(len(EVENTS)), len(EVENTS)
    first = vocabulary(parted).piece(0)
    grown = read_back(first)
    for texts in EVENTS[parted:]:
        grown.add([text.casefold() for text in texts])
    both = read_back(first, grown.piece(parted))
    assert grown.piece(0) == whole.piece(0) == both.piece(0)
    for made in (grown, both):
        for sought in SOUGHT:
            for events in range(end + 1):
                assert made.occurs(sought, events) == whole.occurs(sought, events)
                assert made.holds(sought, events) == whole.holds(sought, events)


def postings_of(segments: list[set[str]]) -> dict[str, array[int]]:
    """By stem the segments that hold it."""
    made: dict[str, array[int]] = {}
    for number, stems in enumerate(segments):
        for stem in sorted(stems):
            made.setdefault(stem, array("I")).append(number)
    return made


@pytest.mark.parametrize("parted", [0, 1, 70, 200])
def test_postings_out_of_pieces_are_the_same(parted: int) -> None:
    """Lists, and the bits of those that are kept with a bit for each segment."""
    dice = random.Random(parted)
    stems = [f"s{n}" for n in range(40)]
    segments = [{stem for n, stem in enumerate(stems) if dice.random() < 1 / (n + 1)} for _ in range(200)]
    whole = postings_of(segments)
    kept = KeptPostings()
    kept.add(parts_of(postings_of(segments[:parted]), 0, parted), 0)
    kept.add(parts_of(whole, parted, 200), parted)
    assert {stem: kept[stem] for stem in kept.stems()} == whole
    assert not kept.get("nowhere")
    plain, quick = Bitmaps(whole), Bitmaps(whole, kept.held)
    assert any(kept.held(stem) is not None for stem in whole)
    for stem in whole:
        known = kept.held(stem)
        assert known is None or known.known == len(whole[stem])
        assert quick.of(stem) == plain.of(stem)


def test_of_old_messages_only_those_that_are_asked_for_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Features of every candidate are unchanged; messages are released with their candidates and steps."""
    events = [
        SourceEvent(
            number,
            EventKind.ASSISTANT if number % 2 else EventKind.USER,
            f"Please keep the ledger number {number} as it is." if number % 7 else "ok",
            f"n{number}",
        )
        for number in range(400)
    ]
    monkeypatch.setattr(fold, "MOST", 20)
    monkeypatch.setattr(fold, "MOST_STEPS", 30)
    whole, brief = CandidateFold(), CandidateFold()
    for event in events:
        whole.take(event)
    monkeypatch.setattr(fold, "MOST_REPLIES", 60)
    for event in events:
        brief.take(event)
        assert len(brief.replies) <= 61
    assert len(whole.replies) == 200
    one, other = Outlook(whole, 380), Outlook(brief, 380)
    assert one.candidates() == other.candidates() and len(one.candidates()) == 20
    for candidate in one.candidates():
        assert one.features(candidate) == other.features(candidate)
