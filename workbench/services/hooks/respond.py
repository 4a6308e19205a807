"""Answer one hook call: within its time or not at all, and never in a way that disturbs the agent.

The call is stored in the spool before the work begins, so that a call that runs out of time, meets a busy
store or is killed is finished by the next one. Every call leaves a receipt.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from gates.errors import ReportedError, os_reason
from workbench.bootstrap import Env
from workbench.services.hooks import background, receipts, spool
from workbench.services.hooks.agents import adapter
from workbench.services.hooks.agents.base import AgentHooks, HookOptions
from workbench.services.hooks.events import HookEvent, parse_event
from workbench.services.hooks.shapes import ReceiptShape

DEADLINES = {"PreCompact": 25.0, "PostCompact": 25.0, "SessionStart": 10.0, "UserPromptSubmit": 8.0}
"""Seconds within which a call of each event ends, well below the agents' own timeouts."""
_STORE_SHARE = 0.3
"""Share of the deadline spent waiting for a busy store."""
_FOR_OTHERS = 0.5
"""Share of the deadline after which no other waiting call is started."""
_IMPORTING = ("PreCompact", "PostCompact")


@dataclass(frozen=True)
class Request:
    """One call as the agent made it."""

    agent: str
    event: str
    options: HookOptions
    read: Callable[[], bytes]
    """Returns the bytes on stdin; may block forever."""
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.time


@dataclass
class HookAnswer:
    """The output; `late`: the work goes on in its thread, and the process must not wait for it."""

    output: str = ""
    late: bool = False


@dataclass
class _Progress:
    """State shared by the working and the waiting thread."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    over: bool = False
    """Whether the answer was given; later results are not reported."""
    event: HookEvent | None = None
    answer: HookAnswer = field(default_factory=HookAnswer)
    waits: bool = False
    """Whether the call is left in the spool."""


def respond(env: Env, request: Request) -> HookAnswer:
    """Run the call in a thread until its deadline; a fault of ours gives an empty answer."""
    began = env.ticks()
    deadline = request.options.deadline or DEADLINES.get(request.event, 5.0)
    progress = _Progress()

    def work() -> None:
        receipt = _guarded(env.with_timeout(deadline * _STORE_SHARE), request, progress, began, deadline)
        with progress.lock:
            if progress.over:
                return
            progress.over = True
            receipts.append(env, receipt)

    worker = threading.Thread(target=work, name="hook", daemon=True)
    worker.start()
    worker.join(max(0.0, deadline - (env.ticks() - began)))
    with progress.lock:
        if not progress.over:
            progress.over = True
            detail = f"not done in {deadline:g} seconds; it waits for the next call"
            found = _receipt(env, request, progress.event, began, outcome="late", code="late", detail=detail)
            receipts.append(env, found)
            progress.answer = HookAnswer(late=True)
    if request.options.background and (progress.answer.late or progress.waits):
        background.start(env)
    return progress.answer


def _guarded(env: Env, request: Request, progress: _Progress, began: float, deadline: float) -> ReceiptShape:
    """Return the receipt of the call and leave its answer in `progress`; raise nothing."""
    waiting: spool.Waiting | None = None
    try:
        agent = adapter(request.agent)
        event = parse_event(request.agent, request.event, request.read())
        progress.event = event
        if event.name in _IMPORTING and event.transcript_path:
            waiting = spool.put(env, event)
        return _done(env, request, agent, event, progress, waiting, began, deadline)
    except Exception as error:  # no error of ours may disturb an agent
        return _fault(env, request, progress, waiting, error, began)
    finally:
        if waiting is not None:
            waiting.release()


def _done(
    env: Env,
    request: Request,
    agent: AgentHooks,
    event: HookEvent,
    progress: _Progress,
    waiting: spool.Waiting | None,
    began: float,
    deadline: float,
) -> ReceiptShape:
    if event.name == "UserPromptSubmit" and _nothing_for(env, event):
        return _receipt(env, request, event, began, outcome="nothing")
    if event.name == "SessionStart" and event.trigger != "compact":
        return _receipt(env, request, event, began, outcome="nothing", detail="no compaction was made")
    from workbench.services.hooks import catch_up, work
    from workbench.services.hooks.verdicts import verdict_of

    call = work.HookCall(env, agent, event, request.options, request.sleep, request.clock)
    if event.name == "UserPromptSubmit":
        catch_up.of_session(env, event.native_id, call)
    done = work.do(call)
    if waiting is not None and not done.unfinished:
        waiting.done()
    progress.waits = waiting is not None and done.unfinished
    progress.answer = HookAnswer(done.output)
    if event.name in _IMPORTING and not done.unfinished and env.ticks() - began < deadline * _FOR_OTHERS:
        with suppress(Exception):  # the call itself is done
            catch_up.of_all(env, call, until=lambda: env.ticks() - began > deadline * _FOR_OTHERS)
    return _receipt(
        env,
        request,
        event,
        began,
        outcome=done.outcome,
        detail=done.detail,
        session_id=done.session_id,
        events_added=done.events_added,
        range=done.range,
        compactions=[verdict_of(each) for each in done.scored],
        given_tokens=done.given_tokens,
    )


def _nothing_for(env: Env, event: HookEvent) -> bool:
    """Return whether neither a text nor a call waits for a session, as at nearly every prompt."""
    from workbench.services.hooks import session_state

    if session_state.peek(env, event.agent, event.native_id).pending:
        return False
    return not spool.waits_for(env, event.native_id)


def _fault(
    env: Env,
    request: Request,
    progress: _Progress,
    waiting: spool.Waiting | None,
    error: Exception,
    began: float,
) -> ReceiptShape:
    """Return the receipt of a failed call; if the store was busy it waits, else it is given up."""
    if isinstance(error, ReportedError):
        code, detail = error.code, error.message
    elif isinstance(error, OSError):
        code, detail = "os_error", os_reason(error)
    else:
        code, detail = "internal", f"{type(error).__name__}: {error}"
    queued = waiting is not None and code == "store_busy"
    progress.waits = queued
    if waiting is not None and not queued:
        waiting.done()
    if os.environ.get("WORKBENCH_DEBUG"):
        import traceback

        detail = traceback.format_exc()
    outcome = "queued" if queued else "fault"
    return _receipt(env, request, progress.event, began, outcome=outcome, code=code, detail=detail[:2000])


def _receipt(
    env: Env, request: Request, event: HookEvent | None, began: float, **fields: object
) -> ReceiptShape:
    recorded = (
        {}
        if event is None
        else {
            "trigger": event.trigger[:40],
            "native_id": event.native_id,
            "transcript": event.transcript_path,
        }
    )
    elapsed = max(0, int((env.ticks() - began) * 1000))
    named = {"at": env.now(), "agent": request.agent, "event": request.event, "elapsed_ms": elapsed}
    return ReceiptShape.model_validate({**named, **recorded, **fields})
