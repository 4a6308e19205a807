"""A shipped value that a measurement may replace temporarily."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Replaceable(Generic[Value]):
    """The shipped value, made on first use, or its replacement.

    Args:
        shipped: makes the shipped value; called each time, so it should cache what is expensive.
    """

    def __init__(self, shipped: Callable[[], Value]) -> None:
        self._shipped = shipped
        self._other: Value | None = None

    def current(self) -> Value:
        """Return the value in use."""
        return self._shipped() if self._other is None else self._other

    def put_in_place(self, other: Value | None) -> None:
        """Use another value from now on; None restores the shipped one."""
        self._other = other
