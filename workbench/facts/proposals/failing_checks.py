"""Failed checks: the failed tests, and which of them remain after only some were run again.

A run that selects tests or files shows nothing about the others. Tests are identified by the names that their
runner prints.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gates.source import SourceEvent
from workbench.facts.proposals.run_scope import covers, failed_parts, named_in
from workbench.facts.spans import EventWords, shorten

MOST_NAMED = 3
"""Most failed tests that are stated by name."""
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
"""Options by which a command runs only some tests."""


@dataclass(frozen=True, slots=True)
class FailingCheck:
    """A kind of check whose last run failed."""

    first: EventWords
    """Output of the first failed run."""
    last: EventWords
    command: str
    """Command of the last failed run."""
    tests: tuple[tuple[str, EventWords], ...] = ()
    """The tests that failed and did not pass since, each with its failure in the output."""

    scope: tuple[str, ...] = ()
    """Files, folders and packages that failed; empty if it is not known which part of everything did."""

    def places(self) -> tuple[EventWords, ...]:
        """Return the places that show the failure, in order."""
        return tuple(sorted({words for _, words in self.tests} | {self.last} or {self.first, self.last}))

    def text(self) -> str:
        """Describe the failure on one line: the tests by name, else the command."""
        names = ", ".join(name for name, _ in self.tests[:MOST_NAMED])
        more = len(self.tests) - MOST_NAMED
        which = f"{names} and {more} more" if more > 0 else names
        return f"Failed when last run: {which or shorten(self.command, MAX_COMMAND)}"


def failed_again(
    before: FailingCheck | None, event: SourceEvent, quoted: EventWords, command: str
) -> FailingCheck:
    """Return the state after a failed run; tests that it did not select stay failed."""
    text = event.text[:MAX_READ]
    known = {} if before is None else dict(before.tests)
    named = {
        next(filter(None, match.groups())).rstrip(":,"): EventWords(event.ordinal, match.start(), match.end())
        for match in _FAILED.finditer(text)
    }
    if named and _SELECTS.search(command) is None:
        known = {name: words for name, words in known.items() if name in named}
    for name in _PASSED.findall(text):
        known.pop(name, None)
    tests = tuple({**named, **known}.items())[:MOST_TESTS]
    scope = failed_parts(text)[:MOST_TESTS] or named_in(command)
    return FailingCheck(quoted if before is None else before.first, quoted, command, tests, scope)


def still_failing(before: FailingCheck | None, command: str) -> FailingCheck | None:
    """Return the failures left after a run that passed: the tests or files that it left out, or None."""
    if before is None:
        return None
    if _SELECTS.search(command) is None:
        return None if covers(named_in(command), before.scope) else before
    left = tuple((name, words) for name, words in before.tests if not _selected(name, command))
    return replace(before, tests=left) if left else None


def _selected(name: str, command: str) -> bool:
    """Return whether a command names a test, or the test that it is a part of."""
    return re.split(r"[/\[]", name.rsplit("::", 1)[-1])[0] in command
