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
from workbench.facts.actions.folder import working_folder
from workbench.facts.actions.named_paths import (
    commands_in,
    files_of,
    folder_after,
    folder_in,
    named_paths,
    names_file,
    path_words,
)
from workbench.facts.actions.removed_files import is_made, removed_by
from workbench.facts.actions.written_files import written_files
from workbench.facts.history import made_once

_SENTENCE = re.compile(r"\"[^\"]{0,2000}\s[^\"]{0,2000}\"|'[^']{0,2000}\s[^']{0,2000}'")
"""A quotation of several words: a message, not a file name."""
_NAMING = re.compile(r"^\s*git (?:-C (?P<folder>\S{1,200}) )?(?P<git>restore|checkout)\b(?P<rest>[^\n]*)$")
_BRANCHES = re.compile(r"(?:^|\s)(?:-b|-B|--orphan|-t|--track|--staged|-S)(?:\s|$)")
"""Options that create a branch, or unstage a file without changing it."""
_SOURCE = re.compile(r"(?:^|\s)(?:-s|--source)\s+\S+")
"""The commit that `git restore` takes the files from."""
_PATHS_FOLLOW = re.compile(r"(?:^|\s)--(?:\s|$)")
_EVERYTHING = re.compile(
    r"^\s*git (?:-C \S{1,200} )?(?:reset\b[^\n]*--hard\b|(?:restore|checkout)\b[^\n]*\s\.\s*$)"
)
_STASHES = re.compile(r"^\s*git (?:-C \S{1,200} )?stash(?P<rest>\s+(?:push|save)\b[^\n]*|\s+-[^\n]*)?\s*$")
_NOTHING_STASHED = "No local changes to save"
_UNSTASHES = re.compile(
    r"^\s*git (?:-C \S{1,200} )?stash\s+(?P<how>pop|apply|drop|clear)\b"
    r"(?:[^\n]{0,100}?(?:\s|\{)(?P<place>\d{1,3})(?=[\s}]|$))?"
)
"""What takes out, copies or removes a stash, with its place if it is stated: 0 is the last one."""
_COMMITS = re.compile(r"^\s*git (?:-C \S{1,200} )?commit\b")


_Changes = dict[str, list[tuple[str, str] | None]]


@dataclass(frozen=True, slots=True)
class PutBack:
    """Paths that were edited in a range and whose edits were all reverted by its end."""

    since_commit: frozenset[str]
    """Paths that are as they were at the last commit."""
    altogether: frozenset[str]
    """Paths that are as they were when the range began: none of their edits was committed either."""
    removed: frozenset[str] = frozenset()
    """Those of `since_commit` that a command removed: no list of edits has them."""


