"""Statements without a source: the result is missing, the beginning is missing, or neither (gate B)."""

from __future__ import annotations

import pytest

from gates.artifact import Artifact
from gates.evaluate import evaluate
from gates.search.missing_results import call_without_result
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from tests.gates.build import artifact_of, index_of, item

CALL, RESULT, SAID = EventKind.TOOL_CALL, EventKind.TOOL_RESULT, EventKind.ASSISTANT


def _events(*rows: tuple[EventKind, str, str]) -> tuple[SourceEvent, ...]:
    """Return events of kind, text and call id; an id makes the event one of a tool."""
    return tuple(
        SourceEvent(
            number,
            kind,
            text,
            f"n{number}",
            tokens=5,
            tool=ToolFact("Bash", call, ToolAction.COMMAND, text, None) if call else None,
        )
        for number, (kind, text, call) in enumerate(rows)
    )


GAP = _events(
    (SAID, "I will help with the order of the voyage planner.", ""),
    (CALL, "Bash\ncommand: grep -n anchorage sails/options.py", "a"),
    (SAID, "Let me check which rigging tests exist.", ""),
    (CALL, "Bash\ncommand: ls sails/checks", "b"),
    (RESULT, "rigging_check.py", "b"),
    (SAID, "There is one check of the rigging.", ""),
    (CALL, "Bash\ncommand: ls sails/charts", "c"),
)


def _made(*texts: str, kind: str = "claim") -> Artifact:
    made = artifact_of(*(item(text, kind=kind) for text in texts))
    return made.model_copy(update={"source": made.source.model_copy(update={"source_end": len(GAP) - 1})})


def _rules(*texts: str, complete: bool, kind: str = "claim") -> list[str]:
    report = evaluate(_made(*texts, kind=kind), index_of(GAP, scope_complete=complete), None)
    return [each.rule for each in report.gates["B"].findings]


@pytest.mark.parametrize("complete", [True, False])
def test_a_statement_about_an_unanswered_call_misses_its_result(complete: bool) -> None:
    """The file shows that the tool was asked about this file, and not what it answered."""
    text = "The default anchorage stands at line 65 of sails/options.py"
    assert _rules(text, complete=complete) == ["result_missing"]
    report = evaluate(_made(text), index_of(GAP, scope_complete=complete), None)
    found = report.gates["B"].findings[0]
    assert "event 1 " in found.message and [each.ordinal for each in found.evidence] == [1]
    assert found.severity == "warning" and report.gates["B"].measures[0].value == 0.0


def test_an_answered_call_and_the_last_call_miss_nothing() -> None:
    """A result that is there is no gap, and neither is one that the transcript did not reach."""
    index = index_of(GAP)
    assert [call.ordinal for call in index.unanswered] == [1]
    assert call_without_result("Two checks lie in sails/checks/rigging_check.py", index) is None
    assert call_without_result("The charts are in sails/charts", index) is None


def test_the_name_of_a_file_alone_does_not_lead_to_a_call() -> None:
    """The call must have another word of the statement, or its announcement must."""
    index = index_of(GAP)
    assert call_without_result("Key file identified: sails/options.py", index) is None
    found = call_without_result("sails/options.py has no anchorage", index)
    assert found is not None and found.ordinal == 1


def test_a_plan_has_no_missing_result() -> None:
    """What is still to be done was not printed by a tool."""
    assert "result_missing" not in _rules("Read sails/options.py again", complete=True, kind="open_work")


def test_words_of_the_file_are_no_reason_to_name_the_missing_beginning() -> None:
    """A statement whose words all occur is in other words; one with unknown words may come from before."""
    known = "The planner of the rigging exists with a check"
    assert _rules(known, complete=False) == ["source_scattered"]
    assert _rules("A lighthouse keeper refused the cargo", complete=False) == ["out_of_scope"]
    assert _rules("A lighthouse keeper refused the cargo", complete=True) == ["no_source"]


def test_a_call_that_writes_asks_nothing() -> None:
    """Its missing result would say only that the file was written."""
    written = ToolFact("Edit", "w", ToolAction.CHANGE, "sails/options.py", None)
    call = SourceEvent(0, CALL, "Edit\nfile_path: sails/options.py\nanchorage", "n0", tokens=5, tool=written)
    after = SourceEvent(1, SAID, "Done with the anchorage.", "n1", tokens=5)
    index = index_of((call, after))
    assert [each.ordinal for each in index.unanswered] == [0]
    assert call_without_result("The default anchorage is in sails/options.py", index) is None
