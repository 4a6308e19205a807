"""What the reading of one file may end in, in words: whatever it was, the files beside it are read."""

from __future__ import annotations

from gates.errors import GateError
from workbench.errors import InputError, WorkbenchError


def fault_of(path: str, error: Exception) -> WorkbenchError:
    """Our error for what reading or judging one file raised; the unknown is named as a fault of ours."""
    if isinstance(error, WorkbenchError):
        return error
    stated = _described(path, error)
    stated.__cause__ = error
    return stated


def _described(path: str, error: Exception) -> WorkbenchError:
    if isinstance(error, GateError):
        return InputError(error.message, error.hint, code=error.code)
    if isinstance(error, OSError):
        return InputError(
            f"cannot read {path}: {error.strerror or error}", "check the path and its permissions"
        )
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
