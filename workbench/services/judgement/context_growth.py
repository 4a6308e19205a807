"""Whether accepting an artifact would make a session's context larger than it is now (SG8, gate E)."""

from __future__ import annotations

from dataclasses import dataclass

from gates.artifact import Artifact, Origin
from store import pointers
from store.boundary import move_rules
from store.context.what_if import tokens_of
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
        """The tokens by which the context would grow; None if it would not."""
        return self.after - self.before if self.after > self.before else None


def context_change(store: Store, stored: StoredArtifact) -> ContextChange | None:
    """Return how accepting an artifact would change the size of the context.

    None if it is active already, if the boundary would refuse its range, or if it was imported: the
    transcript's own summary is in the context already.
    """
    return change_with(store, stored.artifact, stored.artifact_id)


def change_with(store: Store, artifact: Artifact, artifact_id: str) -> ContextChange | None:
    """Like `context_change`, for an artifact that need not be stored."""
    if artifact.origin is Origin.IMPORTED:
        return None
    session_id = artifact.source.session_id
    with store.reading():
        active = pointers.active(store, session_id)
        now = [move.artifact_id for move in active]
        if artifact_id in now:
            return None
        source = artifact.source
        try:
            gone = move_rules.displaced_by(source.source_start, source.source_end, artifact.covers, active)
        except RangeOverlaps:
            return None
        then = [*(each for each in now if each not in gone), artifact_id]
        before, after = tokens_of(store, session_id, (now, then), (artifact_id, artifact))
    return ContextChange(before, after)
