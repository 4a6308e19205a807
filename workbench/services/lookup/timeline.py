"""The data of the timeline screen: an outline of a session, pages of its events, and facts about a range.

Bounded by what is visible: no answer grows with the number of events.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from store import pointers
from store.context import fold
from store.engine import Store
from store.errors import NotFound
from store.records import artifacts, event_stats, sessions
from store.values import NativeCompaction, PagedEvent, Pointer, StoredSession
from workbench.bootstrap import Env
from workbench.exporters.summaries import context_text

SLOTS = 480
"""Slices of a plot, more than any terminal has columns."""

PREVIEW = 400
TARGET = (0.20, 0.35)
"""Share of its source that a compaction should take (S1 gate E)."""


@dataclass(frozen=True)
class SessionOutline:
    """A session as a whole."""

    session: StoredSession
    turn_starts: tuple[int, ...]
    compactions: tuple[NativeCompaction, ...]
    active: tuple[Pointer, ...]
    numbers: dict[str, int]
    """n of `d-n`, by artifact id."""
    tokens: dict[str, int]
    """Tokens of each active artifact, as the context shows it."""
    use: tuple[int, ...]
    """Tokens in the context at the end of each of the slices of the whole session."""
    kept: dict[str, frozenset[int]] = field(default_factory=dict)
    """Events that each active artifact keeps verbatim."""


@dataclass(frozen=True)
class ContextUse:
    """Context use over a window of the session, one figure per slice."""

    start: int
    end: int
    tokens: tuple[int, ...]


@dataclass(frozen=True)
class Overlap:
    """How a range overlaps an active one."""

    number: int
    start: int
    end: int
    how: Literal["displaces", "parts"]
    nearest: tuple[int, int]
    """The nearest valid range, if the overlap is partial."""


@dataclass(frozen=True)
class RangeFacts:
    """Facts about a range to know before it is drafted."""

    start: int
    end: int
    events: int
    tokens: int
    turns: tuple[int, int]
    at_turn_start: bool
    at_turn_end: bool
    parted: tuple[tuple[int, int], ...]
    """Pairs of tool call and result of which only one lies in the range."""
    whole: tuple[int, int]
    """The range, extended so that no tool call is split from its result."""
    overlaps: tuple[Overlap, ...]
    cap: int
    target: tuple[int, int]

    @property
    def ready(self) -> bool:
        """Whether the range itself would allow a draft of it to be accepted."""
        return not self.parted and not any(each.how == "parts" for each in self.overlaps)


def outline(env: Env, session_id: str) -> SessionOutline:
    """Return a session's turns, compactions, active ranges and context use."""
    store = env.open_store()
    with store.reading():
        session = sessions.get(store, session_id)
        found = sessions.compactions(store, session_id)
        active = pointers.active(store, session_id)
        segments = fold.view(store, session_id).segments if active else ()
        return SessionOutline(
            session=session,
            turn_starts=event_stats.turn_starts(store, session_id),
            compactions=found,
            active=active,
            numbers=event_stats.artifact_numbers(store, session_id),
            tokens={each.artifact_id: each.tokens for each in segments if each.artifact_id},
            use=_use(store, session, found, 0, session.events - 1),
            kept=kept_verbatim(store, active),
        )


def kept_verbatim(store: Store, active: Iterable[Pointer]) -> dict[str, frozenset[int]]:
    """Return the events that each artifact keeps verbatim, by its id."""
    return {
        move.artifact_id: frozenset(artifacts.get(store, move.artifact_id).artifact.source.kept)
        for move in active
    }


def context_use(env: Env, session_id: str, start: int, end: int) -> ContextUse:
    """Return the context use over a part of a session, at a finer scale."""
    store = env.open_store()
    with store.reading():
        session = sessions.get(store, session_id)
        found = sessions.compactions(store, session_id)
        return ContextUse(start, end, _use(store, session, found, start, end))


def _use(
    store: Store, session: StoredSession, found: Sequence[NativeCompaction], start: int, end: int
) -> tuple[int, ...]:
    """Return the context's tokens after each slice: events since the last compaction, and what that left."""
    if end < start:
        return ()
    slots = min(SLOTS, end - start + 1)
    edges = [each.source_end for each in found]
    pieces = event_stats.slices(store, session.session_id, start, end, slots, edges)
    before = sum(1 for edge in edges if edge < start)
    parts = _parts(store, session, found)
    opened = edges[before - 1] + 1 if before else 0
    counted = (
        event_stats.tokens_between(store, session.session_id, opened, start - 1) if opened < start else 0
    )
    part, use = before, [0] * slots
    for piece in pieces:
        if piece.part != part:
            counted, part = 0, piece.part
        counted += piece.tokens
        use[piece.slot] = parts[part].level(counted)
    for slot in range(1, slots):
        use[slot] = use[slot] or use[slot - 1]
    return tuple(use)


@dataclass(frozen=True, slots=True)
class _Part:
    """The events from one compaction to the next, and how the agent's own counts relate to ours there."""

    around: float
    """Tokens besides the events: instructions, tools and what a compaction left beside its summary."""
    rate: float = 1.0
    """The agent's tokens for each counted one."""

    def level(self, counted: int) -> int:
        return max(round(self.around + self.rate * counted), 0)


