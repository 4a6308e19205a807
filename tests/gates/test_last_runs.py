"""A claim that a check passes is compared with the last run of that check only."""

from __future__ import annotations

from gates.evaluate import evaluate
from gates.source import SourceEvent
from tests.gates.build import artifact_of, index_of, item, link_to, source_events
from tests.gates.small_report import CAPTURE, GOOD, judge, rules


def test_tests_reported_to_pass_that_failed_are_a_contradiction() -> None:
    """The last run of the linked command failed."""
    wrong = item("The billing tests pass", "2 failed, 14 passed in 3.20s")
    assert "status_conflict" in rules(judge(*GOOD, wrong), "D")


def test_tests_that_passed_in_a_later_run_may_be_reported_to_pass() -> None:
    """Only the last run of a command decides."""
    events = source_events()
    failed = events[3]
    assert failed.tool is not None
    tool = failed.tool._replace(failed=False)
    later = failed._replace(ordinal=9, native_id="n9", text="16 passed in 3.10s", tool=tool)
    index = index_of((*events, later))
    claim = item("The billing tests pass", "2 failed, 14 passed in 3.20s")
    assert "status_conflict" not in rules(evaluate(artifact_of(*GOOD, claim), index, CAPTURE), "D")


def test_another_task_of_the_same_runner_is_another_check() -> None:
    """A later failure of `mise run lint` says nothing about `mise run test`."""
    events = source_events()
    call, result = events[2], events[3]
    assert result.tool is not None

    def run(at: int, task: str, failed: bool) -> SourceEvent:
        assert result.tool is not None
        tool = result.tool._replace(target=f"mise run {task}", failed=failed)
        return result._replace(ordinal=at, native_id=f"n{at}", text=f"{task} ended at {at}", tool=tool)

    passed = (*events[:2], call, run(3, "test", failed=False), *events[4:])
    link = link_to("test ended at 3", passed)
    claim = item("The billing tests pass").model_copy(update={"links": (link,)})
    for task, wrong in (("lint", False), ("test", True)):
        index = index_of((*passed, run(9, task, failed=True)))
        found = rules(evaluate(artifact_of(*GOOD, claim), index, CAPTURE), "D")
        assert ("status_conflict" in found) is wrong
