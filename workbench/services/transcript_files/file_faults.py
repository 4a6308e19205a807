"""Errors of reading one file, in words; the files beside it are read in any case."""

from __future__ import annotations

from collections.abc import Sequence

from gates.errors import GateError, ReportedError, os_reason
from workbench.errors import InputError, WorkbenchError


def fault_of(path: str, error: Exception) -> WorkbenchError:
    """Convert an exception from reading or judging a file.

    An unexpected one is reported as a fault of the program.
    """
    if isinstance(error, WorkbenchError):
        return error
    description = _described(path, error)
    description.__cause__ = error
    return description


MOST_NAMED = 5
"""Number of files whose fault is named in one error; the others are counted."""


def none_readable(faults: Sequence[tuple[str, WorkbenchError]], done: str, files: int) -> WorkbenchError:
    """Return the error if no file could be `done`, or the others contain no compaction, with the faults.

    Its code, hint and exit code are those of the first fault.

    Args:
        faults: the files that failed, with the reason.
        done: a participle, as in `none of 3 files could be read`.
        files: number of all files.
    """
    first = faults[0][1]
    if files == 1:
        return first
    rest = len(faults) - MOST_NAMED
    named = [error.message for _, error in faults[:MOST_NAMED]] + [f"{rest} more"] * (rest > 0)
    which = "none" if len(faults) == files else f"{len(faults)}"
    others = "" if len(faults) == files else "; the others hold no compaction"
    message = (
        f"{which} of {files} files could {'not ' if others else ''}be {done}: {'; '.join(named)}{others}"
    )
    made = WorkbenchError(message, first.hint, code=first.code)
    made.exit_code = first.exit_code
    return made


def _described(path: str, error: Exception) -> WorkbenchError:
    if isinstance(error, GateError):
        return InputError(error.message, error.hint, code=error.code)
    if isinstance(error, ReportedError):  # of the store
        made = WorkbenchError(error.message, error.hint, code=error.code)
        made.exit_code = error.exit_code
        return made
    if isinstance(error, OSError):
        return InputError(f"cannot read {path}: {os_reason(error)}", "check the path and its permissions")
    if isinstance(error, RecursionError):
        return InputError(f"cannot read {path}: it is nested too deeply", "no transcript nests so deep")
    if isinstance(error, MemoryError):
        return InputError(
            f"cannot read {path}: there is not enough memory", "give it more (`ulimit -v`), or a smaller file"
        )
    return WorkbenchError(
        f"cannot read {path}: this is a fault in the program: {type(error).__name__}: {error}",
        "set WORKBENCH_DEBUG=1 and run it again to see where it happened",
        code="internal",
    )
