"""Errors of the workbench that a user can act on, each with a stable code and a hint.

WorkbenchError            exit 2
├── UsageError            the command line does not make sense
├── InputError            a file cannot be read as what it should be
├── UnknownId             an id or prefix names nothing, or too much
├── NothingToScore        no compaction was found in what was given
└── Refused               exit 1: a move was refused, nothing changed
"""

from __future__ import annotations

from gates.errors import ReportedError, os_reason


class WorkbenchError(ReportedError):
    """Base of the workbench's own errors."""


class UsageError(WorkbenchError):
    """The command line does not make sense."""

    code = "usage"


class InputError(WorkbenchError):
    """A file cannot be read as what it should be."""

    code = "input_unreadable"


class UnwritableOutput(WorkbenchError):
    """What was to be printed could not be written."""

    code = "output_unwritable"

    def __init__(self, error: OSError) -> None:
        """What kept it from being written."""
        super().__init__(
            f"the output could not be written: {os_reason(error)}",
            "what the command did before stays done; free space where stdout goes, or print elsewhere",
        )


class UnknownId(WorkbenchError):
    """An id or a prefix of one names nothing, or more than one thing."""

    code = "unknown_id"


class NothingToScore(WorkbenchError):
    """No compaction was found in what was given."""

    code = "nothing_to_score"


class Refused(WorkbenchError):
    """A move or a check was refused; nothing changed."""

    code = "refused"
    exit_code = 1


def install_hint(extra: str) -> str:
    """How to install an extra."""
    return f"`pip install 'compaction-workbench[{extra}]'`, or `pip install '.[{extra}]'` in a clone"
