"""Errors of the workbench that a user can act on, each with a stable code and a hint.

WorkbenchError            exit 2 ├── UsageError            the command line is invalid ├── InputError
a file cannot be read in the expected format ├── UnknownId             an id or prefix matches nothing, or
more than one thing ├── NothingToScore        the input contains no compaction └── Refused               exit
1: a move was refused, nothing changed
"""

from __future__ import annotations

from gates.errors import ReportedError, os_reason


class WorkbenchError(ReportedError):
    """Base of the workbench's own errors."""


class UsageError(WorkbenchError):
    """The command line is invalid."""

    code = "usage"


class InputError(WorkbenchError):
    """A file cannot be read in the expected format."""

    code = "input_unreadable"


class UnwritableOutput(WorkbenchError):
    """The output could not be written."""

    code = "output_unwritable"

    def __init__(self, error: OSError) -> None:
        """Take the message from the error that prevented writing."""
        super().__init__(
            f"the output could not be written: {os_reason(error)}",
            "what the command did before stays done; free space where stdout goes, or print elsewhere",
        )


class UnknownId(WorkbenchError):
    """An id or id prefix matches nothing, or more than one (`ambiguous`); `near` begins the hint."""

    code = "unknown_id"

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        near: str = "",
        ambiguous: bool = False,
        code: str | None = None,
    ) -> None:
        super().__init__(message, near + hint, code=code)
        self.near = near
        self.ambiguous = ambiguous


class NothingToScore(WorkbenchError):
    """The input contains no compaction."""

    code = "nothing_to_score"


class Refused(WorkbenchError):
    """A move or a check was refused; nothing changed."""

    code = "refused"
    exit_code = 1


class InterruptedWork(KeyboardInterrupt):
    """^C came in work that can be continued; `hint` names the command that does."""

    def __init__(self, hint: str) -> None:
        super().__init__(hint)
        self.hint = hint


def interruption(error: BaseException | None) -> BaseException | None:
    """Return the ^C that an error came from, or None; the driver may report one as its own error."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt) or "Query interrupted" in str(error):
            return error
        error = error.__cause__ or error.__context__
    return None


def install_hint(extra: str) -> str:
    """Return the instruction to install an extra."""
    return f"`pip install 'compaction-workbench[{extra}]'`, or `pip install '.[{extra}]'` in a clone"
