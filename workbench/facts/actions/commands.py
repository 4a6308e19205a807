"""Failed commands: their output, and whether the same command passed later.

Only explicit results count: a result that does not report success or failure neither failed nor passed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.actions.polls import POLLS, is_running, note_running, of_command
from workbench.facts.actions.refusals import is_refused
from workbench.facts.actions.working_parts import hides_exit_code, working_parts
from workbench.facts.spans import EventWords, fold, shorten, trimmed

MAX_COMMAND = 120
MAX_SAID = 240

_EXIT = re.compile(r"^\s{0,4}(?:exit (?:code|status)|command failed|error: exit)[^\n]{0,40}$", re.I | re.M)
_INFORMATIVE = re.compile(
    r"\b(?:error|errors|fail|failed|failure|panic|fatal|undefined|cannot|can't|not found|no such|denied|"
    r"exception|traceback|expected|unexpected|invalid|unknown|missing|refused|unused|timed out|"
    r"timeout|conflict)\b",
    re.I,
)
_CATEGORIES = (
    ("test", re.compile(r"\b(?:test|tests|pytest|jest|vitest|rspec|tox|unittest|ctest|nextest)\b", re.I)),
    (
        "lint",
        re.compile(
            r"\b(?:lint|golangci-lint|eslint|ruff|flake8|mypy|pylint|tsc|clippy|vet|fmt|format)\b", re.I
        ),
    ),
    (
        "build",
        re.compile(
            r"\b(?:build|compile|make|cmake|gradle|mvn|cargo|webpack|"
            r"docker(?!(?:-compose| compose)? (?:exec|images|inspect|logs|ps)\b))\b",
            re.I,
        ),
    ),
    (
        "release",
        re.compile(r"\b(?:publish|deploy|release|install|upload|migrate|provision|npm ci)\b", re.I),
    ),
)
_RELEASE = dict(_CATEGORIES)["release"]
_PUSH = re.compile(r"\bgit\b[^\n;&|]{0,40}\bpush\b")


@dataclass(frozen=True, slots=True)
class CommandFailure:
    """The last failure of one command."""

    command: EventWords
    """The command as it was called, at most 120 characters of its first line."""
    output: EventWords
    """The informative part of its output."""
    category: str
    passed: EventWords | None
    """The first line of a later result that did not fail: of the same command, or of one of its kind."""
    is_same: bool = True
    """Whether the command that passed has the same words; a release may be repaired by one of its kind."""

    @property
    def checks(self) -> bool:
        """Whether the command tested, linted, built, installed or released something.

        A search without results is no failed check.
        """
        return self.category != "command"


def failures(events: Sequence[SourceEvent], start: int) -> list[CommandFailure]:
    """Return the commands that failed at or after event `start`, each with its last failure, in order."""
    last: dict[str, SourceEvent] = {}
    passed: dict[str, SourceEvent] = {}
    running: dict[str, str] = {}
    polls: dict[str, SourceEvent] = {}
    for raw in events[start:]:
        if raw.tool is None or raw.sidechain is not None:
            continue
        if raw.kind is EventKind.TOOL_CALL and raw.tool.name == POLLS:
            polls[raw.tool.call_id] = raw
        if raw.kind is not EventKind.TOOL_RESULT:
            continue
        event = of_command(running, raw, polls.get(raw.tool.call_id))
        note_running(running, event)
        tool = event.tool
        if tool is None or is_running(event):
            continue
        key = fold(tool.target)
        if tool.action is not ToolAction.COMMAND or not key:
            continue
        if tool.failed and not is_refused(event):
            last[key] = event
            passed.pop(key, None)
        elif tool.failed is False and last:
            for other in _repaired(last, key, tool.target):
                passed.setdefault(other, event)
    wanted = {event.tool.call_id for event in last.values() if event.tool is not None}
    calls = calls_of(events, start, wanted) | _begun(events, last)
    found = [_failure(calls, event, passed.get(key), key) for key, event in last.items()]
    return sorted((f for f in found if f is not None), key=lambda f: f.output)


def _begun(events: Sequence[SourceEvent], last: Mapping[str, SourceEvent]) -> dict[str, SourceEvent]:
    """Return, by the id of each failed poll, the call that began the polled command."""
    found: dict[str, SourceEvent] = {}
    for key, polled in last.items():
        if polled.tool is None or polled.tool.name != POLLS:
            continue
        for event in reversed(events[: polled.ordinal - events[0].ordinal]):
            tool = event.tool if event.kind is EventKind.TOOL_CALL else None
            if tool is not None and tool.action is ToolAction.COMMAND and fold(tool.target) == key:
                found[polled.tool.call_id] = event
                break
    return found


def _repaired(last: Collection[str], key: str, command: str) -> list[str]:
    """Return the failed commands that a command without failure repairs: itself, and releases of its kind.

    An installation or release is seldom tried again in the same words, so the same tasks suffice.
    """
    found = [key] if key in last else []
    tasks = _tasks(command)
    if not tasks or hides_exit_code(command, lambda part: bool(_tasks(part))):
        return found
    return [*found, *(each for each in last if each != key and (t := _tasks(each)) and t <= tasks)]


def _tasks(command: str) -> set[str]:
    """Return what a command installs or releases with, in lower case: `publish`, `push`."""
    done = {word.casefold() for part in working_parts(command) for word in _RELEASE.findall(part)}
    return done | ({"push"} if _PUSH.search(command[:1_000]) else set())


def calls_of(events: Sequence[SourceEvent], start: int, wanted: Collection[str]) -> dict[str, SourceEvent]:
    """Return the last tool call of each wanted id; calls at or after event `start` take precedence."""
    found = {
        e.tool.call_id: e
        for e in events[start:]
        if e.kind is EventKind.TOOL_CALL and e.tool is not None and e.tool.call_id in wanted
    }
    missing = set(wanted) - set(found)
    for event in events[:start] if missing else ():
        if event.kind is EventKind.TOOL_CALL and event.tool is not None and event.tool.call_id in missing:
            found[event.tool.call_id] = event
    return found


def _failure(
    calls: dict[str, SourceEvent],
    result: SourceEvent,
    passed: SourceEvent | None,
    key: str,
) -> CommandFailure | None:
    tool = result.tool
    call = calls.get(tool.call_id) if tool is not None else None
    quoted = informative(result)
    if tool is None or call is None or quoted is None:
        return None
    command = _command(call, tool.target)
    if command is None:
        return None
    after = None if passed is None else _opening(passed)
    same = passed is None or passed.tool is None or fold(passed.tool.target) == key
    return CommandFailure(command, quoted, _category(tool.target), after, is_same=same)


def _category(command: str) -> str:
    """Return the category of a command; one that only looks at test files is `command`."""
    done = working_parts(command)
    found = next((name for name, words in _CATEGORIES if any(map(words.search, done))), "command")
    return "release" if found == "command" and _PUSH.search(command[:1_000]) else found


def _command(call: SourceEvent, target: str) -> EventWords | None:
    """Return the command's first line as it stands in the call, or None if the call does not contain it."""
    line = next((line for line in target.split("\n") if line.strip()), "").strip()
    kept = shorten(line, MAX_COMMAND)
    position = call.text.find(kept) if kept else -1
    return EventWords(call.ordinal, position, position + len(kept)) if position >= 0 else None


def _opening(event: SourceEvent) -> EventWords | None:
    for match in re.finditer(r"[^\n]{1,120}", event.text[:4_000]):
        words = trimmed(event.text, event.ordinal, match.start(), match.end())
        if words is not None:
            return words
    return None


def informative(event: SourceEvent) -> EventWords | None:
    """Return the part of a result that explains the failure: informative lines, else the last ones."""
    text = event.text
    lines = [
        m for m in re.finditer(r"[^\n]+", text[:200_000]) if m.group().strip() and not _EXIT.match(m.group())
    ]
    if not lines:
        match = re.search(r"\S[^\n]{0,200}", text)
        return None if match is None else trimmed(text, event.ordinal, match.start(), match.end())
    first = next((i for i, line in enumerate(lines) if _INFORMATIVE.search(line.group()[:400])), None)
    begin = lines[first].start() if first is not None else lines[-min(3, len(lines))].start()
    kept = shorten(text[begin : lines[-1].end()], MAX_SAID)
    return trimmed(text, event.ordinal, begin, begin + len(kept))
