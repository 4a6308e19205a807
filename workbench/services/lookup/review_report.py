"""A review to send to somebody: artifacts of one session with reports, each beside its parent, and the moves.

Of a session it includes the active artifacts; if there are none, the newest draft; if there is none either,
the native compactions. Texts are masked. It moves nothing; reports are stored as by `show`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gates.artifact import Origin
from store.context import size
from store.engine import Store
from store.records import artifacts, lookup, sessions
from store.values import StoredArtifact, StoredSession
from workbench.bootstrap import Env
from workbench.errors import UnknownId
from workbench.masking import mask
from workbench.services.judgement.judge import judge_stored
from workbench.services.lookup.diff import Compared, compare
from workbench.services.moves.accept_rollback import MoveHistory, history, pointer_json
from workbench.services.moves.artifact_state import ACTIVE, states
from workbench.services.scores.output_masking import masked, masked_scored
from workbench.services.scores.score_results import Rules, Scored


@dataclass(frozen=True)
class ReportedArtifact:
    """One artifact of a review."""

    number: int
    """n of `d-n`."""
    state: str
    """`draft`, `active`, `displaced`, `rolled back` or `rejected`."""
    scored: Scored
    parent: StoredArtifact | None
    """What it is compared with: its parent, else the native compaction of the same range."""
    changes: Compared | None

    def to_json(self) -> dict[str, Any]:
        """Return one entry of `artifacts[]`."""
        from workbench.services.output_shapes.report_shapes import ReportedArtifactShape
        from workbench.services.output_shapes.shape import printed

        return printed(
            ReportedArtifactShape,
            self,
            parent_id=None if self.parent is None else self.parent.artifact_id,
            report=self.scored.to_json(),
            diff=None if self.changes is None else self.changes.to_json(),
        )


@dataclass(frozen=True)
class ReviewReport:
    """The contents of a review."""

    session: StoredSession
    title: str
    artifacts: tuple[ReportedArtifact, ...]
    left_out: int
    """Number of the session's artifacts that are not included."""
    history: MoveHistory
    tokens: int
    native_tokens: int
    """Tokens of the native context; `tokens` are those of the context that an agent is given now."""
    rules: Rules
    masked: int
    """Number of secrets masked in the review."""

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each artifact, by its id."""
        return self.history.numbers

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.report/1` object."""
        from workbench.services.output_shapes.report_shapes import ReportShape
        from workbench.services.output_shapes.shape import printed

        return printed(
            ReportShape,
            self,
            session_id=self.session.session_id,
            events=self.session.events,
            context={"tokens": self.tokens, "native_tokens": self.native_tokens},
            artifacts=[each.to_json() for each in self.artifacts],
            moves=[pointer_json(each) for each in self.history.pointers],
        )


def review_report(env: Env, id_or_prefix: str) -> ReviewReport:
    """Return the review of an artifact, or of a session.

    Raises:
        UnknownId: the session has no artifact, so there is nothing to review.
        store.errors.NotFound: no record, or more than one, has that id.
    """
    store = env.open_store()
    named = lookup.resolve(store, id_or_prefix, ("artifact", "session"))
    with store.reading():
        session_id = named.id if named.type == "session" else artifacts.get(store, named.id).session_id
        session = sessions.get(store, session_id)
        every = artifacts.listing(store, session_id)
        became = states(store, session_id, [each.artifact_id for each in every])
        now = size.weigh(store, session_id).tokens
        native = size.weigh(store, session_id, "native").tokens
    chosen = _chosen(every, became, None if named.type == "session" else named.id)
    if not chosen:
        raise UnknownId(
            f"session {session_id} has no compaction to review yet",
            f"`workbench draft {session_id[:12]}` makes one",
            code="nothing_to_report",
        )
    reported = [_reported(env, store, each, every, became[each.artifact_id]) for each in chosen]
    moves, in_moves = masked(history(env, session_id))
    title, in_title = mask(session.title or session.source_name)
    return ReviewReport(
        session=session,
        title=title,
        artifacts=tuple(each for each, _ in reported),
        left_out=len(every) - len(chosen),
        history=moves,
        tokens=now,
        native_tokens=native,
        rules=Rules(strict=env.policy.strict, fail_on=env.policy.fail_on),
        masked=sum(count for _, count in reported) + in_moves + in_title,
    )


def _chosen(
    every: Sequence[StoredArtifact], became: dict[str, str], wanted: str | None
) -> list[StoredArtifact]:
    """Return the artifacts that a review includes, by range."""
    if wanted is not None:
        return [each for each in every if each.artifact_id == wanted]
    active = [each for each in every if became[each.artifact_id] == ACTIVE]
    drafts = [each for each in every if each.artifact.origin is not Origin.IMPORTED]
    found = active or drafts[-1:] or list(every)
    return sorted(found, key=lambda each: (each.artifact.source.source_start, each.number))


def _reported(
    env: Env, store: Store, stored: StoredArtifact, every: Sequence[StoredArtifact], state: str
) -> tuple[ReportedArtifact, int]:
    judged = judge_stored(env, store, stored)
    name = f"d-{stored.number}"
    scored, count = masked_scored(
        Scored(name, judged.report, judged.artifact, judged.events, among=stored.artifact_id)
    )
    parent = _parent(stored, every)
    changes = None if parent is None else compare(env, parent.artifact_id, stored.artifact_id)
    count += 0 if changes is None else changes.masked
    return ReportedArtifact(stored.number, state, scored, parent, changes), count


def _parent(stored: StoredArtifact, every: Sequence[StoredArtifact]) -> StoredArtifact | None:
    known = {each.artifact_id: each for each in every}
    for name in reversed(stored.artifact.parents):
        if name in known:
            return known[name]
    source = stored.artifact.source
    span = (source.source_start, source.source_end)
    for each in every:
        native = each.artifact.origin is Origin.IMPORTED and each.artifact_id != stored.artifact_id
        if native and (each.artifact.source.source_start, each.artifact.source.source_end) == span:
            return each
    return None
