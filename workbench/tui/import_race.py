"""Repeats a reading that lost a race of imports: two threads that load one package may refuse each other.

The interpreter ends such a race by raising in one of the two; the other imports all that both wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

_RACE = "_DeadlockError"
"""The error's name; the interpreter exports no type for it."""


def repeated_after_race(run: Callable[[], Value]) -> Value:
    """What `run` gives; it is run a second time where a race of imports ended the first.

    For readings only: what a write had begun is not known.
    """
    try:
        return run()
    except RuntimeError as error:
        if type(error).__name__ != _RACE:
            raise
    return run()
