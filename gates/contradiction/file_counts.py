"""How many files a claim says were changed, against the files that the session's tools changed.

Hard: `count_conflict`, only where more are stated than can have been: every tool call of the session is known
to change files by name or none at all, and nothing in it says the number. Fewer may be a part of them.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.findings import Found
from gates.language.similarity import statement
from gates.language.tokens import Number
from gates.search.index import SourceIndex
from gates.source import ToolAction, make_link

_CHANGED = re.compile(r"\b(?:changed|created|edited|modified|rewrote|touched|updated|wrote)\b", re.IGNORECASE)
_NOT_YET = re.compile(r"\b(?:be|can|could|may|might|must|never|not|should|to|will|would)\b", re.IGNORECASE)
_SEEN_THROUGH = frozenset(
    (
        ToolAction.CHANGE,
        ToolAction.READ,
        ToolAction.SEARCH,
        ToolAction.TODO,
        ToolAction.PLAN,
        ToolAction.QUESTION,
    )
)
"""What a call of these changes is known; a command, another agent or an unknown tool may change any file."""
_SHOWN = 8


def _files(index: SourceIndex) -> dict[str, int]:
    """Each file that a tool changed, by its path, with the last event that says so."""
    found = {}
    failed = {e.tool.call_id for e in index.events if e.tool is not None and e.tool.failed}
    for event in index.events:
        tool = event.tool
        if tool is not None and tool.action is ToolAction.CHANGE and tool.call_id not in failed:
            found[tool.target.removeprefix("./")] = event.ordinal
    return {path: at for path, at in found.items() if not any(p.endswith(f"/{path}") for p in found)}


def counted(number: Number, index: SourceIndex) -> bool:
    """Whether a number of files is how many the session's tools changed."""
    return number.noun == "file" and number.value == len(_files(index))


def counts(item: Item, index: SourceIndex) -> list[Found]:
    """More files stated as changed than the session can have changed."""
    stated = [n for n in statement(item.text).tokens.numbers if n.noun == "file" and not n.bound]
    if len(stated) != 1 or item.kind is ItemKind.OPEN_WORK or item.speaker == "user":
        return []
    if _CHANGED.search(item.text) is None or _NOT_YET.search(item.text) or not index.scope_complete:
        return []
    tools = [event for event in index.events if event.tool is not None]
    if any(event.tool is not None and event.tool.action not in _SEEN_THROUGH for event in tools):
        return []
    files = _files(index)
    number = stated[0].value
    if not files or number <= len(files) or number in index.numbers:
        return []
    session = index.source.session_id
    events = [index.events[at] for at in sorted(files.values())[:_SHOWN]]
    links = [make_link(session, e.ordinal, e.text, 0, len(e.text[:160])) for e in events if e.text]
    named = ", ".join(sorted(files)[:_SHOWN])
    message = f"{number:g} files are said; the session's tools changed {len(files)}: {named}"
    return [Found("count_conflict", "hard", message, (*item.links, *links), "files")]
