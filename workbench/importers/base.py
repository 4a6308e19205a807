"""The importer interface: an importer turns one transcript file into events and the compactions found in it.

An importer reads and never judges. Positions are file-relative (0-based, dense); the store maps them when a
transcript has grown. One bad line never fails a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from gates.artifact import Item
from gates.imported import StatedLink
from gates.source import SourceEvent


@dataclass(frozen=True, slots=True)
class SkippedLine:
    """A line that could not be read or gave no event: 1-based number (0: the whole file) and reason."""

    line: int
    reason: str
    was_read: bool = field(default=False, compare=False)
    """Whether it was read completely and rightly gives no event (`workbench.importers.events.remarks`)."""


@dataclass(frozen=True, slots=True)
class TokenCount:
    """A token count with its provenance: `reported`, `next-usage`, `estimated` or `unreliable`."""

    tokens: int
    provenance: str


@dataclass(frozen=True, slots=True)
class FoundCompaction:
    """A compaction that already happened in the transcript (TR2). Positions are file-relative."""

    source_start: int
    """First event that this compaction replaced: the one after the previous summary, or 0.

    If it left events from before that summary verbatim, the first of these.
    """
    source_end: int
    """Last event that it replaced: the one before the boundary record."""
    kept: tuple[int, ...]
    """Events inside the range that stayed verbatim."""
    summary: int | None
    """Position of the event that contains the summary; None if no event does."""
    trigger: str
    """`auto`, `manual`, `hook`, `api` or `unknown`."""
    opaque: bool
    """Whether the summary is encrypted or absent: then only kept and dropped events are known."""
    prompt_version: str
    """Origin of the summary, such as `imported:claude-code/2.1.7`."""
    items: tuple[Item, ...] = ()
    """The summary parsed into items, without links."""
    stated: tuple[tuple[StatedLink, ...], ...] = ()
    """The links of each item, if the file was exported by this program and states them; else empty."""
    narrative: str | None = None
    tokens_before: TokenCount | None = None
    tokens_after: TokenCount | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class SessionHeader:
    """What is known about a transcript before its events are read."""

    format: str
    native_id: str
    """The transcript's own id; empty if the format has none."""
    title: str = ""
    scope_complete: bool = True
    """False if the transcript's own beginning is missing (dangling first parent, resumed session)."""
    bytes_per_token: float = 4.0
    """Bytes per token for estimates, fitted per session to the reported usage."""


@dataclass
class ReadingTotals:
    """What is known only after the last event has been read."""

    noise: int = 0
    """Records that are not events: progress lines, file snapshots, titles."""
    skipped: list[SkippedLine] = field(default_factory=list)
    rewritten: int = 0
    """Records that repeat an id with different content; the first one is used."""
    compactions: list[FoundCompaction] = field(default_factory=list)


class TranscriptReading(Protocol):
    """A transcript being read. `events` may be iterated once; afterwards `totals` is complete."""

    header: SessionHeader
    totals: ReadingTotals

    def events(self) -> Iterator[SourceEvent]:
        """Yield the events in file order, with dense ordinals from 0."""


class Importer(Protocol):
    """An importer for one transcript format.

    An importer with an attribute `reads_packed` that is True also reads files compressed with Zstandard
    (`workbench.importers.files.unpacking`); `sniff` then receives the beginning of the decompressed data.
    """

    name: str

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether a file with this beginning (up to 64 KiB) and this name is of this format."""

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a transcript.

        Raises:
            workbench.errors.InputError: the file cannot be read as this format at all.
        """


@runtime_checkable
class HoldsSeveral(Protocol):
    """An importer whose files may contain several conversations; `read` accepts a file that contains one."""

    def parts(self, path: Path) -> tuple[str, ...]:
        """Return the names of the conversations in a file, at least one.

        Raises:
            workbench.errors.InputError: the file cannot be read as this format at all.
        """

    def read_part(self, path: Path, part: str) -> TranscriptReading:
        """Begin to read one of the conversations.

        Raises:
            workbench.errors.InputError: the file has no conversation of this name, or it cannot be read.
        """

    def copy(self, path: Path, part: str) -> bytes | None:
        """Return the part of the file to store for this conversation, or None for the whole file.

        Raises:
            workbench.errors.InputError: the file cannot be read, or has several conversations
                and none of this name.
        """
