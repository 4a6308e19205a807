"""Files of message arrays: an array or request, or JSON Lines of messages, requests or conversations."""

from __future__ import annotations

from pathlib import Path

import orjson

from workbench.errors import InputError
from workbench.importers.base import SkippedLine, TranscriptReading
from workbench.importers.conversations.array_groups import ArrayGroups
from workbench.importers.conversations.array_reading import ArrayReading, FormatDrafter
from workbench.importers.conversations.files import numbered_part, only_part
from workbench.importers.files.arrays import NOTHING_HINT, MessageArray, is_empty
from workbench.importers.files.documents import (
    BOM,
    CUT_OFF_HINT,
    ENDS_INSIDE,
    LARGEST_DOCUMENT,
    TOO_LONG,
    is_cut_off,
    is_utf8,
    lines_of,
    loads,
    split,
)
from workbench.importers.files.last_read import LastRead
from workbench.importers.files.unreadable import unreadable

_ITEM_TYPES = ("message", "function_call", "function_call_output", "reasoning", "compaction")


class ArrayImporter:
    """Base class for importers of message arrays; the conversations of a file are numbered from 1."""

    name = ""

    def __init__(self) -> None:
        self._read = LastRead(load_conversations)

    def drafter(self, conversation: MessageArray) -> FormatDrafter:
        """Return the drafter for the messages of a conversation."""
        raise NotImplementedError

    def parts(self, path: Path) -> tuple[str, ...]:
        """Return the names of the conversations in the file: their numbers, in order of their beginnings.

        Raises:
            InputError: the file is not complete JSON, or contains no messages.
        """
        return tuple(str(number) for number in range(1, len(self._read.again(path)) + 1))

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a file's only conversation.

        Raises:
            InputError: the file is not complete JSON, has no messages, or has several conversations.
        """
        with self._read.once():
            return self.read_part(path, only_part(path, self.parts(path)))

    def read_part(self, path: Path, part: str) -> TranscriptReading:
        """Begin to read one conversation.

        Raises:
            InputError: the file has no conversation of this name, or cannot be read.
        """
        found = self._read.of(path)
        conversation = found[numbered_part(path, part, len(found)) - 1]
        return ArrayReading(self.name, conversation, self.drafter(conversation))

    def copy(self, path: Path, part: str) -> bytes | None:
        """Return the records of this conversation, or None if the file contains only one.

        Raises:
            InputError: the file cannot be read, or has several conversations and none of this name.
        """
        found = self._read.of(path)
        if len(found) < 2:
            return None
        number = numbered_part(path, part, len(found))
        return b"".join(orjson.dumps(each) + b"\n" for each in found[number - 1].records)


def load_conversations(path: Path) -> list[MessageArray]:
    """Return all messages of a file, grouped by conversation; at least one.

    Raises:
        InputError: the file is not JSON, is incomplete JSON, or contains no message.
    """
    try:
        data = b"" if path.stat().st_size > LARGEST_DOCUMENT else path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error
    groups = ArrayGroups()
    whole = _whole(data.removeprefix(BOM)) if data else None
    if whole is not None:
        _take(groups, whole, 0, 0, 0)
    else:
        _read_lines(groups, path)
    if not groups.found[0].messages:
        raise _unreadable(path, data, groups.found[0])
    return groups.found


def _whole(data: bytes) -> object:
    try:
        return loads(data)
    except ValueError:
        return None


def _read_lines(groups: ArrayGroups, path: Path) -> None:
    for number, offset, raw in lines_of(path):
        data = raw if raw is TOO_LONG else raw.rstrip(b"\r\n")
        try:
            _take(groups, orjson.loads(data), number, offset, len(data))
            continue
        except orjson.JSONDecodeError:
            pieces, reason = split(data)
        for piece in pieces:
            _take(groups, piece.value, number, offset + piece.start, piece.length)
        if reason is not None:
            groups.found[0].skipped.append(SkippedLine(number, reason))


def _take(groups: ArrayGroups, value: object, line: int, offset: int, length: int) -> None:
    where = (line, offset, length)
    if isinstance(value, list):
        if line and all(isinstance(each, dict) for each in value):
            value = {"messages": value}
        else:
            for message in value:
                groups.of_message().add(message, where)
            return
    if not isinstance(value, dict):
        groups.of_message().skipped.append(SkippedLine(line, "neither a message nor a request"))
        return
    if "role" in value or value.get("type") in _ITEM_TYPES:
        found = groups.of_message()
        found.add(value, where)
    else:
        found = groups.of_request(value)
        if not found.request(value, *where):
            found.noise += 1
    found.records.append(value)


def _unreadable(path: Path, data: bytes, found: MessageArray) -> InputError:
    if not data:
        reason = found.skipped[0].reason if found.skipped else "no line of it is a message"
        return InputError(f"{path.name} cannot be read: {reason}", "give it as JSON Lines, a message a line")
    head = data.removeprefix(BOM).lstrip()[:1]
    if is_cut_off(data):
        return InputError(f"{path.name} {ENDS_INSIDE}", CUT_OFF_HINT)
    if not is_utf8(data):
        line = next(number for number, _, raw in lines_of(path) if not is_utf8(raw))
        return InputError(f"{path.name} is not UTF-8: line {line} holds invalid bytes", "convert it to UTF-8")
    if found.skipped and head in (b"{", b"["):
        return InputError(
            f"{path.name} is not complete JSON: {found.skipped[0].reason}",
            CUT_OFF_HINT,
        )
    if is_empty(data):
        return InputError(f"{path.name} holds no messages", NOTHING_HINT, code="input_empty")
    return InputError(f"{path.name} holds no messages", "name its format with --input-format")
