"""Values for which the session has another in the same place: counts, versions, tickets, addresses, hashes.

A claim and a passage are read as rows of words and values. If a passage says nearly the same around another
value of the same class, and the session nowhere says so around the claim's own value, the claim's value is
doubtful. Warnings: `number_differs`; `figure_differs` for a long number that occurs nowhere; `code_differs`
for versions, tickets and similar values, and for a hash that occurs nowhere.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gates.artifact import Item
from gates.contradiction.in_place import BORNE_AT, CANDIDATES, LEAST_REST, MOST, text_of
from gates.contradiction.said_later import said_later
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.lexicon import STOPWORDS
from gates.language.numerals import rounds_to
from gates.language.quantities import SECONDS, shown, written
from gates.language.tokens import humps, stem_of, tokenise
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch

AROUND = 6
"""Topical words on each side of a value that identify its subject."""
RIVAL_AT = 0.5
"""Weighted share of these words that must surround another value for it to be a rival."""
CODE_AT = 0.3
"""Weighted share of these words for a version, a ticket or another code."""
LEAST_DIGITS = 3
"""Fewest digits of a number that the word before it identifies, and that any occurrence supports."""

_UNIT = "%abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PASSED_OVER = ("date", "index", "mark", "place", "span", "times")
_TOKEN = re.compile(
    r"(?P<mark>(?:^|\n)(?:\W{0,6}\d{1,3}[.)](?=\s)|[^\S\n]{0,8}\d{1,6}[→\t]))"
    r"|(?P<name>(?<![\w./])(?=[\d@+./-]{0,40}[A-Za-z_])[\w@+./-]{1,160}\.[A-Za-z]{1,5}(?![\w./])(?::\d{1,7}){0,2})"
    r"|(?P<index>\[-?\d{0,7}:?\d{0,7}\])"
    r"|(?P<place>\((?:about |around |at |~)?(?:lines? )?~?\d{1,7}(?:\s?[-–]\s?\d{1,7})?\)"
    r"|\blines? ~?\d{1,7}(?:\s?[-–]\s?\d{1,7})?|\.[a-z]{1,4}:\d{1,7})"
    r"|(?P<date>@[a-z]{1,8}-[\d-]{1,12})|(?P<times>\d{1,7}x\b)"
    r"|(?P<address>(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]\d))"
    r"|(?P<version>(?<![\w.])[vV]?\d{1,4}\.\d{1,4}\.\d{1,6}(?:-[a-z]{1,8}\.?\d{0,4})?(?!\w|\.\d))"
    r"|(?P<release>(?<![\w.])[vV]\d{1,4}(?:\.\d{1,4})?(?!\w|\.\d))"
    r"|(?P<ticket>(?<![\w/-])[A-Z][A-Z0-9]{1,9}-\d{1,6}(?![\w-]))"
    r"|(?P<colour>#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b)"
    r"|(?P<issue>#\d{1,7}\b)"
    r"|(?P<sha>(?<![\w/.-])(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}(?![\w-]))"
    r"|(?P<span>\d{1,7}(?:\.\d{1,4})?\s?[-–:/]\s?\d{1,7}(?:\.\d{1,4})?(?:[-–:/]\d{1,7})?)"
    r"|(?P<number>(?<![\w.+-])\d{1,12}(?:\.\d{1,6})?(?!-[A-Za-z])(?=[kKmMgGs%]?\b|[a-z]{1,3}\b)(?:[a-zA-Z%]{0,3}))"
    r"|(?P<word>[^\W\d_][\w'’]{0,60})"
    r"|(?P<stop>[.;:!?]\s|\n)"
)


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a text: its class, its written form, its noun, and the words around it."""

    kind: str
    text: str
    nouns: frozenset[str]
    around: frozenset[str]
    left: str
    """The word right before it."""
    key: str
    """The name of code right before it that it is a value of."""
    label: bool
    """Whether it names one of several things (`Task 3`), instead of counting or measuring."""


