"""A compaction found in a transcript as an artifact of origin `imported` (TR2).

Its items carry no links; links are made later, so the artifact's id is stable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gates.artifact import NATIVE, Artifact, ArtifactSource, GenerationRecord, Item, Origin


class FoundSummary(Protocol):
    """What is read of a compaction that was found; positions are those of its file."""

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
        """The summary cannot be read."""

    @property
    def prompt_version(self) -> str:
        """Such as `imported:claude-code/2.1.7`."""

    @property
    def items(self) -> tuple[Item, ...]:
        """The summary parsed into items, without links."""

    @property
    def narrative(self) -> str | None:
        """The text of the summary that no item covers."""

    @property
    def input_tokens(self) -> int | None:
        """Tokens read to make the summary."""

    @property
    def output_tokens(self) -> int | None:
        """Tokens of the answer."""


def imported_artifact(session_id: str, found: FoundSummary, position: Callable[[int], int] = int) -> Artifact:
    """The artifact that a found compaction is.

    Args:
        session_id: of the source.
        found: as the importer gave it.
        position: the ordinal of a position of the file; the same where none is given.

    Raises:
        pydantic.ValidationError: what was found is not a range.
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
    return artifact.with_items(found.items)
