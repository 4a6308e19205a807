"""Work that makes much that lives on, as the tokens of a session, without looking for cycles all the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_NEW = 200_000
"""Objects after which the youngest are looked through; Python's own number is 700."""
_ROUNDS = 50


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for cycles seldom inside; as before behind it."""
    before = gc.get_threshold()
    gc.set_threshold(_NEW, _ROUNDS, _ROUNDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
