"""A compaction found in a transcript as an artifact of origin `imported` (TR2)."""

from __future__ import annotations

from gates.artifact import Artifact, ArtifactSource, GenerationRecord, Origin
from workbench.importers.base import FoundCompaction


def imported_artifact(session_id: str, found: FoundCompaction) -> Artifact:
    """The artifact that a found compaction is; its items carry no links, so its id is stable."""
    known = found.input_tokens is not None or found.output_tokens is not None
    artifact = Artifact(
        source=ArtifactSource(
            session_id=session_id,
            source_start=found.source_start,
            source_end=found.source_end,
            kept=found.kept,
        ),
        strategy="native",
        prompt_version=found.prompt_version,
        origin=Origin.IMPORTED,
        narrative=found.narrative,
        opaque=found.opaque,
        generation_record=GenerationRecord(
            input_tokens=found.input_tokens,
            output_tokens=found.output_tokens,
            provenance="reported" if known else "none",
        ),
    )
    return artifact.with_items(found.items)
