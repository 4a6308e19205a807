"""States of the work are retained if their names are stated with the state; code states nothing."""

from __future__ import annotations

import pytest

from gates.capture import CapturedItem
from gates.report import Retention
from gates.restatement import units
from gates.retention.judging import judge
from gates.retention.work_states import work_state
from tests.gates.build import artifact_of, item

FAILED = "Failed when last run: test_parse, test_dump"
EDITED = "Edited and not committed: reader.py, writer.py and 3 more; no check was run since the last edit"


def verdict(text: str, *stated: str) -> tuple[Retention, str]:
    """What an imported summary of some statements makes of an open item."""
    wanted = CapturedItem(item_id="cap_1", kind="open_work", text=text, status="open", origin="structural")
    match = judge(wanted, units(artifact_of(*map(item, stated), origin="imported")), None, lambda _: 1)
    return match.verdict, match.rule


@pytest.mark.parametrize(
    "stated",
    [
        ("test_parse and test_dump fail since the rename",),
        ("`test_parse` is still failing", "the other failure is in test_dump"),
    ],
)
def test_a_failing_test_is_reported_by_its_name_and_that_it_fails(stated: tuple[str, ...]) -> None:
    """In one statement or several."""
    assert verdict(FAILED, *stated) == (Retention.PARAPHRASED, "state_named")


@pytest.mark.parametrize(
    "stated",
    [
        ("test_parse and test_dump pass",),
        ("test_parse and test_dump no longer fail",),
        ("test_parse fails",),
        ("test_parser and test_dumped fail",),
        ("some tests fail", "test_parse covers the reader, test_dump the writer"),
    ],
)
def test_another_test_or_another_result_is_not_it(stated: tuple[str, ...]) -> None:
    """Each named test must be reported as failing."""
    assert verdict(FAILED, *stated)[1] != "state_named"


def test_uncommitted_files_are_reported_by_name_and_that_they_are_not_committed() -> None:
    """Files in one statement, their state in another."""
    files = "Changed reader.py and writer.py so that empty lines are kept"
    assert verdict(EDITED, files, "Nothing has been committed so far")[1] == "state_named"
    assert verdict(EDITED, files, "All of it has been committed")[1] != "state_named"
    assert verdict(EDITED, files)[1] == "state_named"
    assert verdict(EDITED, files, "Pushed to the branch")[1] != "state_named"
    assert verdict(EDITED, "Changed reader.py", "Nothing has been committed so far")[1] != "state_named"


def test_a_command_that_failed_is_reported_by_the_file_that_it_runs() -> None:
    """The folder it was run in may be left out."""
    text = "Failed when last run: cd /tmp/x/parcels && python try_parcels.py"
    assert verdict(text, "Created try_parcels.py (blocked by missing packages)")[1] == "state_named"
    assert verdict(text, "try_parcels.py runs")[1] != "state_named"
    assert verdict(text, "try_parcel.py fails")[1] != "state_named"


def test_scratch_files_are_reported_as_left_over() -> None:
    """The words that say so may be of several kinds."""
    text = "Made to try something and still there: try_it.py"
    assert verdict(text, "try_it.py, wrong_guess.py: throwaway helpers, to be removed")[1] == "state_named"
    assert verdict(text, "Created test files: try_it.py")[1] == "state_named"
    assert verdict(text, "Reproduction scripts: try_it.py")[1] == "state_named"
    assert verdict(text, "Created test files: try_that.py")[1] != "state_named"
    assert verdict(text, "try_it.py holds the parser") == (Retention.UNCERTAIN, "state_not_said")


@pytest.mark.parametrize("text", ["Failed when last run: make test", "Edited: reader.py", "reader.py"])
def test_other_items_are_no_states(text: str) -> None:
    """A command has blanks, a sentence has another beginning."""
    assert work_state(text) is None


def test_code_in_a_summary_changes_nothing_that_was_said() -> None:
    """Code is only compared literally; other values in it are no contradiction."""
    code = (
        '`store_test.go`: package store\n\nimport (\n\t"os"\n\t"testing"\n)\n'
        "s := openStore(t)\ns.keepOldRows(false)\n"
    )
    rule = CapturedItem(
        item_id="cap_1",
        kind="decision",
        text="`openStore` must keep old rows",
        status="in_force",
        origin="phrase",
    )
    match = judge(rule, units(artifact_of(item(code))), None, lambda _: 1)
    assert match.verdict is Retention.DROPPED
    literal = rule.model_copy(update={"text": "s.keepOldRows(false)"})
    assert judge(literal, units(artifact_of(item(code))), None, lambda _: 1).verdict is Retention.PRESERVED


def test_some_of_the_names_are_less_than_all_and_more_than_none() -> None:
    """A state of which a part is told was not dropped."""
    assert verdict(FAILED, "test_parse fails since the rename") == (Retention.WEAKENED, "some_names_stated")
    assert verdict(FAILED, "test_parse passes since the rename")[0] is not Retention.WEAKENED
    assert verdict(FAILED, "the linter fails since the rename")[0] is Retention.DROPPED
