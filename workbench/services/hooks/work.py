"""The work of each event of a live agent, once the store can be used.

PreCompact imports the transcript and records the range; PostCompact imports and scores the new compaction;
SessionStart and UserPromptSubmit give what is ready. Everything may be done twice.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gates.measure_words import plural
from gates.source import session_id as session_id_of
from store import pointers
from store.database.access import path_of
from store.errors import NotFound, StoreError
from store.records import sessions
from store.values import NativeCompaction
from workbench.bootstrap import Env
from workbench.config import default_store
from workbench.errors import InputError, UnknownId
from workbench.services.hooks import session_state, texts
from workbench.services.hooks.agents.base import AgentHooks, HookOptions, Replacement
from workbench.services.hooks.events import HookEvent
from workbench.services.hooks.shapes import Outcome, RangeShape
from workbench.services.live import ScoredCompaction, score_unscored, take_in

POLL_SECONDS = 0.25
MOST_POLLS = 12
"""How often a transcript is read again, since an agent may write it a moment after the call."""
COMPARED = 200
"""Characters of a summary by which it is recognized."""
NOT_YET = "the transcript does not contain the compaction yet"


@dataclass(frozen=True)
class Done:
    """The result of a call: its output, and the contents of its receipt."""

    outcome: Outcome
    output: str = ""
    detail: str = ""
    session_id: str | None = None
    events_added: int | None = None
    range: RangeShape | None = None
    scored: tuple[ScoredCompaction, ...] = ()
    given_tokens: int = 0
    unfinished: bool = False
    """Whether the call has to be taken up again."""


@dataclass(frozen=True)
class HookCall:
    """One event with all that is needed to handle it."""

    env: Env
    adapter: AgentHooks
    event: HookEvent
    options: HookOptions
    sleep: Callable[[float], None]
    clock: Callable[[], float]
    """Seconds since the epoch."""

    @property
    def limit(self) -> int:
        """Most tokens to give."""
        return self.adapter.limit_tokens if self.options.tokens is None else self.options.tokens

    @property
    def identity(self) -> str:
        """Identity of this call among those of its session; empty if the agent sends too little for one."""
        return f"{self.event.name}/{self.event.call_id}" if self.event.call_id else ""


def do(call: HookCall) -> Done:
    """Handle an event.

    Raises:
        workbench.errors.InputError: the transcript cannot be read.
        store.errors.StoreError: the store is busy or cannot be used.
    """
    if call.event.name == "PreCompact":
        return _before(call)
    if call.event.name == "PostCompact":
        return _after(call)
    return give(call, fresh=call.event.name == "SessionStart")


def _before(call: HookCall) -> Done:
    """Import the transcript and record the range to be replaced.

    Hold or replace the compaction if configured.
    """
    done, last = _import(call)
    session_id = done.session_id or ""
    store = call.env.open_store()
    with store.reading():
        start = _range_start(sessions.compactions(store, session_id))
        active = pointers.active(store, session_id)
        accepted = texts.accepted_text(store, session_id)[0] if _gives(call, "accepted") else ""
    reviewed = any(move.source_end >= start for move in active)
    now = call.clock()
    with session_state.changing(call.env, call.event.agent, call.event.native_id) as state:
        state.session_id, state.range_start = session_id, start
        state.ready, state.pending = accepted, ""
        if state.held_start != start:
            state.held_start, state.held_at = None, 0.0
        until = _held_until(call, now, state.held_at if state.held_start == start else None)
        hold = until is not None and not reviewed
        if hold and state.held_start is None:
            state.held_start, state.held_at = start, now
    done = replace(done, range=RangeShape(source_start=start, source_end=max(start, last)))
    if hold and until is not None:
        reason = _hold_reason(call.env.store_location, session_id, until)
        return replace(done, outcome="held", output=call.adapter.held(call.event, reason), detail=reason)
    return _replace(call, done, session_id)


def _replace(call: HookCall, done: Done, session_id: str) -> Done:
    """Replace the compaction by the accepted context, if the agent allows that."""
    if not call.adapter.replaced(call.event, Replacement("", "", 0)) or not _gives(call, "accepted"):
        return done
    store = call.env.open_store()
    found = texts.replacement(store, session_id, call.event.entry_ids, call.event.tokens_before, call.limit)
    if isinstance(found, str):
        return replace(done, detail=f"not replaced: {found}")
    output = call.adapter.replaced(call.event, found)
    return replace(done, outcome="replaced", output=output, given_tokens=found.tokens)


def _held_until(call: HookCall, now: float, since: float | None) -> datetime | None:
    """Return until when this compaction is held; None if it is not, or no longer."""
    wanted, trigger = call.options.hold, call.event.trigger
    if not wanted or wanted not in ("both", trigger):
        return None
    until = (now if since is None else since) + call.options.hold_minutes * 60
    return datetime.fromtimestamp(until, UTC) if until > now else None


def _hold_reason(location: str, session_id: str, until: datetime) -> str:
    upward = until + timedelta(seconds=59)
    store = "" if path_of(location) == path_of(default_store()) else f" --store {shlex.quote(location)}"
    return (
        f"Compaction Workbench holds this compaction for review: `workbench draft {session_id[:12]}{store}`, "
        f"accept what it makes, then compact again. Unreviewed it goes through from {upward:%H:%M} UTC on."
    )


def _after(call: HookCall) -> Done:
    """Import and score the new compaction; store what it lost for the next event that takes context."""
    state = session_state.peek(call.env, call.event.agent, call.event.native_id)
    for _ in range(MOST_POLLS if call.adapter.writes_first else 1):
        done, _last = _import(call)
        made = made_since(call.env, done.session_id or "", state.range_start, call.event.summary)
        if made:
            break
        call.sleep(POLL_SECONDS if call.adapter.writes_first else 0.0)
    else:
        return replace(done, outcome="queued", detail=NOT_YET, unfinished=True)
    scored = score_unscored(call.env, done.session_id or "", lambda found: found.artifact_id in made)
    done = replace(done, scored=scored, detail="" if scored else "scored before")
    if not scored:
        return done
    lost = texts.lost_text(scored, state.ready) if _gives(call, "lost") else ""
    direct = call.adapter.given(call.event, "x") != ""
    with session_state.changing(call.env, call.event.agent, call.event.native_id) as after:
        after.range_start, after.held_start = None, None
        after.pending = "" if direct else lost
    return _giving(call, done, lost) if direct and lost else done


def made_since(env: Env, session_id: str, start: int | None, summary: str) -> set[str]:
    """Return the artifacts of the compactions of the range from `start` on.

    `start` is None if PreCompact was missed; then it is the last compaction, if that contains the agent's
    `summary`.
    """
    store = env.open_store()
    with store.reading():
        found = sessions.compactions(store, session_id)
        last = found[-1].summary if found else None
        if start is None and summary and last is not None:
            (event,) = sessions.load_events(store, session_id, last, last)
            if summary[:COMPARED] not in event.text:
                return set()
    wanted = found[-1:] if start is None else [each for each in found if each.source_end >= start]
    return {each.artifact_id for each in wanted}


def give(call: HookCall, *, fresh: bool) -> Done:
    """Give what is ready for this session: the accepted artifacts if `fresh`, and what was lost.

    The store is read for what is accepted now; if it is busy, what PreCompact found is given.
    """
    detail, accepted = "", None
    if fresh and _gives(call, "accepted"):
        detail, accepted = _accepted_now(call)
    with session_state.changing(call.env, call.event.agent, call.event.native_id) as state:
        if state.repeated(call.identity, call.clock()):
            return Done("nothing", detail="the same call was answered a moment ago")
        ready = state.ready if accepted is None else accepted
        parts = [
            ready if fresh and _gives(call, "accepted") else "",
            state.pending if _gives(call, "lost") else "",
        ]
        text = "\n".join(part for part in parts if part)
        state.pending = ""
        if text:
            state.given_call, state.given_at = call.identity, call.clock()
        found = Done("nothing", detail=detail, session_id=state.session_id or None)
    return _giving(call, found, text) if text else found


def _accepted_now(call: HookCall) -> tuple[str, str | None]:
    """Return an empty reason and the text accepted now; or why it cannot be read, and None."""
    known = session_state.peek(call.env, call.event.agent, call.event.native_id).session_id
    try:
        store = call.env.open_store()
        owner = known or session_id_of(call.adapter.name, call.event.native_id or "unknown")
        return "", texts.accepted_text(store, owner)[0]
    except (NotFound, UnknownId):
        return "", ""
    except StoreError as error:
        return f"as PreCompact found it: {error.message}", None


def _giving(call: HookCall, done: Done, text: str) -> Done:
    cut = texts.within(text, call.limit, call.adapter.limit_characters)
    output = call.adapter.given(call.event, cut) if cut else ""
    if not output:
        return done
    outcome: Outcome = "given" if done.outcome == "nothing" else done.outcome
    return replace(done, outcome=outcome, output=output, given_tokens=texts.tokens_of(cut))


def _gives(call: HookCall, what: str) -> bool:
    return call.options.give in ("both", what)


def made_by(agent: AgentHooks, event: HookEvent) -> str:
    """Return the trigger of the last compaction in the transcript, if an event states it; else "".

    If an agent writes its summary after the call, the event may mean one that is not there yet.
    """
    return event.trigger if event.name == "PostCompact" and agent.writes_first else ""


def _import(call: HookCall) -> tuple[Done, int]:
    """Import the transcript as it is now; return the result and the ordinal of its last event."""
    path = call.event.transcript_path
    if not path:
        raise InputError(
            "the event names no transcript", "the session is not kept in a file", code="no_transcript"
        )
    if Path(path).suffix != ".jsonl":
        raise InputError(
            f"{path} is not named like a transcript", "one ends in .jsonl", code="input_unreadable"
        )
    made = take_in(call.env, path, call.adapter.name, made_by(call.adapter, call.event)).appended
    added = made.events_added
    detail = f"{plural(added, 'event')} added" if added else "nothing new"
    done = Done("done", detail=detail, session_id=made.session_id, events_added=added)
    return done, made.events - 1


def _range_start(found: Sequence[NativeCompaction]) -> int:
    """First event after the last native compaction's summary."""
    ends = [each.source_end if each.summary is None else max(each.summary, each.source_end) for each in found]
    return max(ends, default=-1) + 1
