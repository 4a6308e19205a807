"""JSON documents from transcript lines, including broken ones: everything readable is read.

The module knows JSON and bytes, not what a document means.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import orjson

from workbench.importers.files.unreadable import unreadable

BOM = b"\xef\xbb\xbf"
_BUFFER = 1 << 18
_LARGEST_INTEGER = 2**63
DEEPEST = 200
"""Largest nesting depth of a record's value."""
_PEEKED_LINES = 30
_BETWEEN = " \t\r\n\0"
_HALF_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?$")
_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\],]', re.DOTALL)


LONGEST_LINE = 64 << 20
"""Bytes of a line from which it is not read: no record is that long, and it would fill the memory."""
TOO_LONG = b"\0a line that is too long"
"""Placeholder for such a line."""
_TOO_LONG_REASON = f"a line of over {LONGEST_LINE >> 20} MB is not read"

LARGEST_DOCUMENT = 256 << 20
"""Bytes of a file above which it is read only by lines: as a document it would need several times that."""

CUT_OFF_HINT = "the file may be cut off: copy it again"
ENDS_INSIDE = "ends inside a character: its text breaks off"

Line = tuple[int, int, bytes]
"""One line of a file: 1-based number, byte offset, and its bytes, the line end included."""


@dataclass(frozen=True, slots=True)
class DocumentPiece:
    """One JSON document in a line; `start` and `length` are bytes within that line."""

    start: int
    length: int
    value: object


def lines_of(path: Path, size: int | None = None, begin: tuple[int, int] = (1, 0)) -> Iterator[Line]:
    """Yield the non-blank lines of a file, up to `size` bytes, without a byte order mark.

    `begin` is the number and the byte offset of the line to start from.

    Raises:
        InputError: the file cannot be opened or read.
    """
    try:
        with path.open("rb", buffering=_BUFFER) as file:
            file.seek(begin[1])
            yield from lines_in(file, size, begin)
    except OSError as error:
        raise unreadable(path, error) from error


def lines_in(file: BinaryIO, size: int | None = None, begin: tuple[int, int] = (1, 0)) -> Iterator[Line]:
    """Like `lines_of`, for an open stream positioned at `begin`."""
    first, offset = begin
    end = sys.maxsize if size is None else size
    for number, (raw, length) in enumerate(_bounded(file), first):
        if offset >= end:
            return
        if offset == 0 and raw.startswith(BOM):
            yield number, len(BOM), raw[len(BOM) :]
        elif raw[:1] > b" " or not raw.isspace():
            yield number, offset, raw
        offset += length


