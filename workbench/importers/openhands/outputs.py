"""Output files of evaluations, with one conversation per line, and the places of those lines.

The module recognizes outputs by their fields and does not look at their events.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from workbench.errors import InputError
from workbench.importers.base import SkippedLine
from workbench.importers.files.documents import loads
from workbench.importers.files.line_records import LineRecord, line_records, size_of
from workbench.importers.files.unpacking import open_transcript
from workbench.importers.files.unreadable import unreadable

_KEYS = ("history", "test_result", "instruction", "metadata", "metrics")
_READ = 1 << 20

Place = tuple[int, int, int]
"""Line, byte offset in the decompressed text, and length of an output."""


def is_output(value: dict[str, Any]) -> bool:
    """Return whether an object is a (perhaps incomplete) line of an evaluation's output file."""
    return "instance_id" in value and any(key in value for key in _KEYS)


def outputs_of(path: Path) -> list[Place]:
    """Return the places of a file's outputs; none if the file does not begin with one.

    Raises:
        InputError: it cannot be read.
    """
    found: list[Place] = []
    for record in line_records(path, size_of(path)):
        if isinstance(record, SkippedLine):
            continue
        if is_output(record.value):
            found.append((record.line, record.offset, record.length))
        elif not found:
            return []
    return found


def bytes_at(path: Path, place: Place) -> bytes:
    """Return the text of one output.

    Raises:
        InputError: the file cannot be read.
    """
    _, offset, length = place
    try:
        with open_transcript(path) as stream:
            if stream.seekable():
                stream.seek(offset)
            else:
                for done in range(0, offset, _READ):
                    stream.read(min(_READ, offset - done))
            return stream.read(length)
    except OSError as error:
        raise unreadable(path, error) from error


def record_at(path: Path, place: Place) -> LineRecord:
    """Return one output as a record.

    Raises:
        InputError: the file cannot be read, or was changed meanwhile.
    """
    try:
        value = loads(bytes_at(path, place))
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise InputError(f"{path.name} was changed while it was read", "read it again")
    return LineRecord(value, *place)
