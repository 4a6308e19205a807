"""What a session file that was exported from here says of its summaries, so that importing it loses nothing.

Such a file repeats behind a summary what stays; each repetition names what it repeats, and each summary the
events that it replaced and kept. It knows places of records, never their texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Places = Mapping[str, Sequence[int]]
"""First and last ordinal of each record, by its name in the file; more may follow."""


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
