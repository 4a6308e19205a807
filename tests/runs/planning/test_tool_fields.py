"""A tool call's action, read from its text if it has no arguments."""

from __future__ import annotations

import pytest

from gates.source import EventKind, ToolAction
from workbench.services.runs.run_events import tool_of
from workbench.strategies import RunEvent


@pytest.mark.parametrize(
    ("tool", "text", "action", "target"),
    [
        (
            "Edit",
            "file_path: app_config.yaml\nold_string: port: 9090\nnew_string: port: 8080",
            "change",
            "app_config.yaml",
        ),
        ("Read", "Read\nfile_path: app_config.yaml", "read", "app_config.yaml"),
        ("Bash", "Bash\ncommand: pytest -q", "command", "pytest -q"),
        ("Bash", '{"command": "pytest -q"}', "command", "pytest -q"),
        ("Edit", "changed a thing or two", "change", ""),
    ],
)
def test_a_call_names_its_target_in_its_text(tool: str, text: str, action: str, target: str) -> None:
    """The target is written as `name: value`, one after the other, or as JSON.

    A text without names has none.
    """
    fact, _ = tool_of(RunEvent(EventKind.TOOL_CALL, text, "c1", tool))
    assert fact is not None
    assert (fact.action, fact.target) == (ToolAction(action), target)


def test_todos_in_a_text_are_read() -> None:
    """The list after its name, as JSON."""
    text = 'todos: [{"content": "update test_port.py", "status": "pending"}]'
    _, signals = tool_of(RunEvent(EventKind.TOOL_CALL, text, "c1", "TodoWrite"))
    assert [entry.text for signal in signals for entry in signal.entries] == ["update test_port.py"]
