"""Files that the agent made to try something out and left: reproductions, checks and throw-away tests.

They are recognized by their names and by the tool that made them; removed, moved and committed files do not
count.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from gates.source import SourceEvent, ToolAction
from workbench.facts.actions.changes import FileChange
from workbench.facts.actions.named_paths import commands_in, folder_after, names_file, path_words
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
        elif tool.action is ToolAction.COMMAND and self.left and _REMOVES.search(tool.target):
            self._remove(tool.target)

    def _remove(self, line: str) -> None:
        """Forget the files that the commands of a command line remove or move by name."""
        folder, known = "", {posixpath.basename(path) for path in self.left}
        for part in commands_in(line):
            folder = folder_after(part, folder)
            words = path_words(part) if _REMOVES.search(part) else []
            words = [word for word in words if posixpath.basename(word) in known]
            for path in [p for p in self.left if any(_is_named(word, p, folder) for word in words)]:
                del self.left[path]


def is_scratch(path: str) -> bool:
    """Return whether a file was made to try something, by its name and its folders."""
    return _NAME.search(path[-240:]) is not None and _KEPT_IN.search(path[-240:]) is None


def _is_named(word: str, path: str, folder: str) -> bool:
    """Return whether a word of a command names a file; if the folder is unknown, by the end of its path."""
    return names_file(word, path, folder) or (not folder and names_file(word, f"/{path.lstrip('/')}"))


def lasting(changes: Sequence[FileChange]) -> list[FileChange]:
    """Return the changes of files that are part of the work, or all changes if there is no such file."""
    return [change for change in changes if not is_scratch(change.path)] or list(changes)


def _first(event: SourceEvent) -> EventWords | None:
    text = event.text
    stop = text.find("\n")
    return trimmed(text, event.ordinal, 0, min(len(text) if stop < 0 else stop, 200))
