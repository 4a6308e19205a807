"""Files that the agent made to try something out and left: reproductions, checks and throw-away tests.

They are recognized by their names and by the tool that made them; removed, moved and committed files do not
count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.source import SourceEvent, ToolAction
from workbench.facts.actions.changes import FileChange
from workbench.facts.folding import EventFold
from workbench.facts.spans import EventWords, trimmed

MOST_SCRATCH = 64

_NAME = re.compile(
    r"(?:^|/)(?:reproduc\w{0,6}|repro|verify|debug|demo|scratch|tmp|temp|minimal|simple|check|test)"
    r"(?:[_-][\w-]{0,60})?\.(?:py|js|ts|mjs|sh|rb|pl|go|txt|html|diff)$",
    re.IGNORECASE,
)
_KEPT_IN = re.compile(
    r"(?:^|/)(?:tests?|testing|__tests__|specs?|scripts?|bin|tools?|e2e|ci)/", re.IGNORECASE
)
"""Folders in which a file of such a name belongs."""
_MADE = re.compile(r"\bcreated\b|\bA \S", re.IGNORECASE)
_REMOVES = re.compile(r"\b(?:rm|mv|unlink|git clean|git stash)\b")


class ScratchFiles(EventFold):
    """The scratch files that exist after the last event."""

    def __init__(self) -> None:
        self.left: dict[str, EventWords] = {}
        """Each path with the words of the result that report its creation."""

    def take(self, event: SourceEvent) -> None:
        """Record the scratch file that a call's result makes or removes."""
        tool = event.tool
        if tool is None or tool.failed:
            return
        if tool.action is ToolAction.CHANGE:
            quoted = _first(event) if _MADE.search(event.text[:200]) and is_scratch(tool.target) else None
            if quoted is not None and len(self.left) < MOST_SCRATCH:
                self.left.setdefault(tool.target, quoted)
        elif tool.action is ToolAction.COMMAND and _REMOVES.search(tool.target):
            for path in [p for p in self.left if p.rsplit("/", 1)[-1] in tool.target]:
                del self.left[path]


def is_scratch(path: str) -> bool:
    """Return whether a file was made to try something, by its name and its folders."""
    return _NAME.search(path[-240:]) is not None and _KEPT_IN.search(path[-240:]) is None


def lasting(changes: Sequence[FileChange]) -> list[FileChange]:
    """Return the changes of files that are part of the work, or all changes if there is no such file."""
    return [change for change in changes if not is_scratch(change.path)] or list(changes)


def _first(event: SourceEvent) -> EventWords | None:
    text = event.text
    stop = text.find("\n")
    return trimmed(text, event.ordinal, 0, min(len(text) if stop < 0 else stop, 200))
