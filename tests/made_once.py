"""A folder that all workers of one run share, made by the first of them that wants it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """The folder `name` of this run, filled by `make`; to be copied from, since others read it too.

    Equal names of makers of two modules are two folders. Who comes while it is made waits; where making
    it failed, the next one tries again.
    """
    own = factory.getbasetemp()
    name = f"{make.__module__}-{name}"
    run = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    place = run / f"made-{name}"
    with (run / f"made-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            begun = Path(mkdtemp(prefix=f"making-{name}-", dir=run))
            make(begun)
            begun.rename(place)
    return place
