"""What the reading of one file may end in, in words: whatever it was, the files beside it are read."""

from __future__ import annotations

from collections.abc import Sequence

from gates.errors import GateError, ReportedError, os_reason
from workbench.errors import InputError, WorkbenchError


def fault_of(path: str, error: Exception) -> WorkbenchError:
    """Our error for what reading or judging one file raised; the unknown is named as a fault of ours."""
    if isinstance(error, WorkbenchError):
        return error
    description = _described(path, error)
    description.__cause__ = error
    return description


MOST_NAMED = 5
"""Files of which one error says what is wrong with each; of more it says how many there are."""


def none_readable(faults: Sequence[tuple[str, WorkbenchError]], done: str, files: int) -> WorkbenchError:
    """The error where no file could be `done`, or the others hold no compaction: what is wrong with each.

    Its code, hint and exit code are those of the first.

    Args:
        faults: the files that could not be, with the reason.
        done: as in `none of 3 files could be read`.
        files: all there are.
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
