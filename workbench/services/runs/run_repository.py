"""Storage of strategies' runs: states, events as a session of their own, drafts, decisions.

Implements `workbench.strategies.keeping.RunRepository`. Pointers move only through the boundary, and the
events of a run are a session like any other, which the rest of the program can open.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from gates.artifact import Artifact
from gates.review import ReviewAction
from gates.snapshot.builder import Checker
from gates.snapshot.cadence import CadenceLimits
from gates.snapshot.invariants import check
from gates.source import SourceEvent, session_id
from store import pointers, run_snapshots
from store.engine import Store
from store.errors import MoveRefused, NotFound, NotReplaceable, SnapshotInvalid
from store.lifecycle import compacting
from store.records import artifacts, imports, read_events, reviews, runs, sessions, snapshots, transcripts
from store.records.runs import SESSION_FORMAT
from store.values import StoredReview
from workbench.bootstrap import Env
from workbench.checkers.settings import enabled
from workbench.config import actor_name, read_policy
from workbench.errors import Refused
from workbench.importers.base import ReadingTotals, SessionHeader
from workbench.importers.events.tokens import DEFAULT_FACTOR
from workbench.services.drafts.draft import make_draft, request_of
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.lookup.triggers import thresholds_of
from workbench.services.moves import accept_rollback
from workbench.services.moves.artifact_state import ACTIVE, DISPLACED, ROLLED_BACK, last_mark, state_of
from workbench.services.moves.run_frames import frame_of
from workbench.services.runs.run_events import written
from workbench.strategies.keeping import (
    AcceptanceRefused,
    Decision,
    Draft,
    Proposal,
    RunEvent,
    SavedRun,
    SnapshotFailed,
    check_recorded,
)

_LOOK_BACK = 64
"""Number of preceding events that are searched for the calls of results."""


@dataclass(frozen=True)
class StoreKeeper:
    """Runs in the store of an `Env`.

    `StoreKeeper.open("agent.duckdb")` opens one for a store file.
    """

    env: Env
    title: str = ""
    """Title of a run's session; empty: the run's id."""

    @classmethod
    def open(
        cls, store: str, *, actor: str | None = None, title: str = "", policy: str | None = None
    ) -> Self:
        """Return a keeper for a store file, which is created if necessary; `policy` is a TOML file."""
        known = read_policy(policy) if policy is not None else None
        env = Env(store_location=store, actor=actor_name(actor), policy=known)
        env.create_store()
        return cls(env, title)

    @cached_property
    def store(self) -> Store:
        """The store, whose schema is checked once; each operation reopens its file and leaves the log."""
        made = copy(self.env.create_store())
        made.leaves_log = True
        return made

    def load(self, run_id: str) -> SavedRun | None:
        """Return the newest state of a run, or None."""
        found = runs.latest(self.store, run_id)
        return None if found is None else SavedRun(found.run_id, found.strategy, found.sequence, found.state)

    def save(self, run: SavedRun) -> None:
        """Store a state."""
        store = self.store
        runs.put(
            store, run.run_id, run.strategy, run.sequence, run.state, now=self.env.now(), changes=run.changes
        )
        if not run.changes:
            self.empty_log()
            compacting.settle(store)  # every change since the last whole state left row groups of its own

    def empty_log(self) -> None:
        """Write everything since the last whole state to the file; until then the log has it."""
        self.store.empty_log()

    def record(self, run_id: str, position: int, events: Sequence[RunEvent]) -> str:
        """Append events of a run to its session and return the session's id.

        Events before the session's end exist already, and must be the same.
        """
        with self.store.kept_open():
            return self._record(run_id, position, events)

    def _record(self, run_id: str, position: int, events: Sequence[RunEvent]) -> str:
        name = session_id(SESSION_FORMAT, run_id)
        store = self.store
        with store.reading() as session:  # one look at the store, not one for each question
            count = _events(store, name)
            if position > count:
                raise Refused(
                    f"run {run_id} has {count} events; {position} leaves a gap", "record the ones between"
                )
            check_recorded(run_id, position, _recorded(store, name, position, count), events, whole=False)
            fresh = events[count - position :]
            if not fresh:
                return name
            first = max(0, count - _LOOK_BACK)
            earlier = read_events.through(session, name, first, count - 1) if count else ()
            lines, made = written(earlier, fresh, self.env.now())
            kept = transcripts.tail_keeper(store, name, lines)
        imports.append(
            store,
            SessionHeader(SESSION_FORMAT, run_id, self.title or run_id, True, DEFAULT_FACTOR),
            iter([*earlier[-1:], *made]),
            totals=ReadingTotals(),
            source_name=f"{run_id}.jsonl",
            transcript=kept,
            now=self.env.now(),
        )
        # Another process may have recorded its own words at the same place in between.
        with store.reading():
            check_recorded(run_id, position, self.recorded(run_id, position), events, whole=True)
        return name

    def recorded(self, run_id: str, position: int) -> tuple[RunEvent, ...]:
        """Return the events of a run's session from a position on."""
        name, store = session_id(SESSION_FORMAT, run_id), self.store
        with store.reading():
            return _recorded(store, name, position, _events(store, name))

    def propose(self, run_id: str, start: int, end: int, draft: Draft) -> Proposal:
        """Draft a range, store the draft and judge it."""
        store = self.store
        chosen = ChosenRange(session_id(SESSION_FORMAT, run_id), start, end, "as the run asked for")
        waits = not getattr(draft, "offline", False) or enabled(self.env.checkers, self.env.config_file)
        with nullcontext() if waits else store.kept_open():
            judged = make_draft(self.env, store, draft, request_of(store, chosen, rolling_up=True))
        return Proposal(judged.artifact_id, chosen.session_id, start, end, judged.artifact, judged.report)

    def decided(self, proposal: Proposal) -> Decision | None:
        """Return the decision on a proposal: an acceptance of it or of an edited version, else its mark.

        Edited versions include repaired ones. An approval counts as a decision only if the proposal cannot be
        accepted.
        """
        store = self.store
        with store.reading():
            moves = pointers.history(store, proposal.session_id)
            recorded = reviews.listing(store, proposal.session_id)
            for move in moves:
                if move.action == "accept" and _descends(store, move.artifact_id, proposal.artifact_id):
                    state = state_of(move.artifact_id, moves, recorded)
                    if state in (ACTIVE, DISPLACED):
                        accepted = artifacts.get(store, move.artifact_id).artifact
                        return Decision("accepted", accepted, move.actor, move.reason or "")
            state = state_of(proposal.artifact_id, moves, recorded)
        if state == ROLLED_BACK:
            return Decision("rejected", proposal.artifact, moves[0].actor, "its acceptance was rolled back")
        return _marked(proposal, recorded)

    def accept(
        self,
        proposal: Proposal,
        actor: str,
        reason: str,
        confirm: tuple[str, ...] = (),
        checker: Checker | None = None,
    ) -> Decision:
        """Accept a proposal through the boundary."""
        needed = tuple(gate for gate in confirm if gate in proposal.report.to_confirm)
        env = replace(self.env, actor=actor)
        try:
            with self.store.kept_open():
                accept_rollback.accept(
                    env, proposal.artifact_id, reason=reason, confirm=needed, checker=checker
                )
        except SnapshotInvalid as error:
            raise _failed(error, proposal.session_id) from error
        except MoveRefused as error:
            way = proposal.way_on if isinstance(error, NotReplaceable) else error.hint
            unreviewed = 'ReviewPolicy(without_decision="apply") goes on with the draft as it is'
            hint = f"{way}, then make the same call again; {unreviewed}"
            raise AcceptanceRefused(error.message, hint, proposal) from error
        return Decision("accepted", proposal.artifact, actor, reason)

    def snapshot_of(
        self, run_id: str, proposal: Proposal, decision: Decision, checker: Checker | None = None
    ) -> dict[str, Any]:
        """Return the move's snapshot if the artifact is active, else append one for the draft."""
        with self.store.kept_open():
            return self._snapshot_of(run_id, proposal, decision, checker)

    def _snapshot_of(
        self, run_id: str, proposal: Proposal, decision: Decision, checker: Checker | None
    ) -> dict[str, Any]:
        store, name = self.store, decision.artifact.artifact_id
        with store.reading():
            active = pointers.active(store, proposal.session_id)
            move = next((each for each in active if each.artifact_id == name), None)
            if move is not None:
                return snapshots.of_move(store, move.pointer_id).body
            frame = frame_of(store, sessions.get(store, proposal.session_id), decision.artifact)
        if frame is None:
            raise Refused(f"run {run_id} keeps no snapshots", "a SnapshotRun does")
        try:
            return run_snapshots.apply_draft(
                store,
                name,
                frame,
                policy=self.env.policy,
                actor=self.env.actor,
                now=self.env.now(),
                checker=checker or check,
            )
        except SnapshotInvalid as error:
            raise _failed(error, proposal.session_id) from error

    def thresholds(self) -> CadenceLimits:
        """Return the cadence limits of the policy."""
        return thresholds_of(self.env)

    def latest_snapshot(self, run_id: str) -> dict[str, Any] | None:
        """Return the newest snapshot of the run's session, or None."""
        found = snapshots.latest(self.store, session_id(SESSION_FORMAT, run_id))
        return None if found is None else found.body


