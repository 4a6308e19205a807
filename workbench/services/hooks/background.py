"""Finish what a call of a hook could not: a process of its own, away from the agent, that ends by itself."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

from workbench.bootstrap import Env

WAIT_SECONDS = 60
"""How long it waits for a store in use."""


def start(env: Env) -> None:
    """Start `hooks catch-up` on this store; where that cannot be, the next call does the work."""
    # -P: the folder that the agent works in may hold a package of our name
    words = [sys.executable, "-P", "-m", "workbench", "hooks", "catch-up", "--store", env.store_location]
    with suppress(OSError, ValueError):
        subprocess.Popen(
            [*words, "--wait", str(WAIT_SECONDS)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            close_fds=True,
        )
