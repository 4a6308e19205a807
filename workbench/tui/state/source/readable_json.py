"""JSON on long lines as text to read: a line a field, escapes decoded, each run knowing its place.

Of hostile text: one pass of a pattern that never goes back; no values are made, and what is no JSON stays so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

LONG_LINE = 200
"""A line of more code points is no layout that a person made."""
MOST_BEFORE = 200_000
"""Code points before the shown ones that are gone through to know what they are part of."""
DEEPEST = 6
"""Levels that are indented."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\],:]|\s+|[^"{}\[\],:\s]+', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u[0-9a-fA-F]{4}|.)", re.DOTALL)
_KEY = re.compile(r"\s*:")
_PLAIN = {"n": "\n", "t": "\t", "r": "", "b": "", "f": "\n"}


class Run(NamedTuple):
    """Shown text and the code points that it stands for: one for one where both are of one length."""

    text: str
    start: int
    end: int


def readable(text: str, begin: int, finish: int) -> list[Run] | None:
    """A part of a JSON text to read; None where the text is no JSON, or is laid out already."""
    if begin > MOST_BEFORE or text[:1] not in ("{", "["):
        return None
    if all(len(each) <= LONG_LINE for each in text[begin:finish].splitlines()):
        return None
    return [cut for run in _runs(text, finish) if (cut := _cut(run, begin, finish)) is not None]


def _cut(run: Run, begin: int, finish: int) -> Run | None:
    """What of a run lies between two places."""
    if run.end <= begin or run.start >= finish:
        return None
    if len(run.text) != run.end - run.start:
        return run
    first, last = max(run.start, begin), min(run.end, finish)
    return Run(run.text[first - run.start : last - run.start], first, last)


def _runs(text: str, finish: int) -> Iterator[Run]:
    depth, fresh = 0, True
    for token in _TOKEN.finditer(text, 0, finish):
        found, start, end = token.group(), token.start(), token.end()
        if found[0] in "{[":
            depth += 1
        elif found[0] in "}]":
            depth -= 1
        elif found[0] == '"' and _KEY.match(text, end):
            margin = "  " * min(max(depth - 1, 0), DEEPEST)
            yield Run(("" if fresh else "\n") + margin, start, start + 1)
            yield Run(found[1:-1], start + 1, end - 1)
            yield Run(": ", end - 1, end)
            fresh = False
        elif found[0] == '"':
            yield from _string(found, start)
            fresh = False
        elif found == ",":
            yield Run("" if _KEY.match(text, _string_end(text, end)) else ", ", start, end)
        elif found != ":" and not found.isspace():
            yield Run(found, start, end)
            fresh = False


def _string_end(text: str, at: int) -> int:
    """Where the string ends that follows; the place itself where none does."""
    opened = re.compile(r'[\s{\[]*"(?:[^"\\]|\\.)*"', re.DOTALL).match(text, at)
    return opened.end() if opened else at


def _string(found: str, start: int) -> Iterator[Run]:
    closed = len(found) > 1 and found.endswith('"')
    at, last = 1, len(found) - closed
    for escape in _ESCAPE.finditer(found, 1, last):
        if escape.start() > at:
            yield Run(found[at : escape.start()], start + at, start + escape.start())
        yield Run(_decoded(escape.group()[1:]), start + escape.start(), start + escape.end())
        at = escape.end()
    if at < last:
        yield Run(found[at:last], start + at, start + last)


def _decoded(escape: str) -> str:
    if escape[0] != "u":
        return _PLAIN.get(escape, escape)
    try:
        decoded: str = json.loads(f'"\\{escape}"')
    except ValueError:
        return escape
    return decoded if decoded.isprintable() or decoded.isspace() else "?"
