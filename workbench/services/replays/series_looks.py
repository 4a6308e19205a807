"""The number by which a series of a replay has its colour and sign: the same in every replay."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.services.replays.replay_points import TRANSCRIPT

KNOWN = (
    "intentional",
    "rolling",
    TRANSCRIPT,
    "multi_session",
    "snapshot",
    "historian",
    "memory",
    "checkpoint",
)
"""The series that have a number of their own; there are as many colours."""


def look_of(name: str, shown: Sequence[str]) -> int:
    """Return the number of a series; a plug-in's strategy has the first that no series shown has."""
    if name in KNOWN:
        return KNOWN.index(name)
    others = [each for each in shown if each not in KNOWN]
    free = [number for number, each in enumerate(KNOWN) if each not in shown] or [0]
    return free[others.index(name) % len(free)]
