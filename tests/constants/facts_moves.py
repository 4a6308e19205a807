"""Pairs for what is read of moves, refusals, checklists, and commands that run on."""

from __future__ import annotations

from gates.source import EventKind, ToolAction, ToolFact
from tests.constants.facts_messages import FACTS
from tests.constants.facts_plans import saved
from tests.constants.holding import holds
from tests.constants.texts import sized
from tests.facts.session import Script
from workbench.facts.actions.moved_files import moves
from workbench.facts.actions.polls import is_running, note_running
from workbench.facts.actions.refusals import is_refused
from workbench.facts.plans.checklists import ChecklistFold


@holds(f"{FACTS}.actions.moved_files:MAX_READ")
def commands_are_read_for_moves_so_far() -> None:
    """4,000 characters: a name that ends there is whole, one that ends behind it is cut."""
    for length, new in ((4_000, "b.py"), (4_001, "b.p")):
        command = sized(length - len("; mv a.py b.py")) + "; mv a.py b.py"
        assert list(moves(command)) == [("a.py", new)]


@holds(f"{FACTS}.actions.refusals:HEAD")
def refusals_are_read_off_the_beginning_of_a_line() -> None:
    """300 characters: words that end there are read, those that end behind it are not."""
    mark = " rejected by user"
    for length, refused in ((300, True), (301, False)):
        script = Script()
        at = script.run("make", sized(length - len(mark)) + mark, failed=True)
        assert is_refused(script.events[at]) is refused


@holds(f"{FACTS}.actions.polls:HEAD")
def results_say_early_that_a_command_runs_on() -> None:
    """400 characters are read."""
    mark = "\nProcess running"
    for length, runs in ((400, True), (401, False)):
        script = Script()
        at = script.run("make", sized(length - len(mark)) + mark, failed=None)
        assert is_running(script.events[at]) is runs


@holds(f"{FACTS}.actions.polls:MOST_RUNNING")
def so_many_commands_run_on() -> None:
    """64 of 65."""
    running: dict[str, str] = {}
    script = Script()
    for number in range(65):
        tool = ToolFact("exec_command", f"c{number}", ToolAction.COMMAND, f"make part{number}")
        at = script.add(EventKind.TOOL_RESULT, f"Process running with session ID {number}", tool=tool)
        note_running(running, script.events[at])
    assert len(running) == 64
    assert "0" not in running


@holds(f"{FACTS}.plans.saved_plans:FEWEST_OPENING")
def an_opening_has_so_many_words() -> None:
    """Five, not four."""
    for said, openings in (("Move the table into archive.", 1), ("Move the whole table.", 0)):
        plan = saved(steps=f"## Task 1: Move\n\n{said}\n")
        assert plan is not None
        assert len(plan.steps[0].openings) == openings


@holds(f"{FACTS}.plans.saved_plans:MOST_OPENINGS")
def a_step_has_so_many_openings() -> None:
    """Four of five."""
    parts = "\n\n".join(f"**Part {n}**\n\nMove the table number{n} into the archive." for n in range(5))
    plan = saved(steps=f"## Task 1: Move\n\n{parts}\n")
    assert plan is not None
    assert len(plan.steps[0].openings) == 4


def _ticks(script: Script, path: str, *left: str) -> None:
    """An edit that ticks one box and leaves others."""
    rest = "".join(f"\n- [ ] {step}" for step in left)
    script.edit(path, f"- [ ] Draw it{rest}", f"- [x] Draw it{rest}")


def _steps(script: Script) -> list[str]:
    fold = ChecklistFold()
    for event in script.events:
        fold.take(event)
    return [step.text for step in fold.result()]


@holds(f"{FACTS}.plans.checklists:MAX_STEP")
def a_step_of_a_checklist_is_cut() -> None:
    """240 characters of one."""
    script = Script()
    _ticks(script, "a.md", sized(240))
    _ticks(script, "b.md", sized(241))
    whole, cut = _steps(script)
    assert whole == sized(240)
    assert cut != sized(241)


@holds(f"{FACTS}.plans.checklists:MOST_LEFT")
def an_edit_leaves_so_many_steps() -> None:
    """Four of five."""
    script = Script()
    _ticks(script, "a.md", *(f"Draw part {n}" for n in range(5)))
    assert _steps(script) == [f"Draw part {n}" for n in range(4)]


@holds(f"{FACTS}.plans.checklists:MOST_DOCUMENTS")
def so_many_checklists_are_known() -> None:
    """32 of 33; the oldest goes."""
    script = Script()
    for n in range(33):
        _ticks(script, f"list{n}.md", f"Draw part {n}")
    assert _steps(script) == [f"Draw part {n}" for n in range(1, 33)]


@holds(f"{FACTS}.plans.checklists:MOST_CALLS")
def so_many_edits_wait_for_their_result() -> None:
    """64 of 65; the oldest is no longer waited for."""
    script, fold = Script(), ChecklistFold()
    for n in range(65):
        _ticks(script, f"list{n}.md", f"Draw part {n}")
    ordered = sorted(script.events, key=lambda event: event.kind is EventKind.TOOL_RESULT)
    for event in ordered[:-64]:
        fold.take(event)
    assert fold.result() == []
    fold.take(ordered[-64])
    assert [step.text for step in fold.result()] == ["Draw part 1"]
