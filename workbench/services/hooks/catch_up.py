"""Finish the waiting calls: those that ran out of time, met a busy store, or whose process was killed.

All that matters of such a call is its transcript, which is imported as it is now; its last compaction is
scored.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from gates.errors import ReportedError
from store.errors import StoreBusy
from workbench.bootstrap import Env
from workbench.services.hooks import receipts, session_state, spool, texts, work
from workbench.services.hooks.agents import adapter
from workbench.services.hooks.agents.base import HookOptions
from workbench.services.hooks.shapes import ReceiptShape
from workbench.services.hooks.verdicts import verdict_of
from workbench.services.live import ScoredCompaction, newest, score_unscored, take_in

LONGEST = 86_400.0
"""Seconds after which a compaction that never appears is given up."""
ROUNDS = 6
"""How often a transcript is read for a compaction that it does not contain yet."""


def of_session(env: Env, native_id: str, call: work.HookCall) -> None:
    """Finish the waiting calls of one session, so that their results can be given with this call."""
    with spool.claimed(env, native_id=native_id) as waiting:
        _each(env, waiting, call.options, lambda: False)


def of_all(env: Env, call: work.HookCall, until: Callable[[], bool]) -> None:
    """Finish the waiting calls of any session until `until` returns true."""
    with spool.claimed(env) as waiting:
        _each(env, waiting, call.options, until)


def catch_up(
    env: Env, *, rounds: int = ROUNDS, sleep: Callable[[float], None] = time.sleep
) -> tuple[ReceiptShape, ...]:
    """Finish all waiting calls, however often they were tried before, without a time limit.

    A transcript that does not contain its compaction yet is read again a second later; a call that another
    process is working on is tried again likewise.
    """
    made: list[ReceiptShape] = []
    for number in range(rounds):
        with spool.claimed(env, patience=None) as waiting:
            found = _each(env, waiting, HookOptions(), lambda: False)
        made = [*(each for each in made if each.outcome != "queued"), *found]
        if any(each.code == "store_busy" for each in found) or not spool.count(env):
            break
        if number < rounds - 1:
            sleep(1.0)
    return tuple(made)


def _each(
    env: Env, waiting: list[spool.Waiting], options: HookOptions, until: Callable[[], bool]
) -> tuple[ReceiptShape, ...]:
    """Finish waiting calls and return their receipts.

    Calls of one kind for one transcript are done together.
    """
    made: list[ReceiptShape] = []
    seen: set[tuple[str, str]] = set()
    kinds = [(one.event.transcript_path, one.event.name) for one in waiting]
    for one in waiting:
        if until():
            break
        same = one.event.transcript_path, one.event.name
        if same in seen:
            one.done()
            continue
        one.tried()
        receipt = _one(env, one, options, alone=kinds.count(same) == 1)
        made.append(receipt)
        if receipt.outcome == "queued":
            if receipt.code:
                break  # the store is in use, so the others would wait, too
            continue
        receipts.append(env, receipt)
        seen.add(same)
        one.done()
    return tuple(made)


def _one(env: Env, one: spool.Waiting, options: HookOptions, *, alone: bool) -> ReceiptShape:
    """Finish one call; `alone`: no other call of its kind waits for the same transcript."""
    event = one.event
    began = env.ticks()
    receipt = ReceiptShape(
        at=env.now(),
        agent=event.agent,
        event=event.name,
        trigger=event.trigger,
        outcome="caught_up",
        native_id=event.native_id,
        transcript=event.transcript_path,
    )
    try:
        agent = adapter(event.agent)
        trigger = work.made_by(agent, event) if alone else ""
        taken = take_in(env, event.transcript_path, agent.name, trigger).appended
        start = session_state.peek(env, event.agent, event.native_id).range_start
        if event.name == "PostCompact" and not work.made_since(env, taken.session_id, start, event.summary):
            over = one.age > LONGEST
            state_words = f"{work.NOT_YET}{': given up' if over else ''}"
            return receipt.model_copy(
                update={"outcome": "fault" if over else "queued", "detail": state_words}
            )
        scored: tuple[ScoredCompaction, ...] = ()
        if event.name == "PostCompact":
            scored = score_unscored(env, taken.session_id, newest(env, taken.session_id))
    except Exception as error:  # a failed call must not prevent the others
        busy = isinstance(error, StoreBusy)
        code = error.code if isinstance(error, ReportedError) else "internal"
        text = error.message if isinstance(error, ReportedError) else f"{type(error).__name__}: {error}"
        return receipt.model_copy(
            update={"outcome": "queued" if busy else "fault", "code": code, "detail": text[:2000]}
        )
    _remember(env, one, options, taken.session_id, scored)
    return receipt.model_copy(
        update={
            "session_id": taken.session_id,
            "events_added": taken.events_added,
            "compactions": [verdict_of(each) for each in scored],
            "elapsed_ms": max(0, int((env.ticks() - began) * 1000)),
        }
    )


def _remember(
    env: Env, one: spool.Waiting, options: HookOptions, session_id: str, scored: tuple[ScoredCompaction, ...]
) -> None:
    """Store what the last compaction lost for the session's next prompt."""
    event = one.event
    with session_state.changing(env, event.agent, event.native_id) as state:
        state.session_id = session_id
        if event.name == "PostCompact":
            state.range_start, state.held_start = None, None
        if scored and options.give in ("both", "lost"):
            state.pending = texts.lost_text(scored[-1:], state.ready)
