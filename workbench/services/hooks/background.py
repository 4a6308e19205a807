"""Finish the work of a hook call in a separate process that ends by itself."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

from workbench.bootstrap import Env

WAIT_SECONDS = 60
"""Seconds to wait for a store in use."""


def start(env: Env) -> None:
    """Start `hooks catch-up` on this store; if that fails, the next call does the work."""
    # -P: the agent's working directory may contain a package of our name
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
