"""Repeated compaction of a session as it grew, which shows drift: retention, size, contradictions (SG7).

Everything happens in memory. The store is only read: no artifact, capture, report or snapshot is stored. A
disabled mode may be replayed too, since its drift is a reason to enable it or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gates.artifact import Artifact
from store.records import artifacts, lookup, reviews, sessions
from store.values import StoredSession
from workbench import plugin_registry
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.facts.history import EventHistory
from workbench.facts.objective import objective_of
from workbench.services.drafts.ranges import figures, tool_pairs
from workbench.services.drafts.strategy_names import NATIVE
from workbench.services.replays.replay_cuts import MOST, Cut, ReplayCadence, cadence
from workbench.services.replays.replay_points import TRANSCRIPT, Point, on_one_base
from workbench.services.replays.replay_series import ReplayGround, Series
from workbench.strategies.base import Strategy

DEFAULT_STRATEGIES = ("intentional", "rolling")
MOST_EVENTS = 5_000
"""Number of events that are replayed by default: every pass reads all events before it."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class ReplayRequest:
    """The strategies, cadence and range of a replay."""

    strategies: tuple[str, ...] = DEFAULT_STRATEGIES
    every: int | None = None
    """Turns between two passes; None: chosen by the session's length."""
    generations: int = MOST
    """Maximum number of passes per strategy."""
    until: int | None = None
    """The last event to replay; None: the session's last, at most 5,000 events."""


@dataclass(frozen=True)
class Replay:
    """The passes of every series over one session."""

    session: StoredSession
    last: int
    """Ordinal of the last event that was read."""
    cadence: ReplayCadence
    series: tuple[str, ...]
    points: tuple[Point, ...]
    """Sorted by the end of the range, then in the order of the series."""

    @property
    def unread(self) -> int:
        """Number of events after the last one that was read."""
        return max(self.session.events - 1 - self.last, 0)

    def of(self, series: str) -> tuple[Point, ...]:
        """Return the passes of one series that have an artifact, in order."""
        return tuple(p for p in self.points if p.series == series and not p.skipped)

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.replay/1` object."""
        from workbench.services.output_shapes.plan_shapes import ReplayShape
        from workbench.services.output_shapes.shape import printed

        return printed(
            ReplayShape,
            self,
            session_id=self.session.session_id,
            source_end=self.last,
            every_turns=self.cadence.every,
            every_events=self.cadence.every_events,
            why=self.cadence.why,
            generations_left_out=self.cadence.left_out,
            events_left_out=self.unread,
            points=[point.to_json() for point in self.points],
        )


def replay(env: Env, id_or_prefix: str, request: ReplayRequest, on_progress: Say | None = None) -> Replay:
    """Replay a session; `on_progress` receives a line before each pass, and may raise to end the replay.

    Raises:
        UsageError: there is no such strategy, or a number is out of range.
        store.errors.NotFound: no session has that id.
    """
    makers = makers_of(request)
    report: Say = on_progress if on_progress is not None else lambda _text: None
    report("reading the session")
    ground, session, summaries = _ground(env, id_or_prefix, request)
    found = list(figures(ground.events))
    rhythm = cadence(found, tool_pairs(found), request.every, request.generations)
    turns = {event.ordinal: event.turn for event in found}
    points = _played(ground, makers, rhythm, summaries, turns, report)
    order = [*makers, *([TRANSCRIPT] if summaries else [])]
    points.sort(key=lambda point: (point.end, order.index(point.series)))
    return Replay(session, len(ground.events) - 1, rhythm, tuple(order), tuple(points))


def makers_of(request: ReplayRequest) -> dict[str, Strategy]:
    """Load the requested strategies, in the requested order.

    Raises:
        UsageError: there is no such strategy, or a number is out of range.
    """
    figures_given = (("--every", request.every), ("--generations", request.generations))
    for name, value in figures_given:
        if value is not None and value < 1:
            raise UsageError(f"{name} {value} makes no sense", f"give {name} 1 or more")
    makers: dict[str, Strategy] = {}
    for name in dict.fromkeys(request.strategies):
        if name == NATIVE:
            raise UsageError(
                "native repairs a summary of the transcript and cannot be replayed",
                f"leave it out: the transcript's own summaries are shown as series {TRANSCRIPT}",
            )
        loaded = plugin_registry.load("strategies", name)
        makers[name] = loaded() if isinstance(loaded, type) else loaded
    return makers


def _ground(
    env: Env, id_or_prefix: str, request: ReplayRequest
) -> tuple[ReplayGround, StoredSession, tuple[Artifact, ...]]:
    """Read the session's events and reviews, and the summaries in it."""
    store = env.open_store()
    with store.reading():
        session = sessions.get(store, lookup.session(store, id_or_prefix))
        last = min(session.events, MOST_EVENTS) - 1 if request.until is None else request.until
        if not 0 <= last < session.events:
            raise UsageError(
                f"--until {last} lies outside the session, which has events 0..{session.events - 1}",
                f"`workbench timeline {session.session_id[:12]}` lists the events",
            )
        events = EventHistory.of(sessions.load_events(store, session.session_id, 0, last))
        known = sessions.compactions(store, session.session_id)
        summaries = [artifacts.get(store, each.artifact_id).artifact for each in known]
        recorded = reviews.for_artifact(store, session.session_id, "")
    ground = ReplayGround(
        session.session_id, events, session.scope_complete, env.policy, recorded, objective_of(events)
    )
    inside = tuple(each for each in summaries if each.source.source_end <= last)
    return ground, session, inside


def _played(
    ground: ReplayGround,
    makers: dict[str, Strategy],
    rhythm: ReplayCadence,
    summaries: Sequence[Artifact],
    turns: dict[int, int],
    report: Say,
) -> list[Point]:
    """Run every pass, range by range, so that what is prepared for a range serves all its series."""
    known = {name: Series(ground, name) for name in (*makers, TRANSCRIPT)}
    ends = sorted({cut.end for cut in rhythm.cuts} | {each.source.source_end for each in summaries})
    cuts = {cut.end: cut for cut in rhythm.cuts}
    points: list[Point] = []
    for number, end in enumerate(ends, 1):
        made_here: list[Point] = []
        where = f"{number} of {len(ends)}: events 0..{end}"
        for name, maker in makers.items() if end in cuts else ():
            report(f"{where}, {name}")
            made_here.append(known[name].draft(maker, cuts[end]))
        for made in (each for each in summaries if each.source.source_end == end):
            report(f"{where}, the transcript's own summary")
            made_here.append(known[TRANSCRIPT].found(made, Cut(end, turns.get(end, 0))))
        points += on_one_base(made_here)
    return points
