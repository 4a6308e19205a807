"""Pairs for what is read of plans: approved, pasted and saved ones."""

from __future__ import annotations

from gates.source import EventKind
from tests.constants.facts_messages import FACTS
from tests.constants.holding import holds
from tests.constants.texts import cut_at, sized
from tests.facts.session import Script
from workbench.facts.commitment import CommitmentKind
from workbench.facts.objective import current_objective
from workbench.facts.plans import saved_plans
from workbench.facts.plans.plan_items import PlanItemKind
from workbench.facts.plans.plan_text import written_plan
from workbench.facts.plans.plans import PlanFold
from workbench.facts.reading import FactsReading

DOCUMENT = "# Exports plan\n\n**Goal:** {goal}\n\n{rules}\n\n{steps}"


def planned(body: str) -> PlanFold:
    """An approved plan."""
    script, fold = Script(), PlanFold()
    script.plan(body)
    for event in script.events:
        fold.take(event)
    return fold


@holds(f"{FACTS}.plans.plan_items:MAX_ITEM")
def rules_of_plans_are_cut() -> None:
    """240 characters of one."""

    def stated(text: str) -> str:
        plan = planned(f"# Exports\n\n## What to do\n\n- {text}").plans()[0]
        return next(each.text for each in plan.items if each.kind is PlanItemKind.RULE)

    cut_at(240, stated, "Never push what ")


@holds(f"{FACTS}.plans.plan_items:MOST_RULES")
def a_plan_has_so_many_rules() -> None:
    """Eight of nine."""
    body = "\n".join(f"- Never use library{number} for it." for number in range(9))
    plan = planned(f"# Exports\n\n## What to do\n\n{body}").plans()[0]
    assert sum(each.kind is PlanItemKind.RULE for each in plan.items) == 8


@holds(f"{FACTS}.plans.plan_items:MOST_STEPS")
def a_plan_has_so_many_steps() -> None:
    """Twelve of thirteen."""
    body = "\n\n".join(
        f"## Step {number}: Part{number}\n\nMove table{number} into the archive." for number in range(1, 14)
    )
    plan = planned(f"# Exports\n\n{body}").plans()[0]
    assert sum(each.kind is PlanItemKind.STEP for each in plan.items) == 12


@holds(f"{FACTS}.plans.plan_text:LEAST")
def a_plan_file_says_something() -> None:
    """200 characters are a plan, 199 are not."""
    for length, plan in ((200, True), (199, False)):
        script = Script()
        at = script.write("docs/plans/exports.md", sized(length))
        assert (written_plan(script.events[at]) is not None) is plan


@holds(f"{FACTS}.plans.plans:MAX_TITLE")
def titles_of_plans_are_cut() -> None:
    """160 characters of one."""
    cut_at(160, lambda text: planned(f"# {text}\n\nx").plans()[0].title)


@holds(f"{FACTS}.plans.plans:MAX_LEAD")
def leads_of_plans_are_cut() -> None:
    """240 characters of the first line of prose."""
    cut_at(240, lambda text: planned(f"# Exports\n\n{text}").plans()[0].text.removeprefix("Exports. "))


@holds(f"{FACTS}.plans.plans:NEXT_STEPS")
def the_next_steps_are_open() -> None:
    """Four of five."""
    body = "\n\n".join(
        f"## Step {number}: Part{number}\n\nMove table{number} into the archive." for number in range(1, 6)
    )
    found = planned(f"# Exports\n\n{body}").decisions()
    assert sum(each.kind is CommitmentKind.OPEN_WORK for each in found) == 4


@holds(f"{FACTS}.plans.plans:MOST_CHECKS")
def the_last_checks_are_stated() -> None:
    """Two of three."""
    lines = "\n".join(f"- `pytest tests/part{number} -q`" for number in range(3))
    assert len(planned(f"# Exports\n\nMove it all.\n\n## Verification\n\n{lines}").plans()[0].commands) == 2


@holds(f"{FACTS}.plans.plans:MAX_ORDER")
def an_order_before_a_pasted_plan_is_short() -> None:
    """A heading of the longest title that ends 200 characters behind the order is one, a later one is not."""
    title = sized(150)
    for before, approved in ((208, True), (209, False)):
        script, fold = Script(), PlanFold()
        script.plan(f"# {title}\n\nMove it all.", None)
        script.user(sized(before - 1, "Implement this plan: ") + "\n# " + title + "\n\nMove it all.")
        for event in script.events:
            fold.take(event)
        assert (fold.plans()[0].state == "approved") is approved


def saved(
    goal: str = "Move it all.", rules: str = "", steps: str = "## Task 1: Move\n\n- **Move the table**\n"
) -> saved_plans.SavedPlan | None:
    """A plan that was written into a document."""
    script = Script()
    script.write("docs/plans/exports.md", DOCUMENT.format(goal=goal, rules=rules, steps=steps))
    found = saved_plans.waiting_plans(script.events, 0)
    return found[0] if found else None


@holds(f"{FACTS}.plans.saved_plans:MAX_GOAL")
def goals_are_cut() -> None:
    """240 characters of one."""
    for length, whole in ((240, True), (241, False)):
        plan = saved(goal=sized(length))
        assert plan is not None
        assert plan.goal is not None
        assert (plan.goal.end - plan.goal.start == length) is whole


@holds(f"{FACTS}.plans.saved_plans:MOST_STEPS")
def a_document_has_so_many_steps() -> None:
    """Ten of eleven."""
    plan = saved(steps="\n".join(f"## Task {number}: Part{number}\n\nMove it.\n" for number in range(1, 12)))
    assert plan is not None
    assert len(plan.steps) == 10


@holds(f"{FACTS}.plans.saved_plans:MOST_RULES")
def a_document_has_so_many_rules() -> None:
    """Three of four."""
    plan = saved(rules="\n\n".join(f"You must never use library{number} here." for number in range(4)))
    assert plan is not None
    assert len(plan.rules) == 3


@holds(f"{FACTS}.plans.finished_plans:NAMED", step=0.1)
def a_task_is_called_like_its_heading() -> None:
    """Three words of five, not four of seven."""

    def over(heading: str, title: str) -> bool:
        script = Script()
        script.plan(f"# Exports\n\n## {heading}\n\n- Never push the ledger.")
        script.task("1", title)
        script.task_status("1", "completed")
        found = FactsReading().through(script.events).known(0)
        return any(c.carried_out for c in found)

    assert over("Parcel ledger depot weight courier", "Parcel ledger depot")
    assert not over("Parcel ledger depot weight courier stamp label", "Parcel ledger depot weight")


@holds(f"{FACTS}.said:TASK")
def a_spawned_session_is_about_words_of_such_a_length() -> None:
    """40 characters are a task; less is a label."""

    def objective(size: int) -> str:
        script = Script()
        script.add(EventKind.META, sized(size, "Review the rows of the parcel reader "))
        return current_objective(script.events, 0)

    assert objective(40)
    assert not objective(39)
