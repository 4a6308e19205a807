"""Rules of gate D on numbers: other numbers in the linked words, and numbers that occur nowhere.

Hard: `num_conflict`. Warnings: `num_replaced`, `num_rival`, `num_absent`, `num_unlinked`. A number that the
source has in another form (rounded, spoken, scaled by `million`) is known; counts in words that a writer may
have made are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gates.artifact import Item
from gates.contradiction.number_slots import others
from gates.contradiction.said_later import said_later
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.numerals import spoken_values, value_supported, within
from gates.language.quantities import BYTES, SECONDS, is_date, is_year, shown, time_unit
from gates.language.similarity import ComparedText, coverage, statement
from gates.language.tokens import Number, tokenise
from gates.language.word_bounds import occurs_in
from gates.search.index import SourceIndex, TextSegment
from gates.source import SourceLink

CONTEXT_BEFORE = 1
SAME_FACT = 0.75
"""Share of a claim's words, without numbers, from which a sentence states the same fact."""
STATED_AT = 0.6
"""Share of a claim's words, without numbers, from which its linked passage is about the same thing."""
_SMALL = 12
"""Counts in words up to this one are often the writer's own, so their absence proves nothing."""
_PERIODS = ("q", "h")
"""Units of `4Q` and `1H`: names of parts of a year."""
_LIST_MARK = re.compile(r"\W{0,4}\d{1,3}[.)](?:\s|$)")


def numbers(item: Item, index: SourceIndex, linked: list[SourceLink]) -> list[Found]:
    """Find numbers for which the linked words have others, and numbers that occur nowhere."""
    claim = statement(item.text)
    segments = beside(index, linked)
    values = {number.value for segment in segments for number in segment.tokens.numbers}
    values |= _ends_of_spans(index.events[s.ordinal].text[s.start : s.end] for s in segments)
    found: list[Found] = []
    replaced = {each.distinct: each for each in _replaced(item, index, linked, segments)}
    last = max((segment.ordinal for segment in segments), default=-1)
    for number in dict.fromkeys(claim.tokens.numbers):
        figure = f"{number.value:.12g}"
        text = shown(number.value, number.noun)
        if segments and said_later(number, item.text, last, index):
            replaced.pop(figure, None)
            continue
        conflict = replaced.get(figure)
        if number.value in values or (conflict is not None and conflict.severity == "hard"):
            continue
        # A number may stand inside a name, as in `hooks.go:401`.
        absent = _absent(number, figure, index)
        proves = absent and not is_date(number.value, number.noun)
        rivals = (_rival(claim, number, s, proves) for s in segments if not number.bound)
        rival = next((each for each in rivals if each is not None), None)
        if rival is not None:
            message = f"claims {text}; the linked source says {shown(rival.value, rival.noun)}"
            found.append(Found("num_rival", "warning", message, tuple(linked), text))
            replaced.pop(figure, None)
        elif conflict is not None:
            continue
        elif (
            absent
            and informative(number, item.text)
            and not (_known(number, index) or _counts_files(number, index))
        ):
            message = f"{text} occurs nowhere in the session up to event {index.source.end}"
            found.append(Found("num_absent", "warning", message, item.links, text))
        elif occurs_in(f"#{figure}", item.text):
            continue
        elif informative(number, item.text) and stated_otherwise(claim, number, segments, index) >= STATED_AT:
            message = f"{text} is nowhere near the linked words, which state this with other numbers"
            found.append(Found("num_unlinked", "warning", message, tuple(linked), text))
    return [*replaced.values(), *found]


_SPAN = re.compile(r"(?<![\w.-])(\d{1,7})\s?[-–]\s?(\d{1,7})(?![\w.-])")


def _ends_of_spans(texts: Iterable[str]) -> set[float]:
    """Return both ends of spans like `462-475`."""
    joined = (text for text in texts if "-" in text or "–" in text)
    return {float(end) for text in joined for span in _SPAN.findall(text) for end in span}


def _stamped(index: SourceIndex) -> frozenset[float]:
    """Return the dates and years of the events' timestamps."""
    stamps = {event.timestamp[:10] for event in index.events if event.timestamp}
    return frozenset(number.value for stamp in sorted(stamps) for number in tokenise(stamp).numbers)


def _absent(number: Number, figure: str, index: SourceIndex) -> bool:
    """Return whether a number occurs nowhere; a date may be that of an event's timestamp."""
    if number.value in index.numbers:
        return False
    dated = is_date(number.value, number.noun)
    if (dated or is_year(number.value, number.noun)) and number.value in _stamped(index):
        return False
    if dated:
        return not _day_occurs(shown(number.value, number.noun), index)
    named = (figure, f"v{figure}", *_in_short(number))
    return not any(index.mentions(each) for each in named)


_LONGER = ((86_400, ("d",)), (3_600, ("h",)), (60, ("m", "min")))


def _in_short(number: Number) -> list[str]:
    """Return the short forms of a time in seconds, also as part of a longer one: `9m` of `9m 12s`."""
    if number.noun != "s":
        return []
    return [f"{number.value / unit:.12g}{sign}" for unit, signs in _LONGER for sign in signs]


_DAY = re.compile(r"(?<!\d)\d{1,2}(?!\d)")


def _day_occurs(date: str, index: SourceIndex) -> bool:
    """Return whether the session names the day of a date without its month: `the 11th`."""
    days = (match.group() for match in _DAY.finditer(date))
    return any(index.mentions(f"{day}{end}") for day in days for end in ("st", "nd", "rd", "th"))


