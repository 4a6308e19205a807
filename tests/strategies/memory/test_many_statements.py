"""A long talk: a statement is compared with few earlier ones, and replaces what it did before."""

from __future__ import annotations

import pytest

from workbench.facts.spans import EventWords
from workbench.strategies.memory.merging import is_replaced_by, restates
from workbench.strategies.memory.stated_index import MOST_NEAR, StatedIndex
from workbench.strategies.memory.summary_text import Heading, SummaryBullet

ROOMS = ("attic", "cellar", "garage", "hall", "kitchen", "loft", "office", "pantry", "shed", "studio")
THINGS = ("carpet", "clock", "curtain", "door", "heater", "ladder", "lamp", "mirror", "shelf", "window")


def talk(count: int) -> list[SummaryBullet]:
    """Return this many statements, most about separate things, some that change or repeat an earlier one."""
    made = []
    for n in range(count):
        room, thing = ROOMS[n % 10], THINGS[n // 10 % 10]
        texts = (
            f"The {room} {thing} {n // 100} costs {n} crowns",
            f"Our {room} {thing} is number {n}",
            f"Actually, paint the {room} {thing} {n % 7} times instead",
            f"The {room} {thing} {n // 100} in the yard costs {n - 7} crowns",
            f"Open: measure the {thing} of the {room}",
            f"Closed: the {thing} of the {room}",
            f"The {room} code: A{n % 13}",
        )
        text = texts[n % 7]
        heading = Heading.OPEN if text.startswith(("Open", "Closed")) else Heading.FACTS
        made.append(SummaryBullet(heading, text.removeprefix("Open: "), source_text=text))
    return made


def indexed(entries: list[SummaryBullet]) -> StatedIndex:
    """The statements, one after the other."""
    index = StatedIndex()
    for n, entry in enumerate(entries):
        index.replace(entry)
        if not index.restated(entry):
            index.add(entry, EventWords(n, 0, len(entry.text)))
    return index


def test_the_same_stays_as_when_all_are_compared() -> None:
    """Statement by statement."""
    kept: list[SummaryBullet] = []
    entries = talk(280)
    for entry in entries:
        kept = [old for old in kept if not is_replaced_by(old, entry)]
        if not any(restates(old, entry) for old in kept):
            kept.append(entry)
    assert [entry for entry, _ in indexed(entries).placed()] == kept
    assert len(kept) < len(entries)


def test_a_statement_is_compared_with_few_however_many_there_are() -> None:
    """Fewer than could be compared for one of its words, on the average."""
    count = 1400
    index = indexed(talk(count))
    assert len(index.placed()) > 6 * MOST_NEAR
    assert index.comparisons < MOST_NEAR * count


@pytest.mark.parametrize("later", ["actually, forget the red lamp", "the red lamp is number 9"])
def test_what_shares_a_value_or_takes_back_is_found_among_many(later: str) -> None:
    """The one statement that it is about goes."""
    entries = [SummaryBullet(Heading.FACTS, f"the {room} lamp is number 4") for room in ("red", *ROOMS)]
    index = indexed(entries)
    index.replace(SummaryBullet(Heading.FACTS, later))
    gone = [entry for entry in entries if is_replaced_by(entry, SummaryBullet(Heading.FACTS, later))]
    assert [entry for entry, _ in index.placed()] == [entry for entry in entries if entry not in gone]


def test_a_text_without_words_is_restated_by_its_like() -> None:
    """It is compared by its text alone."""
    index = indexed([SummaryBullet(Heading.FACTS, "it is"), SummaryBullet(Heading.FACTS, "red lamp")])
    assert index.restated(SummaryBullet(Heading.FACTS, "It is"))
    assert not index.restated(SummaryBullet(Heading.FACTS, "they were"))
