"""Commands that run on after their tool gave back control, and the calls that poll them.

Codex gives a command that is not done a session id; `write_stdin` with that id brings what it wrote since.
"""

from __future__ import annotations

import re

from gates.source import SourceEvent, ToolAction

POLLS = "write_stdin"
"""The tool that polls a command."""
HEAD = 400
"""Characters of a result in which its tool says how the command stands, before what the command printed."""
MOST_RUNNING = 64

_RUNNING = re.compile(
    r"^(?:Process|Command) (?:is )?(?:still )?running\b(?: with session ID (\d{1,12}))?", re.M
)
_SESSION = re.compile(r"\bsession_id\W{1,4}(\d{1,12})\b")


def is_running(result: SourceEvent) -> bool:
    """Whether a result only brings what a command wrote so far: it neither passed nor failed."""
    return _RUNNING.search(result.text[:HEAD]) is not None


def note_running(running: dict[str, str], result: SourceEvent) -> None:
    """Keep the command of a result that says that it still runs, by its session id."""
    found = _RUNNING.search(result.text[:HEAD])
    if found is not None and found.group(1) and result.tool is not None:
        running[found.group(1)] = result.tool.target
        if len(running) > MOST_RUNNING:
            del running[next(iter(running))]


def of_command(running: dict[str, str], result: SourceEvent, call: SourceEvent | None) -> SourceEvent:
    """A poll's result as the result of the command that it polls; another one as it is."""
    tool = result.tool
    if tool is None or tool.name != POLLS or call is None:
        return result
    session = _SESSION.search(call.text[:HEAD])
    target = running.get(session.group(1)) if session is not None else None
    if target is None:
        return result
    return result._replace(tool=tool._replace(action=ToolAction.COMMAND, target=target))
