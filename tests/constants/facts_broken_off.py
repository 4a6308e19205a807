"""Cases just above and just below the numbers by which broken-off work, plans and prompts are read."""

from __future__ import annotations

from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, ToolAction, ToolFact
from tests.constants.holding import holds
from workbench.facts.plans.plan_items import PlanItemKind, plan_items
from workbench.facts.plans.plan_text import reads_as_plan
from workbench.facts.plans.plans import PlanFold
from workbench.facts.proposals.failing_checks import FailingCheck, failed_again
from workbench.facts.proposals.fold import CandidateFold
from workbench.facts.proposals.scratch_files import ScratchFiles
from workbench.facts.spans import EventWords

FACTS = "workbench.facts"
CHECKS = f"{FACTS}.proposals.failing_checks"
PLACE = EventWords(0, 0, 4)


def tool(kind: EventKind, text: str, path: str, ordinal: int = 0) -> SourceEvent:
    """A call or a result that changes a file."""
    return SourceEvent(
        ordinal, kind, text, f"n{ordinal}", tool=ToolFact("Write", "c", ToolAction.CHANGE, path)
    )


def failed(output: str, command: str = "go test ./...") -> FailingCheck:
    """Return the result of a failed run."""
    event = SourceEvent(0, EventKind.TOOL_RESULT, output, "n0")
    return failed_again(None, event, PLACE, command)


def names(number: int) -> str:
    """The output of a run in which so many tests fail."""
    return "".join(f"--- FAIL: Test{n}\n" for n in range(number))


@holds(f"{CHECKS}:MOST_NAMED")
def so_many_failed_tests_are_named() -> None:
    """Three of four."""
    assert failed(names(3)).text() == "Failed when last run: Test0, Test1, Test2"
    assert failed(names(4)).text() == "Failed when last run: Test0, Test1, Test2 and 1 more"


@holds(f"{CHECKS}:MOST_TESTS")
def so_many_failed_tests_are_known() -> None:
    """Sixty of sixty-one."""
    assert len(failed(names(61)).tests) == 60


@holds(f"{CHECKS}:MAX_READ")
def so_much_of_an_output_is_read_for_failed_tests() -> None:
    """A name that ends with the last character is read, one that ends behind it is cut."""
    line = "--- FAIL: TestA"
    filled = "x" * (60_000 - len(line) - 1) + "\n" + line
    assert [name for name, _ in failed(filled).tests] == ["TestA"]
    assert [name for name, _ in failed(f"x{filled}").tests] == ["Test"]


@holds(f"{CHECKS}:MAX_COMMAND")
def a_failed_command_is_cut() -> None:
    """A last word that ends at character 240 is reported; one that ends after it is not."""
    before = "pytest " + "-q " * 70
    for length, stated in ((240, True), (241, False)):
        command = before + "a" * (length - len(before)) + " -x"
        assert (" a" in failed("", command).text()) is stated


@holds(f"{FACTS}.proposals.scratch_files:MOST_SCRATCH")
def so_many_scratch_files_are_known() -> None:
    """Sixty-four of sixty-five."""
    fold = ScratchFiles()
    for n in range(65):
        path = f"/repo/test_{n}.py"
        fold.take(tool(EventKind.TOOL_RESULT, f"File created successfully at: {path}", path, n))
    assert len(fold.left) == 64


@holds(f"{FACTS}.proposals.fold:MOST_PLAN_FILES")
def so_many_documents_are_known_as_plans() -> None:
    """Sixty-four of sixty-five."""
    fold = CandidateFold()
    for n in range(65):
        text = f"Write\nfile_path: a{n}.md\ncontent: # The plan\n\n" + "Keep the old reader as it is. " * 9
        fold.take(tool(EventKind.TOOL_CALL, text, f"a{n}.md", n))
    assert len(fold.plan_files) == 64


@holds(f"{FACTS}.plans.plan_text:LEAST_BOXES")
def so_many_boxes_make_a_plan() -> None:
    """Four, not three."""
    assert reads_as_plan("a.md", "write\ncontent: Work\n" + "- [ ] do it\n" * 4)
    assert not reads_as_plan("a.md", "write\ncontent: Work\n" + "- [ ] do it\n" * 3)


@holds(f"{FACTS}.plans.plan_text:MAX_READ")
def so_much_of_a_document_is_read_for_boxes() -> None:
    """The last box ends with the last character that is read."""
    boxes = "- [ ] d\n" * 4
    filled = "x" * (60_000 - len(boxes)) + "\n" + boxes[:-1]
    assert reads_as_plan("a.md", f"write\ncontent: {filled}")
    assert not reads_as_plan("a.md", f"write\ncontent: x{filled}")


@holds(f"{FACTS}.plans.plan_items:CLEAR_TITLE")
def a_title_of_so_many_words_says_what_to_do() -> None:
    """Three words beside the number, not two."""
    body = "Remove all of this here:\n"
    text = f"# Plan\n\n## Step 1: Remove timing code\n{body}\n## Step 2: Remove timing\n{body}"
    event = SourceEvent(0, EventKind.ASSISTANT, text, "n0")
    found = plan_items(event, EventWords(0, 0, len(text)))
    steps = [each.text for each in found if each.kind is PlanItemKind.STEP]
    assert [step.endswith(":") for step in steps] == [False, True]


@holds(f"{FACTS}.plans.plans:MAX_SETTLED")
def the_line_that_approves_is_cut() -> None:
    """At 120 characters."""
    fold, plan = PlanFold(), "# Exports\n\nMove the exports."
    proposed = Signal(SignalKind.PLAN_PROPOSED, (SignalEntry(plan, 0, len(plan)),))
    fold.take(SourceEvent(0, EventKind.TOOL_CALL, plan, "n0", signals=(proposed,)))
    approved = (Signal(SignalKind.PLAN_APPROVED),)
    fold.take(SourceEvent(1, EventKind.TOOL_RESULT, "y" * 200, "n1", signals=approved))
    (settled,) = fold.plans()[0].settled
    assert settled.end - settled.start == 120
