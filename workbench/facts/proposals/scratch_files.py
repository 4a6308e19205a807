"""Files that the agent made to try something out and left: reproductions, checks and throw-away tests.

They are recognized by their names and by the tool that made them; removed, moved and committed files do not
count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.source import SourceEvent, ToolAction
from workbench.facts.actions.changes import FileChange
from workbench.facts.actions.named_paths import commands_in, files_of, folder_after, named_paths, path_words
from workbench.facts.actions.removed_files import is_made, removed_by
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
_REMOVES = re.compile(r"\b(?:rm|mv|unlink|git clean|git stash|find)\b")
_TAKES_AWAY = re.compile(
    r"^\s*\(?\s*(?:sudo )?(?:git (?:-C \S{1,200} )?)?(?:mv|stash)\s+(?P<rest>[^|<>\n]*)$"
)


_OUTSIDE = re.compile(
    r"(?:~|/root|(?:[A-Za-z]:)?[/\\](?:home|Users)[/\\][^/\\]{1,80})[/\\]\.[\w-]{2,40}[/\\]"
)


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
            quoted = _first(event) if is_made(event) else None
            for path in filter(is_scratch, files_of(tool.target)):
                if quoted is not None and len(self.left) < MOST_SCRATCH:
                    self.left.setdefault(path, quoted)
        elif tool.action is ToolAction.COMMAND and self.left and _REMOVES.search(tool.target):
            self._remove(tool.target)

    def _remove(self, line: str) -> None:
        """Forget the files that the commands of a command line remove or move."""
        folder = ""
        for part in commands_in(line):
            folder = folder_after(part, folder)
            known = {path: path for path in self.left}
            if not folder:  # unknown: the end of a path is enough
                known |= {f"/{path.lstrip('/')}": path for path in self.left}
            for path in _taken_away(part, list(known), folder):
                self.left.pop(known[path], None)


def _taken_away(part: str, paths: Sequence[str], folder: str) -> list[str]:
    """Return the paths that a command deletes, moves or stashes."""
    taken = _TAKES_AWAY.match(part)
    if taken is not None:
        return named_paths(path_words(taken["rest"]), paths, (folder,))
    return removed_by(part, paths, (folder,), paths)


def is_scratch(path: str) -> bool:
    """Return whether a file was made to try something, by its name and its folders."""
    return _NAME.search(path[-240:]) is not None and _KEPT_IN.search(path[-240:]) is None


def is_outside(path: str) -> bool:
    """Return whether a file is in a hidden folder of the home directory, where no repository is."""
    return _OUTSIDE.match(path) is not None and "worktrees" not in path


def lasting(changes: Sequence[FileChange]) -> list[FileChange]:
    """Return the changes of files that are part of the work, or all changes if there is no such file."""
    return [change for change in changes if not is_scratch(change.path)] or list(changes)


def _first(event: SourceEvent) -> EventWords | None:
    text = event.text
    stop = text.find("\n")
    return trimmed(text, event.ordinal, 0, min(len(text) if stop < 0 else stop, 200))