def _replaced(
    item: Item, index: SourceIndex, linked: list[SourceLink], segments: list[TextSegment]
) -> list[Found]:
    """Find numbers for which the linked words have another in the same place."""
    if is_code(item.text):
        return []
    passages = [index.events[s.ordinal].text[s.start : s.end] for s in segments]
    by_value = {number.value: number for number in statement(item.text).tokens.numbers}
    theirs = {number.value: number for segment in segments for number in segment.tokens.numbers}
    limits = {n.value for segment in segments for n in segment.tokens.numbers if n.bound}
    found = []
    for other in others(item.text, ["\n".join(passages), *passages]):
        number = by_value.get(other.claimed)
        near = number is not None and within(number.value, other.in_source, number.bound)
        if near and other.in_source not in limits:
            continue
        figure = f"{other.claimed:.12g}"
        listed = _LIST_MARK.match(item.text) is not None and item.text.find(figure) < 4
        sure = (
            other.verbatim and not listed and (item.speaker == "user" or other.claimed not in index.numbers)
        )
        rule, severity = ("num_conflict", "hard") if sure else ("num_replaced", "warning")
        message = (
            f"claims {_with_unit(other.claimed, number)}; the linked words have "
            f"{_with_unit(other.in_source, theirs.get(other.in_source))} in its place"
        )
        found.append(Found(rule, "hard" if severity == "hard" else "warning", message, tuple(linked), figure))
    return found


def _with_unit(value: float, number: Number | None) -> str:
    """Format a value with its unit of time or size; other nouns stand in the statement itself."""
    noun = number.noun if number is not None else ""
    return shown(value, noun if noun == BYTES or time_unit(noun) else "")


def beside(index: SourceIndex, linked: list[SourceLink]) -> list[TextSegment]:
    """Return the linked segments and their neighbours."""
    near: list[TextSegment] = []
    for link in linked:
        place = index.resolve(link)
        segments = index.segments(place.ordinal)
        touched = [i for i, s in enumerate(segments) if s.start < place.end and place.start < s.end]
        if touched:
            near += segments[max(0, touched[0] - CONTEXT_BEFORE) : touched[-1] + 2]
    return near


def _rival(claim: ComparedText, number: Number, segment: TextSegment, absent: bool) -> Number | None:
    """Return the one number of a segment in the place of the claim's number; None if there is none.

    A number that occurs nowhere needs only a rival with the same noun; for one that occurs elsewhere, this
    very sentence must contain the rest of the claim.
    """
    mine = {n.value for n in claim.tokens.numbers}
    theirs = [n for n in segment.tokens.numbers if n.value not in mine]
    theirs = [n for n in theirs if _comparable(n.value, number.value)]
    same = [n for n in theirs if n.noun and n.noun == number.noun]
    plain = frozenset(stem for stem in claim.stems if stem[0] != "#")
    same_fact = coverage(plain, segment.stems) >= SAME_FACT and len(plain) >= 3
    if len({n.value for n in same}) == 1 and (absent or same_fact):
        return same[0]
    lone = len(mine) == 1 and len({n.value for n in segment.tokens.numbers}) == 1
    return theirs[0] if same_fact and lone and theirs and theirs[0].noun == number.noun else None


def _comparable(a: float, b: float) -> bool:
    """Return whether two numbers may count the same thing: an id of ten digits is not a line number."""
    return abs(a) <= 1000 * max(1.0, abs(b)) and abs(b) <= 1000 * max(1.0, abs(a))


def stated_otherwise(
    claim: ComparedText, number: Number, segments: list[TextSegment], index: SourceIndex
) -> float:
    """Return the share of a claim that the linked words state with another number.

    0 if they have this one.
    """
    mine = {each.value for each in claim.tokens.numbers}
    near = [each for segment in segments for each in segment.tokens.numbers]
    theirs = {each.value for each in near}
    plain_values = {each.value for each in near if not each.bound}
    events = {segment.ordinal for segment in segments}
    if any(
        n.value == number.value for e in sorted(events) for s in index.segments(e) for n in s.tokens.numbers
    ):
        return 0.0
    text = "\n".join(index.events[s.ordinal].text[s.start : s.end] for s in segments)
    if theirs <= mine or value_supported(
        number.value, theirs | spoken_values(text), number.bound, plain_values
    ):
        return 0.0
    plain = frozenset(stem for stem in claim.stems if stem[0] != "#")
    held: frozenset[str] = frozenset().union(*(segment.stems for segment in segments))
    return coverage(plain, held, index.weight) if len(plain) >= 2 else 0.0


def informative(number: Number, text: str) -> bool:
    """Return whether a number's absence is informative: not for a list mark or a small count in words."""
    mark = _LIST_MARK.match(text)
    if mark is not None and mark.group().strip(" .)\n") == f"{number.value:g}":
        return False
    if number.noun in _PERIODS:
        return False
    if number.noun in (SECONDS, BYTES) or is_date(number.value, number.noun):
        return True
    return number.value > _SMALL or re.search(rf"(?<![\w.]){number.value:g}(?!\w)", text) is not None


def _known(number: Number, index: SourceIndex) -> bool:
    """Return whether the session supports a value: rounded, scaled or in words."""
    plain = [value for value, exact in index.numbers.items() if exact] if number.bound else ()
    if value_supported(number.value, index.numbers, number.bound, plain):
        return True
    spoken = index.spoken_numbers
    return value_supported(number.value, spoken, number.bound, spoken)


def _counts_files(number: Number, index: SourceIndex) -> bool:
    """Return whether a number of files equals the number that the session's tools changed."""
    changed = index.facts.changes
    files = [path for path in changed if not any(other.endswith(f"/{path}") for other in changed)]
    return number.noun == "file" and number.value == len(files)
