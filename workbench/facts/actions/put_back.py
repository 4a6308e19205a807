"""Finds files whose edits were reverted: by a reverse edit, by git, or by removing the file.

Such a file is as it was before; listing it as edited would send the next agent to look for edits that are
gone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.actions.changes import exchanged

_PART = re.compile(r"&&|\|\||[;\n]")
_SENTENCE = re.compile(r"\"[^\"]{0,2000}\s[^\"]{0,2000}\"|'[^']{0,2000}\s[^']{0,2000}'")
"""A quotation of several words: a message, not a file name."""
_RESTORES = re.compile(r"^\s*git (?:-C \S{1,200} )?(?:restore|checkout)\b(?P<rest>[^\n]*)$")
_BRANCHES = re.compile(r"(?:^|\s)(?:-b|-B|--orphan|-t|--track|--staged|-S)(?:\s|$)")
"""Options that create a branch, or unstage a file without changing it."""
_EVERYTHING = re.compile(
    r"^\s*git (?:-C \S{1,200} )?(?:reset\b[^\n]*--hard\b|(?:restore|checkout)\b[^\n]*\s\.\s*$)"
)
_STASHES = re.compile(r"^\s*git (?:-C \S{1,200} )?stash(?:\s+(?:push|save)\b[^\n]*|\s+-[^\n]*)?\s*$")
_UNSTASHES = re.compile(r"^\s*git (?:-C \S{1,200} )?stash\s+(?:pop|apply)\b")
_COMMITS = re.compile(r"^\s*git (?:-C \S{1,200} )?commit\b")
_REMOVES = re.compile(r"^\s*(?:git )?rm\b(?P<rest>[^\n]*)$")


@dataclass(frozen=True, slots=True)
class PutBack:
    """Paths that were edited in a range and whose edits were all reverted by its end."""

    since_commit: frozenset[str]
    """Paths that are as they were at the last commit."""
    altogether: frozenset[str]
    """Paths that are as they were when the range began: none of their edits was committed either."""


@dataclass
class _Edits:
    """The edits of all files so far."""

    pending: dict[str, list[tuple[str, str] | None]] = field(default_factory=dict)
    """Each path with the removed and added text of its current edits.

    None for an edit that does not show it.
    """
    gone: set[str] = field(default_factory=set)
    """Paths whose edits were all reverted."""
    stashed: dict[str, list[tuple[str, str] | None]] = field(default_factory=dict)
    committed: set[str] = field(default_factory=set)

    def edit(self, path: str, change: tuple[str, str] | None) -> None:
        """Add an edit; one that reverses the last edit cancels it."""
        pending = self.pending.setdefault(path, [])
        self.gone.discard(path)
        if change is not None and pending and pending[-1] == (change[1], change[0]):
            pending.pop()
            if not pending:
                self.put_back(path)
        else:
            pending.append(change)

    def put_back(self, path: str) -> None:
        """Mark all edits of a file as reverted."""
        self.pending.pop(path, None)
        self.gone.add(path)

    def command(self, part: str) -> None:
        """Apply the effect of one command."""
        if _COMMITS.match(part):
            self.committed |= self.pending.keys()
            self.pending.clear()
        elif _EVERYTHING.match(part):
            for path in list(self.pending):
                self.put_back(path)
        elif _STASHES.match(part):
            self.stashed = dict(self.pending)
            for path in list(self.pending):
                self.put_back(path)
        elif _UNSTASHES.match(part):
            self.pending |= self.stashed
            self.gone -= self.stashed.keys()
            self.stashed = {}
        else:
            named = _RESTORES.match(part) or _REMOVES.match(part)
            if named is not None and _BRANCHES.search(named["rest"]) is None:
                words = [word.strip("\"'") for word in named["rest"].split()]
                for path in [p for p in self.pending if any(_names(word, p) for word in words)]:
                    self.put_back(path)


def put_back(events: Sequence[SourceEvent], start: int) -> PutBack:
    """Return the files that were edited at or after event `start` and are as they were before.

    Failed commands and sidechains revert nothing.
    """
    edits = _Edits()
    calls: dict[str, SourceEvent] = {}
    for event in events[start:]:
        tool = event.tool
        if tool is None or event.sidechain is not None:
            continue
        if event.kind is EventKind.TOOL_CALL:
            calls[tool.call_id] = event
        elif event.kind is EventKind.TOOL_RESULT and not tool.failed:
            call = calls.pop(tool.call_id, None)
            if tool.action is ToolAction.CHANGE and tool.target:
                edits.edit(tool.target, None if call is None else exchanged(call))
            elif tool.action is ToolAction.COMMAND:
                for part in _PART.split(_SENTENCE.sub(" ", tool.target[:2_000])):
                    edits.command(part)
    return PutBack(frozenset(edits.gone), frozenset(edits.gone - edits.committed))


def _names(word: str, path: str) -> bool:
    """Return whether a word of a command names a file: its path, the end of its path, or a parent folder."""
    bare = word.removeprefix("./").rstrip("/")
    return len(bare) > 1 and not bare.startswith("-") and f"/{path}/".find(f"/{bare.lstrip('/')}/") >= 0
