"""Triggers: the points of a timeline at which a strategy would compact by itself, and by which rule.

A scan sees figures of the main line's events, never their texts, in order and in batches; it keeps no more
than its own counters. Firing is not drafting: nothing is compacted here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple, Protocol

from gates.snapshot.cadence import CadenceLimits
from workbench.errors import UsageError
from workbench.nearest import did_you_mean


class EventFacts(NamedTuple):
    """The figures of one event of the main line that a trigger may use."""

    ordinal: int
    kind: str
    """As `gates.source.EventKind`."""
    turn: int
    step: int
    tokens: int
    characters: int
    """Length of the text, in code points."""
    call_id: str | None
    """For tool calls and their results."""
    message_id: str | None
    speaks: bool = False
    """A call that plans, lists work, asks or writes prose, or an event that anything was read out of."""


@dataclass(frozen=True, slots=True)
class TriggerMark:
    """One point at which a strategy's trigger fires."""

    strategy: str
    rule: str
    """The trigger's own name, such as `token_budget` or `EVENT_THRESHOLD`."""
    ordinal: int
    """The event at which it fires."""
    turn: int
    start: int
    end: int
    """The first and the last event of the compaction."""
    why: str
    """One sentence with the figures that decided."""


class TriggerScan(Protocol):
    """The triggers of one strategy over one session."""

    strategy: str

    def feed(self, events: Sequence[EventFacts]) -> Iterable[TriggerMark]:
        """Return the marks of the next events, which follow those fed before."""

    def close(self) -> Iterable[TriggerMark]:
        """Return the marks that only the end of the session shows."""


SCANS: dict[str, str] = {
    "historian": "workbench.strategies.historian.triggers:HistorianTriggers",
    "memory": "workbench.strategies.memory.triggers:MemoryTriggers",
    "rolling": "workbench.strategies.rolling:RollingTriggers",
    "snapshot": "workbench.strategies.snapshot.triggers:SnapshotTriggers",
}
"""Strategy to the place of its scan, as `module:class`; only that of `snapshot` takes an argument."""

ON_DEMAND = {
    "intentional": "a person asks for it on an explicit range",
    "checkpoint": "a draft failed gate A or E",
    "multi_session": "a person asks for it on a range over the cap",
}
"""Strategies without a trigger of their own, and what makes them draft."""


def scans(names: Iterable[str] = (), thresholds: CadenceLimits | None = None) -> list[TriggerScan]:
    """Return a new scan of each named strategy, or of all, in the order of their names.

    `thresholds` are those of `snapshot`; by default the contract's.

    Raises:
        UsageError: a strategy has no trigger, or there is none of that name.
    """
    return [_scan(name, thresholds) for name in sorted(set(names) or SCANS)]


def _scan(name: str, thresholds: CadenceLimits | None) -> TriggerScan:
    if name not in SCANS:
        stated = f"{name} has no trigger: {ON_DEMAND[name]}" if name in ON_DEMAND else f"no strategy {name!r}"
        hint = f"{did_you_mean(name, SCANS)}there are triggers of: {', '.join(sorted(SCANS))}"
        raise UsageError(stated, hint, code="unknown_name")
    module, _, attribute = SCANS[name].partition(":")
    scan = getattr(import_module(module), attribute)
    made: TriggerScan = scan(thresholds) if name == "snapshot" else scan()
    return made