@lru_cache(maxsize=20_000)
def values_of(text: str) -> tuple[Value, ...]:
    """Return the values of a text."""
    text = written(text)
    row: list[tuple[str, str, frozenset[str]]] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        word = match.group()
        if kind == "stop":
            continue
        if kind in ("word", "name"):
            kind = "word"
            stems = frozenset(
                stem_of(part.casefold())
                for part in (word, *humps(word))
                if len(part) > 1 and part.casefold() not in STOPWORDS
            )
            row.append(("word", word.casefold(), stems))
        elif kind in _PASSED_OVER:
            continue
        else:
            row.append((kind, _plain(kind, word), frozenset(_unit(word) if kind == "number" else ())))
    return tuple(_values(row))


def _unit(word: str) -> tuple[str, ...]:
    """Return the letters attached to a number."""
    unit = word.lstrip("0123456789.")
    return (unit,) if unit else ()


def _plain(kind: str, word: str) -> str:
    if kind == "number":
        return f"{float(word.rstrip(_UNIT)):.12g}"
    return word.lstrip("vV") if kind in ("version", "release") else word.casefold()


def _values(row: list[tuple[str, str, frozenset[str]]]) -> Iterator[Value]:
    units = {place: unit for place, (kind, text, unit) in enumerate(row) if kind != "word" and unit}
    topical = [place for place, (kind, _, stems) in enumerate(row) if kind == "word" and stems]
    for place, (kind, text, _) in enumerate(row):
        if kind == "word":
            continue
        here = bisect_left(topical, place)
        before, after = topical[max(0, here - AROUND) : here], topical[here : here + AROUND]
        around: frozenset[str] = frozenset().union(*(row[p][2] for p in (*before, *after)))
        nouns = frozenset(f"#{unit}" for unit in units[place]) if place in units else _nouns(row, place)
        previous = row[place - 1][1] if place else ""
        names = [
            word
            for kind_, word, stems in row[max(0, place - 2) : place]
            if kind_ == "word" and len(stems) > 1
        ]
        key = names[-1] if names and not nouns else ""
        yield Value(kind, text, nouns, around, previous, key, previous.rstrip("s") in _LABELS)


def _nouns(row: list[tuple[str, str, frozenset[str]]], place: int) -> frozenset[str]:
    """Return the topical words right after a value, at most three, up to a word that is not topical."""
    found: frozenset[str] = frozenset()
    if place + 1 < len(row) and row[place + 1][1] in ("s", "byte"):
        return frozenset((f"#{row[place + 1][1]}",))
    for kind, _, stems in row[place + 1 : place + 4]:
        if kind != "word" or not stems:
            break
        found |= stems
    return found


_SCALED = frozenset({"#s"})
"""Units of which a source may write the thousandth: `30_000` milliseconds."""
_LABELS = frozenset(
    "case caveat critical important issue item option part phase point scenario section step task".split()
)


