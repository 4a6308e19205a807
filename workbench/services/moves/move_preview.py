"""What a move would change: pointer, context and tokens before and after, and the gates scored again.

Makes no move. Acceptance scores again in the store, whatever the preview shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from gates.report import GateReport
from store import pointers
from store.boundary import move_rules
from store.boundary.acceptance import check_tool_calls
from store.context.what_if import Prospect, prospect
from store.engine import Store
from store.errors import AlreadyActive, NotFound, RangeOverlaps, SplitsToolCall
from store.records import artifacts, lookup, reviews, sessions
from store.values import ContextSegment, Pointer, StoredArtifact
from workbench.bootstrap import Env
from workbench.edits.against_parent import AgainstParent, against_parent, single_parent
from workbench.services.judgement.judge import JudgedArtifact, judge_stored
from workbench.services.moves.accept_rollback import ContextSize
from workbench.services.moves.artifact_state import rejection
from workbench.services.moves.verbatim import VerbatimChange, stays, verbatim_change


@dataclass(frozen=True)
class Foreseen:
    """The preview of a move."""

    action: str
    """`accept` or `rollback`."""
    session_id: str
    title: str
    artifact_id: str
    number: int
    start: int
    end: int
    head: Pointer | None
    """The newest move, which the previewed move expects as its head."""
    head_number: int | None
    """n of `d-n` that the newest move moved."""
    sequence: int
    """Sequence number that the move would get."""
    before: ContextSize
    after: ContextSize
    displaced: tuple[int, ...]
    """Numbers of the artifacts that an acceptance displaces, or that a rollback makes active again."""
    policy_version: str
    prompt_version: str
    report: GateReport | None = None
    """Acceptances only: the gates, scored now."""
    rejected: str = ""
    """Acceptances only: who rejected the artifact and why; empty if no rejection is in force."""
    against: AgainstParent | None = None
    """Acceptances only: how a repaired or edited artifact differs from the one it was made from."""
    kept: int = 0
    """Number of events of the range that the artifact keeps verbatim."""
    verbatim: VerbatimChange = field(default_factory=VerbatimChange)
    """The events that leave the verbatim part of the context, and those that return."""
    obstacle: str = ""
    """Why the store would refuse the move; empty if no reason is known. `after` equals `before` then."""

    @property
    def is_refused(self) -> bool:
        """Whether the store would refuse the move, for an obstacle or a gate that blocks."""
        return bool(self.obstacle or (self.report is not None and self.report.blocking))

    @property
    def growth(self) -> int:
        """Tokens by which the context grows; 0 if it does not."""
        return max(self.after.tokens - self.before.tokens, 0)


def foresee_acceptance(env: Env, id_or_prefix: str) -> Foreseen:
    """Return what accepting an artifact would change, with the gates scored. Raises NotFound."""
    store = env.open_store()
    stored = artifacts.get(store, lookup.artifact(store, id_or_prefix))
    judged = judge_stored(env, store, stored)
    report, differs = judged.report, _against_parent(env, store, judged)
    with store.reading() as session:
        made = _acceptance(env, store, stored)
        against = rejection(stored.artifact_id, reviews.listing(store, stored.session_id))
        try:
            check_tool_calls(session, stored.artifact, judged.events)
        except SplitsToolCall as error:
            made = _refused(made, made.obstacle or f"{error.message}; {error.hint}")
    text = f"{against.review.actor} rejected it: {against.review.reason}" if against is not None else ""
    if text and not made.obstacle:
        way = "x on the draft withdraws that, as `workbench review clear` does"
        made = _refused(made, f"it was rejected; {way}")
    return replace(made, report=report, rejected=text, against=differs)


def _refused(seen: Foreseen, obstacle: str) -> Foreseen:
    """Return the preview of a move that is refused: it changes nothing."""
    return replace(seen, obstacle=obstacle, after=seen.before, displaced=(), verbatim=VerbatimChange())


def context_after(env: Env, id_or_prefix: str) -> Foreseen:
    """Return what accepting an artifact would change in the context, without scoring. Raises NotFound."""
    store = env.open_store()
    with store.reading():
        return _acceptance(env, store, artifacts.get(store, lookup.artifact(store, id_or_prefix)))


def _acceptance(env: Env, store: Store, stored: StoredArtifact) -> Foreseen:
    """Return the preview of an acceptance, with the context on both sides of it."""
    source = stored.artifact.source
    with store.reading():
        active = pointers.active(store, stored.session_id)
        now = [move.artifact_id for move in active]
        obstacle, displaced = "", tuple[str, ...]()
        try:
            if stored.artifact_id in now:
                raise AlreadyActive(f"d-{stored.number} is active already", "nothing is to be accepted")
            displaced = move_rules.displaced_by(
                source.source_start, source.source_end, stored.artifact.covers, active
            )
        except (AlreadyActive, RangeOverlaps) as error:
            obstacle = f"{error.message}; {error.hint}"
        then = [each for each in now if each not in displaced] + ([] if obstacle else [stored.artifact_id])
        seen = prospect(store, stored.session_id)
        made = _foreseen(env, store, seen, stored, "accept", (now, then), displaced)
        return _refused(made, obstacle) if obstacle else made


def _against_parent(env: Env, store: Store, judged: JudgedArtifact) -> AgainstParent | None:
    """Compare an artifact with its parent.

    None if it has no single parent, or the store does not contain that.
    """
    parent = single_parent(judged.artifact)
    if parent is None:
        return None
    try:
        made_from = artifacts.get(store, parent)
    except NotFound:
        return None
    first = judge_stored(env, store, made_from)
    return against_parent(first.number, (first.artifact, first.report), (judged.artifact, judged.report))


def foresee_rollback(env: Env, id_or_prefix: str) -> Foreseen:
    """Return what rolling an artifact's acceptance back would change. Raises NotFound."""
    store = env.open_store()
    with store.reading():
        stored = artifacts.get(store, lookup.artifact(store, id_or_prefix))
        return rollback_of(env, store, prospect(store, stored.session_id), stored)


