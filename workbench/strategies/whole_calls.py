"""Keeps tool calls and their results together among the events of a range that stay verbatim."""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Artifact
from gates.source import SourceEvent
from gates.tool_calls import calls_with_results


def with_whole_calls(artifact: Artifact, events: Sequence[SourceEvent]) -> Artifact:
    """Return the artifact with every kept tool call and its result kept together."""
    source = artifact.source
    kept = set(source.kept)
    for call, result in calls_with_results(events[source.source_start : source.source_end + 1]):
        pair = {call.ordinal, result.ordinal}
        kept |= pair if pair & kept else set()
    if len(kept) == len(source.kept):
        return artifact
    return artifact.model_copy(update={"source": source.model_copy(update={"kept": tuple(sorted(kept))})})
