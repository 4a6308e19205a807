"""Accept, roll back and history, with the context before and after a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from gates.report import GateReport
from gates.snapshot.builder import Checker
from store import pointers
from store.boundary import diagnostics
from store.boundary.diagnostics import Diagnostic
from store.context import fold
from store.engine import TIDY_EVERY, Store
from store.errors import StoreBusy, StoreUnreadable
from store.records import artifacts, done_definitions, lookup, reports, reviews, sessions, snapshots
from store.values import ContextView, ListedSnapshot, Move, Pointer, StoredArtifact
from workbench.bootstrap import Env
from workbench.edits.against_parent import single_parent
from workbench.services.judgement.judge import make_capture_of
from workbench.services.moves.artifact_state import rejection
from workbench.services.moves.run_frames import frame_of
from workbench.services.moves.verbatim import VerbatimChange, stays, verbatim_change

ACCEPT_SCHEMA = "workbench.accept/1"
ROLLBACK_SCHEMA = "workbench.rollback/1"

NO_MOVE = "none"
"""The value of `--expect` that means that the session has no move yet."""


@dataclass(frozen=True)
class ContextSize:
    """The size of the context that an agent would be given."""

    events: int
    artifacts: tuple[str, ...]
    tokens: int


@dataclass(frozen=True)
class RangeTokens:
    """What represents the range of a move in a context."""

    tokens: int
    form: Literal["artifact", "verbatim", "summarized"]
    """`summarized`: a native summary replaces some or all of the events.

    `tokens` still counts the events themselves.
    """


@dataclass(frozen=True)
class CompletedMove:
    """A completed move, with the context on both sides of it."""

    schema: str
    pointer: Pointer
    snapshot_id: str
    number: int
    """n of `d-n`, the artifact that moved."""
    session_title: str
    range_before: RangeTokens
    range_after: RangeTokens
    before: ContextSize
    after: ContextSize
    report: GateReport | None
    """The report of the store's own scoring at acceptance; None for a rollback."""
    undone: tuple[str, ...] = ()
    """Of a rollback: the gates that the acceptance had confirmed as not applicable."""
    parent: str | None = None
    """The artifact that this one was made from by repair or by hand; None if it was made otherwise."""
    kept: int = 0
    """Number of events of the range that the artifact keeps verbatim."""
    rejected: bool = False
    """Whether the artifact is marked rejected, and so cannot be accepted again until that is withdrawn."""
    verbatim: VerbatimChange = field(default_factory=VerbatimChange)
    """The events that left the verbatim part of the context, and those that returned."""

    @property
    def growth(self) -> int:
        """Tokens by which the context grew; 0 if it did not."""
        return max(self.after.tokens - self.before.tokens, 0)

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.accept/1` or `workbench.rollback/1` object."""
        from workbench.services.output_shapes.reports_and_drafts import MoveShape
        from workbench.services.output_shapes.shape import printed

        tokens = {"tokens_before": self.range_before.tokens, "tokens_after": self.range_after.tokens}
        return printed(MoveShape, self, range=tokens)


def pointer_json(pointer: Pointer) -> dict[str, Any]:
    """Return one entry of `pointers[]`."""
    from workbench.services.output_shapes.reports_and_drafts import PointerShape
    from workbench.services.output_shapes.shape import printed

    return printed(PointerShape, pointer)


def accept(
    env: Env,
    id_or_prefix: str,
    *,
    expect: str | None = None,
    confirm: tuple[str, ...] = (),
    reason: str | None = None,
    checker: Checker | None = None,
) -> CompletedMove:
    """Make an artifact active in place of its range.

    `expect` is a pointer id or prefix, or `none` for no move yet; None takes the head as it is read here.
    `checker` checks the snapshot's invariants; None checks all of them. If the session is a run's, the run's
    objective, done definition and manifests go into the snapshot.

    Raises:
        store.errors.MoveRefused: nothing changed; the subclass says why.
    """
    store = env.open_store()
    with store.reading():
        stored = artifacts.get(store, lookup.artifact(store, id_or_prefix))
        session = sessions.get(store, stored.session_id)
        frame = frame_of(store, session, stored.artifact)
    source = stored.artifact.source
    make_capture_of(env, store, stored.artifact)

    def move(head: str | None) -> Move:
        return pointers.accept_compaction(
            store,
            stored.artifact_id,
            source.session_id,
            source.source_start,
            source.source_end,
            expect=head,
            actor=env.actor,
            reason=reason,
            confirm=confirm,
            now=env.now(),
            policy=env.policy,
            done_definition=done_definitions.latest(store, stored.session_id),
            frame=frame,
            checker=checker,
        )

    return _moved(store, stored, expect, move, ACCEPT_SCHEMA)


def rollback(
    env: Env, id_or_prefix: str, *, expect: str | None = None, reason: str | None = None
) -> CompletedMove:
    """Roll an acceptance back; `expect` as in `accept`.

    Raises:
        store.errors.MoveRefused: nothing changed; the subclass says why.
    """
    store = env.open_store()
    stored = artifacts.get(store, lookup.artifact(store, id_or_prefix))

    def move(head: str | None) -> Move:
        return pointers.rollback_compaction(
            store, stored.artifact_id, expect=head, actor=env.actor, reason=reason, now=env.now()
        )

    return _moved(store, stored, expect, move, ROLLBACK_SCHEMA)


def _moved(
    store: Store,
    stored: StoredArtifact,
    expect: str | None,
    move: Callable[[str | None], Move],
    schema: str,
) -> CompletedMove:
    with store.reading():
        session = sessions.get(store, stored.session_id)
        head = _expected(store, stored.session_id, expect)
        before = fold.view(store, stored.session_id)
        active = pointers.active(store, stored.session_id)
    done = move(head)
    if done.pointer.sequence % TIDY_EVERY == 0:
        store.tidy()
    try:
        with store.reading():
            after = fold.view(store, stored.session_id)
            return CompletedMove(
                schema=schema,
                pointer=done.pointer,
                snapshot_id=done.snapshot_id,
                number=stored.number,
                session_title=session.title or session.source_name,
                range_before=_range_tokens(store, before, done.pointer),
                range_after=_range_tokens(store, after, done.pointer),
                before=_size(before),
                after=_size(after),
                report=reports.get(store, done.report_id).report if schema == ACCEPT_SCHEMA else None,
                undone=tuple(g for m in active if m.artifact_id == stored.artifact_id for g in m.confirmed),
                parent=single_parent(stored.artifact),
                kept=stays(after.segments, stored.artifact.source),
                rejected=rejection(stored.artifact_id, reviews.listing(store, stored.session_id)) is not None,
                verbatim=verbatim_change(
                    store,
                    stored.session_id,
                    sessions.compactions(store, stored.session_id),
                    before.segments,
                    after.segments,
                ),
            )
    except (StoreBusy, StoreUnreadable) as error:
        raise _made_but_unread(stored, done.pointer, error) from error


def _made_but_unread(
    stored: StoredArtifact, move: Pointer, error: StoreBusy | StoreUnreadable
) -> StoreBusy | StoreUnreadable:
    """Return the error for a move that was made, but whose result cannot be read."""
    word = "accepted" if move.action == "accept" else "rolled back"
    message = f"d-{stored.number} was {word}, but what that changed cannot be read: {error.message}"
    hint = f"do not repeat it; `workbench history {move.session_id[:12]}` shows {move.pointer_id}"
    if isinstance(error, StoreBusy):
        return StoreBusy(message, hint, pid=error.pid)
    return StoreUnreadable(message, hint)


def _expected(store: Store, session_id: str, expect: str | None) -> str | None:
    if expect is None:
        head = pointers.head(store, session_id)
        return head.pointer_id if head else None
    if expect == NO_MOVE:
        return None
    return lookup.resolve(store, expect, ("pointer",)).id


def _size(view: ContextView) -> ContextSize:
    stand_ins = tuple(s.artifact_id for s in view.segments if s.kind == "artifact" and s.artifact_id)
    return ContextSize(sum(len(s.ordinals) for s in view.segments), stand_ins, view.tokens)


def _range_tokens(store: Store, view: ContextView, move: Pointer) -> RangeTokens:
    """Return what represents a range in a view: the artifacts inside it and its verbatim events.

    Events that a native summary replaces are counted nevertheless.
    """
    events = sessions.load_events(store, move.session_id, move.source_start, move.source_end)
    inside = [
        s.tokens
        for s in view.segments
        if s.kind == "artifact" and move.source_start <= s.start and s.end <= move.source_end
    ]
    shown = {o for s in view.segments for o in s.ordinals}
    messages = [e for e in events if e.ordinal in shown]
    if inside:
        return RangeTokens(sum(inside) + sum(e.tokens for e in messages), "artifact")
    whole = [e for e in events if e.sidechain is None]
    every = len(messages) >= len(whole)
    return RangeTokens(sum(e.tokens for e in whole), "verbatim" if every else "summarized")


@dataclass(frozen=True)
class MoveHistory:
    """The moves of one session or of all, newest first, with the numbers of their artifacts."""

    pointers: tuple[Pointer, ...]
    numbers: dict[str, int]
    titles: dict[str, str]
    run_snapshots: tuple[ListedSnapshot, ...] = ()
    """Snapshots of drafts that runs applied without a move, newest first."""
    refused: tuple[Diagnostic, ...] = ()
    """Snapshots that failed their checks twice, newest first."""
    session_id: str | None = None
    """The requested session; None: all."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.history/1` object."""
        from workbench.services.output_shapes.record_shapes import HistoryShape
        from workbench.services.output_shapes.shape import printed

        return printed(HistoryShape, self)


def history(env: Env, id_or_prefix: str | None = None) -> MoveHistory:
    """Return all moves of a session, or of the whole store."""
    if id_or_prefix is None and not env.store_exists:
        return MoveHistory((), {}, {})
    store = env.open_store()
    with store.reading():
        return _history(store, id_or_prefix)


def _history(store: Store, id_or_prefix: str | None) -> MoveHistory:
    session_id = lookup.session(store, id_or_prefix) if id_or_prefix else None
    moves = pointers.history(store, session_id)
    names = [session_id] if session_id else [each.session_id for each in sessions.listing(store)]
    applied = [each for name in names for each in snapshots.without_move(store, name)]
    refused = [each for name in names for each in diagnostics.listing(store, name)]
    every = [move.session_id for move in moves]
    every += [*(each.session_id for each in applied), *(each.session_id for each in refused)]
    involved = sorted(set(every))
    numbers = {a.artifact_id: a.number for s in involved for a in artifacts.listing(store, s)}
    titles = {s: _title(store, s) for s in involved}
    return MoveHistory(moves, numbers, titles, tuple(reversed(applied)), tuple(reversed(refused)), session_id)


def _title(store: Store, session_id: str) -> str:
    session = sessions.get(store, session_id)
    return session.title or session.source_name
