"""Tracks which text a session showed at which lines of a file, from what its tools read, found and wrote.

The known part of each file is followed: a numbered reading or search result sets lines, an edit of known
lines moves the lines below it, and anything else that may write the file makes its current state unknown.
Every text that was ever shown or derived for a line is kept.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from gates.language.file_names import FILE, base_name
from gates.search.edit_calls import new_text, replaced_text, whole_text
from gates.source import EventKind, SourceEvent, ToolAction

LEAST_LINES = 2
"""Fewest numbered lines that count as a reading."""
SAME_STILL = 10
"""Fewest lines of a reading to which the known lines are fitted; half of them compared at either end."""
LONGEST_RESULT = 200_000
"""Characters of a result that are searched for numbered lines."""

_READ = re.compile(r"^ {0,8}(\d{1,6})(?:→|\t)(.*)$", re.MULTILINE)
_FOUND = re.compile(
    r"^(?:(?P<path>[\w@.+~/-]{1,200}\.\w{1,5})(?P<by>[:-]))?(?P<line>\d{1,6})[:-](?P<text>.*)$", re.MULTILINE
)
_PATH = re.compile(rf"(?<![\w*/.-])({FILE})(?![\w/*])")
_REPLACED_BELOW = re.compile(
    r"\bgit\b[^\n;&|]{0,60}\b(?:checkout|restore|stash|cherry-pick|merge|rebase|reset|pull|switch|revert|apply|am)\b"
)
_WRITES = re.compile(r">|\bsed -i|\btee\b|\bmv\b|\bcp\b|\bpatch\b|\bpython|\bnode\b|\bperl\b")
"""Commands that may write a file.

Formatters are not among them: they move few lines, and the next reading corrects it.
"""


@dataclass
class FileLines:
    """What is known of one file, by line number."""

    now: dict[int, str] = field(default_factory=dict)
    """The current text of the known lines."""
    ever: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Every text that a line ever had."""
    shown: dict[int, int] = field(default_factory=dict)
    """The event that last showed a line."""
    before: dict[int, str] = field(default_factory=dict)
    """The known lines before something may have written the file."""

    def put(self, lines: Sequence[tuple[int, str]], ordinal: int) -> None:
        """Set the lines that a result shows, and fit the known lines around them."""
        known = self.now or (self.before if len(lines) >= SAME_STILL else {})
        origins = _fitted(known, lines)
        self.now = {number: known[old] for number, old in origins.items()}
        self.shown.update({n: self.shown[old] for n, old in origins.items() if old in self.shown})
        if self.now:
            self.before = {}
        for number, text in self.now.items():
            self.ever[number].add(text)
        for number, text in lines:
            self.now[number] = text
            self.ever[number].add(text)
            self.shown[number] = ordinal

    def lost(self) -> None:
        """Mark the current lines as unknown, until a reading confirms them."""
        self.before, self.now = self.now or self.before, {}

    def edit(self, old: str, new: str, ordinal: int) -> None:
        """Replace text that occurs exactly once in the known lines, and move the lines below it."""
        before, after = old.split("\n"), new.split("\n")
        spot = self._spot(before)
        if spot is None:
            self.lost()
            self.before = {}
            return
        head = self.now[spot][: len(self.now[spot]) - len(before[0])] if len(before) > 1 else ""
        if len(before) > 1:
            last = self.now[spot + len(before) - 1]
            tail = last[len(before[-1]) :]
        else:
            head, tail = self.now[spot].split(before[0], 1)
        written = [*after]
        written[0] = head + written[0]
        written[-1] += tail
        moved = len(after) - len(before)
        end = spot + len(before)
        kept = {n: t for n, t in self.now.items() if n < spot}
        kept.update({n + moved: t for n, t in self.now.items() if n >= end})
        kept.update({spot + place: text for place, text in enumerate(written)})
        self.now = kept
        for number, text in kept.items():
            if number >= spot:
                self.ever[number].add(text)
                self.shown[number] = ordinal

    def _spot(self, before: Sequence[str]) -> int | None:
        """Return the line at which a text begins; None unless the known lines contain it exactly once."""
        if not any(before):
            return None
        found = []
        for number, text in self.now.items():
            if len(before) == 1:
                if text.count(before[0]) == 1:
                    found.append(number)
                continue
            rest = [self.now.get(number + place) for place in range(1, len(before))]
            if (
                text.endswith(before[0])
                and rest[:-1] == list(before[1:-1])
                and (rest[-1] or "").startswith(before[-1])
                and rest[-1] is not None
            ):
                found.append(number)
        return found[0] if len(found) == 1 else None


