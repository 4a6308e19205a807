"""The folder that a session worked in, as far as its commands and the agent's messages show it.

A file is changed by its absolute path and named by a relative one elsewhere (`git add src/a.py`); what stands
before the relative part is the folder. Nothing is guessed where none of them names a file so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from gates.source import EventKind, SourceEvent, ToolAction

MAX_SAID = 2_000
"""Characters of a command or a result that are looked through."""
MOST_PATHS = 40
FEWEST_PARTS = 2
"""Parts of a relative path that is sure to be one: a bare file name may stand anywhere."""

_TOKEN = re.compile(r"(?<![\w./~-])[\w.@+-]{1,80}(?:/[\w.@+-]{1,120}){1,20}")


def working_folder(events: Sequence[SourceEvent], start: int, paths: Iterable[str]) -> str:
    """The folder, with a slash at its end, that most of these paths are named relative to; empty for none."""
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
    """What a message, a plan, a command or its result says."""
    if event.kind in (EventKind.ASSISTANT, EventKind.PLAN, EventKind.USER):
        return event.text
    if event.tool is None or event.tool.action is not ToolAction.COMMAND:
        return ""
    return event.tool.target if event.kind is EventKind.TOOL_CALL else event.text