def _failed(error: SnapshotInvalid, session_id: str) -> SnapshotFailed:
    hint = f"nothing was accepted; `workbench history {session_id[:12]}` lists it"
    if error.unrecorded:
        hint = f"nothing was accepted; this refusal is not in the history: {error.unrecorded}"
    return SnapshotFailed(error.message, hint, error.snapshot or {})


def _events(store: Store, name: str) -> int:
    try:
        return sessions.get(store, name).events
    except NotFound:
        return 0


def _recorded(store: Store, name: str, position: int, count: int) -> tuple[RunEvent, ...]:
    """Return the events of a session from a position up to its `count`."""
    there = sessions.load_events(store, name, position, count - 1) if position < count else ()
    return tuple(map(_run_event, there))


def _run_event(event: SourceEvent) -> RunEvent:
    if event.tool is None:
        return RunEvent(event.kind, event.text)
    return RunEvent(event.kind, event.text, event.tool.call_id, event.tool.name, event.tool.failed)


def _descends(store: Store, artifact_id: str, ancestor: str) -> bool:
    waiting, seen = [artifact_id], set[str]()
    while waiting:
        each = waiting.pop()
        if each == ancestor:
            return True
        if each not in seen:
            seen.add(each)
            waiting += _parents(store, each)
    return False


def _parents(store: Store, artifact_id: str) -> tuple[str, ...]:
    try:
        found: Artifact = artifacts.get(store, artifact_id).artifact
    except NotFound:
        return ()
    return found.parents


def _marked(proposal: Proposal, recorded: Sequence[StoredReview]) -> Decision | None:
    """Return the decision of a draft's last mark: a rejection, or an approval of an unacceptable draft."""
    found = last_mark(proposal.artifact_id, recorded)
    if found is None:
        return None
    review = found.review
    if review.action is ReviewAction.REJECT:
        return Decision("rejected", proposal.artifact, review.actor, review.reason)
    if proposal.only_not_smaller:
        return Decision("approved", proposal.artifact, review.actor, review.reason)
    return None
