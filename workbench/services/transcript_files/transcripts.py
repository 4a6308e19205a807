"""Discovery of transcripts, and reading them into memory, for scoring without a store.

Unreadable content is reported on one line; the content of a broken file is never guessed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gates.errors import os_reason
from gates.source import SourceEvent, session_id
from workbench.errors import InputError
from workbench.importers import detect
from workbench.importers.base import (
    FoundCompaction,
    HoldsSeveral,
    Importer,
    SessionHeader,
    SkippedLine,
    TranscriptReading,
)
from workbench.importers.events.doubtful_counts import WeighedReading
from workbench.pipes import is_pipe
from workbench.services.transcript_files.event_folders import one_a_conversation, whole_transcript

SUFFIXES = (".jsonl", ".json", ".jsonl.zst", ".eval", ".har", ".traj")
"""Suffixes of the transcripts searched for in a folder; a file that is named explicitly may have any."""
_OURS = re.compile(rb'\s*\{\s*"schema"\s*:\s*"workbench\.')
_OURS_HEAD = 64


@dataclass(frozen=True)
class Transcript:
    """One transcript, read completely."""

    path: str
    """The path as it was typed."""
    header: SessionHeader
    session_id: str
    events: tuple[SourceEvent, ...]
    compactions: tuple[FoundCompaction, ...]
    skipped: tuple[SkippedLine, ...]


PART = "#"
"""Separates a file from the name of a conversation in it: `run.eval#3/1`."""


@dataclass(frozen=True)
class TranscriptFile:
    """A transcript file and its importer.

    Most contain one conversation, logs and recordings may contain many.
    """

    path: str
    """The path as it was typed, without the name of a conversation."""
    place: Path
    importer: Importer
    parts: tuple[str, ...]
    """Names of the requested conversations; one empty name if the format has no names."""
    several: bool
    """Whether the file contains more than one conversation."""
    named_format: bool = False
    """Whether the caller named the format."""

    def name_of(self, part: str) -> str:
        """Return the path by which a conversation can be requested again."""
        return f"{self.path}{PART}{part}" if self.several else self.path

    def open(self, part: str) -> TranscriptReading:
        """Begin to read a conversation.

        Raises:
            InputError: it cannot be read.
        """
        with _stated(self.path, self.place, self.named_format):
            if isinstance(self.importer, HoldsSeveral):
                return WeighedReading(self.importer.read_part(self.place, part))
            return WeighedReading(self.importer.read(self.place))

    def copy(self, part: str) -> bytes | None:
        """Return the bytes to store in place of the file; None: the file itself."""
        return self.importer.copy(self.place, part) if isinstance(self.importer, HoldsSeveral) else None


def open_file(path: str, input_format: str | None = None, *, typed: str | None = None) -> TranscriptFile:
    """Find the importer of a transcript file, and its conversations; `path` may name one of them.

    `typed` is the name for messages if the file was joined from others.

    Raises:
        InputError: it does not exist, is not a file, cannot be read, or has no known format.
    """
    place = existing(path)
    named, part = file_and_part(path)
    typed = typed if typed is not None and typed != path else named
    if is_pipe(place):
        raise InputError(f"{path} is a pipe: a transcript is read more than once", "write it to a file first")
    if not place.is_file():
        raise InputError(f"{path} is not a file", "give a transcript file", code="input_unreadable")
    named_format = input_format is not None
    with _stated(typed, place, named_format):
        importer = detect(place, input_format)
        parts = importer.parts(place) if isinstance(importer, HoldsSeveral) else ("",)
    if part and len(parts) == 1 and part not in parts:
        raise InputError(
            f"{typed} holds one conversation, so {PART}{part} names none in it",
            f"leave out {PART}{part}",
            code="no_such_conversation",
        )
    several = len(parts) > 1
    asked = (part,) if part and isinstance(importer, HoldsSeveral) else parts
    return TranscriptFile(typed, place, importer, asked, several, named_format)


@contextmanager
def _stated(path: str, place: Path, named_format: bool) -> Iterator[None]:
    """Reword errors of importers: with the path as it was typed, and a hint that still applies."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", "check its permissions") from error
    except InputError as error:
        if error.message.startswith(f"{place.name} "):
            error.message = path + error.message.removeprefix(place.name)
        if named_format and "--input-format" in error.hint:
            error.hint = "leave --input-format out to have the format found, or give another file"
        raise


