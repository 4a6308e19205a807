"""The rules of gate D on numbers: what the linked words give otherwise, and what stands nowhere.

Hard: `num_conflict`. Warnings: `num_absent`, `num_unlinked`. A number that the source bears out in another
form (rounded, spoken, scaled by `million`) is known; counts in words that a writer may have counted are
passed over.
"""

from __future__ import annotations

import re

from gates.artifact import Item
from gates.contradiction_places import others
from gates.findings import Found
from gates.index import Segment, SourceIndex
from gates.matching import Statement, coverage, statement
from gates.numerals import borne_out, same_number, spoken_values
from gates.source import SourceLink
from gates.text import Number, is_code

CONTEXT_BEFORE = 1
SAME_FACT = 0.75
"""Share of a claim's words, numbers aside, from which a sentence states the same fact."""
FAR = 2
"""Sentences beside the linked ones in which a number may stand yet."""
TOLD_AT = 0.6
"""Share of a claim's words, numbers aside, from which its linked passage is about the same thing."""
_SMALL = 12
"""Counts in words up to here are often counted by the writer, so their absence proves nothing."""
_PERIODS = ("q", "h")
"""Units of `4Q` and `1H`: names of parts of a year."""
_LIST_MARK = re.compile(r"\W{0,4}\d{1,3}[.)](?:\s|$)")


def numbers(item: Item, index: SourceIndex, linked: list[SourceLink]) -> list[Found]:
    """Numbers that the linked words give otherwise, and numbers that stand nowhere."""
    claim = statement(item.text)
    segments = _near(index, linked)
    values = {number.value for segment in segments for number in segment.tokens.numbers}
    found: list[Found] = []
    replaced = {each.distinct: each for each in _replaced(item, index, linked, segments)}
    for number in dict.fromkeys(claim.tokens.numbers):
        figure = f"{number.value:.12g}"
        shown = f"{figure} {number.noun}".strip()
        told = replaced.get(figure)
        if number.value in values or (told is not None and told.severity == "hard"):
            continue
        # A number may stand inside a name, as in `hooks.go:401`.
        absent = number.value not in index.numbers and not index.mentions(figure)
        rivals = (_rival(claim, number, s, absent) for s in segments if not number.approximate)
        rival = next((each for each in rivals if each is not None), None)
        if rival is not None:
            message = f"{shown} is said; the linked source says {rival.value:g} {rival.noun}".rstrip()
            found.append(Found("num_conflict", "hard", message, tuple(linked), shown))
            replaced.pop(figure, None)
        elif told is not None:
            continue
        elif absent and _telling(number, item.text) and not _known(number, index):
            message = f"{shown} occurs nowhere in the session up to event {index.source.end}"
            found.append(Found("num_absent", "warning", message, item.links, shown))
        elif _telling(number, item.text) and _told_otherwise(claim, number, segments, index):
            message = f"{shown} is nowhere near the linked words, which tell this with other numbers"
            found.append(Found("num_unlinked", "warning", message, tuple(linked), shown))
    return [*replaced.values(), *found]


def _replaced(
    item: Item, index: SourceIndex, linked: list[SourceLink], segments: list[Segment]
) -> list[Found]:
    """Numbers in whose very place the linked words have another."""
    if is_code(item.text):
        return []
    passages = [index.events[s.ordinal].text[s.start : s.end] for s in segments]
    found = []
    for other in others(item.text, ["\n".join(passages), *passages]):
        shown = f"{other.said:.12g}"
        listed = _LIST_MARK.match(item.text) is not None and item.text.find(shown) < 4
        sure = other.verbatim and not listed and (item.speaker == "user" or other.said not in index.numbers)
        rule, severity = ("num_conflict", "hard") if sure else ("num_replaced", "warning")
        message = f"{shown} is said; the linked words have {other.held:.12g} in its place"
        found.append(Found(rule, "hard" if severity == "hard" else "warning", message, tuple(linked), shown))
    return found


def _near(index: SourceIndex, linked: list[SourceLink]) -> list[Segment]:
    """The linked segments and the ones beside them."""
    near: list[Segment] = []
    for link in linked:
        place = index.resolve(link)
        segments = index.segments(place.ordinal)
        touched = [i for i, s in enumerate(segments) if s.start < place.end and place.start < s.end]
        if touched:
            near += segments[max(0, touched[0] - CONTEXT_BEFORE) : touched[-1] + 2]
    return near


def _rival(claim: Statement, number: Number, segment: Segment, absent: bool) -> Number | None:
    """The one number of a segment that stands where the claim has another.

    A number that stands nowhere needs only a rival of the same noun; one that stands elsewhere needs
    the rest of the claim to stand in this very sentence.
    """
    mine = {n.value for n in claim.tokens.numbers}
    theirs = [n for n in segment.tokens.numbers if n.value not in mine]
    theirs = [n for n in theirs if _comparable(n.value, number.value)]
    same = [n for n in theirs if n.noun and n.noun == number.noun]
    plain = frozenset(stem for stem in claim.stems if stem[0] != "#")
    told = coverage(plain, segment.stems) >= SAME_FACT and len(plain) >= 3
    if len({n.value for n in same}) == 1 and (absent or told):
        return same[0]
    lone = len(mine) == 1 and len({n.value for n in segment.tokens.numbers}) == 1
    return theirs[0] if told and lone and theirs and theirs[0].noun == number.noun else None


def _comparable(a: float, b: float) -> bool:
    """Whether two numbers may count the same thing: an id of ten digits is no line number."""
    return abs(a) <= 1000 * max(1.0, abs(b)) and abs(b) <= 1000 * max(1.0, abs(a))


def _told_otherwise(claim: Statement, number: Number, segments: list[Segment], index: SourceIndex) -> bool:
    """Whether the linked words tell what the claim tells, with another number in it."""
    mine = {each.value for each in claim.tokens.numbers}
    theirs = {each.value for segment in segments for each in segment.tokens.numbers}
    events = {segment.ordinal for segment in segments}
    if any(
        n.value == number.value for e in sorted(events) for s in index.segments(e) for n in s.tokens.numbers
    ):
        return False
    said = "\n".join(index.events[s.ordinal].text[s.start : s.end] for s in segments)
    if theirs <= mine or borne_out(
        number.value, theirs | spoken_values(said), approximate=number.approximate
    ):
        return False
    plain = frozenset(stem for stem in claim.stems if stem[0] != "#")
    held: frozenset[str] = frozenset().union(*(segment.stems for segment in segments))
    return len(plain) >= 2 and coverage(plain, held, index.weight) >= TOLD_AT


def _close(value: float, segment: Segment, index: SourceIndex) -> bool:
    """Whether a number stands within some sentences of a segment, in the same event."""
    around = index.segments(segment.ordinal)
    at = next(place for place, other in enumerate(around) if other.start == segment.start)
    near = around[max(0, at - FAR) : at + FAR + 1]
    return any(same_number(each.value, value) for other in near for each in other.tokens.numbers)


def _telling(number: Number, text: str) -> bool:
    """Whether a number's absence says anything: no list mark, no small count in words."""
    mark = _LIST_MARK.match(text)
    if mark is not None and mark.group().strip(" .)\n") == f"{number.value:g}":
        return False
    if number.noun in _PERIODS:
        return False
    return number.value > _SMALL or f"{number.value:g}" in text


def _known(number: Number, index: SourceIndex) -> bool:
    """Whether the session bears out a value: rounded, scaled or in words."""
    near = number.approximate
    return any(
        borne_out(number.value, known, approximate=near) for known in (index.numbers, index.spoken_numbers)
    )