def _parts(store: Store, session: StoredSession, found: Sequence[NativeCompaction]) -> list[_Part]:
    """Return how the context grows in each part, from what the compaction before is reported to have left.

    A part ends at what the compaction after it is reported to have found, if both are known. If nothing is
    known of the last part, it has as much besides its events as the one before.
    """
    edges = [each.source_end for each in found]
    sums = event_stats.slices(store, session.session_id, 0, max(session.events - 1, 0), 1, edges)
    counted = {each.part: each.tokens for each in sums}
    parts: list[_Part] = []
    for number in range(len(found) + 1):
        total = counted.get(number, 0)
        top = found[number].tokens_before if number < len(found) else None
        opened = found[number - 1] if number else None
        left = opened.tokens_after if opened is not None else None
        if opened is None or left is None:
            unknown = parts[-1].around if parts and top is None else 0.0
            parts.append(_Part(max(top - total, 0.0) if top is not None else unknown))
            continue
        summary, first = opened.summary, opened.source_end + 1
        begun = event_stats.tokens_between(store, session.session_id, first, summary) if summary else 0
        known = top is not None and top > left and total > begun
        rate = (top - left) / (total - begun) if known and top is not None else 1.0
        parts.append(_Part(left - rate * begun, rate))
    return parts


def events_page(env: Env, session_id: str, pieces: Sequence[tuple[int, int]]) -> tuple[PagedEvent, ...]:
    """Return the events of a few inclusive pieces of a session, texts cut for a list."""
    store = env.open_store()
    found: list[PagedEvent] = []
    with store.reading():
        for start, end in pieces:
            found += sessions.page(store, session_id, start, end - start + 1, preview=PREVIEW)
    return tuple(found)


def event(env: Env, session_id: str, ordinal: int) -> PagedEvent:
    """Return one event with its whole text."""
    store = env.open_store()
    found = sessions.load_events(store, session_id, ordinal, ordinal)
    if not found:
        raise NotFound(f"the session has no event {ordinal}", "R reads the session again")
    return PagedEvent(found[0], len(found[0].text))


def one_event(env: Env, session_id: str, ordinal: int, characters: int) -> PagedEvent | None:
    """Return one event, its text cut to `characters`, 2,000 at most; None if there is no such event."""
    found = sessions.page(env.open_store(), session_id, ordinal, 1, preview=characters)
    return found[0] if found and found[0].event.ordinal == ordinal else None


def artifact_as_given(env: Env, session_id: str, artifact_id: str) -> tuple[int, str]:
    """Return n of `d-n` of an artifact, and its text as an agent would be given it."""
    store = env.open_store()
    found = artifacts.get(store, artifact_id)
    return event_stats.artifact_numbers(store, session_id).get(artifact_id, 0), context_text(found.artifact)


def search(env: Env, session_id: str, needle: str) -> tuple[int, ...]:
    """Return the ordinals of the events that contain a text, ignoring case."""
    return event_stats.matches(env.open_store(), session_id, needle)


def range_facts(env: Env, session_id: str, start: int, end: int) -> RangeFacts:
    """Return cut points, overlaps, cap and target of a range: what would be refused, before drafting."""
    store = env.open_store()
    with store.reading():
        sums = event_stats.range_sums(store, session_id, start, end)
        starts = event_stats.turn_starts(store, session_id)
        session = sessions.get(store, session_id)
        parted = event_stats.parted_calls(store, session_id, start, end)
        whole = _whole(store, session_id, start, end)
        numbers = event_stats.artifact_numbers(store, session_id)
        met = tuple(
            _overlap(move, numbers.get(move.artifact_id, 0), whole)
            for move in pointers.active(store, session_id)
            if move.source_start <= whole[1] and whole[0] <= move.source_end
        )
    purpose = env.policy.purpose["compaction"]
    return RangeFacts(
        start=start,
        end=end,
        events=sums.events,
        tokens=sums.tokens,
        turns=(sums.first_turn, sums.last_turn),
        at_turn_start=start in starts,
        at_turn_end=end + 1 in starts or end == session.events - 1,
        parted=parted,
        whole=whole,
        overlaps=met,
        cap=purpose.cap_tokens,
        target=(round(sums.tokens * TARGET[0]), round(sums.tokens * TARGET[1])),
    )


def _whole(store: Store, session_id: str, start: int, end: int) -> tuple[int, int]:
    while True:
        parted = event_stats.parted_calls(store, session_id, start, end)
        if not parted:
            return start, end
        start = min(start, *(call for call, _ in parted))
        end = max(end, *(result for _, result in parted))


def _overlap(move: Pointer, number: int, asked: tuple[int, int]) -> Overlap:
    within = asked[0] <= move.source_start and move.source_end <= asked[1]
    nearest = (min(asked[0], move.source_start), max(asked[1], move.source_end))
    return Overlap(number, move.source_start, move.source_end, "displaces" if within else "parts", nearest)
