"""A draft as a reviewer sees it: with its report, the session's other drafts and their states.

One call for one screen, with one store. It makes no move and stores nothing but the report.
"""

from __future__ import annotations

from dataclasses import dataclass

from gates.artifact import Artifact
from gates.report import GateReport
from gates.snapshot.builder import snapshot_of_artifact
from store import pointers
from store.engine import Store
from store.records import artifacts, lookup, reports, reviews, sessions
from store.values import NativeCompaction, Pointer, StoredArtifact, StoredReview, StoredSession
from workbench.bootstrap import Env
from workbench.services.drafts.edit import Desk, Working
from workbench.services.judgement.judge import JudgedArtifact, judge_stored
from workbench.services.judgement.outcome_words import failing_words
from workbench.services.moves.artifact_state import state_of
from workbench.services.review_log.review_marks import reviewed


@dataclass(frozen=True)
class DraftLine:
    """One artifact of a session, in a line."""

    artifact_id: str
    number: int
    strategy: str
    origin: str
    start: int
    end: int
    verdict: str
    """`PASS`, `FAIL C D`, `ADVISORY B`, or `not scored`."""
    state: str
    """`active`, `rolled back`, `displaced`, `rejected` or `draft`; derived, never stored."""


@dataclass(frozen=True)
class DraftPage:
    """One scored artifact and its surroundings; `judged` is None if the session has no artifact."""

    session: StoredSession
    judged: JudgedArtifact | None
    drafts: tuple[DraftLine, ...]
    head: Pointer | None
    reviews: tuple[StoredReview, ...] = ()
    """Reviews of this artifact and of the session's capture, in the order they were made."""
    compaction: NativeCompaction | None = None
    """The native compaction that the artifact was imported from."""
    checks: tuple[tuple[str, str], ...] = ()
    """Name and PASS or FAIL of the checks on the snapshot that the artifact alone would make."""
    source_tokens: int = 0
    artifact_tokens: int = 0
    working: Working | None = None
    """The reader's working copy of the artifact, to which `judged` then refers."""
    reviewed: frozenset[str] = frozenset()
    """Keys of the statements that the reader has marked as reviewed."""

    @property
    def edits(self) -> int:
        """Number of edits that are not kept."""
        return self.working.edits if self.working is not None else 0

    @property
    def line(self) -> DraftLine | None:
        """The line of the scored artifact."""
        judged = self.judged
        return next((d for d in self.drafts if judged and d.artifact_id == judged.artifact_id), None)

    @property
    def rejected(self) -> bool:
        """Whether it is marked rejected."""
        return self.line is not None and self.line.state == "rejected"

    def beside(self, step: int) -> DraftLine | None:
        """Return the draft before or after this one; None at either end."""
        line = self.line
        at = self.drafts.index(line) + step if line is not None else 0
        return self.drafts[at] if 0 <= at < len(self.drafts) else None


def draft_page(env: Env, session: str, artifact: str | None = None, desk: Desk | None = None) -> DraftPage:
    """Return the page of an artifact, by default of the session's newest.

    With a `desk` it is the reader's working copy.

    Raises:
        store.errors.NotFound: session or artifact is not in the store.
    """
    store = env.open_store()
    with store.reading():
        session_id = lookup.session(store, session)
        found = sessions.get(store, session_id)
        stored = artifacts.listing(store, session_id)
        if not stored:
            return DraftPage(found, None, (), pointers.head(store, session_id))
        chosen = _chosen(store, stored, artifact)
    working = desk.open(env, chosen.artifact_id) if desk is not None else None
    judged = working.judged if working is not None else judge_stored(env, store, chosen)
    with store.reading():
        moves = pointers.history(store, session_id)
        recorded = reviews.listing(store, session_id)
        native = [c for c in sessions.compactions(store, session_id) if c.artifact_id == chosen.artifact_id]
        lines = tuple(_line(store, each, moves, recorded, judged) for each in stored)
        seen = reviewed(env, session_id) if desk is not None else frozenset[str]()
    return DraftPage(
        session=found,
        judged=judged,
        drafts=lines,
        head=moves[0] if moves else None,
        reviews=tuple(r for r in recorded if r.review.artifact_id in (None, chosen.artifact_id)),
        compaction=native[0] if native else None,
        checks=_checks(judged.artifact, judged.report),
        source_tokens=judged.replaced_tokens,
        artifact_tokens=judged.entering_tokens,
        working=working,
        reviewed=seen,
    )


def _chosen(store: Store, stored: tuple[StoredArtifact, ...], wanted: str | None) -> StoredArtifact:
    if wanted is None:
        return stored[-1]
    known = next((each for each in stored if each.artifact_id == wanted), None)
    return known or artifacts.get(store, lookup.artifact(store, wanted))


def _line(
    store: Store,
    stored: StoredArtifact,
    moves: tuple[Pointer, ...],
    recorded: tuple[StoredReview, ...],
    judged: JudgedArtifact,
) -> DraftLine:
    artifact = stored.artifact
    report: GateReport | None = None
    if stored.artifact_id == judged.artifact_id:
        report = judged.report
    else:
        known = reports.latest(store, stored.artifact_id)
        report = known.report if known else None
    return DraftLine(
        stored.artifact_id,
        stored.number,
        artifact.strategy,
        artifact.origin.value,
        artifact.source.source_start,
        artifact.source.source_end,
        verdict_of(report),
        state_of(stored.artifact_id, moves, recorded),
    )


def verdict_of(report: GateReport | None) -> str:
    """Format a report's verdict in a word or two."""
    if report is None:
        return "not scored"
    return failing_words({gate: each.status for gate, each in report.gates.items()}) or "PASS"


def _checks(artifact: Artifact, report: GateReport) -> tuple[tuple[str, str], ...]:
    if artifact.opaque or not artifact.items:
        return ()
    made = snapshot_of_artifact(artifact, report)
    return tuple((each["name"], each["status"]) for each in made["validation"]["checks"])
