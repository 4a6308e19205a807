"""Tool calls of a session and their results, for tests of what they propose."""

from __future__ import annotations

from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script


def call(script: Script, action: ToolAction, target: str, said: str, *, failed: bool = False) -> None:
    """A tool call and its result."""
    name = "Edit" if action is ToolAction.CHANGE else "Bash"
    key = f"x{len(script.events)}"
    script.add(EventKind.TOOL_CALL, f"{name}\ncommand: {target}", tool=ToolFact(name, key, action, target))
    script.add(EventKind.TOOL_RESULT, said, tool=ToolFact(name, key, action, target, failed))
