"""JSON files for the importers of message formats: one document, or JSON Lines.

Broken lines are named by number; an incomplete document is refused with a hint.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from workbench.errors import InputError
from workbench.importers.base import SkippedLine
from workbench.importers.conversations.steps import NOWHERE, Place, Steps
from workbench.importers.files.documents import (
    BOM,
    CUT_OFF_HINT,
    ENDS_INSIDE,
    LARGEST_DOCUMENT,
    TOO_LONG,
    clean_text,
    is_cut_off,
    is_utf8,
    lines_of,
    loads,
    split,
)
from workbench.importers.files.unreadable import unreadable

_LINES = 50
"""Lines by which JSON Lines are distinguished from a document over many lines."""
OTHER_FORMAT = "the file is damaged, or of another format: --input-format names it"


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """One JSON value of a file and the place of its line; `NOWHERE` if the file is one document."""

    value: object
    place: Place = NOWHERE


def document_of(path: Path) -> object:
    """Return the file as one JSON document.

    Raises:
        InputError: it cannot be read, is too large for one document, or is not complete JSON.
    """
    data = bytes_of(path)
    try:
        return whole(data)
    except ValueError as error:
        raise _broken(path, data, str(error)) from None


def records_of(path: Path, steps: Steps) -> Iterator[JsonRecord]:
    """Yield the value of a file that is one document, else the values of its lines.

    Lines that cannot be read are reported to `steps`.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        large = path.stat().st_size > LARGEST_DOCUMENT
    except OSError as error:
        raise unreadable(path, error) from error
    if not large:
        try:
            yield JsonRecord(whole(bytes_of(path)))
            return
        except ValueError:
            pass
    for number, offset, raw in lines_of(path):
        data = raw if raw is TOO_LONG else raw.rstrip(b"\r\n")
        try:
            yield JsonRecord(orjson.loads(data), (number, offset, len(data)))
            continue
        except orjson.JSONDecodeError:
            pieces, reason = split(data)
        for piece in pieces:
            yield JsonRecord(piece.value, (number, offset + piece.start, piece.length))
        if reason is not None:
            steps.skip(number, reason)


def bytes_of(path: Path) -> bytes:
    """Return the bytes of a file without its byte order mark.

    Raises:
        InputError: it cannot be read, or is too large for one document.
    """
    try:
        if path.stat().st_size > LARGEST_DOCUMENT:
            raise InputError(
                f"{path.name} is too large: one document of over {LARGEST_DOCUMENT >> 20} MB is not read",
                "split it, or give it as JSON Lines where its format has that",
                code="input_too_large",
            )
        return path.read_bytes().removeprefix(BOM)
    except OSError as error:
        raise unreadable(path, error) from error


def whole(data: bytes) -> object:
    """Return one JSON value; its importer may have to skip records that are nested too deeply.

    Raises:
        ValueError: the data is not a single JSON value, or not UTF-8.
    """
    try:
        return loads(data)
    except ValueError as error:
        text = data.decode("utf-8")
        try:
            return _without_surrogates(json.loads(text))
        except (ValueError, RecursionError):
            raise error from None


def _without_surrogates(value: object) -> object:
    """Return the value with lone surrogates replaced, at any depth."""
    return loads(clean_text(json.dumps(value, ensure_ascii=False)).encode())


def numbered_part(path: Path, part: str, count: int) -> int:
    """Return the number of a conversation in a file whose conversations are numbered from 1 to `count`.

    Raises:
        InputError: the file has no conversation of this name.
    """
    if part.isdecimal() and 1 <= int(part) <= count:
        return int(part)
    raise InputError(
        f"{path.name} holds no conversation {part!r}",
        f"it holds {count}, numbered from 1",
        code="unknown_part",
    )


def only_part(path: Path, parts: Sequence[str]) -> str:
    """Return the name of the only conversation of a file.

    Raises:
        InputError: it contains several, or none.
    """
    if len(parts) == 1:
        return parts[0]
    raise InputError(
        f"{path.name} holds {len(parts):,} conversations",
        f"name one of them, as {path.name}#{parts[0]}" if parts else "it has none to read",
        code="several_conversations",
    )


def nothing_in(
    path: Path, what: str, skipped: Sequence[SkippedLine] = (), hint: str = OTHER_FORMAT
) -> InputError:
    """Return the error for a file that contains nothing of its format, with the first skipped line.

    An incomplete document is reported as such: its lines would explain nothing.
    """
    broken = _cut_off(path)
    if broken is not None:
        return broken
    if skipped:
        first = skipped[0]
        where = f"line {first.line}: " if first.line else ""
        return InputError(f"{path.name} holds {what}; {where}{first.reason}", hint)
    return InputError(f"{path.name} holds {what}", hint)


def _cut_off(path: Path) -> InputError | None:
    """Return the error for a file that is one incomplete document over many lines, else None."""
    try:
        data = bytes_of(path)
        whole(data)
    except InputError:
        return None
    except ValueError as error:
        records = (_or_none(line) for line in data.splitlines()[:_LINES])
        lines = any(isinstance(record, dict) and record for record in records)
        return None if lines or data.lstrip()[:1] not in (b"{", b"[") else _broken(path, data, str(error))
    return None


def _or_none(data: bytes) -> object:
    try:
        return orjson.loads(data)
    except ValueError:
        return None


def _broken(path: Path, data: bytes, reason: str) -> InputError:
    if is_cut_off(data):
        return InputError(f"{path.name} {ENDS_INSIDE}", CUT_OFF_HINT)
    if not is_utf8(data):
        return InputError(f"{path.name} is not UTF-8: it holds invalid bytes", "convert it to UTF-8")
    if data.lstrip()[:1] in (b"{", b"["):
        return InputError(f"{path.name} is not complete JSON: {reason}", CUT_OFF_HINT)
    return InputError(f"{path.name} is not JSON: {reason}", OTHER_FORMAT)
