"""The state of the work on a page: last edits, checks, thoughts."""

from __future__ import annotations

import pytest

from gates.artifact import Artifact, ItemKind, parse
from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from tests.strategies.source import Source, whole, work_session
from workbench.facts.actions.put_back import put_back
from workbench.facts.reading import weighed
from workbench.facts.spans import EventWords
from workbench.strategies.asked import parse_size
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.memory.drafting import MemoryStrategy
from workbench.strategies.page import statements as page_statements
from workbench.strategies.page.last_state import PASSED, PUT_BACK, without_reverted
from workbench.strategies.page.overtaken import overtaken_guesses
from workbench.strategies.page.planned_steps import AFTERWARDS
from workbench.strategies.page.self_contained import is_substep
from workbench.strategies.page.statement import made_of
from workbench.strategies.page.statements import BEFORE, statements
from workbench.strategies.page.thoughts import THOUGHT
from workbench.strategies.page.units import units


def drafted(source: Source, size: str) -> Artifact:
    """The default draft in a size."""
    request = DraftRequest(source.range, source.events, size=parse_size(size))
    return parse(IntentionalStrategy().draft(request).payload)


def stated_in(script: Script) -> list[str]:
    """Return the texts that may be on a page of a whole script."""
    source = whole(script)
    return [
        each.item.text for each in statements(DraftRequest(source.range, source.events)) if each.informative
    ]


def test_the_last_edit_is_kept_and_an_old_one_is_not() -> None:
    """Current work stays verbatim in a draft with a size."""
    script = work_session()
    old = script.edit("src/old.py", "a = 1", "a = 2")
    for n in range(60):
        script.run(f"ls part{n}", "nothing of note")
    last = script.edit("src/new.py", "b = 1", "b = 2")
    source = whole(script)
    sorts = {unit.ordinals[0]: unit.sort for unit in units(DraftRequest(source.range, source.events))}
    assert (sorts[old], sorts[last]) == ("change", "edited")
    assert last in drafted(source, "900").source.kept


def test_an_edit_without_a_check_is_still_to_be_checked() -> None:
    """`no check was run` alone was read as a rule that none may be run."""
    script = work_session()
    script.edit("src/new.py", "b = 1", "b = 2")
    (stated,) = [text for text in stated_in(script) if "new.py" in text and "check" in text]
    assert stated.endswith("; still to be checked: no check was run since the last edit")


def test_a_failed_check_is_stated_once() -> None:
    """Captured open work names it, so that no failure says it again."""
    script = work_session()
    script.user("Please make the tests of the cart pass.")
    script.run("python -m unittest discover tests", "Exit code 1\nImportError: no module cart", failed=True)
    source = whole(script)
    found = statements(DraftRequest(source.range, source.events))
    assert sum("unittest discover tests" in each.item.text for each in found if each.informative) == 1


def test_a_note_of_the_program_is_no_statement() -> None:
    """A run's note on a step stands on no page while an event of the agent's own can stand there."""
    script = Script()
    script.run("ls shop", "cart.py export.py")
    script.add(EventKind.META, "OBSERVE step 1: the folder of the shop was listed")
    source = whole(script)
    for strategy in (IntentionalStrategy(), MemoryStrategy()):
        assert not any("OBSERVE" in item.text for item in source.draft(strategy).items)


def test_the_last_thought_that_was_not_said_is_reported() -> None:
    """It is the current work; a later closing message settles it."""
    script = work_session()
    thought = (
        "The prompt handler calls captureInitialState, so the start check has to be called from there too."
    )
    script.add(EventKind.THINKING, thought)
    script.run("cat hooks.py", "def capture_initial_state(): ...")
    stated = [item.text for item in drafted(whole(script), "2000").items]
    assert f'{THOUGHT}"{thought}"' in stated
    script.agent("The start check is called from captureInitialState now, and all tests of the hooks pass.")
    script.user("Fine, and now write the changelog of the release, please.")
    stated = [item.text for item in drafted(whole(script), "2000").items]
    assert not any(text.startswith(THOUGHT) for text in stated)


