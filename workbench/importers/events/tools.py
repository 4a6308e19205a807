"""Tools by their function under any agent's names: action, target, readable text of a call.

The module knows names and shapes of arguments; `replies` reads the results.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from gates.source import Signal, SignalEntry, SignalKind, ToolAction, ToolFact
from workbench.importers.files.documents import compact

_NAMES: dict[ToolAction, str] = {
    ToolAction.COMMAND: (
        "bash shell exec execcommand runcommand terminal execute executebash executecommand runshellcommand "
        "localshell localshellcall containerexec shellcommand runterminalcmd runinterminal powershell python "
        "ipython executeipythoncell runipython unifiedexec bashexecution"
    ),
    ToolAction.CHANGE: (
        "edit write multiedit notebookedit applypatch strreplace strreplaceeditor strreplacebasededittool "
        "writefile writetofile filewrite replace replaceinfile editfile fileedit createfile create insert "
        "searchreplace deletefile fileeditor undoedit patch"
    ),
    ToolAction.READ: (
        "read readfile readmanyfiles view viewfile viewimage openfile open cat notebookread fetch webfetch"
    ),
    ToolAction.SEARCH: (
        "grep glob ls list listdir listdirectory listfiles find findfile findbyname search searchfile "
        "searchdir searchfiles searchfilecontent websearch googlewebsearch toolsearch codebasesearch "
        "grepsearch ripgrep rg"
    ),
    ToolAction.PLAN: "exitplanmode enterplanmode plan think",
    ToolAction.TODO: (
        "todowrite todoread writetodos updateplan taskcreate taskupdate tasklist taskget taskstop "
        "tasktracker tasktracking todo todos updatetodolist managetodolist"
    ),
    ToolAction.QUESTION: "askuserquestion askuser askhuman requestuserinput askfollowupquestion question",
    ToolAction.AGENT: "task agent delegate delegateto spawnagent subagent dispatchagent newtask sendmessage",
}
_ACTIONS = {name: action for action, names in _NAMES.items() for name in names.split()}
_LOOKING = ("view", "read", "cat", "list")
_TARGETS: dict[ToolAction, tuple[str, ...]] = {
    ToolAction.COMMAND: ("command", "cmd", "script", "code", "input"),
    ToolAction.CHANGE: ("file_path", "path", "notebook_path", "filePath", "filename", "file", "target_file"),
    ToolAction.READ: (
        "file_path",
        "path",
        "notebook_path",
        "filePath",
        "filename",
        "file",
        "url",
        "target_file",
    ),
    ToolAction.SEARCH: ("pattern", "query", "q", "regex", "search_term", "path", "directory"),
    ToolAction.AGENT: ("description", "name", "subagent_type"),
    ToolAction.OTHER: ("file_path", "path", "url", "query", "command", "skill", "id", "name"),
}
_CHANGE, _OTHER = ToolAction.CHANGE, ToolAction.OTHER
_LIST_KEYS = ("todos", "plan", "task_list", "todo_list", "items", "tasks")
_TEXT_KEYS = ("content", "step", "title", "text", "subject", "description", "task")
_STATUS = {
    "pending": "pending",
    "todo": "pending",
    "open": "pending",
    "not_started": "pending",
    "in_progress": "in_progress",
    "doing": "in_progress",
    "active": "in_progress",
    "completed": "completed",
    "complete": "completed",
    "done": "completed",
    "cancelled": "deleted",
    "canceled": "deleted",
    "deleted": "deleted",
    "removed": "deleted",
}
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: ([^\n]{1,400})$", re.MULTILINE)


@lru_cache(maxsize=1024)
def plain_name(name: str) -> str:
    """Return the tool's name without server prefix, case and punctuation: `mcp__ide__Run_It` is `runit`."""
    base = name.rsplit("__", 1)[-1] if name.startswith("mcp__") else name.rsplit(".", 1)[-1]
    return "".join(char for char in base.casefold() if char.isalnum())


def status_of(value: object) -> str:
    """Return a todo status as one of this program's four; an unknown one counts as pending."""
    return _STATUS.get(str(value).strip().casefold().replace("-", "_").replace(" ", "_"), "pending")


def fact_of(name: str, call_id: str, arguments: object) -> ToolFact:
    """Return the action of a call and what it acts on."""
    by_name = arguments if isinstance(arguments, dict) else {}
    action = _ACTIONS.get(plain_name(name), _OTHER)
    if action is _CHANGE and by_name.get("command") in _LOOKING:
        action = ToolAction.READ
    return ToolFact(name, call_id, action, _target(action, arguments, by_name))


