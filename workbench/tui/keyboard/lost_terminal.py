"""The end of the app when its terminal is gone, as after a broken connection.

The library's input thread takes a terminal that was hung up for one without input and asks it again without a
pause, so the process would use a core, and hold its store, for ever.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

EVERY_SECONDS = 2.0
"""Seconds between two looks at the terminal."""


def terminal_is_lost(fileno: int) -> bool:
    """Say whether a terminal that a file number stands for was hung up; False where this cannot be known."""
    try:
        import termios
    except ImportError:
        return False
    try:
        termios.tcgetattr(fileno)
    except (termios.error, OSError):
        return True
    return False


def watch_terminal(on_lost: Callable[[], object]) -> threading.Event | None:
    """Call `on_lost` once, in a thread of its own, when the terminal of the standard input is gone.

    Returns the event that ends the watch when it is set; None if the standard input is no terminal.
    """
    try:
        fileno = sys.stdin.fileno()
    except (AttributeError, ValueError, OSError):
        return None
    if terminal_is_lost(fileno):
        return None
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(EVERY_SECONDS):
            if terminal_is_lost(fileno):
                on_lost()
                return

    threading.Thread(target=watch, name="lost-terminal", daemon=True).start()
    return ended
