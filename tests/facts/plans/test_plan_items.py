"""Plans item by item: rules, what stays, steps with what closes them, and plans that are files."""

from __future__ import annotations

import pytest

from gates.source import EventKind, Signal, SignalKind, ToolAction, ToolFact
from tests.facts.session import Script
from workbench.facts.commitment import Basis
from workbench.facts.plans.plan_items import MAX_ITEM, MOST_RULES, PlanItem, PlanItemKind, plan_items
from workbench.facts.plans.plan_text import (
    LEAST,
    LEAST_BOXES,
    is_plan_file,
    new_text,
    reads_as_plan,
    written_plan,
)
from workbench.facts.plans.plans import NEXT_STEPS
from workbench.facts.reading import fold_decisions
from workbench.facts.spans import EventWords

STEPS = """# Cache layer

## Goal
Keep results for a day in src/cache.py.

### Step 1: Add the store
Write a store with one table in `src/store.py`.

### Step 2: Wire it
Call the store from `src/cache.py`.
"""


def items_of(plan: str) -> list[PlanItem]:
    """The items of a plan's text."""
    script = Script()
    script.agent(plan)
    return list(plan_items(script.events[0], EventWords(0, 0, len(plan))))


def stated(script: Script, basis: Basis) -> list[str]:
    """What counts of one sort."""
    return [c.text for c in fold_decisions(script.events) if c.basis is basis and c.counts]


@pytest.mark.parametrize(
    ("line", "heading", "rule"),
    [
        ("- Keep the old parameter", "Changes", True),
        ("- Keeping it would be odd", "Changes", False),
        ("- It should not be cleared by the writer", "Changes", True),
        ("- It is not cleared by the writer", "Changes", False),
        ("- No state transitions", "Changes", True),
        ("- No longer needed after the change", "Changes", False),
        ("**Fix:** read the row twice", "Changes", True),
        ("**Fix:** read the row twice", "Bug analysis", True),
        ("**Note:** reads the row twice", "Changes", False),
        ("- Do not touch the row", "Problem", False),
        ("- Do not touch the row:", "Changes", False),
        ("The user wants one row only", "Context", True),
        ("The users want one row only", "Context", False),
    ],
)
def test_rules_of_a_plan(line: str, heading: str, rule: bool) -> None:
    """A label or a modal verb makes a rule; explanations, lists and tests in a plan do not."""
    found = items_of(f"# Cache layer\n\n## {heading}\n{line}\n")
    assert [each.kind for each in found] == ([PlanItemKind.RULE] if rule else [])


@pytest.mark.parametrize(
    ("heading", "left"),
    [("Files NOT modified", True), ("Out of scope", True), ("Files to modify", False)],
)
def test_what_a_plan_leaves_alone(heading: str, left: bool) -> None:
    """This holds for every entry under such a heading."""
    found = items_of(f"# Cache layer\n\n## {heading}\n- `src/reader.py` has its own cache\n")
    assert [each.kind for each in found] == ([PlanItemKind.UNCHANGED] if left else [])
    assert items_of("# The reader is out of scope\n\nProse that follows.\n") == []


def test_code_tables_and_repetitions_are_no_rules() -> None:
    """Each rule is stated once, up to the limit."""
    assert items_of("# Plan\n\n## Changes\n```\nDo not cut\n```\n| Keep | it |\n") == []
    lines = [f"- Keep part {n} of the table" for n in range(MOST_RULES + 1)]
    assert len(items_of("\n".join(["# Plan", "", "## Changes", *lines[:-1], lines[0]]))) == MOST_RULES
    assert len(items_of("\n".join(["# Plan", "", "## Changes", *lines]))) == MOST_RULES


@pytest.mark.parametrize(("size", "kept"), [(MAX_ITEM, True), (MAX_ITEM + 1, False)])
def test_a_rule_is_cut_at_its_longest(size: int, kept: bool) -> None:
    """Whole up to the limit."""
    line = "Keep " + "w" * 20 + " " + "x" * (size - 26)
    (rule,) = items_of(f"# Plan\n\n## Changes\n{line}\n")
    assert (rule.text == line) is kept
    assert len(rule.text) <= MAX_ITEM


def test_steps_are_open_until_their_file_changes() -> None:
    """All are open before any change; later, those whose named files are all unchanged."""
    script = Script()
    script.plan(STEPS)
    first = "Step 1: Add the store: Write a store with one table in `src/store.py`."
    second = "Step 2: Wire it: Call the store from `src/cache.py`."
    assert stated(script, Basis.PLAN_STEP) == [first, second]
    script.edit("/w/src/store.py", "a", "b", failed=True)
    assert stated(script, Basis.PLAN_STEP) == [first, second]
    script.edit("/w/src/store.py", "a", "b")
    assert stated(script, Basis.PLAN_STEP) == [second]
    script.run("sed -i s/a/b/ src/cache.py", "")
    assert stated(script, Basis.PLAN_STEP) == []


def test_a_change_before_the_plan_closes_nothing() -> None:
    """Only what came after the approval carries a plan out."""
    script = Script()
    script.edit("/w/src/store.py", "a", "b")
    script.plan(STEPS)
    assert len(stated(script, Basis.PLAN_STEP)) == 2


def test_of_many_open_steps_the_next_ones_are_reported() -> None:
    """And a single numbered heading is no list of steps."""
    script = Script()
    script.plan("# Plan\n\n" + "\n".join(f"## Step {n}: part {n}\n" for n in range(1, NEXT_STEPS + 2)))
    assert stated(script, Basis.PLAN_STEP) == [f"Step {n}: part {n}" for n in range(1, NEXT_STEPS + 1)]
    assert items_of("# Plan\n\n## Step 1: part 1\n") == []


