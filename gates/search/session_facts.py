"""The actions of a session's tools, as a table: files, commands, commits, pushes, test runs, tasks.

Built once for an index from its events, each of which is read once for all indexes of a session. It takes the
transcript's word for what happened and judges nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from gates.language.printed_failures import plainly_failed
from gates.source import EventKind, SignalKind, SourceEvent, ToolAction


class Action(StrEnum):
    """The actions of a command line, recognised by its words."""

    COMMIT = "commit"
    PUSH = "push"
    MERGE = "merge"
    REBASE = "rebase"
    REVERT = "revert"
    DEPLOY = "deploy"
    INSTALL = "install"
    PULL_REQUEST = "pull request"
    TEST = "test"
    LINT = "lint"
    BUILD = "build"
    DELETE = "delete"
    RUN = "run"


_WORDS = {
    Action.COMMIT: r"\bgit\b[^\n;&|]{0,60}\bcommit\b|\bgt (?:create|modify)\b|\bjj (?:commit|describe)\b",
    Action.PUSH: r"\bgit\b[^\n;&|]{0,60}\bpush\b|\bgt submit\b|\b(?:docker|podman) push\b|\bjj git push\b",
    Action.MERGE: r"\bgit\b[^\n;&|]{0,60}\b(?:merge|pull)\b|\bgh pr merge\b",
    Action.REBASE: r"\bgit\b[^\n;&|]{0,60}\b(?:rebase|pull --rebase)\b",
    Action.REVERT: r"\bgit\b[^\n;&|]{0,60}\b(?:revert|reset|restore|checkout)\b",
    Action.DEPLOY: r"\bdeploy|\bkubectl apply\b|\bterraform apply\b|\bhelm (?:upgrade|install)\b|\bpublish\b",
    Action.INSTALL: r"\b(?:install|add|get|sync)\b",
    Action.PULL_REQUEST: r"\b(?:gh|hub|glab) (?:pr|mr|pull-request) create\b",
    Action.TEST: r"\b(?:pytest|tox|jest|vitest|mocha|rspec|ctest|phpunit|playwright)\b|\btest(?:s"
    r"|ing)?\b|[\w-]:?test\b",
    Action.LINT: r"\b(?:lint|eslint|ruff|mypy|clippy|gofmt|fmt|vet|tsc|prettier|golangci-lint)\b",
    Action.BUILD: r"\b(?:build|compile|make|tsc)\b",
    Action.DELETE: r"(?:^|[;&|]\s*|\bgit )rm\b|\bbranch -[dD]\b",
}
_ACTIONS = tuple((action, re.compile(words)) for action, words in _WORDS.items())
_LONGEST = 4_000
"""Characters of a command line that are read."""
_COMMITTED = re.compile(
    r"^\[([\w./+-]{1,120})(?: \([\w -]{1,20}\))? ([0-9a-f]{7,40})\] ([^\n]{0,300})", re.MULTILINE
)
_PULL = re.compile(r"/pull/(\d{1,7})\b")
_PASSED = re.compile(r"\b(\d{1,6}) (?:tests? )?pass(?:ed|ing)?\b")
_FAILED = re.compile(r"\b(\d{1,6}) (?:tests? )?fail(?:ed|ing|ures?)?\b")
_EXIT = re.compile(r"^Exit code (\d{1,3})\b")
_RESULT_READ = 20_000


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit that a command made."""

    ordinal: int
    branch: str
    sha: str
    subject: str


@dataclass(frozen=True, slots=True)
class CommandRun:
    """One command that ran to its end."""

    ordinal: int
    command: str
    actions: frozenset[Action]
    failed: bool
    """Whether the tool or its output reports a failure."""
    passes: int | None = None
    failures: int | None = None
    """Counts that a test runner printed."""


_WRITES = re.compile(
    r">|\bsed -i|\btee\b|\bmv\b|\bcp\b|\bpatch\b|\bapply\b|\bgit (?:checkout|restore|stash|cherry-pick"
    r"|merge|rebase)\b|\bpython|\bnode\b|\bperl\b"
)

_NO_FILE = re.compile(r"\d?>&\d|[\d&]?>\s?/dev/null|<[\w.+-]{1,60}@[\w.-]{1,60}>")
"""Streams that are joined or discarded, and mail addresses: a `>` that writes no file."""


def may_write(run: CommandRun) -> bool:
    """Return whether a command may write a file."""
    return _WRITES.search(_NO_FILE.sub(" ", run.command)) is not None


@dataclass(frozen=True, slots=True)
class EventAction:
    """The data that one event adds to the table."""

    run: CommandRun | None = None
    commits: tuple[Commit, ...] = ()
    pulls: tuple[int, ...] = ()
    changed: str = ""
    """The path of a file that was written."""
    read: str = ""
    edit: str = ""
    """The path of a file that a call is about to write."""


NOTHING = EventAction()


@lru_cache(maxsize=20_000)
def actions_of(command: str) -> frozenset[Action]:
    """Return the actions of a command line."""
    line = command[:_LONGEST]
    found = {action for action, words in _ACTIONS if words.search(line)}
    return frozenset(found or {Action.RUN})


