"""Commands that keep running after their tool call returned, and the calls that poll them.

Codex gives a command that is not done a session id; `write_stdin` with that id returns its output since.
"""

from __future__ import annotations

import re

from gates.source import SourceEvent, ToolAction

POLLS = "write_stdin"
"""Name of the tool that polls a command."""
HEAD = 400
"""Leading characters of a result in which the tool reports the command's state, before its output."""
MOST_RUNNING = 64

_RUNNING = re.compile(
    r"^(?:Process|Command) (?:is )?(?:still )?running\b(?: with session ID (\d{1,12}))?", re.M
)
_SESSION = re.compile(r"\bsession_id\W{1,4}(\d{1,12})\b")


def is_running(result: SourceEvent) -> bool:
    """Return whether a result is only partial output of a running command: it neither passed nor failed."""
    return _RUNNING.search(result.text[:HEAD]) is not None


def note_running(running: dict[str, str], result: SourceEvent) -> None:
    """Record the command of a result that reports it as still running, by its session id."""
    found = _RUNNING.search(result.text[:HEAD])
    if found is not None and found.group(1) and result.tool is not None:
        running[found.group(1)] = result.tool.target
        if len(running) > MOST_RUNNING:
            del running[next(iter(running))]


def of_command(running: dict[str, str], result: SourceEvent, call: SourceEvent | None) -> SourceEvent:
    """Return a poll's result as a result of the polled command; return any other result unchanged."""
    tool = result.tool
    if tool is None or tool.name != POLLS or call is None:
        return result
    session = _SESSION.search(call.text[:HEAD])
    target = running.get(session.group(1)) if session is not None else None
    if target is None:
        return result
    return result._replace(tool=tool._replace(action=ToolAction.COMMAND, target=target))