def test_a_rejected_plan_requires_nothing() -> None:
    """Neither its rules nor its steps count."""
    script = Script()
    script.plan(STEPS + "\n## Changes\n- Keep the old table\n", SignalKind.PLAN_REJECTED)
    assert stated(script, Basis.PLAN_STEP) + stated(script, Basis.PLAN_RULE) == []


@pytest.mark.parametrize(
    ("path", "plan"),
    [
        ("docs/plans/2026-02-04-cache.md", True),
        ("docs/cache-plan.md", True),
        ("docs/specs/cache.md", True),
        ("docs/planes.txt", False),
        ("docs/cache.md", False),
        ("src/plans/cache.py", False),
    ],
)
def test_plan_files_by_name_or_folder(path: str, plan: bool) -> None:
    """Markdown only."""
    assert is_plan_file(path) is plan


@pytest.mark.parametrize(("size", "read"), [(LEAST, True), (LEAST - 1, False)])
def test_a_plan_file_is_read_from_its_least_size(size: int, read: bool) -> None:
    """A file written by a tool call counts as a plan if it is long enough."""
    script = Script()
    path = "docs/plans/cache.md"
    text = f"Write\nfile_path: {path}\ncontent: {'x' * size}"
    script.add(EventKind.TOOL_CALL, text, tool=ToolFact("Write", "c1", ToolAction.CHANGE, path))
    assert (written_plan(script.events[0]) is not None) is read


def test_a_dialog_without_a_text_approves_the_file_written_before() -> None:
    """The plan is in the file, and the dialog only asks for approval."""
    script = Script()
    path = "docs/plans/cache.md"
    text = f"Write\nfile_path: {path}\ncontent: {STEPS}{'More to read. ' * 10}"
    script.add(EventKind.TOOL_CALL, text, tool=ToolFact("Write", "c1", ToolAction.CHANGE, path))
    assert stated(script, Basis.PLAN) == []
    script.add(EventKind.TOOL_CALL, "ExitPlanMode", signals=(Signal(SignalKind.PLAN_PROPOSED),))
    script.add(EventKind.TOOL_RESULT, "User has approved.", signals=(Signal(SignalKind.PLAN_APPROVED),))
    (plan,) = stated(script, Basis.PLAN)
    assert plan.startswith("Approved plan: Cache layer.")
    assert len(stated(script, Basis.PLAN_STEP)) == 2


def test_a_refusal_points_at_the_refusal_and_at_its_reason() -> None:
    """The evidence is the result that reports the refusal, then the reason."""
    script = Script()
    script.refuse("git push", "let's test this first")
    (found,) = fold_decisions(script.events)
    quotes = [words.quote(script.events) for words in found.words]
    assert quotes[0].startswith("The user doesn't want to proceed") and quotes[1] == "let's test this first"


def test_of_a_long_line_the_sentence_that_binds_is_reported() -> None:
    """The sentences before it only give the reason."""
    why = "The row is read by three parts of the program, " + "and by the writer " * 14 + "too."
    found = items_of(f"# Cache layer\n\n## Context\n{why} The user wants one row only.\n")
    assert [each.text for each in found] == ["The user wants one row only."]


def test_of_a_step_in_parts_the_part_that_does_something_is_reported() -> None:
    """The initial test and the final commit are skipped, unless the step has no other part."""
    parts = (
        "**Step 1: Write the failing test**\n\nCreate the test in `tests/test_store.py`.\n\n"
        "**Step 2: Run it to see it fail**\n\nIt ends with an import error of course.\n\n"
    )
    deed = "**Step 3: Add the table**\n\nAdd one table for results and their age.\n\n"
    last = "**Step 4: Commit**\n\nCommit both files with one message."
    for body, told in ((parts + deed + last, "Add one table"), (parts + last, "Create the test")):
        plan = (
            f"# Cache layer\n\n## Task 1: Store\n\n{body}\n\n## Task 2: Wire\n\nCall the store from it all.\n"
        )
        first = next(each for each in items_of(plan) if each.kind is PlanItemKind.STEP)
        assert first.text.startswith(f"Task 1: Store: {told}")


def test_a_step_that_only_introduces_code_is_its_title() -> None:
    """Text under a clear title is included only if it is informative alone."""
    found = items_of(
        "# Cache\n\n### Task 1: Remove the timing code\nRemove all that was added here:\n\n"
        "### Task 2: Wire\nCall the store from all of these:\n"
    )
    steps = [each.text for each in found if each.kind is PlanItemKind.STEP]
    assert steps == ["Task 1: Remove the timing code", "Task 2: Wire: Call the store from all of these:"]


@pytest.mark.parametrize(
    ("path", "body", "plan"),
    [
        ("docs/refactor.md", "# Refactoring plan\n\nWords.", True),
        ("docs/refactor.md", "# Refactoring\n\n" + "- [ ] do it\n" * LEAST_BOXES, True),
        ("docs/refactor.md", "# Refactoring\n\n" + "- [ ] do it\n" * (LEAST_BOXES - 1), False),
        ("src/refactor.py", "# Refactoring plan\n\nWords.", False),
    ],
)
def test_a_document_is_a_plan_by_what_it_says(path: str, body: str, plan: bool) -> None:
    """By its title, or by entries to be ticked."""
    assert reads_as_plan(path, f"write\npath: {path}\ncontent: {body}") is plan


def test_of_a_change_only_the_new_text_is_read() -> None:
    """The replaced text is no longer part of the plan."""
    text = "edit\npath: docs/plan.md\noldText: - [ ] old\nnewText: - [x] new"
    assert text[new_text(text) :] == "- [x] new"
