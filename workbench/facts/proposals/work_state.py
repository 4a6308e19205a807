"""The state of the work, read from tool events: edits after the last commit, checks, refusals, commits.

Each is a statement about an action with the action as evidence; the ranker decides how likely it binds.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence

from gates.language.printed_failures import may_have_failed
from gates.source import EventKind, SignalKind, SourceEvent, ToolAction
from workbench.facts.actions.commands import informative
from workbench.facts.actions.moved_files import MAX_READ, moved, moves
from workbench.facts.actions.named_paths import files_of, short_names
from workbench.facts.actions.polls import is_running, note_running, of_command
from workbench.facts.actions.refusals import is_refused
from workbench.facts.actions.removed_files import is_made, removed_files
from workbench.facts.actions.working_parts import hides_exit_code, runs, working_parts
from workbench.facts.actions.written_files import written_files
from workbench.facts.directives.documents import is_document
from workbench.facts.folding import EventFold
from workbench.facts.proposals.candidate import MAX_TEXT, CandidateStatement
from workbench.facts.proposals.failing_checks import FailingCheck, failed_again, still_failing
from workbench.facts.proposals.scratch_files import ScratchFiles, is_outside, is_scratch
from workbench.facts.spans import EventWords, fold, shorten, trimmed

REFUSED = "The user refused: "
"""Words before a call that the user refused or interrupted, as it is ranked."""
STOPPED = "The user stopped: "
"""The same words as a draft states them: such a call forbids nothing by itself."""
UNNAMED = "a file that its call does not name"
_CHECK = re.compile(
    r"(?<![\w./=-])(?:test|tests|pytest|jest|vitest|rspec|tox|lint|golangci-lint|eslint|ruff|mypy|tsc|clippy|vet|"
    r"typecheck)(?::[\w:-]{1,30})?(?![\w./=-])",
    re.I,
)
_RUN_FILE = re.compile(
    r"(?:^|[\s/])(?:[\w.-]{0,60}[_-])?(?:tests?|checks?|verify|repro|reproduce)(?:[_-][\w.-]{0,60})?\.(?:py|js|ts|mjs|sh|rb|pl)\b",
    re.I,
)
"""A script whose name says that it tests something."""
_SORTS = (
    ("lint", re.compile(r"\b(?:lint|golangci-lint|eslint|ruff|mypy|tsc|clippy|vet|typecheck)\b", re.I)),
    ("test", re.compile(r"\b(?:tests?|pytest|jest|vitest|rspec|tox)\b", re.I)),
)
_DIAGNOSES = re.compile(r"diagnos|(?:get|read)_?(?:errors|lints?|problems)$", re.I)
"""Tools that ask a language server what is wrong with the files."""
_SCRIPT = "script"
"""Sort of a check that only runs scripts: its passing says nothing about a suite that failed."""
_RANKED_AS = {_SCRIPT: "test"}
_COMMITTED = re.compile(r"^\[[^\]\n]{1,120} [0-9a-f]{7,40}\] [^\n]{1,200}", re.MULTILINE)
_COMMIT = re.compile(r"\bgit\b[^\n;&|]{0,60}\bcommit\b(?![^\n;&|]{0,80}--dry-run)")
_ADDED = re.compile(r"\bgit add ([^\n;&|]{1,400})")
_NOTHING = re.compile(r"nothing (?:added )?to commit|no changes added to commit|working tree clean")
_SHORT_LOG = re.compile(r"^[0-9a-f]{7,40} \S[^\n]{1,200}", re.MULTILINE)
"""A commit as printed by `git log --oneline`."""
_OF_THE_WORK = re.compile(r"\b(?:gh|glab) (?:pr|issue|mr)\b|\bgit\b[^\n;&|]{0,40}\bpush\b")
_REMOTE = re.compile(r"\b(?:gh|glab) (?:pr|run|workflow|ci|api)\b")
"""Commands that show checks run elsewhere: their output reports a state, not a passed run."""
_PUSHED = re.compile(
    r"^ {1,6}(?:\* \[new branch\]|[0-9a-f]{7,40}\.\.[0-9a-f]{7,40}) {1,10}\S[^\n]{1,160}", re.MULTILINE
)
_PUSHES = re.compile(r"\bpush\b")
_URL = re.compile(r"https://github\.com/[\w.-]{1,60}/[\w.-]{1,60}/(?:pull|issues)/\d{1,7}")
_BRANCH = re.compile(r"(?:On branch|Switched to (?:a new )?branch) '?([\w./-]{1,120})'?")
_PASSED = re.compile(r"\b(?:0 issues|all \w{1,20} passed|\d+ passed|ok|PASS)\b|✓")
_SAYS_PASSED = re.compile(
    r"\b(?:0|no) (?:issues?|errors?|problems?|failures?|failed)\b|\ball \w{1,20} pass(?:ed)?\b|[✓✔✅]"
    r"|\b\d{1,7} (?:tests? )?pass(?:ed|ing)\b|\bok\b|\bpass(?:ed)?\b|\bsuccess\b",
    re.I,
)
"""Words by which a run says that it passed, where its exit code is not known."""
_FOUND_NONE = re.compile(r"\s*(?:\(no output\)|(?:Error: )?Exit code 1)?\s*0?\s*")
"""The output of a filter that found nothing: its exit code says nothing about the run."""


def is_check(command: str) -> bool:
    """Return whether a command runs tests or a linter, ignoring quotations, comments and here-documents."""
    return any(map(_checks, working_parts(command)))


def _only_script(command: str) -> bool:
    return not any(_CHECK.search(part) for part in working_parts(command))


def _checks(part: str) -> bool:
    return _CHECK.search(part) is not None or _RUN_FILE.search(part) is not None


class StateFold(EventFold):
    """The last actions of each kind; no sidechains."""

    def __init__(self) -> None:
        self._calls: dict[str, SourceEvent] = {}
        """Calls whose result has not been read."""
        self.edits: dict[str, tuple[EventWords, EventWords]] = {}
        """Each file edited after the last commit, with the words of the call and of its result."""
        self.made: set[str] = set()
        """Files that were made after the last commit."""
        self.failing: dict[str, FailingCheck] = {}
        """Each kind of check whose last run failed, with its failures since it last passed."""
        self.uncommitted: tuple[tuple[EventWords, ...], str] | None = None
        """Output and command of the last attempt to commit, if it failed."""
        self.running: dict[str, str] = {}
        """By session id: the command line that was still running when its tool returned."""
        self.scratch = ScratchFiles()
        self.passed: dict[str, tuple[EventWords, str]] = {}
        """Each kind of check whose last run passed, with its output and command."""
        self.committed: deque[tuple[EventWords, str]] = deque(maxlen=4)
        self.pushed: tuple[EventWords, str] | None = None
        self.refused: deque[tuple[EventWords, EventWords | None, str]] = deque(maxlen=8)
        self.link: tuple[EventWords, str] | None = None
        self.branch: tuple[EventWords, str] | None = None
        self.last_check = self.last_run = self.last_edit = self.last_commit = -1
        self.commits = False
        """Whether anything was committed."""

    def take(self, event: SourceEvent) -> None:
        """Update the state with one call or result."""
        tool = event.tool
        if tool is None or event.sidechain is not None:
            return
        if event.kind is EventKind.TOOL_CALL:
            self._calls[tool.call_id] = event
            if len(self._calls) > 64:
                del self._calls[next(iter(self._calls))]
        elif event.kind is EventKind.TOOL_RESULT:
            self.scratch.take(event)
            call = self._calls.pop(tool.call_id, None)
            event = of_command(self.running, event, call)
            note_running(self.running, event)
            self._result(event, call)

    def _result(self, event: SourceEvent, call: SourceEvent | None) -> None:
        tool = event.tool
        if tool is None:
            return
        if is_refused(event):
            stated = _line(event)
            reasoned = any(signal.kind is SignalKind.REFUSAL for signal in event.signals)
            if stated is not None and tool.target and not reasoned:
                # A refusal with a reason is read elsewhere; here it would count twice.
                self.refused.append((stated, None if call is None else _target(call), tool.target))
        elif tool.action is ToolAction.CHANGE and not tool.failed:
            self._changed(event, call, files_of(tool.target))
        elif tool.action is ToolAction.COMMAND:
            if call is not None and not tool.failed:
                self.last_edit = max(self.last_edit, _written(self.edits, call, tool.target))
                self._moved(call, tool.target)
            self._command(event)
        elif _DIAGNOSES.search(tool.name) and not tool.failed:
            self.last_run = event.ordinal

    def _changed(self, event: SourceEvent, call: SourceEvent | None, paths: Sequence[str]) -> None:
        for path in paths:
            stated = _naming(event, path) or _line(event)
            if stated is None or is_outside(path):
                continue
            self.edits.pop(path, None)
            self.edits[path] = (stated if call is None else (_target(call) or stated), stated)
            if is_made(event):
                self.made.add(path)
            if not is_document(path) and not is_scratch(path):
                self.last_edit = event.ordinal

    def _moved(self, call: SourceEvent, command: str) -> None:
        """Rename edited files that a command moves, and forget those that it deletes."""
        for path in removed_files(command[:MAX_READ], list(self.edits), made=self.made):
            del self.edits[path]
        for old, new in moves(command, list(self.edits)):
            for path in list(self.edits):
                after = moved(path, old, new)
                named = _target(call) if after is not None else None
                if after is not None and named is not None:
                    del self.edits[path]
                    self.edits[after] = (named, named)

    def _command(self, event: SourceEvent) -> None:
        tool = event.tool
        if tool is None:
            return
        text = event.text[:20_000]
        key = fold(shorten(tool.target, 300))
        if _COMMIT.search(tool.target):
            self._tried_to_commit(event, key)
        for match in _COMMITTED.finditer(text):
            self.committed.append((EventWords(event.ordinal, match.start(), match.end()), match.group()))
            self.edits.clear()
            self.made.clear()
            self.commits = True
            self.last_commit = event.ordinal
        if runs(tool.target):
            self.last_run = event.ordinal
        if not tool.failed and _COMMIT.search(tool.target) and not _COMMITTED.search(text):
            self._committed_quietly(event)
        # `git fetch` and `git pull` print branches in the same form.
        for match in _PUSHED.finditer(text) if _PUSHES.search(tool.target) else ():
            self.pushed = (_span(event, match.start(), match.end()), match.group().strip())
        for match in _URL.finditer(text) if _OF_THE_WORK.search(tool.target) else ():
            self.link = (EventWords(event.ordinal, match.start(), match.end()), match.group())
        for match in _BRANCH.finditer(text):
            self.branch = (EventWords(event.ordinal, match.start(), match.end()), match.group(1))
        if is_check(tool.target) and not _REMOTE.search(tool.target) and not is_running(event):
            self._checked(event, key)

    def _tried_to_commit(self, event: SourceEvent, command: str) -> None:
        """Record a failed commit as open until one succeeds."""
        quoted = informative(event) if event.tool is not None and event.tool.failed else None
        self.uncommitted = None if quoted is None else ((quoted,), command)

    def _committed_quietly(self, event: SourceEvent) -> None:
        """Apply a commit without output: the files that it added are committed, or all if it names none."""
        target = event.tool.target if event.tool is not None else ""
        if _NOTHING.search(event.text[:2_000]):
            return
        self.commits = True
        self.last_commit = event.ordinal
        added = [word.strip('"') for match in _ADDED.finditer(target) for word in match.group(1).split()]
        everything = not added or any(word in (".", "-A", "--all", "-u") for word in added)
        for path in list(self.edits):
            if everything or any(_is_added(path, word) for word in added):
                del self.edits[path]
                self.made.discard(path)
        found = _SHORT_LOG.search(event.text[:2_000])
        if found is not None:
            self.committed.append((EventWords(event.ordinal, found.start(), found.end()), found.group()))

    def _checked(self, event: SourceEvent, command: str) -> None:
        """Apply a run of tests or a linter: keep for each kind the failures since it last passed."""
        tool = event.tool
        self.last_check = event.ordinal
        text = event.text[:60_000]
        sorts = [name for name, words in _SORTS if words.search(command)] or ["test"]
        sorts = [_SCRIPT] if _only_script(command) else sorts
        hidden = tool is not None and hides_exit_code(tool.target, _checks)
        if hidden and _FOUND_NONE.fullmatch(text):
            return
        if (tool is not None and tool.failed) or "--- FAIL" in text or "\nFAIL" in text:
            quoted = _failure(event) or EventWords(event.ordinal, 0, min(len(text), 200))
            for sort in sorts:
                self.failing[sort] = failed_again(self.failing.get(sort), event, quoted, command)
                self.passed.pop(sort, None)
            return
        if may_have_failed(text) or (hidden and not _SAYS_PASSED.search(text)):
            for sort in sorts:
                self.passed.pop(sort, None)
                if tool is not None and tool.failed is False:
                    self._not_known_to_fail(sort, command)
            return
        passing = _PASSED.search(text)
        stated = _around(event, passing.start()) if passing else _line(event)
        for sort in sorts:
            left = still_failing(self.failing.pop(sort, None), command)
            if left is not None:
                self.failing[sort] = left
            elif stated is not None:
                self.passed[sort] = (stated, command)

    def _not_known_to_fail(self, sort: str, command: str) -> None:
        """Forget the failure of a command whose last run reports none: whether it passed is unknown."""
        failing = self.failing.get(sort)
        if failing is not None and failing.command == command and not failing.tests:
            del self.failing[sort]

    def _unfinished(self) -> list[CandidateStatement]:
        """Return failures and leftovers as statements."""
        found = [
            _made(check.places(), check.text(), f"failing_{_RANKED_AS.get(sort, sort)}", open_work=True)
            for sort, check in sorted(self.failing.items())
        ]
        if self.uncommitted is not None:
            places, command = self.uncommitted
            found.append(_made(places, f"The commit failed: {command}", "commit_failed", open_work=True))
        return [*found, *_left_over(self.scratch.left)]

    def candidates(self) -> list[CandidateStatement]:
        """Return the state after the last event as statements; scratch files have one of their own."""
        found: list[CandidateStatement] = []
        edited = [path for path in self.edits if path not in self.scratch.left]
        if edited:
            paths = edited[-4:]
            names = ", ".join(name or UNNAMED for name in short_names(paths))
            more = len(edited) - len(paths)
            others = f" and {more} more" if more else ""
            unrun = max(self.last_check, self.last_run) < self.last_edit
            after = "; no check was run since the last edit" if unrun else ""
            when = "Edited after the last commit" if self.commits else "Edited and not committed"
            text = f"{when}: {names}{others}{after}"
            sort = "edited_unrun" if unrun else "edited"
            places = tuple(self.edits[path][1] for path in paths)
            found.append(_made(places, text, sort, open_work=True))
        found += self._unfinished()
        for sort, (stated, command) in sorted(self.passed.items()):
            ranked = f"passed_{_RANKED_AS.get(sort, sort)}"
            found.append(_made((stated,), f"Passed when last run: {command}", ranked))
        for number, (stated, line) in enumerate(reversed(self.committed)):
            found.append(
                _made((stated,), f"Committed: {line}", "committed" if number == 0 else "committed_before")
            )
        if self.pushed is not None:
            found.append(_made((self.pushed[0],), f"Pushed: {self.pushed[1]}", "pushed"))
        if self.link is not None:
            found.append(_made((self.link[0],), f"Pull request or issue: {self.link[1]}", "link"))
        if self.branch is not None:
            found.append(_made((self.branch[0],), f"Branch: {self.branch[1]}", "branch"))
        for stated, called, target in self.refused:
            places = (stated,) if called is None else (called, stated)
            found.append(_made(places, f"{REFUSED}{fold(shorten(target, 240))}", "refused"))
        return found


def _ends_with(path: str, named: str) -> bool:
    """Return whether a path ends with the parts of one in a command, also with Windows' separators."""
    return f"/{path}".replace("\\", "/").endswith(f"/{named}")


