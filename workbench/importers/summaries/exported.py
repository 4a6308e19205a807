"""What a session file that was exported from here says of its summaries, so that importing it loses nothing.

Such a file repeats behind a summary what stays; each repetition names what it repeats, and each summary the
events that it replaced and kept, and the words that each statement was linked to. It knows places of records,
never their texts: whether the words stand there is found out when the links are judged.
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
"""First and last ordinal of each record, by its name in the file; more may follow."""


def stated_factor(value: object) -> float | None:
    """By how many bytes a token the exported transcript's tokens were estimated; None: it does not say."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
        return None
    return bytes_per_token(round(min(value, MILLION) * MILLION), MILLION)


def spans_of(name: object, places: Places) -> range:
    """The ordinals that a name means: a record, or with `#n` one event of it; empty where it is not there."""
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
    """Where the range of an exported summary begins, and what it keeps; None: the file does not say.

    Args:
        stated: what the file says.
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
    """The links of each statement of an exported summary, in its text's order; empty: the file states none.

    Args:
        stated: what the file says of the summary.
        places: the records so far.
    """
    lists = stated.get("links") if isinstance(stated, dict) else None
    return tuple(tuple(_links(each, places)) for each in lists) if isinstance(lists, list) else ()


def with_items(found: FoundCompaction, text: str) -> FoundCompaction:
    """The compaction with its summary as items; links that another text had are left out."""
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
