"""The events that a move removes from the verbatim part of a context, and those that it restores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gates.artifact import ArtifactSource
from store.engine import Store
from store.records import event_stats
from store.values import ContextSegment, NativeCompaction


@dataclass(frozen=True, slots=True)
class VerbatimChange:
    """Events that leave the verbatim part of a context, and events that return to it."""

    native_gone: tuple[int, ...] = ()
    """Ordinals of events with a native summary that leave, ascending."""
    returned: int = 0
    """Number of events that were not in the context and now are."""
    returned_tokens: int = 0


def verbatim_change(
    store: Store,
    session_id: str,
    native: Iterable[NativeCompaction],
    before: Iterable[ContextSegment],
    after: Iterable[ContextSegment],
) -> VerbatimChange:
    """Compare two contexts of a session."""
    shown, then = _ordinals(before), _ordinals(after)
    summaries = {each.summary for each in native}
    new = sorted(then - shown)
    tokens = event_stats.tokens_of(store, session_id, new) if new else 0
    return VerbatimChange(tuple(sorted((shown - then) & summaries)), len(new), tokens)


def stays(segments: Iterable[ContextSegment], source: ArtifactSource) -> int:
    """Count the events that an artifact keeps and that are verbatim in a context."""
    return len(_ordinals(segments) & set(source.kept))


def _ordinals(segments: Iterable[ContextSegment]) -> set[int]:
    return {ordinal for each in segments for ordinal in each.ordinals}
