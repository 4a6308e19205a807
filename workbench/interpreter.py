"""Settings of the interpreter while megabytes are read and written: shorter turns, rarer collections.

Only the program asks for them (every command, and the workers that score), never a library function: they
are the process's.

A thread that hashes, compresses or writes needs the interpreter for an instant between long calls; at the
usual interval each instant costs a wait of 5 ms while another thread computes. And hundreds of thousands of
small values that make no cycles are not worth a search for cycles after every few hundred of them. Both
settings are one for all threads: they hold while anyone asks for them and are put back by the last one.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

TURN_SECONDS = 0.0001
COLLECTION = 200_000
"""New values after which cycles are looked for."""

_lock = threading.Lock()
_inside = 0
_before = (0.0, 0)


@contextmanager
def much_data() -> Iterator[None]:
    """Within it, a waiting thread gets the interpreter after 0.1 ms; collections are rare."""
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
    """Within it no cycles are looked for, where much data is awaited: what is made is needed until the end.

    Each search would go through all that was made so far, which costs the more the longer the work is. At the
    end it counts as old, so that what is made next does not have all of it looked through at once.
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