def _target(action: ToolAction, arguments: object, by_name: dict[str, Any]) -> str:
    for key in _TARGETS.get(action, ()):
        value = by_name.get(key)
        if isinstance(value, str) and value:
            return (", ".join(_PATCHED.findall(value)) if "*** " in value else "") or value
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            return " ".join(value)
    raw = arguments if isinstance(arguments, str) else by_name.get("patch", by_name.get("input", ""))
    if action is _CHANGE and isinstance(raw, str):
        return ", ".join(_PATCHED.findall(raw))
    return arguments if action is ToolAction.COMMAND and isinstance(arguments, str) else ""


def render_call(name: str, arguments: object) -> tuple[str, tuple[Signal, ...]]:
    """Return the call as text, and its signals with their places in that text.

    The first line is the tool's name, then come `key: value` lines; strings are unchanged, other values are
    compact JSON, and a todo list is `- [status] text` lines.
    """
    if isinstance(arguments, str):
        return f"{name}\n{arguments}" if arguments else name, ()
    if not isinstance(arguments, dict):
        return name if arguments is None else f"{name}\n{compact(arguments)}", ()
    plain = plain_name(name)
    plans, lists = plain == "exitplanmode", _ACTIONS.get(plain) is ToolAction.TODO
    parts = [name]
    signals: list[Signal] = []
    for key, value in arguments.items():
        if lists and key in _LIST_KEYS and isinstance(value, list):
            body, entries = _todo_lines(value, sum(map(len, parts)) + len(key) + 2)
            parts.append(f"\n{key}:{body}")
            signals.append(Signal(SignalKind.TODO_LIST, entries))
            continue
        if plans and key == "plan" and isinstance(value, str) and value.strip():
            start = sum(map(len, parts)) + len(key) + 3
            entry = SignalEntry(value, start, start + len(value))
            signals.append(Signal(SignalKind.PLAN_PROPOSED, (entry,)))
        parts.append(f"\n{key}: {value if isinstance(value, str) else compact(value)}")
    if plans and not signals:
        signals.append(Signal(SignalKind.PLAN_PROPOSED))
    return "".join(parts), tuple(signals)


def _todo_lines(todos: list[Any], start: int) -> tuple[str, tuple[SignalEntry, ...]]:
    lines: list[str] = []
    entries: list[SignalEntry] = []
    for todo in todos:
        text, status, key = _todo(todo)
        if not text.strip():
            continue
        head = f"\n- [{status}] "
        lines.append(head + text)
        entries.append(SignalEntry(text, start + len(head), start + len(head) + len(text), key, status))
        start += len(head) + len(text)
    return "".join(lines), tuple(entries)


def _todo(todo: object) -> tuple[str, str, str]:
    if not isinstance(todo, dict):
        return str(todo) if isinstance(todo, str | int | float) else compact(todo), "pending", ""
    text = next((todo[key] for key in _TEXT_KEYS if isinstance(todo.get(key), str) and todo[key].strip()), "")
    return text, status_of(todo.get("status", "pending")), ""


_STATED = re.compile(r"^([A-Za-z_][\w-]{0,40}):(?: |$)", re.MULTILINE)
ARGUMENTS = frozenset(
    "command cmd workdir timeout description run_in_background file_path path content file_text "
    "old_string new_string old_str new_str insert_line insert_text replace_all edits offset limit "
    "pattern query glob regex include output_mode url prompt subagent_type view_range thought message "
    "is_input security_risk todos plan explanation task_list questions taskId status subject activeForm "
    "yield_time_ms max_output_tokens".split()
)
"""Names of arguments after the first; any other line belongs to the value before it."""


def stated_arguments(text: str) -> dict[str, str]:
    """Return the arguments that `render_call` wrote below the tool's name: names with texts of their values.

    If a name occurs twice, the first one counts. Empty if the text does not begin with a name.
    """
    begin = _STATED.match(text)
    if begin is None:
        return {}
    places = [begin, *(found for found in _STATED.finditer(text, begin.end()) if found[1] in ARGUMENTS)]
    ends = [*(each.start() - 1 for each in places[1:]), len(text)]
    arguments: dict[str, str] = {}
    for place, end in zip(places, ends, strict=True):
        arguments.setdefault(place[1], text[place.end() : end])
    return arguments
