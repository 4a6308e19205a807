"""A reading is repeated after a race of imports, and after no other error."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import pytest

from workbench.tui.import_race import repeated_after_race


def failing(times: int, error: Exception, tried: list[int]) -> Callable[[], str]:
    """Return a reading that fails a number of times."""

    def run() -> str:
        tried.append(1)
        if len(tried) <= times:
            raise error
        return "read"

    return run


def race() -> Exception:
    """Return the interpreter's own error."""
    kind = vars(vars(importlib)["_bootstrap"])["_DeadlockError"]
    error = kind("deadlock detected")
    assert isinstance(error, RuntimeError)
    return error


def test_a_lost_race_is_run_again() -> None:
    """The other thread has imported by then."""
    tried: list[int] = []
    assert repeated_after_race(failing(1, race(), tried)) == "read"
    assert len(tried) == 2


def test_a_second_lost_race_is_an_error() -> None:
    """The error is reported and not retried forever."""
    with pytest.raises(RuntimeError, match="deadlock"):
        repeated_after_race(failing(2, race(), []))


def test_other_errors_are_not_repeated() -> None:
    """An error of the work itself is raised at once."""
    tried: list[int] = []
    with pytest.raises(RuntimeError, match="broken"):
        repeated_after_race(failing(1, RuntimeError("broken"), tried))
    assert len(tried) == 1
