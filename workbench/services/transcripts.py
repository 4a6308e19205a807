"""Find transcripts and read them into memory, for scoring without a store.

Says in one line what cannot be read; never guesses what a broken file might have been.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gates.source import SourceEvent, session_id
from workbench.errors import InputError
from workbench.importers import detect
from workbench.importers.base import FoundCompaction, Reading, SessionHeader, SkippedLine
from workbench.services.event_folders import one_a_conversation, whole_transcript

SUFFIXES = (".jsonl", ".json", ".jsonl.zst")
"""Names under which a folder's transcripts are looked for; a file named outright may have any."""


@dataclass(frozen=True)
class Transcript:
    """One transcript, read whole."""

    path: str
    """As it was typed."""
    header: SessionHeader
    session_id: str
    events: tuple[SourceEvent, ...]
    compactions: tuple[FoundCompaction, ...]
    skipped: tuple[SkippedLine, ...]


def open_reading(path: str, input_format: str | None = None) -> Reading:
    """Begin to read a transcript file.

    Raises:
        InputError: it is missing, no file, not readable, or of no known format.
    """
    place = existing(path)
    if not place.is_file():
        raise InputError(f"{path} is not a file", "give a transcript file", code="input_unreadable")
    try:
        return detect(place, input_format).read(place)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", "check its permissions") from error


def existing(path: str) -> Path:
    """The path, which must exist.

    Raises:
        InputError: nothing is there.
    """
    place = Path(path)
    try:
        place.stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise InputError(f"cannot read {path}: {reason}", "check the path", code="input_missing") from error
    return place


def read_transcript(path: str, input_format: str | None = None) -> Transcript:
    """Read a whole transcript.

    Raises:
        InputError: it cannot be read, or holds no event.
    """
    with whole_transcript(path) as file:
        reading = open_reading(file, input_format)
        events = read_events(reading, path)
    totals = reading.totals
    if not events:
        raise empty_session(path, totals.skipped)
    return Transcript(
        path=path,
        header=reading.header,
        session_id=session_id(reading.header.format, reading.header.native_id, events[0]),
        events=events,
        compactions=tuple(totals.compactions),
        skipped=tuple(totals.skipped),
    )


def read_events(reading: Reading, path: str) -> tuple[SourceEvent, ...]:
    """All events of a reading; what the disk refuses half way is an `InputError` too."""
    try:
        return tuple(reading.events())
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", "check the file and its disk") from error


def empty_session(path: str, skipped: Sequence[SkippedLine]) -> InputError:
    """The error for a transcript without a single event, naming the first broken line if there is one."""
    if skipped:
        first = skipped[0]
        return InputError(
            f"{path} holds no readable event; line {first.line}: {first.reason}",
            "the file is damaged or of another format; --input-format names it",
        )
    return InputError(
        f"{path} holds no event", "an empty session has nothing to look at", code="empty_session"
    )


def transcripts_under(folder: Path) -> Iterator[Path]:
    """The files of a folder, at any depth, that are named like transcripts, in the order of their paths.

    Raises:
        InputError: the folder cannot be listed.
    """
    try:
        with os.scandir(folder):
            pass
    except OSError as error:
        raise InputError(f"cannot list {folder}: {error.strerror}", "check its permissions") from error
    found = [
        path
        for path in folder.rglob("*")
        if path.name.lower().endswith(SUFFIXES) and path.is_file() and not path.name.startswith(".")
    ]
    yield from one_a_conversation(sorted(found, key=lambda path: path.as_posix()))


def expand(paths: Sequence[str]) -> list[str]:
    """Files as typed; a folder becomes the files under it, written as the folder was.

    Raises:
        InputError: a path is missing, or a folder holds no file that could be a transcript.
    """
    files: list[str] = []
    for path in paths:
        place = existing(path)
        if not place.is_dir():
            files.append(path)
            continue
        inside = [each.as_posix() for each in transcripts_under(place)]
        if not inside:
            raise InputError(
                f"{path} holds no transcript",
                f"looked for files named *{' or *'.join(SUFFIXES)}, at any depth",
                code="no_transcripts",
            )
        files += inside
    return files
