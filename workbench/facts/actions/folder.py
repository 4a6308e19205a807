"""Infers a session's working folder from its commands and the agent's messages.

A file is changed by its absolute path and named elsewhere by a relative one (`git add src/a.py`); the part
before the relative path is the folder. If no file is named both ways, the folder stays unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from gates.source import EventKind, SourceEvent, ToolAction

MAX_SAID = 2_000
"""Characters that are searched in a command or a result."""
MOST_PATHS = 40
FEWEST_PARTS = 2
"""Fewest parts of a relative path that identifies a file: a bare file name may occur anywhere."""

_TOKEN = re.compile(r"(?<![\w./~-])[\w.@+-]{1,80}(?:/[\w.@+-]{1,120}){1,20}")


def working_folder(events: Sequence[SourceEvent], start: int, paths: Iterable[str]) -> str:
    """Return the folder, with a trailing slash, that most of the paths are relative to, or ""."""
    absolute = [path for path in dict.fromkeys(paths) if path.startswith("/")][:MOST_PATHS]
    if not absolute:
        return ""
    named: set[str] = set()
    for event in events[start:]:
        text = _content_of(event) if event.sidechain is None else ""
        if "/" in text:
            named.update(token.rstrip(".") for token in _TOKEN.findall(text[:MAX_SAID]))
    votes: Counter[str] = Counter()
    for path in absolute:
        parts = path.split("/")
        for cut in range(2, len(parts) - FEWEST_PARTS + 1):
            if "/".join(parts[cut:]) in named:
                votes["/".join(parts[:cut]) + "/"] += 1
                break
    return max(votes, key=lambda folder: (votes[folder], -len(folder), folder)) if votes else ""


def _content_of(event: SourceEvent) -> str:
    """Return the text of a message or plan, a command line, or a command's output."""
    if event.kind in (EventKind.ASSISTANT, EventKind.PLAN, EventKind.USER):
        return event.text
    if event.tool is None or event.tool.action is not ToolAction.COMMAND:
        return ""
    return event.tool.target if event.kind is EventKind.TOOL_CALL else event.text
