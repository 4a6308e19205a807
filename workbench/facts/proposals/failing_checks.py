"""Checks that failed: which tests, and what is left of them when only some were run again.

A run that selects tests says nothing about the others. Tests are known by the names that their runner prints.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gates.source import SourceEvent
from workbench.facts.spans import EventWords, shorten

MOST_NAMED = 3
"""Failed tests that are stated by name."""
MOST_TESTS = 60
MAX_READ = 60_000
MAX_COMMAND = 240

_FAILED = re.compile(
    r"^\s{0,12}--- FAIL: (?P<go>\S{1,160})|^FAILED (?P<py>(?!\()\S{1,200})|"
    r"^\s{0,8}[✕✗×] (?P<js>\S[^\n]{2,120}?)(?= \(|$)|"
    r"^not ok \d+ - (?P<tap>\S[^\n]{2,120})$",
    re.MULTILINE,
)
_PASSED = re.compile(r"^\s{0,12}--- PASS: (\S{1,160})", re.MULTILINE)
_SELECTS = re.compile(r"(?<!\S)(?:-run|-k|-t|--grep|--filter|--testNamePattern)(?:[ =]|$)|::\w")
"""How a command runs some tests of many."""


@dataclass(frozen=True, slots=True)
class FailingCheck:
    """A sort of check of which the last run failed."""

    first: EventWords
    """What the first failed run said."""
    last: EventWords
    command: str
    """The last run that failed."""
    tests: tuple[tuple[str, EventWords], ...] = ()
    """The tests that failed and did not pass since, each with where it failed first."""

    def places(self) -> tuple[EventWords, ...]:
        """Where it is seen, in order."""
        return tuple(sorted({words for _, words in self.tests} | {self.last} or {self.first, self.last}))

    def text(self) -> str:
        """The failure in one line: the tests by name, else the command."""
        names = ", ".join(name for name, _ in self.tests[:MOST_NAMED])
        more = len(self.tests) - MOST_NAMED
        which = f"{names} and {more} more" if more > 0 else names
        return f"Failed when last run: {which or shorten(self.command, MAX_COMMAND)}"


def failed_again(
    before: FailingCheck | None, event: SourceEvent, quoted: EventWords, command: str
) -> FailingCheck:
    """The state after a run that failed: tests that it did not select fail as they did."""
    text = event.text[:MAX_READ]
    known = {} if before is None else dict(before.tests)
    named = {
        next(filter(None, match.groups())): EventWords(event.ordinal, match.start(), match.end())
        for match in _FAILED.finditer(text)
    }
    if named and _SELECTS.search(command) is None:
        known = {name: words for name, words in known.items() if name in named}
    for name in _PASSED.findall(text):
        known.pop(name, None)
    tests = tuple({**named, **known}.items())[:MOST_TESTS]
    return FailingCheck(quoted if before is None else before.first, quoted, command, tests)


def still_failing(before: FailingCheck | None, command: str) -> FailingCheck | None:
    """What is left after a run that passed: the tests that it did not select."""
    if before is None or _SELECTS.search(command) is None:
        return None
    left = tuple((name, words) for name, words in before.tests if not _selected(name, command))
    return replace(before, tests=left) if left else None


def _selected(name: str, command: str) -> bool:
    """Whether a command names a test, or the test that it is a part of."""
    return re.split(r"[/\[]", name.rsplit("::", 1)[-1])[0] in command
