"""The records of a JSON Lines transcript: one object per line; broken lines are reported.

The module knows lines and JSON objects; the importer of the format interprets the records.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from gates.errors import os_reason
from workbench.errors import InputError
from workbench.importers.base import SkippedLine
from workbench.importers.files.documents import (
    BOM,
    CUT_OFF_HINT,
    DEEPEST,
    LARGEST_DOCUMENT,
    TOO_LONG,
    lines_in,
    loads,
    split,
)
from workbench.importers.files.unpacking import is_packed, open_transcript
from workbench.importers.files.unreadable import unreadable


class LineRecord(NamedTuple):
    """One JSON object of a transcript; `offset` and `length` are bytes of the decompressed text."""

    value: dict[str, Any]
    line: int
    offset: int
    length: int


def size_of(path: Path) -> int | None:
    """Return the bytes of a transcript to read, so that both passes read the same of a growing file.

    None for a compressed one: its length differs from the text's, and it does not grow.

    Raises:
        InputError: it cannot be read.
    """
    return None if is_packed(head_of_file(path)) else path.stat().st_size


def head_of_file(path: Path) -> bytes:
    """Return the first 8 bytes of a file as they are.

    Raises:
        InputError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(8)
    except OSError as error:
        raise unreadable(path, error) from error


def line_records(path: Path, size: int | None = None) -> Iterator[LineRecord | SkippedLine]:
    """Yield the objects of a transcript in file order, and unreadable lines or parts as skipped.

    Two objects on one line are two records: an agent that was killed while writing leaves such lines.

    Raises:
        InputError: it cannot be opened.
    """
    number = 0
    try:
        with open_transcript(path) as stream:
            for number, offset, data in lines_in(stream, size):
                record = _plain(number, offset, data)
                if record is not None:
                    yield record
                else:
                    yield from _salvaged(number, offset, data)
    except OSError as error:
        yield SkippedLine(number + 1, f"the file cannot be read from here on: {os_reason(error)}")


def nothing_read(path: Path, what: str, hint: str) -> InputError:
    """Return the error for a file without a record of its format, with its first unreadable line."""
    broken = next((each for each in line_records(path) if isinstance(each, SkippedLine)), None)
    if broken is None:
        return InputError(f"{path.name} holds no {what}", hint)
    reason = f"line {broken.line}: {broken.reason}"
    return InputError(f"{path.name} holds no readable {what}; {reason}", CUT_OFF_HINT)


def document_of(path: Path) -> object | None:
    """Return the value of a transcript that is one JSON document over many lines, or a list on one.

    None if the first line is an object of its own, or the whole is not a document, or too large.

    Raises:
        InputError: it cannot be read.
    """
    try:
        with open_transcript(path) as stream:
            first = next(lines_in(stream), None)
        if first is None or _is_object(first[2]):
            return None
        with open_transcript(path) as stream:
            data = stream.read(LARGEST_DOCUMENT + 1)
        value = loads(data.removeprefix(BOM)) if len(data) <= LARGEST_DOCUMENT else None
    except (OSError, ValueError, RecursionError):
        return None
    return None if value is None or _too_deep(data, value) else value


def _is_object(data: bytes) -> bool:
    try:
        return isinstance(orjson.loads(data), dict)
    except orjson.JSONDecodeError:
        return False


def _plain(number: int, offset: int, data: bytes) -> LineRecord | None:
    """Return the record of a line that is exactly one valid object, else None."""
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(value, dict) or _too_deep(data, value):
        return None
    return LineRecord(value, number, offset, len(data) - data.endswith(b"\n") - data.endswith(b"\r\n"))


def _salvaged(number: int, offset: int, data: bytes) -> Iterator[LineRecord | SkippedLine]:
    pieces, reason = split(data if data is TOO_LONG else data.rstrip(b"\r\n"))
    for piece in pieces:
        if not isinstance(piece.value, dict):
            reason = f"a JSON {json_type(piece.value)}, not a record"
        else:
            yield LineRecord(piece.value, number, offset + piece.start, piece.length)
    if reason is not None:
        yield SkippedLine(number, reason)


def _too_deep(data: bytes, value: object) -> bool:
    """Return whether a value nests too deeply; most lines have too few brackets for that."""
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return False
    layer: list[Any] = [value]
    for _ in range(DEEPEST):
        parts = (part for each in layer for part in (each.values() if isinstance(each, dict) else each))
        layer = [part for part in parts if isinstance(part, dict | list)]
        if not layer:
            return False
    return True


def json_type(value: object) -> str:
    """Return the JSON name of a value's type."""
    if value is None:
        return "null"
    kinds: dict[type, str] = {str: "string", bool: "boolean", list: "list", dict: "object"}
    return kinds.get(type(value), "number")
