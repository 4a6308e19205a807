"""Retry of a read that lost an import race: two threads that import one package may block each other.

The interpreter ends such a deadlock by raising in one of the two threads; the other completes the import.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

_RACE = "_DeadlockError"
"""Name of the interpreter's error, which has no public type."""


def repeated_after_race(run: Callable[[], Value]) -> Value:
    """Return the result of `run`, which is called a second time if an import race ended the first call.

    For reads only: a write may have been done in part.
    """
    try:
        return run()
    except RuntimeError as error:
        if type(error).__name__ != _RACE:
            raise
    return run()