def test_an_old_thought_is_not_reported() -> None:
    """Later messages and actions have settled it."""
    script = work_session()
    thought = (
        "The prompt handler calls captureInitialState, so the start check has to be called from there too."
    )
    script.add(EventKind.THINKING, thought)
    for number in range(6):
        script.run(f"cat part{number}.py", f"value = {number}")
    found = statements(DraftRequest(whole(script).range, tuple(script.events)))
    assert not any(each.item.text.startswith(THOUGHT) for each in found)


def test_a_check_that_passed_before_the_last_edit_says_so() -> None:
    """Beside a later untested edit it would read as the current state."""
    script = work_session()
    script.run("pytest tests/unit", "12 passed in 0.10s")
    script.edit("src/export.py", "a = 1", "a = 2")
    found = statements(DraftRequest(whole(script).range, tuple(script.events)))
    passed = [each.item.text for each in found if each.item.text.startswith("Passed when last run: pytest")]
    assert passed
    assert all(text.endswith(BEFORE) for text in passed)


def test_each_check_is_dated_by_the_last_edit_of_the_work() -> None:
    """One that ran after it is not, and a file made to try something makes nothing unchecked."""
    script = work_session()
    script.run("ruff check .", "All checks passed! 0 issues")
    script.edit("src/export.py", "a = 1", "a = 2")
    script.run("pytest tests/unit", "12 passed in 0.10s")
    script.edit("try/verify_export.py", "b = 1", "b = 2")
    found = statements(DraftRequest(whole(script).range, tuple(script.events)))
    dated = {t.partition(" (")[0]: t.endswith(BEFORE) for t in (e.item.text for e in found) if PASSED in t}
    assert dated == {f"{PASSED}ruff check .": True, f"{PASSED}pytest tests/unit": False}


def test_what_was_run_at_the_very_end_is_worth_more() -> None:
    """The same command counts as one among many once other things followed."""
    script = work_session()
    script.run("git status --short", " M src/export.py")
    source = whole(script)
    last = units(DraftRequest(source.range, source.events))[-1]
    for number in range(30):
        script.agent(f"Row {number} of the feed has the owner alpha{number}, as the table of owners says.")
    source = whole(script)
    again = [u for u in units(DraftRequest(source.range, source.events)) if u.ordinals == last.ordinals]
    assert (last.sort, again[0].sort) == ("latest", "git")
    assert last.worth > again[0].worth


def test_an_edit_that_was_put_back_is_reported_as_that() -> None:
    """It is no file that matters, and the state names it as put back; the other edit stays."""
    script = Script()
    script.user("Please try the strict parser in src/rows.py and note the result in docs/result.md.")
    script.edit("src/rows.py", "parser = loose", "parser = strict")
    script.edit("docs/result.md", "none", "slower by half")
    before = stated_in(script)
    assert "src/rows.py (last Edit)" in before
    script.run("git checkout -- src/rows.py", "")
    after = stated_in(script)
    assert "docs/result.md (last Edit)" in after
    assert "src/rows.py (last Edit)" not in after
    (edited,) = [text for text in after if text.startswith("Edited and not committed: ")]
    assert edited.endswith(f"{PUT_BACK}rows.py")
    assert not any(PUT_BACK in text for text in before)


def test_removed_files_are_not_taken_off_twice() -> None:
    """The state of the work has forgotten them already; the others are counted as they are."""
    script = Script()
    for number in range(8):
        script.edit(f"src/rows{number}.py", "1", "2")
    script.run("rm src/rows0.py src/rows1.py", "")
    source = whole(script)
    made = DraftRequest(source.range, source.events)
    (judged,) = [j for j in weighed(made.seen(), 0) if j.commitment.text.startswith("Edited and not")]
    left = without_reverted(made, judged, put_back(made.seen(), 0))
    assert left is not None
    assert "rows7.py and 2 more" in left.commitment.text