def _bounded(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Yield the lines with their lengths; too long ones as their placeholder."""
    while raw := file.readline(LONGEST_LINE):
        length = len(raw)
        if length < LONGEST_LINE or raw.endswith(b"\n"):
            yield raw, length
            continue
        del raw
        while more := file.readline(_BUFFER):
            length += len(more)
            if more.endswith(b"\n"):
                break
        yield TOO_LONG, length


def loads(data: bytes) -> object:
    """Return one JSON value, parsed strictly first, then tolerantly: lone surrogates become U+FFFD.

    Raises:
        ValueError: the data is not a single JSON value, not UTF-8, or nested too deeply.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        found = next(_documents(data.decode("utf-8")), "no JSON document")
        if isinstance(found, str):
            raise ValueError(found) from None
        if data[found.start + found.length :].strip(_BETWEEN.encode()):
            raise ValueError("several JSON documents where one belongs") from None
        return found.value


def split(data: bytes) -> tuple[list[DocumentPiece], str | None]:
    """Return every JSON document of one line, and why the rest could not be read (None: nothing is left).

    Two documents on one line do occur: an agent was killed while it wrote. If a line contains invalid UTF-8,
    only the documents before it are read: the original text is not guessed.
    """
    if data is TOO_LONG:
        return [], _TOO_LONG_REASON
    reason = None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = utf8_fault(error)
        text = data[: error.start].decode("utf-8")
    pieces: list[DocumentPiece] = []
    for found in _documents(text):
        if isinstance(found, str):
            return pieces, reason or found
        pieces.append(found)
    return pieces, reason


def is_utf8(data: bytes) -> bool:
    """Return whether all bytes are UTF-8 text."""
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def utf8_fault(error: UnicodeDecodeError) -> str:
    """Describe the fault of bytes that are not UTF-8; cut-off text differs from other text."""
    if ends_inside_character(error):
        return f"cut off inside a character, at byte {error.start + 1}"
    return f"invalid UTF-8 at byte {error.start + 1}"


def ends_inside_character(error: UnicodeDecodeError) -> bool:
    """Return whether the bytes are UTF-8 up to an incomplete last character."""
    return error.reason == "unexpected end of data" and error.end == len(error.object)


def is_cut_off(data: bytes) -> bool:
    """Return whether a text ends inside a character."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return ends_inside_character(error)
    return False


def _documents(text: str) -> Iterator[DocumentPiece | str]:
    """Yield the JSON documents of a text, then the reason if one cannot be read."""
    decoder = json.JSONDecoder()
    position = offset = 0
    while True:
        begin = position
        while position < len(text) and text[position] in _BETWEEN:
            position += 1
        if position == len(text):
            return
        offset += position - begin
        try:
            value, end = decoder.raw_decode(text, position)
            value = clean(value)
        except json.JSONDecodeError as error:
            yield f"{error.msg.removesuffix(' at')} at character {error.pos + 1}"
            return
        except (RecursionError, ValueError):
            yield "nested too deeply, or a number too long"
            return
        length = len(text[position:end].encode("utf-8"))
        yield DocumentPiece(offset, length, value)
        position, offset = end, offset + length


def peek(head: bytes) -> list[object]:
    """Return the JSON values with which a file begins, as far as the head goes; none if it is not JSON.

    One value for a file that is a single document, complete or not; several for JSON Lines.
    """
    return list(_peeked(head))


@lru_cache(maxsize=1)
def _peeked(head: bytes) -> list[object]:
    """Like `peek`, computed once for all importers that look at a file."""
    text = head.removeprefix(BOM).decode("utf-8", "replace")
    try:
        return [loads(text.encode())]
    except ValueError:
        pass
    values: list[object] = []
    for line in text.split("\n")[:_PEEKED_LINES]:
        try:
            values.append(loads(line.encode()))
        except ValueError:
            if line.strip():
                break
    if values and not isinstance(values[0], dict):
        values = []
    closed = None if values else _closed(text)
    return values if closed is None else [closed]


def _closed(text: str) -> object | None:
    """Return an incomplete document closed at its end, or else after its last complete part."""
    stack: list[str] = []
    cut, position, open_text = "", 0, False
    last = len(text) - text.endswith("\\")
    for found in _STRUCTURE.finditer(text):
        mark = found.group()
        if mark[0] == '"':
            open_text = found.end() >= last and (len(mark) == 1 or mark[-1] != '"')
        elif mark == ",":
            cut, position = "".join(reversed(stack)), found.start()
        elif mark in "{[":
            stack.append("}" if mark == "{" else "]")
        elif stack:
            stack.pop()
    if not stack:
        return None
    ending = '"' * open_text + "".join(reversed(stack))
    for attempt in (text + ending, _HALF_ESCAPE.sub("", text) + ending, text[:position] + cut):
        try:
            return loads(attempt.encode())
        except ValueError:
            continue
    return None


def clean(value: object, depth: int = 0) -> object:
    """Return the value without lone surrogates (U+FFFD instead) and with too large integers as text.

    Raises:
        RecursionError: it is nested more than 200 deep.
    """
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [clean(part, depth + 1) for part in value]
    if isinstance(value, dict):
        return {clean_text(key): clean(part, depth + 1) for key, part in value.items()}
    if isinstance(value, int) and not -_LARGEST_INTEGER <= value < _LARGEST_INTEGER:
        return str(value)
    return value


def clean_text(text: str) -> str:
    """Return the text with every lone surrogate replaced by U+FFFD, otherwise unchanged."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def compact(value: object) -> str:
    """Return a value as compact JSON text, characters unescaped."""
    try:
        return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()
    except (TypeError, ValueError):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
