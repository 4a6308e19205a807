"""What an importer is: it turns one transcript file into events and the compactions found in it.

An importer reads and never judges; positions are file-relative (0-based, dense), the store maps
them when a transcript grew. It never fails a file for one bad line.
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
    """A line that could not be read, or gave no event: 1-based number (0: the file as a whole) and why."""

    line: int
    reason: str
    was_read: bool = field(default=False, compare=False)
    """Its record was read whole and gives no event, as it should (`workbench.importers.events.remarks`)."""


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

    Where it still left events from before that summary verbatim, the first of these.
    """
    source_end: int
    """Last event that it replaced: the one before the boundary record."""
    kept: tuple[int, ...]
    """Events inside the range that stayed verbatim."""
    summary: int | None
    """Position of the event that holds the summary; None where it stands in no event."""
    trigger: str
    """`auto`, `manual`, `hook`, `api` or `unknown`."""
    opaque: bool
    """The summary is encrypted or absent: kept against dropped is all that can be said."""
    prompt_version: str
    """Such as `imported:claude-code/2.1.7`."""
    items: tuple[Item, ...] = ()
    """The summary parsed into items, without links."""
    stated: tuple[tuple[StatedLink, ...], ...] = ()
    """The links of each item, in a file that was exported from here and states them; else empty."""
    narrative: str | None = None
    tokens_before: TokenCount | None = None
    tokens_after: TokenCount | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class SessionHeader:
    """What is known of a transcript before its events are read."""

    format: str
    native_id: str
    """The transcript's own id; empty where the format has none."""
    title: str = ""
    scope_complete: bool = True
    """False where the transcript's own beginning is missing (dangling first parent, resumed)."""
    bytes_per_token: float = 4.0
    """Fitted per session from reported usage; what estimates are made with."""


@dataclass
class ReadingTotals:
    """What is known only after the last event was read."""

    noise: int = 0
    """Records that are no events: progress lines, file snapshots, titles."""
    skipped: list[SkippedLine] = field(default_factory=list)
    rewritten: int = 0
    """Records that repeat an id with other content; the first one stands."""
    compactions: list[FoundCompaction] = field(default_factory=list)


class TranscriptReading(Protocol):
    """One transcript being read. `events` may be iterated once; then `totals` is complete."""

    header: SessionHeader
    totals: ReadingTotals

    def events(self) -> Iterator[SourceEvent]:
        """The events in file order, with dense ordinals from 0."""


class Importer(Protocol):
    """One transcript format.

    An importer with an attribute `reads_packed` that is True also reads files packed with Zstandard
    (`workbench.importers.files.unpacking`); `sniff` is then given the beginning of what is in them.
    """

    name: str

    def sniff(self, head: bytes, name: str) -> bool:
        """Whether a file that begins so (up to 64 KiB) and is named so is of this format."""

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a transcript.

        Raises:
            workbench.errors.InputError: the file cannot be read as this format at all.
        """


@runtime_checkable
class HoldsSeveral(Protocol):
    """An importer whose files may hold several conversations; `read` takes a file that holds one."""

    def parts(self, path: Path) -> tuple[str, ...]:
        """Names of the conversations in a file, at least one.

        Raises:
            workbench.errors.InputError: the file cannot be read as this format at all.
        """

    def read_part(self, path: Path, part: str) -> TranscriptReading:
        """Begin to read one of them.

        Raises:
            workbench.errors.InputError: there is none of this name, or it cannot be read.
        """

    def copy(self, path: Path, part: str) -> bytes | None:
        """What is kept of the file with this conversation; None: the file as it is.

        Raises:
            workbench.errors.InputError: the file cannot be read, or holds several and none of this name.
        """