def test_a_check_that_still_ran_did_not_pass() -> None:
    """Output of a running check is partial; a finished one is stated with its result."""
    script = Script()
    script.user("Run all of the tests of the exporter again, please.")
    script.run("pytest tests/unit", "Process running with session ID 41\nOutput:\n3 passed so far")
    assert not any(text.startswith("Passed when last run") for text in stated_in(script))
    script.run("pytest tests/unit", "12 passed in 0.10s")
    (stated,) = {text for text in stated_in(script) if text.startswith("Passed when last run")}
    assert stated == "Passed when last run: pytest tests/unit (12 passed in 0.10s)"
    script.run(
        "pytest tests/unit", "Chunk ID: 4f\nWall time: 2 seconds\nOutput:\ncollected 14\n14 passed in 1.1s\n"
    )
    (stated,) = {text for text in stated_in(script) if text.startswith("Passed when last run")}
    assert stated == "Passed when last run: pytest tests/unit (14 passed in 1.1s)"


def test_a_failing_check_says_what_it_demands() -> None:
    """The first line with what was expected follows the name of the test."""
    script = Script()
    script.user("Make the exporter keep both of the dates of a row.")
    script.edit("src/rows.py", "one", "two")
    output = "--- FAIL: TestBothDates (0.00s)\n    rows_test.go:31: row 4 should have two dates\nFAIL"
    script.run("go test ./...", output, failed=True)
    assert any("TestBothDates (row 4 should have two dates)" in text for text in stated_in(script))


def test_a_check_that_broke_off_says_why() -> None:
    """The last error that it printed, and where that is long, whole sentences of it."""
    script = Script()
    script.user("Make the exporter keep both of the dates of a row.")
    script.edit("src/rows.py", "one", "two")
    output = "Traceback (most recent call last):\n  File 'rows.py'\nImportError: No module named ledger"
    script.run("pytest tests/rows", output, failed=True)
    assert any(text.endswith("(ImportError: No module named ledger)") for text in stated_in(script))


def test_a_failed_command_says_why_and_not_its_trace() -> None:
    """The frames of a trace say nothing of what went wrong."""
    script = Script()
    script.user("Make the exporter keep both of the dates of a row.")
    script.edit("src/rows.py", "one", "two")
    frames = "\n".join(f'  File "/lib/part{n}.py", line {n}, in run' for n in range(6))
    output = f"Traceback (most recent call last):\n{frames}\nTypeError: required field is missing from row"
    script.run("python -m pytest tests/rows.py -v", output, failed=True)
    script.agent("The row has no second date there, so the reader of the exporter breaks off.")
    items = drafted(whole(script), "60%").items
    assert any("TypeError: required field is missing from row" in item.text for item in items)
    assert not any("Traceback" in item.text for item in items)


def test_a_mere_path_is_not_what_came_of_a_check() -> None:
    """The position of a warning says nothing about the tests."""
    script = Script()
    script.user("Make the exporter keep both of the dates of a row.")
    script.edit("src/rows.py", "one", "two")
    script.run("pytest tests/unit", "/home/ann/venv/lib/python3.12/site-packages/astroid/\n")
    assert "Passed when last run: pytest tests/unit" in stated_in(script)


def test_the_later_steps_of_a_plan_are_named() -> None:
    """Only the next ones are captured; a plan of no more than these has no later steps."""
    for count in (4, 7):
        script = Script()
        script.user("Please plan how the rows of the exporter are sorted.")
        script.plan(
            "# Sorted rows\n\n" + "\n".join(f"## Step {n}: sort part {n}\n" for n in range(1, count + 1))
        )
        later = [text for text in stated_in(script) if text.startswith(AFTERWARDS)]
        names = "; ".join(f'"Step {n}: sort part {n}"' for n in range(5, count + 1))
        assert later == ([f"{AFTERWARDS}{names}"] if count > 4 else [])