def action_of(event: SourceEvent) -> EventAction:
    """Return what an event adds to the table; most add nothing."""
    tool = event.tool
    if tool is not None and event.kind is EventKind.TOOL_CALL and tool.action is ToolAction.CHANGE:
        return EventAction(edit=tool.target.removeprefix("./"))
    if tool is None or event.kind is not EventKind.TOOL_RESULT:
        return NOTHING
    if tool.action is ToolAction.CHANGE:
        return NOTHING if tool.failed else EventAction(changed=tool.target.removeprefix("./"))
    if tool.action is ToolAction.READ:
        return NOTHING if tool.failed else EventAction(read=tool.target.removeprefix("./"))
    if tool.action is not ToolAction.COMMAND:
        return NOTHING
    return _of_command(event, tool.target, failed=bool(tool.failed))


def _of_command(event: SourceEvent, command: str, *, failed: bool) -> EventAction:
    output = event.text[:_RESULT_READ]
    actions = actions_of(command)
    passes = failures = None
    if actions & {Action.TEST, Action.LINT, Action.BUILD}:
        passes, failures = _last_count(_PASSED, output), _last_count(_FAILED, output)
        ended = _EXIT.match(output)
        failed = failed or bool(ended and ended.group(1) != "0") or bool(failures) or plainly_failed(output)
    commits: tuple[Commit, ...] = ()
    if Action.COMMIT in actions or "commit" in command:
        commits = tuple(Commit(event.ordinal, *match.groups()) for match in _COMMITTED.finditer(output))
    pulls = tuple(int(n) for n in _PULL.findall(output)[:5]) if Action.PULL_REQUEST in actions else ()
    return EventAction(CommandRun(event.ordinal, command, actions, failed, passes, failures), commits, pulls)


def _last_count(pattern: re.Pattern[str], output: str) -> int | None:
    found = pattern.findall(output)
    return int(found[-1]) if found else None


@dataclass
class SessionFacts:
    """The table up to a range's end; ordinals are those of results, in `calls` those of calls."""

    runs: list[CommandRun] = field(default_factory=list)
    commits: list[Commit] = field(default_factory=list)
    pulls: list[int] = field(default_factory=list)
    changes: dict[str, list[int]] = field(default_factory=dict)
    """Each file that a tool wrote, with the events of the writes."""
    reads: dict[str, list[int]] = field(default_factory=dict)
    calls: dict[str, list[int]] = field(default_factory=dict)
    """Each file that a tool was called to write, with the calls, which contain the new text."""
    tasks: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    """Each task or todo by its key: words, last status, event."""

    def copy(self) -> SessionFacts:
        """Return an independent copy of the table."""
        changes, reads, calls = (
            {path: list(places) for path, places in files.items()}
            for files in (self.changes, self.reads, self.calls)
        )
        return SessionFacts(
            list(self.runs), list(self.commits), list(self.pulls), changes, reads, calls, dict(self.tasks)
        )

    def did(self, action: Action) -> list[CommandRun]:
        """Return the successful runs of an action."""
        return [run for run in self.runs if action in run.actions and not run.failed]

    def last(self, action: Action) -> CommandRun | None:
        """Return the last run of an action."""
        return next((run for run in reversed(self.runs) if action in run.actions), None)

    def commit_of(self, sha: str) -> Commit | None:
        """Return the commit that a hash names."""
        return next((c for c in self.commits if c.sha.startswith(sha) or sha.startswith(c.sha)), None)

    def changed(self, name: str) -> list[int]:
        """Return the events that wrote a file, by its path or the tail of it."""
        return _by_tail(self.changes, name)

    def edits(self, name: str) -> list[int]:
        """Return the calls that write a file, by its path or the tail of it."""
        return _by_tail(self.calls, name)

    def has_read(self, name: str) -> list[int]:
        """Return the events that read a file, by its path or the tail of it."""
        return _by_tail(self.reads, name)


def _by_tail(files: dict[str, list[int]], name: str) -> list[int]:
    tail = name.strip("`./ ")
    found = [
        at for path, places in files.items() if path == tail or path.endswith(f"/{tail}") for at in places
    ]
    return sorted(found)


def add_facts(table: SessionFacts, events: Iterable[tuple[SourceEvent, EventAction]]) -> None:
    """Add the events that follow those of a table."""
    for event, action in events:
        if event.sidechain is not None:
            continue
        if action is not NOTHING:
            _add(table, event, action)
        for signal in event.signals:
            if signal.kind in _TASKS:
                _tasks(table, event, signal.kind is SignalKind.TODO_LIST, signal.entries)


_TASKS = (SignalKind.TODO_LIST, SignalKind.TASK_CREATED, SignalKind.TASK_UPDATED)


def _add(table: SessionFacts, event: SourceEvent, action: EventAction) -> None:
    if action.run is not None:
        table.runs.append(action.run)
    table.commits.extend(action.commits)
    table.pulls.extend(action.pulls)
    if action.changed:
        table.changes.setdefault(action.changed, []).append(event.ordinal)
    if action.edit:
        table.calls.setdefault(action.edit, []).append(event.ordinal)
    if action.read:
        table.reads.setdefault(action.read, []).append(event.ordinal)


def _tasks(table: SessionFacts, event: SourceEvent, whole: bool, entries: Iterable[object]) -> None:
    if whole:
        table.tasks = {key: task for key, task in table.tasks.items() if key[:1] == "#"}
    for entry in entries:
        text, key, status = (str(getattr(entry, name)) for name in ("text", "key", "status"))
        place = f"#{key}" if key else text
        known = table.tasks.get(place, ("", "pending", 0))
        table.tasks[place] = (text or known[0], status or known[1], event.ordinal)
