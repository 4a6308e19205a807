"""The only module that writes to stderr: notes, progress, errors. It defines the exit codes.

An error is one line and a hint; nothing here prints a traceback.
"""

from __future__ import annotations

import os
import re
import sys
from enum import IntEnum
from typing import TYPE_CHECKING, TypeVar

from gates.errors import ReportedError
from gates.measure_words import masked_places
from workbench.cli.ci_log import tame
from workbench.escaping import one_line
from workbench.presentation.cells import clip

if TYPE_CHECKING:
    from typing import TextIO

T = TypeVar("T")
_LONGEST = 500
"""Characters of the longest word that an error shows whole."""
_TOO_LONG = re.compile(rf"\S{{{_LONGEST + 1},}}")


class ExitCode(IntEnum):
    """The meaning of a command's exit code (WB2)."""

    DONE = 0
    """Done, or every gate passed."""
    FAILED = 1
    """A gate or check failed, or a move was refused."""
    USAGE = 2
    """The command line or an input does not make sense."""
    STORE = 3
    """The store is held by another process or cannot be read."""
    INTERRUPTED = 130
    """Stopped from the keyboard."""


def exit_code_for(error: Exception) -> int:
    """Return the exit code of an error: its own if it has one, else that of a usage or input error."""
    return error.exit_code if isinstance(error, ReportedError) else int(ExitCode.USAGE)


def error(message: str, hint: str = "") -> None:
    """Write an error in one line, and a hint under it."""
    _write(f"workbench: {_with_short_words(one_line(message))}")
    if hint:
        _write(f"  {_with_short_words(one_line(hint))}")


def _with_short_words(line: str) -> str:
    """Return a line in which no word, such as an id somebody pasted a page for, is longer than `_LONGEST`."""
    return _TOO_LONG.sub(lambda found: f"{found.group()[: _LONGEST - 100]}…{found.group()[-99:]}", line)


def note(message: str) -> None:
    """Write a note that is not data: what was chosen, skipped, or comes next."""
    _write(one_line(message))


def masked(count: int) -> None:
    """Report how many secrets were masked in the output on stdout; nothing if none were."""
    if count:
        note(f"{masked_places(count)}; what is stored stays as it is")


def with_masking_note(found: tuple[T, int]) -> T:
    """Return the masked value, after reporting the number of masked secrets."""
    masked(found[1])
    return found[0]


def text(lines: str) -> None:
    """Write a text of several lines, such as the short help."""
    for each in lines.splitlines():
        _write(each)


def answers() -> bool:
    """Return whether somebody is there to answer a question."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def confirmed(question: str) -> bool:
    """Ask a question, and return whether the answer is yes; an end of input is no."""
    sys.stderr.write(f"{one_line(question)} [y/N] ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    if not answer.endswith("\n"):
        _write("")
    return answer.strip().casefold() in ("y", "yes")


class ProgressLine:
    """One line that is overwritten during work; silent unless stderr is a terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def show(self, message: str) -> None:
        """Show a message in place of the previous one."""
        if self.shown:
            sys.stderr.write("\r\x1b[K" + clip(one_line(message), 78))
            sys.stderr.flush()

    def clear(self) -> None:
        """Clear the line."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Counted:
    """Progress of work on many things; without a terminal, optionally a line for each tenth."""

    def __init__(self, verb: str, *, each_tenth: bool = False, what: str = "files") -> None:
        self._what = what
        self._line = ProgressLine()
        self._verb = verb
        self._each_tenth = each_tenth and not self._line.shown
        self._tenth = 0

    def show_count(self, done: int, total: int) -> None:
        """Show how many are done."""
        self._line.show(f"{self._verb} {done:,} of {total:,} {self._what}")
        if self._each_tenth and done * 10 // total > self._tenth:
            self._tenth = done * 10 // total
            note(f"{self._verb} {done:,} of {total:,} {self._what}")

    def note(self, message: str) -> None:
        """Write a note that stays."""
        self._line.clear()
        note(message)

    def clear(self) -> None:
        """Clear the line."""
        self._line.clear()


def _write(line: str) -> None:
    stream = sys.stderr
    if stream is None:
        return
    encoding = stream.encoding or "utf-8"
    line = tame(line)
    try:
        stream.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        stream.flush()
    except (OSError, ValueError):  # nobody can read it; the command still ends with its own code
        _close_quietly(stream)


def _close_quietly(stream: TextIO) -> None:
    """Point a stream that cannot be written to at the null device, so that exit causes no second error."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
    except (OSError, ValueError):
        return
