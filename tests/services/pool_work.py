"""Work for the pool of processes to do in its tests; workers import it by name."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path


def doubling() -> Callable[[int], int]:
    """Twice each number."""
    return lambda number: 2 * number


def pids() -> Callable[[float], int]:
    """The worker's own process id, after so many seconds."""

    def work(seconds: float) -> int:
        time.sleep(seconds)
        return os.getpid()

    return work


def dying() -> Callable[[str], str]:
    """The word again; `die` kills its worker, and a path kills the worker that finds no file there."""

    def work(word: str) -> str:
        if word == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if word.startswith("/") and not Path(word).exists():
            Path(word).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return word

    return work


def failing() -> Callable[[str], str]:
    """Cannot be had: its process ends before it is ready."""
    os._exit(7)


class _Ring:
    """An object that refers to itself, and writes a file when the cycle collector frees it."""

    def __init__(self, place: str) -> None:
        self.own = self
        self.place = place

    def __del__(self) -> None:
        Path(self.place).touch()


def ringing() -> Callable[[str], str]:
    """An item is where a cycle tells that it was found."""

    def work(place: str) -> str:
        _Ring(place)
        return place

    return work