def _fitted(known: dict[int, str], lines: Sequence[tuple[int, str]]) -> dict[int, int]:
    """Return where the known lines are now, given the lines that are shown, as new number to known number.

    Lines above are kept if the shown lines begin as they did before; lines below are kept, moved by as many
    lines as the end of the shown lines has moved.
    """
    if not known or len(lines) < SAME_STILL or lines[-1][0] - lines[0][0] != len(lines) - 1:
        fits = all(known.get(number, text) == text for number, text in lines)
        return {number: number for number in known} if fits else {}
    first, last = lines[0][0], lines[-1][0]
    head = all(known.get(number) == text for number, text in lines[: SAME_STILL // 2])
    found = {number: number for number in known if number < first} if head else {}
    tail = [text for _, text in lines[-SAME_STILL // 2 :]]
    ends = [n for n in known if [known.get(n + place - len(tail) + 1) for place in range(len(tail))] == tail]
    if ends:
        near = min(ends, key=lambda n: (abs(n - last), n))
        found.update({number + last - near: number for number in known if number > near})
    return found


def lines_by_file(events: Sequence[SourceEvent]) -> dict[str, FileLines]:
    """Return the lines of every file of which any were shown, by its path as the tools name it."""
    files: dict[str, FileLines] = defaultdict(FileLines)
    calls: dict[str, SourceEvent] = {}
    for event in events:
        tool = event.tool
        if tool is None:
            continue
        if event.kind is EventKind.TOOL_CALL:
            calls[tool.call_id] = event
        elif event.kind is EventKind.TOOL_RESULT:
            call = calls.get(tool.call_id)
            if tool.action is ToolAction.COMMAND:
                _after_command(tool.target, files)
            if not tool.failed:
                _add(event, call, files)
    return files


def _add(event: SourceEvent, call: SourceEvent | None, files: dict[str, FileLines]) -> None:
    tool = event.tool
    assert tool is not None
    if tool.action is ToolAction.CHANGE:
        _changed(files[tool.target.removeprefix("./")], call, event.ordinal)
        return
    text = event.text[:LONGEST_RESULT]
    if tool.action is ToolAction.READ:
        lines = read_lines(text)
        if len(lines) >= LEAST_LINES and _rising(lines):
            files[tool.target.removeprefix("./")].put(lines, event.ordinal)
        return
    if tool.action not in (ToolAction.COMMAND, ToolAction.SEARCH):
        return
    asked = call.text if call is not None else tool.target
    named = list(dict.fromkeys(path.removeprefix("./") for path in _PATH.findall(asked)))
    for path, lines in _found(text, named):
        files[path].put(lines, event.ordinal)


def read_lines(text: str) -> list[tuple[int, str]]:
    """Return the numbered lines that a reading prints, each with its number."""
    return [(int(number), value) for number, value in _READ.findall(text[:LONGEST_RESULT])]


def _rising(lines: Sequence[tuple[int, str]]) -> bool:
    return all(one[0] < other[0] for one, other in pairwise(lines))


def _found(text: str, named: Sequence[str]) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Yield, per file, the lines that a search shows, or that a command naming only one file prints."""
    by_path: dict[str, dict[int, str]] = defaultdict(dict)
    for match in _FOUND.finditer(text):
        path = match["path"] or (named[0] if len(named) == 1 else "")
        if path:
            by_path[path.removeprefix("./")][int(match["line"])] = match["text"]
    if len(named) == 1:
        numbered = [(int(n), value) for n, value in _READ.findall(text)]
        if len(numbered) >= LEAST_LINES and _rising(numbered):
            by_path[named[0]].update(numbered)
    for path, lines in by_path.items():
        yield path, sorted(lines.items())


def _changed(file: FileLines, call: SourceEvent | None, ordinal: int) -> None:
    """Apply a call that wrote a file."""
    text = "" if call is None else call.text
    whole = whole_text(text)
    if whole is not None:
        file.lost()
        file.put(list(enumerate(whole.split("\n"), 1)), ordinal)
        return
    old, new = replaced_text(text), new_text(text)
    if old is None or new is None or "\nreplace_all: true" in text:
        file.lost()
        file.before = {}
        return
    file.edit(old, new, ordinal)


def _after_command(command: str, files: dict[str, FileLines]) -> None:
    """Mark the lines of the files that a command may have written as unknown."""
    if _REPLACED_BELOW.search(command):
        for file in files.values():
            file.lost()
    elif _WRITES.search(command):
        for path, file in files.items():
            if base_name(path) in command:
                file.lost()
