"""A shipped value that a measurement may put another one in place of, for as long as it measures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Replaceable(Generic[Value]):
    """The shipped value, made when it is first wanted, or what was put in its place.

    Args:
        shipped: makes the shipped value; called each time, so it caches what is dear.
    """

    def __init__(self, shipped: Callable[[], Value]) -> None:
        self._shipped = shipped
        self._other: Value | None = None

    def current(self) -> Value:
        """The value in use."""
        return self._shipped() if self._other is None else self._other

    def put_in_place(self, other: Value | None) -> None:
        """Use another value from now on; None brings back the shipped one."""
        self._other = other