def open_reading(path: str, input_format: str | None = None) -> TranscriptReading:
    """Begin to read a transcript file's only conversation, or the one that the path names.

    Raises:
        InputError: it does not exist, is not a file, cannot be read, has no known format, or has several
            conversations.
    """
    file = open_file(path, input_format)
    if len(file.parts) != 1:
        raise InputError(
            f"{path} holds {len(file.parts):,} conversations",
            f"name one of them, as {file.name_of(file.parts[0])}" if file.parts else "it has none to read",
            code="several_conversations",
        )
    return file.open(file.parts[0])


def file_and_part(path: str) -> tuple[str, str]:
    """Split a path into the file and the name of a conversation in it, unless a file has the whole name."""
    head, mark, part = path.rpartition(PART)
    if mark and head and part and not os.path.lexists(path) and os.path.lexists(head):
        return head, part
    return path, ""


def existing(path: str) -> Path:
    """Return the file or folder of a path, which must exist; it may name a conversation in the file.

    Raises:
        InputError: nothing is there.
    """
    try:
        place = Path(file_and_part(path)[0])
        place.stat()
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else "not a path"
        way = "check the path" if path != "-" else "standard input is not read: write it to a file first"
        raise InputError(f"cannot read {path}: {reason}", way, code="input_missing") from error
    return place


def read_transcript(path: str, input_format: str | None = None) -> Transcript:
    """Read a whole transcript: a file's only conversation, or the one that the path names.

    Raises:
        InputError: it cannot be read, has no event, or has several conversations.
    """
    with whole_transcript(path) as whole:
        return _whole(path, open_reading(whole, input_format))


def read_transcripts(path: str, input_format: str | None = None) -> Iterator[Transcript]:
    """Read the conversations of a file completely, one after the other.

    Raises:
        InputError: the file cannot be read; or one of its conversations cannot, raised after the others.
    """
    fault: InputError | None = None
    with whole_transcript(path) as whole:
        file = open_file(whole, input_format, typed=path)
        for part in file.parts:
            try:
                transcript = _whole(file.name_of(part), file.open(part))
            except InputError as error:
                fault = fault or error
                continue
            yield transcript
    if fault is not None:
        raise fault


def _whole(path: str, reading: TranscriptReading) -> Transcript:
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


def read_events(reading: TranscriptReading, path: str) -> tuple[SourceEvent, ...]:
    """Return all events of a reading; an OSError in the middle becomes an `InputError`."""
    try:
        return tuple(reading.events())
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", "check the file and its disk") from error


def empty_session(path: str, skipped: Sequence[SkippedLine]) -> InputError:
    """Return the error for a transcript without an event, with the first broken line if there is one."""
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
    """Yield the files in a folder, at any depth, that are named like transcripts, sorted by path.

    Files that this program wrote (reports, baselines) are left out.

    Raises:
        InputError: the folder cannot be listed.
    """
    try:
        with os.scandir(folder):
            pass
    except OSError as error:
        raise InputError(f"cannot list {folder}: {os_reason(error)}", "check its permissions") from error
    found = [
        path
        for path in _files_under(folder)
        if path.name.lower().endswith(SUFFIXES) and path.is_file() and not path.name.startswith(".")
    ]
    ordered = sorted(found, key=lambda path: path.as_posix())
    yield from one_a_conversation([path for path in ordered if not _is_ours(path)])


def _files_under(folder: Path) -> Iterator[Path]:
    """Yield all files at any depth; a folder that disappears or cannot be listed is skipped."""
    for place, _, names in os.walk(folder):
        for name in names:
            yield Path(place, name)


def _is_ours(path: Path) -> bool:
    """Return whether a JSON file begins like those that this program writes."""
    if path.suffix.lower() != ".json":
        return False
    try:
        with path.open("rb") as file:
            return _OURS.match(file.read(_OURS_HEAD)) is not None
    except OSError:
        return False  # reading it reports the reason


def expand(paths: Sequence[str]) -> list[str]:
    """Return files as typed, and for a folder the transcripts in it, with the folder's path as typed.

    Raises:
        InputError: a path does not exist, or a folder has no file that could be a transcript.
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
