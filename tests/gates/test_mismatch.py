"""Link mismatch: the linked words carry nothing of the item, unless the action that is linked does."""

from __future__ import annotations

import pytest

from gates.capture import make_capture
from gates.evaluate import Evaluator
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from tests.gates.build import artifact_of, index_of, item, link_to, source_events

EDITED = "The file has been updated successfully."
OTHER = (
    "The edit that was last made after the commit to limits.toml was checked by no run, "
    "and no check of the commit was run since that last edit."
)
STATE = "Edited after the last commit: limits.toml; no check was run since the last edit"


def events(tool: ToolFact | None) -> tuple[SourceEvent, ...]:
    """The nine events, an edit's result as `tool` gives it, and a passage that holds the item's words."""
    known = source_events()
    result = SourceEvent(9, EventKind.TOOL_RESULT, EDITED, "n9", tokens=20, tool=tool)
    passage = SourceEvent(10, EventKind.ASSISTANT, OTHER, "n10", tokens=30)
    return (*known, result, passage)


@pytest.mark.parametrize(
    ("target", "wrong"),
    [("/srv/app/config/limits.toml", False), ("/srv/app/other.py", True), (None, True)],
)
def test_a_linked_edit_says_which_tool_and_file(target: str | None, wrong: bool) -> None:
    """`Edit` of limits.toml carries "edited limits.toml"; an edit of another file does not."""
    tool = None if target is None else ToolFact("Edit", "call-9", ToolAction.CHANGE, target, False)
    known = events(tool)
    source = {"session_id": "ses_test", "source_start": 0, "source_end": 10}
    stated = item(STATE)
    stated = stated.model_copy(update={"links": (link_to("has been updated successfully.", known),)})
    artifact = artifact_of(stated, source=source)
    report = Evaluator(index_of(known), make_capture("test/1", ())).evaluate(artifact)
    rules = {found.rule for found in report.gates["B"].findings}
    assert ("link_mismatch" in rules) is wrong
