"""Keep the runs of strategies in a store: states, events as a session of their own, drafts, decisions.

Implements `workbench.strategies.keeping.RunKeeper`. It moves no pointer but through the boundary, and
the events of a run are a session like any other: everything else of the program opens it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from gates.artifact import Artifact
from gates.review import ReviewAction
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact, session_id
from store import pointers
from store.engine import Store
from store.errors import MoveRefused, NotFound, NotReplaceable
from store.records import artifacts, reviews, runs, sessions
from store.values import StoredReview
from workbench.bootstrap import Env
from workbench.config import actor_name
from workbench.errors import Refused
from workbench.importers.base import ReadingTotals, SessionHeader
from workbench.importers.tokens import DEFAULT_FACTOR, estimate
from workbench.services import accept_rollback
from workbench.services.artifact_state import ACTIVE, DISPLACED, ROLLED_BACK, last_mark, state_of
from workbench.services.draft import ChosenRange, make_draft, request_of
from workbench.strategies.keeping import (
    AcceptanceRefused,
    Decision,
    Draft,
    Proposal,
    RunEvent,
    SavedRun,
    check_recorded,
)

FORMAT = "run"
"""Format of the sessions that runs record."""


@dataclass(frozen=True)
class StoreKeeper:
    """Keeps runs in the store of an `Env`.

    `StoreKeeper.open("agent.duckdb")` makes one for a file of one's own.
    """

    env: Env
    title: str = ""
    """What the session of a run is called; empty: the run's id."""

    @classmethod
    def open(cls, store: str, *, actor: str | None = None, title: str = "") -> StoreKeeper:
        """A keeper over a store file, which is made if it is not there."""
        env = Env(store_location=store, actor=actor_name(actor))
        env.create_store()
        return cls(env, title)

    def load(self, run_id: str) -> SavedRun | None:
        """The newest state of a run."""
        found = runs.latest(self.env.create_store(), run_id)
        return None if found is None else SavedRun(found.run_id, found.strategy, found.sequence, found.state)

    def save(self, run: SavedRun) -> None:
        """Keep a state."""
        store = self.env.create_store()
        runs.put(store, run.run_id, run.strategy, run.sequence, run.state, now=self.env.now())

    def record(self, run_id: str, position: int, events: Sequence[RunEvent]) -> str:
        """Keep events of a run; those before the session's end are there already, and must be the same."""
        name = session_id(FORMAT, run_id)
        store = self.env.create_store()
        count = _events(store, name)
        if position > count:
            raise Refused(
                f"run {run_id} has {count} events; {position} leaves a gap", "record the ones between"
            )
        check_recorded(run_id, position, self.recorded(run_id, position), events, whole=False)
        fresh = events[count - position :]
        if not fresh:
            return name
        last = sessions.load_events(store, name, count - 1, count - 1) if count else ()
        before = sessions.transcript(store, name) if count else b""
        body, made = _written(before, last[-1] if last else None, fresh, self.env.now())
        with tempfile.TemporaryDirectory(prefix="workbench-run-") as folder:
            path = Path(folder) / "run.jsonl"
            path.write_bytes(body)
            sessions.append(
                store,
                SessionHeader(FORMAT, run_id, self.title or run_id, True, DEFAULT_FACTOR),
                iter([*last, *made]),
                totals=ReadingTotals(),
                source_name=f"{run_id}.jsonl",
                transcript=path,
                now=self.env.now(),
            )
        # Another process may have recorded its own words at the same place in between.
        check_recorded(run_id, position, self.recorded(run_id, position), events, whole=True)
        return name

    def recorded(self, run_id: str, position: int) -> tuple[RunEvent, ...]:
        """The events of a run's session from a position on."""
        name = session_id(FORMAT, run_id)
        store = self.env.create_store()
        count = _events(store, name)
        there = sessions.load_events(store, name, position, count - 1) if position < count else ()
        return tuple(map(_run_event, there))

    def propose(self, run_id: str, start: int, end: int, draft: Draft) -> Proposal:
        """Draft, keep, judge."""
        store = self.env.create_store()
        chosen = ChosenRange(session_id(FORMAT, run_id), start, end, "as the run asked for")
        judged = make_draft(self.env, store, draft, request_of(store, chosen, rolling_up=True))
        return Proposal(judged.artifact_id, chosen.session_id, start, end, judged.artifact, judged.report)

    def decided(self, proposal: Proposal) -> Decision | None:
        """An acceptance of the proposal, or of what was repaired or edited from it; else a mark on the draft.

        An approval is a decision only where no acceptance can be had.
        """
        store = self.env.create_store()
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

    def accept(self, proposal: Proposal, actor: str, reason: str, confirm: tuple[str, ...] = ()) -> Decision:
        """Accept through the boundary."""
        needed = tuple(gate for gate in confirm if gate in proposal.report.to_confirm)
        try:
            accept_rollback.accept(
                replace(self.env, actor=actor), proposal.artifact_id, reason=reason, confirm=needed
            )
        except MoveRefused as error:
            way = proposal.way_on if isinstance(error, NotReplaceable) else error.hint
            unreviewed = 'ReviewPolicy(without_decision="apply") goes on with the draft as it is'
            hint = f"{way}, then make the same call again; {unreviewed}"
            raise AcceptanceRefused(error.message, hint, proposal) from error
        return Decision("accepted", proposal.artifact, actor, reason)


def _events(store: Store, name: str) -> int:
    try:
        return sessions.get(store, name).events
    except NotFound:
        return 0


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
    """The last mark on a draft, where it decides: a rejection, or an approval of what cannot be accepted."""
    found = last_mark(proposal.artifact_id, recorded)
    if found is None:
        return None
    review = found.review
    if review.action is ReviewAction.REJECT:
        return Decision("rejected", proposal.artifact, review.actor, review.reason)
    if proposal.only_not_smaller:
        return Decision("approved", proposal.artifact, review.actor, review.reason)
    return None


def _written(
    before: bytes, last: SourceEvent | None, fresh: Sequence[RunEvent], now: str
) -> tuple[bytes, list[SourceEvent]]:
    """The run's transcript with the new events, and those events as the store takes them."""
    body = bytearray(before)
    made: list[SourceEvent] = []
    for event in fresh:
        line = _line(event)
        made.append(_event(event, made[-1] if made else last, len(body), len(line), now))
        body += line
    return bytes(body), made


def _line(event: RunEvent) -> bytes:
    record = {"kind": event.kind.value, "text": event.text}
    if event.tool or event.call_id:
        record |= {"tool": event.tool, "call_id": event.call_id}
    return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


_CALLS = (EventKind.ASSISTANT, EventKind.THINKING, EventKind.TOOL_CALL)


def _event(event: RunEvent, last: SourceEvent | None, offset: int, length: int, now: str) -> SourceEvent:
    turn, step = (last.turn, last.step) if last is not None else (0, 0)
    said = event.kind is EventKind.USER
    called = event.kind in _CALLS and (last is None or last.kind not in _CALLS)
    ordinal = last.ordinal + 1 if last is not None else 0
    tool = None
    if event.kind in (EventKind.TOOL_CALL, EventKind.TOOL_RESULT):
        tool = ToolFact(event.tool, event.call_id, ToolAction.OTHER, failed=event.failed)
    return SourceEvent(
        ordinal,
        event.kind,
        event.text,
        f"run:{ordinal}",
        turn=turn + said,
        step=step + called,
        tokens=estimate(event.text, DEFAULT_FACTOR),
        tool=tool,
        timestamp=now,
        line=ordinal + 1,
        offset=offset,
        length=length,
    )
