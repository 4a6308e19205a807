"""Whether a session's context would be larger with an artifact accepted than it is now (SG8, gate E)."""

from __future__ import annotations

from dataclasses import dataclass

from gates.artifact import Origin
from store import pointers
from store.boundary import move_rules
from store.context.what_if import prospect
from store.engine import Store
from store.errors import RangeOverlaps
from store.values import StoredArtifact


@dataclass(frozen=True, slots=True)
class ContextChange:
    """Tokens of the active context, now and with the artifact accepted."""

    before: int
    after: int

    @property
    def growth(self) -> int | None:
        """The tokens by which it would grow; None where it would not."""
        return self.after - self.before if self.after > self.before else None


def context_change(store: Store, stored: StoredArtifact) -> ContextChange | None:
    """What accepting an artifact would make of the context.

    None where it is active already, where the boundary would refuse its range, and for what was imported: the
    transcript's own summary is in the context as it is.
    """
    artifact = stored.artifact
    if artifact.origin is Origin.IMPORTED:
        return None
    with store.reading():
        active = pointers.active(store, stored.session_id)
        now = [move.artifact_id for move in active]
        if stored.artifact_id in now:
            return None
        source = artifact.source
        try:
            gone = move_rules.displaced_by(source.source_start, source.source_end, artifact.covers, active)
        except RangeOverlaps:
            return None
        then = [*(each for each in now if each not in gone), stored.artifact_id]
        seen = prospect(store, stored.session_id)
        before, after = (sum(segment.tokens for segment in seen.fold(each)) for each in (now, then))
    return ContextChange(before, after)