def test_a_step_within_a_step_of_a_prompt_is_no_proposed_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most are done by the end of the range, and none says what is special about the work."""
    monkeypatch.setattr(page_statements, "commitments", lambda *_: [])  # else these are captured
    script = Script()
    script.user(
        "".join(f"Shelf {n} of the ledger holds the parcels of week {n}.\n" for n in range(20))
        + "Can you help me correct the exporter? Follow these phases:\n\nPhase 8. REVIEW: the ledger\n"
        "8.1 Run the tests of the shelf to make sure that nothing is broken.\n"
        "8.2 Add rare cases of the shelf to your test script so that all is covered.\n"
    )
    script.run("ls src", "export.py")
    source = whole(script)
    found = statements(DraftRequest(source.range, source.events))
    assert not any(is_substep(each.item.text) for each in found if each.informative)


def test_a_guess_in_a_call_that_thinks_is_over_once_the_cause_is_found() -> None:
    """Some agents think by calling a tool; a report of passed checks settles it, too."""
    guess = "The issue seems to be that the exporter sorts the rows of the ledger by their names."
    settling = (
        "The problem is the reader of the ledger: it reads the second page of rows before the first.",
        "All tests of the ledger pass.",
    )
    tool = ToolFact("think", "thought", ToolAction.OTHER, "")
    for text in ("The exporter has four parts, and each of them has a test.", *settling):
        script = work_session()
        thought = script.add(EventKind.TOOL_CALL, f"think\nthought: {guess}", tool=tool)
        script.agent(text)
        source = whole(script)
        request = DraftRequest(source.range, source.events)
        (claim,) = source.draft(IntentionalStrategy()).items[-1:]
        item = claim.model_copy(
            update={"kind": ItemKind.CLAIM, "text": guess, "status": None, "detail": None}
        )
        words = EventWords(thought, 15, 15 + len(guess))
        assert overtaken_guesses(request, [made_of(item, [words], 0.3, "likely")]) == [text in settling]


def test_a_report_that_only_cheers_the_fix_is_no_line_of_a_page() -> None:
    """It says neither what was run nor what came of it."""
    script = work_session()
    script.agent("The test confirms that the fix works exactly as it was intended for the exporter.")
    script.run("ls src", "export.py")
    script.agent("The exporter writes batches of 40 rows now.")
    assert not any("confirms that the fix" in text for text in stated_in(script))


def test_an_abandoned_attempt_is_no_failed_check() -> None:
    """Its script was made to try something, and another one made since does what it was for."""
    script = Script()
    script.user("Please find out why the export of the ledger counts the parcels of a day twice.")
    script.write("/shop/test_export_alone.py", "import shop")
    script.run("cd /shop && python test_export_alone.py", "ImportError: no module named shop", failed=True)
    assert any(text.startswith("Failed when last run") for text in stated_in(script))
    script.write("/shop/alone_export_test.py", "import ledger")
    assert any(text.startswith("Failed when last run") for text in stated_in(script))
    script.run("cd /shop && python alone_export_test.py", "the rows of a day are counted twice", failed=None)
    assert not any("test_export_alone.py" in text and "ailed" in text for text in stated_in(script))


def test_a_check_of_the_project_stays_failed() -> None:
    """A script that was made since says nothing about it."""
    script = Script()
    script.user("Please find out why the export of the ledger counts the parcels of a day twice.")
    script.run("cd /shop && python check_export.py", "ImportError: no module named shop", failed=True)
    script.write("/shop/try_export.py", "import ledger")
    script.run("cd /shop && python try_export.py", "the rows of a day are counted twice", failed=None)
    assert any("check_export.py" in text and "ailed" in text for text in stated_in(script))