def _is_added(path: str, named: str) -> bool:
    """Return whether a path is the one that a command adds, or is inside that folder."""
    bare = named.removeprefix("./").strip("/")
    return _ends_with(path, bare) or f"/{bare}/" in f"/{path}".replace("\\", "/")


def _left_over(left: dict[str, EventWords]) -> list[CandidateStatement]:
    """Return the statement of the scratch files that are left, if there are any."""
    text = f"Made to try something and still there: {', '.join(short_names(list(left)[-6:]))}"
    return [_made(tuple(left.values()), text, "scratch", open_work=True)] if left else []


def _naming(event: SourceEvent, path: str) -> EventWords | None:
    """Return where the result of a patch of several files names one of them."""
    several = event.tool is not None and event.tool.target != path
    at = event.text.find(path) if several else -1
    return EventWords(event.ordinal, at, at + len(path)) if at >= 0 else None


def _written(edits: dict[str, tuple[EventWords, EventWords]], call: SourceEvent, command: str) -> int:
    """Add the files of the work that a command writes; return the call's ordinal if one is code, else -1."""
    last = -1
    for path in written_files(command):
        at = call.text.find(path)
        if at >= 0 and not is_scratch(path):
            known = next((each for each in edits if _ends_with(each, path)), path)
            edits.pop(known, None)
            words = EventWords(call.ordinal, at, at + len(path))
            edits[known] = (words, words)
            last = last if is_document(path) else call.ordinal
    return last


