"""The supervisor: detects loops, stalls and fast spending, and sets typed constraints for a few steps.

It writes no text into a prompt. A constraint is one of three kinds with numbers, is listed, and expires after
a number of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.runs.records.shapes import ACTIONS, ForceAction, Override, ToolBudget, WidenRetrieval
from workbench.runs.records.state import RunState
from workbench.runs.settings import RunSettings

LOOP = 2
"""Consecutive steps with the same action and arguments and no new passage that are a loop."""
STALL = 2
"""Consecutive steps without evidence that are a stall."""
PATIENCE = 6
"""Consecutive steps without evidence, and one more for each question of the objective, before the answer is
forced: until then, retrieval is widened again each time that a widening has expired."""
BURNING = 0.8
"""Share of a budget from which the answer is written."""
TTL = 2

Trigger = Literal["loop", "stall", "budget"]


@dataclass(frozen=True, slots=True)
class Intervention:
    """A constraint to set."""

    override: Override
    trigger: Trigger
    ttl_steps: int


def interventions(state: RunState, settings: RunSettings, signature: str, new: int) -> list[Intervention]:
    """Return the constraints to set at the end of a step, from its action and the number of new passages."""
    waiting = {type(each.override) for each in state.active(state.step + 1)}
    found: list[Intervention] = []
    if looping(state, new):
        action = signature.partition(" ")[0]
        if action in ACTIONS and action != "STOP":
            found.append(Intervention(ToolBudget(action_type=action, most=0), "loop", TTL))
    if stalled_for(state) >= STALL:
        found.append(Intervention(_against_stall(state, settings), "stall", TTL))
    if _burning(state, settings) and state.synthesis is None:
        found.append(Intervention(ForceAction(action_type="SYNTHESIZE"), "budget", TTL))
    return list({type(i.override): i for i in found if type(i.override) not in waiting}.values())


def allowed(state: RunState, step: int) -> tuple[str, ...]:
    """Return the actions that the overrides of a step allow; a forced action is the only one."""
    active = state.active(step)
    for each in active:
        if isinstance(each.override, ForceAction):
            return (each.override.action_type,)
    left = list(ACTIONS)
    for each in active:
        budget = each.override
        if isinstance(budget, ToolBudget):
            since = state.signatures[each.step :]
            used = sum(signature.partition(" ")[0] == budget.action_type for signature in since)
            if used >= budget.most and budget.action_type in left:
                left.remove(budget.action_type)
    return tuple(left)


def looping(state: RunState, new: int) -> bool:
    """Return whether the last steps took the same action with the same arguments and found nothing new."""
    last = state.signatures[-LOOP:]
    news: Sequence[int] = [*state.fresh_chunks[-(LOOP - 1) :], new][-LOOP:]
    return len(last) == LOOP and len(set(last)) == 1 and not any(news[1:])


def stalled_for(state: RunState) -> int:
    """Return how many consecutive steps up to this one found no evidence.

    An answer that an earlier step wrote begins a new count: what follows is looked for beside an answer.
    """
    step, written = state.step, _answered_at(state)
    while step in state.stalls and step > written:
        step -= 1
    return state.step - step


def _answered_at(state: RunState) -> int:
    """Return the last step before this one that wrote an answer; 0: none."""
    earlier = enumerate(state.signatures[: max(0, state.step - 1)], 1)
    return max((step for step, each in earlier if each.startswith("SYNTHESIZE ")), default=0)


def _against_stall(state: RunState, settings: RunSettings) -> Override:
    """Return the constraint against a stall: wider searches, then the answer.

    Once an answer is written, another stall ends the run.
    """
    if _answered_at(state):
        return ForceAction(action_type="STOP")
    parts = len(state.intent.sub_queries) if state.intent is not None else 0
    if stalled_for(state) < PATIENCE + parts:
        return WidenRetrieval(factor=settings.widen)
    return ForceAction(action_type="SYNTHESIZE")


def _burning(state: RunState, settings: RunSettings) -> bool:
    spent = state.spent
    shares = (
        (state.step + 1) / settings.steps if settings.steps > 2 else 0.0,
        spent.tokens / settings.tokens,
        spent.seconds / settings.seconds,
        spent.money / settings.money if settings.money else 0.0,
    )
    return max(shares) >= BURNING