def rollback_of(env: Env, store: Store, seen: Prospect, stored: StoredArtifact) -> Foreseen:
    """Like `foresee_rollback`, from values that were read already."""
    active = pointers.active(store, stored.session_id)
    own = next((move for move in active if move.artifact_id == stored.artifact_id), None)
    now = [move.artifact_id for move in active]
    if own is None:
        made = _foreseen(env, store, seen, stored, "rollback", (now, now), ())
        return replace(made, obstacle=f"d-{stored.number} is not active")
    then = [each for each in now if each != stored.artifact_id] + list(own.displaced)
    return _foreseen(env, store, seen, stored, "rollback", (now, then), own.displaced)


def _foreseen(
    env: Env,
    store: Store,
    seen: Prospect,
    stored: StoredArtifact,
    action: str,
    active: tuple[Sequence[str], Sequence[str]],
    displaced: Iterable[str],
) -> Foreseen:
    session = sessions.get(store, stored.session_id)
    head = pointers.head(store, stored.session_id)
    numbers = {each.artifact_id: each.number for each in artifacts.listing(store, stored.session_id)}
    source = stored.artifact.source
    now, then = (seen.fold(each) for each in active)
    return Foreseen(
        action=action,
        session_id=stored.session_id,
        title=session.title or session.source_name,
        artifact_id=stored.artifact_id,
        number=stored.number,
        start=source.source_start,
        end=source.source_end,
        head=head,
        head_number=numbers.get(head.artifact_id) if head else None,
        sequence=head.sequence + 1 if head else 1,
        before=_size(now),
        after=_size(then),
        displaced=tuple(numbers[each] for each in displaced if each in numbers),
        policy_version=env.policy.version,
        prompt_version=stored.artifact.prompt_version,
        kept=stays(then, source),
        verbatim=verbatim_change(store, stored.session_id, seen.native, now, then),
    )


def size_of(seen: Prospect, active: Iterable[str]) -> ContextSize:
    """Return the size of the context if exactly these artifacts were active."""
    return _size(seen.fold(active))


def _size(segments: Sequence[ContextSegment]) -> ContextSize:
    stand_ins = tuple(each.artifact_id for each in segments if each.artifact_id is not None)
    events = sum(len(each.ordinals) for each in segments)
    return ContextSize(events, stand_ins, sum(each.tokens for each in segments))