def values_differ(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find the first value of a claim for which the session has another."""
    if is_code(item.text) or item.speaker == "user" or "\n" in item.text:
        return []
    mine = values_of(item.text)
    known = {value.text for value in mine}
    for value in mine:
        if not value.around or (value.kind == "number" and not (value.nouns or value.key or _lone(value))):
            continue
        other = _rival(value, known, index, search)
        if other is None:
            if value.kind == "sha" and index.scope_complete and not index.mentions_prefix(value.text):
                message = f"{value.text} occurs nowhere in the session up to event {index.source.end}"
                return [Found("code_differs", "warning", message, item.links, value.text)]
            continue
        rival, segment = other
        if _value_supported(value, _share(value.around, rival.around, index), index, search):
            continue
        if value.kind == "number" and _said_later(value, item.text, segment, index):
            continue
        message = f"claims {_formatted(value)}; the session has {_formatted(rival)} there"
        rule = "code_differs"
        if value.kind == "number":
            alone = len(value.text) >= LEAST_DIGITS and not index.mentions(value.text)
            rule = "figure_differs" if alone else "number_differs"
        return [Found(rule, "warning", message, (*item.links, search.link_of(segment)), value.text)]
    return []


def _formatted(value: Value) -> str:
    """Return a value as a message gives it: one of seconds with its unit."""
    timed = value.kind == "number" and not value.nouns.isdisjoint(_SCALED)
    return shown(float(value.text), SECONDS) if timed else value.text


def _said_later(value: Value, text: str, segment: TextSegment, index: SourceIndex) -> bool:
    """Return whether the human gave a number of a claim later than the passage with another number."""
    numbers = (number for number in tokenise(text).numbers if number.value == float(value.text))
    return any(said_later(number, text, segment.ordinal, index) for number in numbers)


def _rival(
    value: Value, known: set[str], index: SourceIndex, search: SpanSearch
) -> tuple[Value, TextSegment] | None:
    best: tuple[float, Value, TextSegment] | None = None
    for segment in search.top(value.around, CANDIDATES):
        text = text_of(segment, index)
        for other in values_of(text):
            if not known.isdisjoint(_forms(other)) or not _alike(value, other):
                continue
            share = _share(value.around, other.around, index)
            if share >= (RIVAL_AT if value.kind == "number" else CODE_AT) and (
                best is None or share > best[0]
            ):
                best = share, other, segment
    return None if best is None else best[1:]


def _forms(value: Value) -> tuple[str, ...]:
    """Return a number's written forms: as it is, and as thousandths or thousands of its unit."""
    if value.kind != "number":
        return (value.text,)
    return value.text, f"{float(value.text) / 1000:g}", f"{float(value.text) * 1000:g}"


def _alike(one: Value, other: Value) -> bool:
    if one.kind != other.kind or one.label != other.label or (one.label and one.left != other.left):
        return False
    if one.kind == "number":
        if rounds_to(float(other.text), float(one.text)):
            return False
        return _same_slot(one, other)
    if one.kind == "ticket":
        return one.text.partition("-")[0] == other.text.partition("-")[0]
    return True


def _lone(value: Value) -> bool:
    """Return whether a number without a noun is long enough to be identified by the word before it."""
    return len(value.text) >= LEAST_DIGITS and value.left != ""


def _same_slot(one: Value, other: Value) -> bool:
    if one.key or other.key:
        return one.key == other.key
    return bool(one.nouns & other.nouns) or (not one.nouns and one.left == other.left)


def _share(mine: frozenset[str], theirs: frozenset[str], index: SourceIndex) -> float:
    common = mine & theirs
    if len(common) < LEAST_REST:
        return 0.0
    return round(sum(map(index.weight, common)) / sum(map(index.weight, mine)), 6)


def _value_supported(value: Value, at: float, index: SourceIndex, search: SpanSearch) -> bool:
    """Return whether the session has the value itself in such a place; for other classes, anywhere."""
    if value.kind == "issue":
        figure = value.text[1:]
        return any(index.mentions(mark + figure) for mark in ("#", "/", "pr ", "issue ", "request "))
    if value.kind != "number":
        known = index.mentions_prefix if value.kind == "sha" else index.mentions
        return known(value.text)
    if value.nouns & _SCALED and index.mentions(f"{1000 * float(value.text):g}"):
        return True
    stem = f"#{float(value.text):g}"
    if len(value.text) >= LEAST_DIGITS and not value.key:
        return float(value.text) in index.numbers or index.mentions(value.text)
    if search.count(stem) > MOST:
        return True
    for segment, stems in zip(*search.holding_with(stem, MOST), strict=True):
        if not value.around & stems:
            continue
        text = text_of(segment, index)
        for other in values_of(text):
            if other.text == value.text and _near(value, other, at, index):
                return True
    return False


def _near(value: Value, other: Value, at: float, index: SourceIndex) -> bool:
    common = value.around & other.around
    share = sum(map(index.weight, common)) / sum(map(index.weight, value.around))
    same = _same_slot(value, other)
    return share >= at * (BORNE_AT if same else 1)
