"""The points at which a replay compacts a session: after a fixed number of turns, and at its end.

Depends only on figures of events. No cut splits a tool call from its result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.services.drafts.ranges import Figures, Pairs, whole_range
from workbench.strategies.rolling import EVERY_TURNS

FEWEST, MOST = 5, 10
"""Range of generations that shows drift without taking too long; by default the cadence aims at it."""

USUAL = 8
"""Target number of generations if the default cadence would give too few."""
FEWEST_EVENTS = 8
"""Minimum number of events of a generation that is cut within a turn."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The end of one generation's range."""

    end: int
    turn: int


@dataclass(frozen=True)
class ReplayCadence:
    """How often a replay compacts a session, and why."""

    every: int
    """Turns between two cuts."""
    why: str
    cuts: tuple[Cut, ...]
    left_out: int = 0
    """Number of generations after the last cut that are not replayed."""
    every_events: int | None = None
    """Events between two cuts, if there are too few turns to show drift; else None."""

    @property
    def rhythm(self) -> str:
        """The cadence in words, such as `every 20 turns`."""
        if self.every_events is not None:
            return f"every {self.every_events} events"
        return f"every {self.every} turns" if self.every != 1 else "every turn"


def cadence(figures: Sequence[Figures], pairs: Pairs, every: int | None, most: int) -> ReplayCadence:
    """Choose the cuts of a session, at most `most`.

    If `every` is None, the cadence is the default 20 turns if that gives 5 to 10 generations, else one
    that gives about as many; a session of few turns is cut within them. An explicit `every` is kept, and
    generations beyond `most` are left out.
    """
    turns = figures[-1].turn if figures else 0
    chosen, why = (every, "as asked for") if every is not None else _chosen(turns, most)
    cuts = _cuts(figures, pairs, chosen)
    wanted = min(most, USUAL, len(figures) // FEWEST_EVENTS)
    if every is None and len(cuts) < min(FEWEST, wanted):
        apart = math.ceil(len(figures) / wanted)
        inside = _cuts_within(figures, pairs, apart)
        few = "one turn gives" if turns == 1 else f"{turns} turns give"
        return ReplayCadence(chosen, f"since {few} too few generations to show drift", inside, 0, apart)
    return ReplayCadence(chosen, why, cuts[:most], max(len(cuts) - most, 0))


def _chosen(turns: int, most: int) -> tuple[int, str]:
    count = math.ceil(turns / EVERY_TURNS)
    if FEWEST <= count <= most:
        return EVERY_TURNS, "the default cadence"
    if count > most:
        return math.ceil(
            turns / most
        ), f"so that {most} generations reach the end (by default every 20 turns)"
    every = max(1, math.ceil(turns / min(most, USUAL)))
    return every, "since every 20 turns, the default, would give too few generations to show drift"


def _cuts(figures: Sequence[Figures], pairs: Pairs, every: int) -> tuple[Cut, ...]:
    """Cut after each `every` complete turns, and after the last event."""
    found: list[Cut] = []
    due, last = every, None
    for event in figures:
        if last is not None and event.turn > due and event.kind == "user":
            end = whole_range(pairs, 0, last.ordinal)[1]
            if not found or end > found[-1].end:
                found.append(Cut(end, last.turn))
            due = ((event.turn - 1) // every + 1) * every
        last = event
    if last is not None and (not found or last.ordinal > found[-1].end):
        found.append(Cut(last.ordinal, last.turn))
    return tuple(found)


def _cuts_within(figures: Sequence[Figures], pairs: Pairs, apart: int) -> tuple[Cut, ...]:
    """Cut after each `apart` events, and after the last one."""
    found: list[Cut] = []
    for event in (*figures[apart - 1 :: apart], figures[-1]):
        end = whole_range(pairs, 0, event.ordinal)[1]
        if not found or end > found[-1].end:
            found.append(Cut(end, event.turn))
    return tuple(found)
