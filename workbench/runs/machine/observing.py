"""OBSERVE: what a step found first, which constraints begin or end, and whether a budget is spent."""

from __future__ import annotations

from gates.canonical import digest
from gates.measure_words import plural
from store.run_values import RunPart, StrategicOverride
from workbench.runs.agent import TooDear
from workbench.runs.machine.supervisor import interventions
from workbench.runs.records import events as kinds
from workbench.runs.records.shapes import ForceAction, Model
from workbench.runs.records.state import ACT, COMPILE, PLAN, RunState, SetOverride
from workbench.runs.settings import RunSettings


def observed(
    state: RunState, settings: RunSettings, run_id: str, now: str
) -> tuple[list[Model], kinds.ObserveDone, list[RunPart]]:
    """Return the events of a step's end, the last one separately, and the records that go with them."""
    new = len(_met(state) - state.seen)
    stopping = state.plan is not None and state.plan.action_type == "STOP"
    bodies: list[Model] = [
        kinds.OverrideExpired(override_id=each.override_id)
        for each in state.overrides
        if each.override_id not in state.expired and (not each.active(state.step + 1) or _obeyed(each, state))
    ]
    parts: list[RunPart] = []
    if not stopping:
        _intervene(state, settings, run_id, new, now, bodies, parts)
    over = None if stopping else over_budget(state, settings)
    if over is not None:
        bodies.append(over)
    going = "EGRESS" if stopping or over is not None else "STEP"
    done = kinds.ObserveDone.model_validate(
        {"summary": summary_of(state, new), "new_chunks": new, "next": going}
    )
    return bodies, done, parts


def _obeyed(each: SetOverride, state: RunState) -> bool:
    """Return whether a forced action was taken: it is forced once."""
    if not isinstance(each.override, ForceAction) or not each.active(state.step):
        return False
    return state.acted is not None and state.acted.action_type == each.override.action_type


def _intervene(
    state: RunState,
    settings: RunSettings,
    run_id: str,
    new: int,
    now: str,
    bodies: list[Model],
    parts: list[RunPart],
) -> None:
    """Add the constraints that the supervisor sets at the end of this step."""
    signature = state.acted.signature if state.acted else ""
    first = len(state.overrides) + 1
    for number, made in enumerate(interventions(state, settings, signature, new), first):
        name = "ovr_" + digest(["override/1", run_id, number])[:20]
        bodies.append(
            kinds.OverrideSet(
                override_id=name, override=made.override, trigger=made.trigger, ttl_steps=made.ttl_steps
            )
        )
        arguments = made.override.model_dump_json()
        parts.append(
            StrategicOverride(
                name,
                run_id,
                number,
                made.override.kind,
                arguments,
                made.trigger,
                state.step,
                made.ttl_steps,
                now,
            )
        )


def _met(state: RunState) -> set[str]:
    """Return the ids of the passages that this step selected or found."""
    selected = {given.chunk_id for given in state.compiled.selected} if state.compiled else set()
    return selected | ({given.chunk_id for given in state.acted.found} if state.acted else set())


def over_budget(
    state: RunState, settings: RunSettings, *, within_step: bool = False
) -> kinds.BudgetSpent | None:
    """Return the budget that is spent, if any; `within_step` does not count the current step."""
    used = {
        "steps": (settings.steps, state.step - within_step),
        "tokens": (settings.tokens, state.spent.tokens),
        "seconds": (settings.seconds, state.spent.seconds),
        "money": (settings.money, state.spent.money),
    }
    for name, (most, spent) in used.items():
        if spent >= most and (name != "money" or spent > 0):
            return kinds.BudgetSpent.model_validate(
                {"name": name, "most": most, "used": spent, "currency": settings.currency}
            )
    return None


def over_before_asking(state: RunState, settings: RunSettings) -> kinds.BudgetSpent | None:
    """Return a budget that is spent before a phase that would ask a model."""
    writes = state.phase == ACT and state.plan is not None and state.plan.action_type == "SYNTHESIZE"
    asks = writes or state.phase == PLAN or (state.phase == COMPILE and bool(state.manifest_id))
    return over_budget(state, settings, within_step=True) if asks else None


def over_by_next(settings: RunSettings, left: float, error: TooDear) -> kinds.BudgetSpent:
    """Return the budget that the next question might exceed."""
    most = settings.money if error.name == "money" else settings.tokens
    return kinds.BudgetSpent(
        name=error.name,
        most=most,
        used=round(most - left, 6),
        currency=settings.currency,
        ahead=error.most,
    )


def summary_of(state: RunState, new: int) -> str:
    """Return a sentence about what the step did, in fixed words."""
    acted = state.acted
    if acted is None:
        return "nothing was done"
    news = plural(new, "new passage")
    if acted.action_type == "SEARCH":
        direct = sum(given.label == "DIRECT" for given in acted.found)
        return f"SEARCH found {plural(len(acted.found), 'passage')}, {direct} of them DIRECT; {news}"
    if acted.slice is not None:
        return f"FETCH_SLICE read {acted.slice.chunk_id}, {acted.slice.start}..{acted.slice.end}; {news}"
    if acted.synthesis is not None:
        made = acted.synthesis
        claims, conflicts = plural(len(made.claims), "claim"), plural(len(made.conflicts), "conflict")
        return f"SYNTHESIZE wrote {claims} and {conflicts}; {news}"
    if acted.action_type == "ASK_HUMAN":
        return "ASK_HUMAN was answered"
    return f"{acted.action_type}; {news}"
