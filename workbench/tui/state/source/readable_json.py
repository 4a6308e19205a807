"""JSON on long lines as readable text: one line per field, escapes decoded, each run with its position.

Safe for hostile text: one pass of a pattern that never backtracks; no values are created, and text that is
not JSON stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

LONG_LINE = 200
"""A line with more code points was not laid out by a person."""
MOST_BEFORE = 200_000
"""Most code points before the shown part that are scanned to know its nesting."""
DEEPEST = 6
"""Most levels that are indented."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\],:]|\s+|[^"{}\[\],:\s]+', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u[0-9a-fA-F]{4}|.)", re.DOTALL)
_KEY = re.compile(r"\s*:")
_PLAIN = {"n": "\n", "t": "\t", "r": "", "b": "", "f": "\n"}


class Run(NamedTuple):
    """Shown text and the code points it represents: one for one if both have the same length."""

    text: str
    start: int
    end: int


def readable(text: str, begin: int, finish: int) -> list[Run] | None:
    """Return a part of a JSON text for reading; None if it is not JSON, or is laid out already."""
    if begin > MOST_BEFORE or text[:1] not in ("{", "["):
        return None
    if all(len(each) <= LONG_LINE for each in text[begin:finish].splitlines()):
        return None
    return [cut for run in _runs(text, finish) if (cut := _cut(run, begin, finish)) is not None]


def _cut(run: Run, begin: int, finish: int) -> Run | None:
    """Return the part of a run between two positions."""
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
    """Return the end of the string that follows, or the position itself if none does."""
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
