"""Hands the terminal to another program, and takes it back whatever happens meanwhile."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from textual.app import App

_FOR_THE_OTHER = (signal.SIGINT, signal.SIGQUIT) if hasattr(signal, "SIGQUIT") else (signal.SIGINT,)
"""Signals that the terminal sends to this program too when they are meant for the other one."""


@contextmanager
def handed_over(app: App[None]) -> Iterator[None]:
    """Suspend the app for the block; an exception in the block is raised once the app is back.

    The library does not resume an app whose block raised. `^C` in the block does not end the app.

    Raises:
        textual.app.SuspendNotSupported: the terminal cannot be handed over.
    """
    raised: BaseException | None = None
    with _deaf(), app.suspend():
        try:
            yield
        except BaseException as error:  # raised again below
            raised = error
    app.refresh()
    if raised is not None:
        raise raised


@contextmanager
def _deaf() -> Iterator[None]:
    """Do nothing on these signals; unlike ignored ones, they keep their meaning for the other program."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, _nothing) for each in _FOR_THE_OTHER}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _nothing(_signal: int, _frame: FrameType | None) -> None:
    """Ignore the signal."""
