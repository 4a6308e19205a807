"""A native draft keeps a tool call and its result together, though the agent kept one of the two."""

from __future__ import annotations

import pytest

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from tests.gates.build import SESSION, artifact_of, item
from workbench.strategies.native import _with_whole_calls


def events() -> list[SourceEvent]:
    """A call with its result, words of the agent, and a call that has none yet."""
    tool = ToolFact("Bash", "x1", ToolAction.COMMAND, "make", None)
    other = ToolFact("Bash", "x2", ToolAction.COMMAND, "make lint", None)
    return [
        SourceEvent(ordinal=0, kind=EventKind.TOOL_CALL, text="make", native_id="a", turn=1, tool=tool),
        SourceEvent(ordinal=1, kind=EventKind.TOOL_RESULT, text="ok", native_id="b", turn=1, tool=tool),
        SourceEvent(ordinal=2, kind=EventKind.ASSISTANT, text="done", native_id="c", turn=1),
        SourceEvent(ordinal=3, kind=EventKind.TOOL_CALL, text="make lint", native_id="d", turn=1, tool=other),
    ]


@pytest.mark.parametrize(
    ("kept", "whole"), [((1,), (0, 1)), ((0, 2), (0, 1, 2)), ((2,), (2,)), ((3,), (3,)), ((), ())]
)
def test_a_call_is_kept_with_its_result(kept: tuple[int, ...], whole: tuple[int, ...]) -> None:
    """An acceptance refuses to part them; what is kept alone stays alone where it has no partner."""
    source = {"session_id": SESSION, "source_start": 0, "source_end": 3, "kept": list(kept)}
    artifact = artifact_of(item("x", "x"), source=source)
    assert _with_whole_calls(artifact, events()).source.kept == whole
