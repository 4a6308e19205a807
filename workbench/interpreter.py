"""Interpreter settings for processing megabytes: shorter thread switches, rarer garbage collection.

Only the program uses them (every command, and the scoring workers), never a library function, because they
affect the whole process.

A thread that hashes, compresses or writes needs the interpreter for an instant between long calls; with the
default switch interval each instant costs a wait of 5 ms while another thread computes. And hundreds of
thousands of small values without cycles do not justify a collection after every few hundred of them. Both
settings apply to all threads; they hold while anyone needs them, and the last user restores them.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

TURN_SECONDS = 0.0001
COLLECTION = 200_000
"""Number of new objects after which cycles are collected."""

_lock = threading.Lock()
_inside = 0
_before = (0.0, 0)


@contextmanager
def much_data() -> Iterator[None]:
    """Within this context a waiting thread gets the interpreter after 0.1 ms, and collections are rare."""
    global _inside, _before  # noqa: PLW0603 (the settings are one for the process, so is what they were)
    with _lock:
        if not _inside:
            _before = (sys.getswitchinterval(), gc.get_threshold()[0])
            sys.setswitchinterval(min(TURN_SECONDS, _before[0]))
            gc.set_threshold(max(COLLECTION, _before[1]) if _before[1] else 0)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                sys.setswitchinterval(_before[0])
                gc.set_threshold(_before[1])


@contextmanager
def held_to_the_end() -> Iterator[None]:
    """Within this context, for large inputs, no cycles are collected: all objects are needed until the end.

    A collection would traverse everything created so far, at growing cost. At the end all of it is moved to
    the oldest generation, so that later collections do not traverse it at once.
    """
    with _lock:
        waits = bool(_inside) and gc.isenabled()
        if waits:
            gc.disable()
    try:
        yield
    finally:
        if waits:
            gc.freeze()
            gc.unfreeze()  # into the oldest generation, without a look at it
            gc.enable()
