"""What a move takes out of the verbatim part of a context, and what it brings back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gates.artifact import ArtifactSource
from store.engine import Store
from store.records import event_stats
from store.values import ContextSegment, NativeCompaction


@dataclass(frozen=True, slots=True)
class VerbatimChange:
    """Ordinals that leave the context, and those that enter it as they were said."""

    native_gone: tuple[int, ...] = ()
    """Events that hold a summary of the transcript's own and leave, ascending."""
    returned: int = 0
    """Events that were not in the context and are now."""
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
    """How many of the events that an artifact keeps are verbatim in a context."""
    return len(_ordinals(segments) & set(source.kept))


def _ordinals(segments: Iterable[ContextSegment]) -> set[int]:
    return {ordinal for each in segments for ordinal in each.ordinals}
