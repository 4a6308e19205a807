"""Find transcripts and read them into memory, for scoring without a store.

Says in one line what cannot be read; never guesses what a broken file might have been.
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
"""Names under which a folder's transcripts are looked for; a file named outright may have any."""
_OURS = re.compile(rb'\s*\{\s*"schema"\s*:\s*"workbench\.')
_OURS_HEAD = 64


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


PART = "#"
"""Parts a file from the name of a conversation in it: `run.eval#3/1`."""


@dataclass(frozen=True)
class TranscriptFile:
    """A transcript file and what reads it; most hold one conversation, logs and recordings may hold many."""

    path: str
    """As it was typed, without the name of a conversation."""
    place: Path
    importer: Importer
    parts: tuple[str, ...]
    """Names of the conversations that are asked for; one empty name where the format has none."""
    several: bool
    """The file holds more than one."""
    named_format: bool = False
    """Whoever gave the file named its format."""

    def name_of(self, part: str) -> str:
        """By what a conversation can be given again."""
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
        """What is to be kept in place of the file; None: the file as it is."""
        return self.importer.copy(self.place, part) if isinstance(self.importer, HoldsSeveral) else None


def open_file(path: str, input_format: str | None = None, *, typed: str | None = None) -> TranscriptFile:
    """Find what reads a transcript file, and the conversations in it; `path` may name one of them.

    `typed` is what the file is called where it was put together from others.

    Raises:
        InputError: it is missing, no file, not readable, or of no known format.
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
    """What importers say of a file, with its path as it was typed and a hint that still helps."""
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
    """Begin to read a transcript file that holds one conversation, or the one that is named.

    Raises:
        InputError: it is missing, no file, not readable, of no known format, or holds several.
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
    """The file and the name of a conversation in it; a file that is named so as a whole goes first."""
    head, mark, part = path.rpartition(PART)
    if mark and head and part and not os.path.lexists(path) and os.path.lexists(head):
        return head, part
    return path, ""


def existing(path: str) -> Path:
    """The file or folder of a path, which must exist; it may name a conversation in the file.

    Raises:
        InputError: nothing is there.
    """
    try:
        place = Path(file_and_part(path)[0])
        place.stat()
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else "not a path"
        raise InputError(f"cannot read {path}: {reason}", "check the path", code="input_missing") from error
    return place


def read_transcript(path: str, input_format: str | None = None) -> Transcript:
    """Read a whole transcript: the only conversation of a file, or the one that is named.

    Raises:
        InputError: it cannot be read, holds no event, or several conversations.
    """
    with whole_transcript(path) as whole:
        return _whole(path, open_reading(whole, input_format))


def read_transcripts(path: str, input_format: str | None = None) -> Iterator[Transcript]:
    """Read the conversations of a file whole, one after the other.

    Raises:
        InputError: it cannot be read; of several conversations, after the others, that one cannot.
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
    """All events of a reading; what the disk refuses half way is an `InputError` too."""
    try:
        return tuple(reading.events())
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", "check the file and its disk") from error


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

    What this program wrote itself (reports, baselines) is left out.

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
    """All files at any depth; a folder that vanishes or cannot be listed meanwhile is passed over."""
    for place, _, names in os.walk(folder):
        for name in names:
            yield Path(place, name)


def _is_ours(path: Path) -> bool:
    """Whether a JSON file begins as every one does that this program writes."""
    if path.suffix.lower() != ".json":
        return False
    try:
        with path.open("rb") as file:
            return _OURS.match(file.read(_OURS_HEAD)) is not None
    except OSError:
        return False  # whoever reads it says why it cannot be read


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