@dataclass
class _Edits:
    """The edits of all files so far."""

    start: str = ""
    """The folder that the session started in, or "" if it is unknown."""
    pending: _Changes = field(default_factory=dict)
    """Each path with the removed and added text of its current edits.

    None for an edit that does not show it.
    """
    gone: set[str] = field(default_factory=set)
    """Paths whose edits were all reverted."""
    stashes: list[_Changes] = field(default_factory=list)
    """The edits of each stash, the last one at the end."""
    committed: set[str] = field(default_factory=set)
    removed: set[str] = field(default_factory=set)
    """Paths that a command removed, if they are among `gone`."""
    made: set[str] = field(default_factory=set)
    """Paths that were made and not committed since."""
    folders: tuple[str, ...] = ()
    """Where the present command may run: in the folder that the last one left, or where the session started.

    Some tools keep the folder of the last command, others start every command anew.
    """

    def edit(self, path: str, change: tuple[str, str] | None) -> None:
        """Add an edit; one that reverses the last edit cancels it."""
        pending = self.pending.setdefault(path, [])
        self.gone.discard(path)
        self.removed.discard(path)
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

    def line(self, line: str, output: str) -> None:
        """Apply the effects of the commands of one command line that printed `output`."""
        self.folders = (*self.folders[:1], self.start)
        for part in commands_in(_SENTENCE.sub(" ", line)):
            self.folders = tuple(folder_after(part, folder) for folder in self.folders)
            self.command(part, output)

    def command(self, part: str, output: str) -> None:
        """Apply the effect of one command."""
        stash, unstash = _STASHES.match(part), _UNSTASHES.match(part)
        if _COMMITS.match(part):
            self.committed |= self.pending.keys()
            self.pending.clear()
            self.made.clear()
        elif _EVERYTHING.match(part):
            for path in list(self.pending):
                self.put_back(path)
        elif stash is not None:
            if _NOTHING_STASHED not in output:
                self.stash(stash["rest"] or "")
        elif unstash is not None:
            self.unstash(unstash["how"], int(unstash["place"] or 0))
        else:
            paths = list(self.pending)
            named = _named(part, paths, self.folders)
            removed = () if named else removed_by(part, paths, self.folders, self.made)
            self.removed.update(removed)
            for path in named or removed:
                self.put_back(path)

    def stash(self, rest: str) -> None:
        """Put away the edits of all files, or of those that are named after `--`."""
        named = _PATHS_FOLLOW.search(rest)
        words = [] if named is None else path_words(rest[named.end() :])
        paths = named_paths(words, self.pending, self.folders) if words else list(self.pending)
        self.stashes.append({path: self.pending[path] for path in paths})
        for path in paths:
            self.put_back(path)

    def unstash(self, how: str, place: int) -> None:
        """Apply `git stash pop`, `apply`, `drop` or `clear`; `place` counts stashes from the last one, 0."""
        if how == "clear":
            self.stashes.clear()
        if place >= len(self.stashes):
            return
        at = len(self.stashes) - 1 - place
        stash = self.stashes[at] if how == "apply" else self.stashes.pop(at)
        if how != "drop":
            for path, changes in stash.items():
                self.pending[path] = [*changes, *self.pending.get(path, ())]
            self.gone -= stash.keys()


def put_back(events: Sequence[SourceEvent], start: int) -> PutBack:
    """Return the files that were edited at or after event `start` and are as they were before.

    Failed commands and sidechains revert nothing.
    """
    return made_once(events, (put_back, start), lambda: _put_back(events, start))


def _put_back(events: Sequence[SourceEvent], start: int) -> PutBack:
    tools = (event.tool for event in events[start:])
    changed = (tool.target for tool in tools if tool is not None and tool.action is ToolAction.CHANGE)
    edited = [path for target in changed for path in files_of(target)]
    edits = _Edits(working_folder(events, start, edited))
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
                paths = files_of(tool.target)
                if is_made(event):
                    edits.made.update(paths)
                for path in paths:
                    edits.edit(path, None if call is None or len(paths) > 1 else exchanged(call))
            elif tool.action is ToolAction.COMMAND:
                for path in written_files(tool.target):
                    edits.edit(path, None)
                edits.line(tool.target[:2_000], event.text[:2_000])
    gone = frozenset(edits.gone)
    return PutBack(gone, gone - edits.committed, gone & edits.removed)


def _named(part: str, paths: Sequence[str], folders: Sequence[str]) -> list[str]:
    """Return the paths that a command restores by name."""
    found = _NAMING.match(part)
    if found is None or _BRANCHES.search(found["rest"]) is not None:
        return []
    if found["folder"]:
        folders = [folder_in(folder, found["folder"]) for folder in folders]
    rest = _SOURCE.sub(" ", found["rest"]) if found["git"] == "restore" else found["rest"]
    stated = _PATHS_FOLLOW.search(rest)
    if stated is not None:
        return named_paths(path_words(rest[stated.end() :]), paths, folders)
    words = path_words(rest)
    if found["git"] == "checkout" and words and _is_commit(words[0], paths, folders):
        del words[0]
    return named_paths(words, paths, folders)


def _is_commit(word: str, paths: Sequence[str], folders: Sequence[str]) -> bool:
    """Return whether the first word after `git checkout` names a branch or a commit.

    A folder and a branch may have the same name; git then takes the branch, unless the word can only be a
    path.
    """
    only_a_path = word.startswith((".", "/")) or word.endswith("/")
    return not only_a_path and not any(names_file(word, path, each) for path in paths for each in folders)
