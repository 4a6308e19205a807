"""PLAN: two attempts. A plan that does not parse fails the run.

One that is not allowed ends it with what is known.
"""

from __future__ import annotations

from pydantic import ValidationError

from gates.validation import first_fault
from workbench.runs.agent import Agent, StepView
from workbench.runs.planning.model_answers import MOST_PROBLEM
from workbench.runs.records import events as kinds
from workbench.runs.records.shapes import Plan
from workbench.runs.records.state import PLAN


def planned(agent: Agent, view: StepView) -> kinds.PlanDone | kinds.PlanRefused | kinds.RunFailed:
    """Return the event of a plan: done, refused, or the end of the run with the reason."""
    problem = refused = ""
    for attempt in (1, 2):
        refused = ""
        try:
            plan = Plan.model_validate_json(agent.plan(view, problem))
        except ValueError as error:
            problem = _short(error)
            continue
        if plan.action_type in view.allowed:
            return kinds.PlanDone(plan=plan, attempts=1 if attempt == 1 else 2, problem=problem)
        refused = plan.action_type
        problem = f"{refused} is not allowed now; allowed: {', '.join(view.allowed)}"
    if refused:
        return kinds.PlanRefused(action_type=refused, reason=problem)
    return kinds.RunFailed(phase=PLAN, reason=f"the plan does not parse: {problem}")


def _short(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        return first_fault(error, "plan")[:MOST_PROBLEM]
    return str(error)[:MOST_PROBLEM]