def _made(
    places: tuple[EventWords, ...], text: str, sort: str, *, open_work: bool = False
) -> CandidateStatement:
    stated = fold(shorten(text, MAX_TEXT))
    return CandidateStatement(places, stated, "state", (f"state:{sort}",), frozenset(), open_work)


def _line(event: SourceEvent) -> EventWords | None:
    """Return the first line, at most 200 characters."""
    text = event.text
    start = len(text) - len(text.lstrip())
    stop = text.find("\n", start)
    return trimmed(text, event.ordinal, start, min(len(text) if stop < 0 else stop, start + 200))


def _around(event: SourceEvent, position: int) -> EventWords | None:
    text = event.text
    start = max(text.rfind("\n", 0, position) + 1, position - 100)
    stop = text.find("\n", position)
    return trimmed(text, event.ordinal, start, min(len(text) if stop < 0 else stop, position + 100))


def _failure(event: SourceEvent) -> EventWords | None:
    for mark in ("--- FAIL", "FAILED", "Error:", "error:"):
        position = event.text.find(mark, 0, 60_000)
        if position >= 0:
            return _around(event, position)
    return informative(event)


def _target(call: SourceEvent) -> EventWords | None:
    """Return the place where a call names its command or file."""
    tool = call.tool
    if tool is None or not tool.target:
        return None
    kept = shorten(next((line for line in tool.target.split("\n") if line.strip()), "").strip(), 200)
    position = call.text.find(kept) if kept else -1
    return EventWords(call.ordinal, position, position + len(kept)) if position >= 0 else None


def _span(event: SourceEvent, start: int, end: int) -> EventWords:
    return trimmed(event.text, event.ordinal, start, end) or EventWords(event.ordinal, start, end)
