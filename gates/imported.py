"""Conversion of a compaction found in a transcript to an artifact of origin `imported` (TR2).

Its items have no links; links are made later, so the artifact's id is stable. A file exported from this
program states the links of each statement: those are restored, and checked when the artifact is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from pydantic import ValidationError

from gates.artifact import NATIVE, Artifact, ArtifactSource, GenerationRecord, Item, Origin
from gates.canonical import text_digest
from gates.source import SourceLink, Span, chunk_id, evidence_id


class StatedLink(NamedTuple):
    """A link as an exported file states it: the quoted words and their place in an event."""

    position: int
    """Position of the event in the file."""
    part: int
    """Number of the chunk in the event, from 0."""
    start: int
    """First code point of the words in the chunk."""
    quote: str


class FoundSummary(Protocol):
    """The fields read from a compaction that was found; positions are those of its file."""

    @property
    def source_start(self) -> int:
        """First event that it replaced."""

    @property
    def source_end(self) -> int:
        """Last event that it replaced."""

    @property
    def kept(self) -> tuple[int, ...]:
        """Events inside the range that stayed verbatim."""

    @property
    def opaque(self) -> bool:
        """Whether the summary cannot be read."""

    @property
    def prompt_version(self) -> str:
        """Version of the writer, such as `imported:claude-code/2.1.7`."""

    @property
    def items(self) -> tuple[Item, ...]:
        """The summary parsed into items, without links."""

    @property
    def stated(self) -> tuple[tuple[StatedLink, ...], ...]:
        """The links of each item if the file states them; empty if it does not."""

    @property
    def narrative(self) -> str | None:
        """The text of the summary that no item covers."""

    @property
    def input_tokens(self) -> int | None:
        """Tokens read to make the summary."""

    @property
    def output_tokens(self) -> int | None:
        """Tokens of the model's answer."""


def imported_artifact(session_id: str, found: FoundSummary, position: Callable[[int], int] = int) -> Artifact:
    """Return the artifact for a compaction found in a transcript.

    Args:
        session_id: session of the source.
        found: the compaction as the importer read it.
        position: maps a position in the file to an ordinal; by default they are equal.

    Raises:
        pydantic.ValidationError: the positions found do not form a range.
    """
    counted = found.input_tokens is not None or found.output_tokens is not None
    artifact = Artifact(
        source=ArtifactSource(
            session_id=session_id,
            source_start=position(found.source_start),
            source_end=position(found.source_end),
            kept=tuple(sorted({position(each) for each in found.kept})),
        ),
        strategy=NATIVE,
        prompt_version=found.prompt_version,
        origin=Origin.IMPORTED,
        narrative=found.narrative,
        opaque=found.opaque,
        generation_record=GenerationRecord(
            input_tokens=found.input_tokens,
            output_tokens=found.output_tokens,
            provenance="reported" if counted else "none",
        ),
    )
    if len(found.stated) != len(found.items):
        return artifact.with_items(found.items)
    linked = [
        item.model_copy(update={"links": tuple(_links(session_id, links, position))}) if links else item
        for item, links in zip(found.items, found.stated, strict=True)
    ]
    return artifact.with_items(tuple(linked))


def _links(
    session_id: str, stated: tuple[StatedLink, ...], position: Callable[[int], int]
) -> Iterator[SourceLink]:
    """Yield the links that the file states; those with an invalid span are left out."""
    for each in stated:
        ordinal, end = position(each.position), each.start + len(each.quote)
        chunk, hashed = chunk_id(session_id, ordinal, each.part), text_digest(each.quote)
        try:
            span = Span(start=each.start, end=end)
        except ValidationError:
            continue
        yield SourceLink(
            evidence_id=evidence_id(session_id, chunk, span.start, span.end, hashed),
            chunk_id=chunk,
            span=span,
            quote_hash=hashed,
            ordinal=ordinal,
            quote=each.quote,
        )
