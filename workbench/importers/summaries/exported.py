"""Data that an exported session file contains about its summaries, so that importing it loses nothing.

Such a file repeats after a summary the events that stay. Each repetition names what it repeats; each summary
names the events that it replaced and kept, and the words that each statement was linked to. The module knows
places of records, not their texts: judging the links shows whether the words are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from gates.imported import StatedLink
from gates.language.similarity import MILLION
from gates.source import bytes_per_token
from workbench.importers.base import FoundCompaction
from workbench.importers.summaries.headings import parse_summary

Places = Mapping[str, Sequence[int]]
"""First and last ordinal of each record, by its name in the file; more numbers may follow."""


def stated_factor(value: object) -> float | None:
    """Return the bytes per token with which the exported tokens were estimated; None if not stated."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
        return None
    return bytes_per_token(round(min(value, MILLION) * MILLION), MILLION)


def spans_of(name: object, places: Places) -> range:
    """Return the ordinals of a name: a record, or `#n` for one of its events; empty if it is unknown."""
    record, _, number = name.partition("#") if isinstance(name, str) else ("", "", "")
    place = places.get(record)
    if place is None:
        return range(0)
    first, last = place[:2]
    if not number:
        return range(first, last + 1)
    at = first + int(number) if number.isascii() and number.isdigit() and len(number) < 10 else last + 1
    return range(at, at + 1) if at <= last else range(0)


def exported_range(stated: object, end: int, places: Places) -> tuple[int, tuple[int, ...]] | None:
    """Return the first event of an exported summary's range and its kept events; None if not stated.

    Args:
        stated: the file's data about the summary.
        end: the last event of the range.
        places: the records so far.
    """
    if not isinstance(stated, dict):
        return None
    begin = spans_of(stated.get("from"), places)
    if not begin or begin.start > end:
        return None
    names = stated.get("kept")
    kept = set(_among(names if isinstance(names, list) else (), places))
    return begin.start, tuple(sorted(each for each in kept if begin.start <= each <= end))


def _among(names: Iterable[object], places: Places) -> Iterable[int]:
    for name in names:
        yield from spans_of(name, places)


def stated_links(stated: object, places: Places) -> tuple[tuple[StatedLink, ...], ...]:
    """Return the links of each statement of an exported summary, in text order; empty if not stated.

    Args:
        stated: the file's data about the summary.
        places: the records so far.
    """
    lists = stated.get("links") if isinstance(stated, dict) else None
    return tuple(tuple(_links(each, places)) for each in lists) if isinstance(lists, list) else ()


def with_items(found: FoundCompaction, text: str) -> FoundCompaction:
    """Return the compaction with its summary as items; links that do not match the items are dropped."""
    if found.stated:
        items, narrative = parse_summary(text, linked=True)
        if len(items) == len(found.stated):
            return replace(found, items=items, narrative=narrative)
    items, narrative = parse_summary(text)
    return replace(found, items=items, narrative=narrative, stated=())


def _links(stated: object, places: Places) -> Iterator[StatedLink]:
    for each in stated if isinstance(stated, list) else ():
        if not isinstance(each, dict):
            continue
        at, quote = spans_of(each.get("in"), places), each.get("quote")
        part, start = (_number(each.get(name)) for name in ("part", "start"))
        if at and isinstance(quote, str) and quote and part is not None and start is not None:
            yield StatedLink(at.start, part, start, quote)


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
