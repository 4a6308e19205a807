"""Statements of absence: gate B links them to what the missing action would follow, gate D refutes them."""

from __future__ import annotations

import pytest

from bench.accuracy.claim_faults import SESSION
from gates.artifact import Artifact, ArtifactSource, Origin
from gates.evaluate import Evaluator
from gates.search.absence import Absence, absence_of, refuted
from tests.gates.test_session_claims import claim, found, judge_of

EDITED = ("user: move the parser", "edit: src/parse.py — moved")
TESTED = (*EDITED, "command: pytest -q", "result: 4 passed")
COMMITTED = (*TESTED, "command: git commit -am x", "result: [main 1a2b3c4] Move the parser")
PUSHED = (*COMMITTED, "command: git push", "result: main -> main")
WRITTEN_BESIDE = (
    "user: repair the parser",
    "read: src/parse.py",
    "edit: tests/test_parse.py — a case for the fault",
    "edit: docs/parse.md — the fault explained",
)
LOOKED = ("user: look at the parser", "command: ls src", "result: parse.py")


def artifact_of_claim(judge: Evaluator, text: str) -> Artifact:
    """A summary of one statement."""
    end = len(judge.index.events) - 1
    return Artifact(
        source=ArtifactSource(session_id=SESSION, source_start=0, source_end=end),
        strategy="native",
        prompt_version="imported:text/1",
        origin=Origin.IMPORTED,
    ).with_items((claim(text),))


@pytest.mark.parametrize(
    ("text", "absence"),
    [
        ("Nothing has been committed yet", Absence.COMMIT),
        ("The changes were not committed", Absence.COMMIT),
        ("The work is still unpushed", Absence.PUSH),
        ("The tests were not run", Absence.TEST),
        ("No code changes were made", Absence.CHANGE),
        ("No changes yet", Absence.CHANGE),
        ("Changes made: none", Absence.CHANGE),
        ("None so far - fix found but not yet applied", Absence.FIX),
        ("The fix has not been implemented", Absence.FIX),
        ("None yet, the correction is not implemented", Absence.FIX),
        ("The other proposed fix was not applied", None),
        ("Use the cached value; a wider fix is needed, not made here", None),
        ("No pending tasks", Absence.TASK),
        ("All tasks are completed", Absence.TASK),
        ("The tests must not be run on production", None),
        ("The user asked that nothing was committed", None),
        ("`src/parse.py` was not committed", None),
        ("The only uncommitted work is the new parser", None),
        ("Some of the examples are still uncommitted", None),
        ("All work is uncommitted", Absence.COMMIT),
        ("Nothing was committed before the review", None),
        ("The importer is committed", None),
    ],
)
def test_only_plain_statements_about_the_whole_work_say_that_something_is_absent(
    text: str, absence: Absence | None
) -> None:
    """No rules, wishes, times, or parts of the work."""
    assert absence_of(text) is absence


@pytest.mark.parametrize(
    ("lines", "text", "wrong"),
    [
        (COMMITTED, "The changes were not committed", True),
        (TESTED, "The changes were not committed", False),
        ((*COMMITTED, "edit: src/b.py — more"), "The changes were not committed", False),
        (PUSHED, "Nothing was pushed", True),
        (COMMITTED, "Nothing was pushed", False),
        (TESTED, "The tests were not run", True),
        ((*EDITED, "command: ls src", "result: parse.py"), "The tests were not run", False),
        (TESTED, "No code changes were made", True),
        (LOOKED, "No code changes were made", False),
        (TESTED, "Fix identified but not implemented", True),
        ((*WRITTEN_BESIDE, *TESTED[2:]), "Fix identified but not implemented", False),
        ((*TESTED, "command: git checkout src", "result: done"), "The fix is not implemented", False),
    ],
)
def test_what_a_tool_did_is_not_absent(lines: tuple[str, ...], text: str, wrong: bool) -> None:
    """The event that did it is named."""
    assert (("warning", "absence_refuted") in found(lines, claim(text))) is wrong


@pytest.mark.parametrize(
    ("lines", "text", "place"),
    [
        (TESTED, "The changes were not committed", "src/parse.py"),
        (COMMITTED, "Nothing was pushed", "1a2b3c4"),
        ((*EDITED, "command: ls src", "result: parse.py"), "The tests were not run", "src/parse.py"),
        (LOOKED, "No code changes were made", "parse.py"),
    ],
)
def test_a_true_absence_is_traced_to_the_action_that_nothing_followed(
    lines: tuple[str, ...], text: str, place: str
) -> None:
    """Gate B counts it, and the link leads to that action."""
    judge = judge_of(lines)
    linked = judge.linked(artifact_of_claim(judge, text))
    assert [place in link.quote for link in linked.items[0].links] == [True]
    assert judge.evaluate(linked).gates["B"].findings == ()


def test_a_refuted_absence_is_not_traced_so() -> None:
    """There is no action that nothing followed."""
    judge = judge_of(COMMITTED)
    linked = judge.linked(artifact_of_claim(judge, "The changes were not committed"))
    assert judge.evaluate(linked).gates["B"].findings != ()


def test_the_last_change_of_any_file_refutes() -> None:
    """Not the last of the file that was changed last for the first time."""
    lines = (*EDITED, "edit: src/scan.py — moved", "edit: src/parse.py — moved again", "user: thanks")
    index = judge_of(lines).index
    last = max(at for places in index.facts.changes.values() for at in places)
    assert refuted(Absence.CHANGE, index) == [last]


SCRIPT = (
    "user: repair the parser",
    "edit: src/parse.py — repaired",
    "edit: check_parse.py — prints what the parser reads",
)
RUN = (*SCRIPT, "command: cd /repo && python check_parse.py", "result: 3 rows read")
WAITS = "Wrote the script check_parse.py (not yet executed)"


@pytest.mark.parametrize(
    ("lines", "text", "wrong"),
    [
        (RUN, WAITS, True),
        (RUN, "`check_parse.py` has not been run yet", True),
        (RUN, "check_parse.py: not tested yet.", True),
        (RUN, "check_parse.py was not run on the server", False),
        (RUN, "check_parse.py was not run after the last edit", False),
        (RUN, "check_parse.py works, the linter was not run", False),
        (RUN, "check_rows.py (not yet executed)", False),
        (SCRIPT, WAITS, False),
        ((*SCRIPT, "command: cat check_parse.py", "result: 3 rows read"), WAITS, False),
        ((*SCRIPT, "command: python old_check_parse.py", "result: 3 rows read"), WAITS, False),
        ((*SCRIPT, "command: python check_parse.py", "result: python: command not found"), WAITS, False),
        ((*SCRIPT, "command: pytest -q check_parse.py", "result: 1 failed"), WAITS, True),
        ((*RUN, "edit: check_parse.py — prints more"), WAITS, False),
        ((*RUN, "edit: src/parse.py — repaired again"), WAITS, False),
        ((*RUN, "edit: tests/test_more.py — one more case"), WAITS, True),
    ],
)
def test_a_script_that_was_run_is_not_unrun(lines: tuple[str, ...], text: str, wrong: bool) -> None:
    """A run of that very file, after its last edit and the last of the source."""
    assert (("warning", "absence_refuted") in found(lines, claim(text))) is wrong
