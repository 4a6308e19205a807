"""Where each strategy's triggers fire on a session, and why; drafts and stores nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gates.snapshot.cadence import CadenceLimits
from store.engine import Store
from store.records import event_figures, lookup, sessions
from store.values import StoredSession
from workbench.bootstrap import Env
from workbench.strategies.triggers import ON_DEMAND, EventFacts, TriggerMark, TriggerScan, scans


@dataclass(frozen=True)
class Fired:
    """How often the triggers of one strategy fire."""

    strategy: str
    marks: int
    on_demand: str | None
    """What starts a strategy that has no trigger; None for one that has."""


@dataclass(frozen=True)
class SessionTriggers:
    """The marks on one session's timeline, in the order of events."""

    session: StoredSession
    strategies: tuple[Fired, ...]
    marks: tuple[TriggerMark, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.triggers/1` object."""
        from workbench.services.output_shapes.shape import printed
        from workbench.services.output_shapes.strategy_shapes import TriggersShape

        return printed(TriggersShape, self, session_id=self.session.session_id)


def thresholds_of(env: Env, events: int | None = None, steps: int | None = None) -> CadenceLimits:
    """Return the policy's thresholds of `snapshot`, with those given here in their place (SN5)."""
    settings = env.policy.snapshot
    return CadenceLimits(events or settings.event_threshold, steps or settings.n_step_fallback)


def triggers(
    env: Env, id_or_prefix: str, strategies: Sequence[str] = (), thresholds: CadenceLimits | None = None
) -> SessionTriggers:
    """Return the marks of a session's triggers, for the named strategies or all.

    `thresholds` are those of `snapshot`; None takes the policy's.

    Raises:
        UsageError: a strategy has no trigger, or there is none of that name.
    """
    running = scans(strategies, thresholds or thresholds_of(env))
    store = env.open_store()
    with store.reading():
        session = sessions.get(store, lookup.session(store, id_or_prefix))
        marks = evaluate(store, session.session_id, running)
    counted = [
        Fired(scan.strategy, sum(m.strategy == scan.strategy for m in marks), None) for scan in running
    ]
    if not strategies:
        counted += [Fired(name, 0, why) for name, why in sorted(ON_DEMAND.items())]
    return SessionTriggers(session, tuple(counted), marks)


def evaluate(store: Store, session_id: str, running: Sequence[TriggerScan]) -> tuple[TriggerMark, ...]:
    """Return the marks of these scans over a session, which is read once and in batches."""
    marks: list[TriggerMark] = []
    for rows in event_figures.batches(store, session_id):
        facts = list(map(EventFacts._make, rows))
        marks += sorted((mark for scan in running for mark in scan.feed(facts)), key=_place)
    last = sorted((mark for scan in running for mark in scan.close()), key=_place)
    marks += last
    if last and len(marks) > len(last) and _place(last[0]) < _place(marks[-len(last) - 1]):
        marks.sort(key=_place)
    return tuple(marks)


def _place(mark: TriggerMark) -> tuple[int, str, str]:
    return mark.ordinal, mark.strategy, mark.rule
