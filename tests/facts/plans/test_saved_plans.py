"""Plans that were written into a document: which ones wait, and what of them is read."""

from __future__ import annotations

import pytest

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from workbench.facts.plans.saved_plans import waiting_plans

PLAN = """# Stop Hook Plan

> REQUIRED: carry it out task by task.

**Goal:** Ask for the status of the tree only once.

## Task 1: Take out the timing

**Step 1: Remove the timers from hook.go**

```go
// ## Task 9: in code
```

**Step 2: Commit**

## Task 2: One status call

- [ ] Update gemini.go likewise
"""


def wrote(path: str, content: str, *more: str) -> list[SourceEvent]:
    """A call that wrote a document, and calls that then changed the files named."""
    found: list[SourceEvent] = []
    for place, body in [(path, content), *((each, "x = 1") for each in more)]:
        tool = ToolFact(name="Write", call_id=f"c{len(found)}", action=ToolAction.CHANGE, target=place)
        text = f"Write\nfile_path: {place}\ncontent: {body}"
        found.append(SourceEvent(len(found), EventKind.TOOL_CALL, text, f"n{len(found)}", tool=tool))
    return found


def test_a_saved_plan_is_read_by_its_steps() -> None:
    """Title, goal, what it demands and each step with what is named under it; code is left out."""
    events = wrote("/w/docs/plans/stop-hook.md", PLAN)
    (plan,) = waiting_plans(events, 0)
    assert plan.title.quote(events) == "Stop Hook Plan"
    assert plan.goal is not None
    assert plan.goal.quote(events) == "Ask for the status of the tree only once."
    assert [rule.quote(events) for rule in plan.rules] == ["REQUIRED: carry it out task by task."]
    stated = [(s.title.quote(events), [part.quote(events) for part in s.parts]) for s in plan.steps]
    assert stated == [
        ("Task 1: Take out the timing", ["Remove the timers from hook.go", "Commit"]),
        ("Task 2: One status call", ["Update gemini.go likewise"]),
    ]


@pytest.mark.parametrize(
    ("path", "more", "count"),
    [
        ("/w/docs/plans/stop-hook.md", (), 1),
        ("/w/docs/plans/stop-hook.md", ("/w/docs/notes.md",), 1),
        ("/w/docs/plans/stop-hook.md", ("/w/hook.go",), 0),
        ("/w/src/plan.py", (), 0),
    ],
)
def test_a_plan_waits_until_something_else_than_a_document_is_changed(
    path: str, more: tuple[str, ...], count: int
) -> None:
    """Code is no plan, and notes beside it do not begin it."""
    assert len(waiting_plans(wrote(path, PLAN, *more), 0)) == count


def test_a_document_without_steps_is_no_plan() -> None:
    """A page about the plan of a house names no steps."""
    assert (
        waiting_plans(wrote("/w/house/plan.md", "# The plan of the house\n\nIt has two floors.\n"), 0) == []
    )
