"""A plain model of a store: drafts, a tree of displaced artifacts, and the head each actor saw.

It knows nothing of tables, hashes or gates, and predicts the result of each move.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Drafted:
    """A draft of the turns `first..last`."""

    artifact_id: str
    first: int
    last: int
    lacks: int | None
    """The turn whose decision it forgot."""
    covers: frozenset[str]


@dataclass
class ActiveArtifact:
    """An active artifact and those it displaced, as they were."""

    draft: Drafted
    under: list[ActiveArtifact] = field(default_factory=list)

    def holds(self, artifact_id: str) -> bool:
        """Whether an artifact lies under this one, at any depth."""
        return any(each.draft.artifact_id == artifact_id or each.holds(artifact_id) for each in self.under)


@dataclass
class Oracle:
    """One session."""

    turns: int
    active: list[ActiveArtifact] = field(default_factory=list)
    """By range."""
    moves: list[tuple[str, str]] = field(default_factory=list)
    """Actions and artifact ids, oldest first."""
    dismissed: set[int] = field(default_factory=set)
    reviews: int = 0

    def names(self) -> list[str]:
        """Return the active artifacts, by range."""
        return [each.draft.artifact_id for each in self.active]

    def touched(self, draft: Drafted) -> list[ActiveArtifact]:
        """Return the active artifacts that overlap the draft's turns."""
        return [
            each for each in self.active if each.draft.first <= draft.last and draft.first <= each.draft.last
        ]

    def refuses_accept(self, draft: Drafted) -> str | None:
        """Why an acceptance by someone who saw the head is refused; None: it is not."""
        if draft.artifact_id in self.names():
            return "already_active"
        touched = self.touched(draft)
        if any(each.draft.first < draft.first or draft.last < each.draft.last for each in touched):
            return "range_overlaps"
        if draft.covers and draft.covers != {each.draft.artifact_id for each in touched}:
            return "range_overlaps"
        if draft.lacks is not None and draft.lacks not in self.dismissed:
            return "not_replaceable"
        return None

    def accept(self, draft: Drafted) -> None:
        """Make it active."""
        touched = self.touched(draft)
        rest = [each for each in self.active if each not in touched]
        self.active = sorted([*rest, ActiveArtifact(draft, touched)], key=lambda each: each.draft.first)
        self.moves.append(("accept", draft.artifact_id))

    def refuses_rollback(self, draft: Drafted) -> str | None:
        """Why a rollback by someone who saw the head is refused; None: it is not."""
        if draft.artifact_id in self.names():
            return None
        blocked = any(each.holds(draft.artifact_id) for each in self.active)
        return "rollback_blocked" if blocked else "not_active"

    def rollback(self, draft: Drafted) -> None:
        """Roll it back; the artifacts it displaced are active again."""
        (gone,) = (each for each in self.active if each.draft.artifact_id == draft.artifact_id)
        rest = [each for each in self.active if each is not gone]
        self.active = sorted([*rest, *gone.under], key=lambda each: each.draft.first)
        self.moves.append(("rollback", draft.artifact_id))
