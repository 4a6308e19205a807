"""What is measured of the app and its yardsticks: starts, answers to keys, memory, holds. Times in seconds.

A key counts as answered with the last byte of the output that follows it, which ends with a short quiet;
this is the same for the app, its yardstick and other programs.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from bench.terminal import Display, Terminal

MODULE = [sys.executable, "-m"]
YARDSTICKS = [*MODULE, "bench.app_yardsticks"]
EMPTY = [*YARDSTICKS, "empty"]
SCROLL = [*YARDSTICKS, "scroll"]
GAP = 0.06
"""Seconds without output that end a burst."""

KEYS = [b"j"] * 14 + [b"\x04"] * 2 + [b"k"] * 6 + [b"\x15"] * 2 + [b"G", b"k", b"j", b"g", b"j", b"j"]
"""One line, half a page, the end and the beginning, as a reader moves; each of them moves."""


def library(store: Path) -> list[str]:
    """The app as a user starts it."""
    return [*MODULE, "workbench", "--store", str(store)]


def opened(store: Path, holds: Path | None = None) -> list[str]:
    """The app on the session of a store."""
    return [*YARDSTICKS, "open", str(store), *([str(holds)] if holds else [])]


def full(display: Display) -> bool:
    """A whole frame is there."""
    return display.full


def says(words: str) -> Callable[[Display], bool]:
    """Whether a text is on the screen."""
    return lambda display: words in display.text


@dataclass
class Starts:
    """Times from the start of a process, several of each kind."""

    taken: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, seconds: float) -> None:
        """One more."""
        self.taken.setdefault(name, []).append(seconds)

    def middle(self, name: str) -> float:
        """The median."""
        return median(self.taken[name])

    def ratio(self, name: str, base: str) -> float:
        """Median of the ratios within each round."""
        pairs = zip(self.taken[name], self.taken[base], strict=True)
        return median(one / other for one, other in pairs)


@dataclass(frozen=True)
class Start:
    """A command, and what its screen shows one after the other, each with the name of that moment."""

    command: Sequence[str]
    moments: tuple[tuple[str, Callable[[Display], bool]], ...]


def measure_starts(starts: Sequence[Start], rounds: int) -> Starts:
    """Start every command once a round."""
    found = Starts()
    for _ in range(rounds):
        for start in starts:
            with Terminal(start.command) as terminal:
                for name, wanted in start.moments:
                    found.add(name, terminal.until(wanted) - terminal.started)
    return found


@dataclass
class Keys:
    """Answers to the same keys in one program."""

    answered: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    """Until the first bytes."""

    @property
    def middle(self) -> float:
        """The median answer."""
        return median(self.answered)

    @property
    def slow(self) -> float:
        """The 95th percentile."""
        return quantiles(self.answered, n=20, method="inclusive")[-1]


def press(terminal: Terminal, key: bytes, into: Keys) -> None:
    """Press a key in a program at rest. Raises TimeoutError when nothing on the display follows."""
    terminal.quiet(GAP)
    sent = terminal.send(key)
    first = terminal.until(lambda _: True, seconds=10)
    into.first.append(first - sent)
    into.answered.append((terminal.quiet(GAP) or first) - sent)


def beside(programs: Sequence[tuple[Terminal, Keys]], keys: Sequence[bytes]) -> None:
    """Press the same keys in several programs, turn by turn."""
    for key in keys:
        for terminal, into in programs:
            press(terminal, key, into)


def holds_of(store: Path, target: Path, keys: Sequence[bytes]) -> list[tuple[float, float, str]]:
    """The longest holds of the interface's thread over a start and some keys: seconds, when, what."""
    with Terminal(opened(store, target)) as terminal:
        terminal.until(says("Keep the "))
        terminal.quiet(0.5)
        for key in keys:
            terminal.send(key)
            terminal.quiet(GAP)
        for key in (b"4", b"j", b"j"):
            terminal.send(key)
            terminal.quiet(0.4)
        ended = time.perf_counter()
        for key in (b"q", b"q", b"q"):
            terminal.send(key)
            terminal.quiet(0.2)
        terminal.process.wait(10)
    found = [(each[0], each[1] - terminal.started, each[2]) for each in json.loads(target.read_text())]
    return [each for each in found if each[1] < ended - terminal.started]
