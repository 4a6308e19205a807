"""The range to draft: the requested one, else from the last compaction to the last complete turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gates.errors import RangeError
from store import pointers
from store.boundary import move_rules
from store.context.left_before import covered_range
from store.engine import Store
from store.records import artifacts, event_figures, lookup, sessions
from store.values import Pointer
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.drafts.native_summary import summarized_range
from workbench.services.drafts.ranges import (
    Figures,
    Pairs,
    check_range,
    complete_turns,
    has_activity,
    last_complete_turn,
    tool_pairs,
    whole_range,
)
from workbench.services.drafts.strategy_names import DEFAULT_STRATEGY, NATIVE, ROLLING

GROWN = 2
"""Factor by which a suggested larger range must exceed the tokens of the draft that failed."""


@dataclass(frozen=True)
class ChosenRange:
    """A range and why it was chosen."""

    session_id: str
    start: int
    end: int
    why: str
    whole: tuple[int, int] | None = None
    """The range to draft in its place, if it opens a summary and brings back other events of that."""


def choose_range(
    env: Env, id_or_prefix: str, requested: tuple[int, int] | None = None, *, strategy: str = DEFAULT_STRATEGY
) -> ChosenRange:
    """Return the range to draft: the requested one, else the default of SPEC section 3.

    `rolling` begins at the first active artifact, since its range contains all that it rolls up; `native`
    takes the range of a native summary, by default all that the last one covers.

    Raises:
        gates.errors.RangeError: the range lies outside the session, or splits a tool call from its result.
        UsageError: nothing is left to draft.
    """
    store = env.open_store()
    with store.reading():
        if strategy == NATIVE:
            session_id = lookup.session(store, id_or_prefix)
            range_ = summarized_range(store, session_id, requested)
            return ChosenRange(session_id, *range_, "the range of a summary in the transcript")
        return _choose(store, id_or_prefix, requested, rolling=strategy == ROLLING)


def larger_range(store: Store, chosen: ChosenRange, share: float) -> tuple[int, int] | None:
    """Return a range around one that is too small; None if there is no larger one.

    It ends with the first complete turn at which it has `GROWN` times the tokens of the draft that failed,
    else with the last one. `share`: that draft's tokens, as a share of those of the range.
    """
    session_id, start, end = chosen.session_id, chosen.start, chosen.end
    with store.reading():
        pairs, active = tool_pairs(_figures(store, session_id)), pointers.active(store, session_id)
        ends = [each for each in complete_turns(_figures(store, session_id), pairs, start) if each > end]
        if ends:
            end = _grown_end(store, chosen, frozenset(ends), GROWN * share)
        else:
            start = 0
        found = _acceptable(pairs, active, start, end)
    return found if found != (chosen.start, chosen.end) else None


def _grown_end(store: Store, chosen: ChosenRange, ends: frozenset[int], times: float) -> int:
    """Return the first of these ends at which a range has `times` its tokens; the last if none does."""
    own = total = 0
    for rows in event_figures.batches(store, chosen.session_id):
        for ordinal, _, _, _, tokens, *_ in rows:
            if ordinal < chosen.start:
                continue
            total += tokens
            own += tokens if ordinal <= chosen.end else 0
            if ordinal in ends and total >= times * own:
                return ordinal
    return max(ends)


def _choose(
    store: Store, id_or_prefix: str, requested: tuple[int, int] | None, *, rolling: bool
) -> ChosenRange:
    session_id = lookup.session(store, id_or_prefix)
    if requested is not None:
        pairs = _pairs_around(store, session_id, *requested)
        check_range(pairs, sessions.get(store, session_id).events - 1, *requested, session_id)
        if rolling:
            _check_whole(store, session_id, requested)
        return ChosenRange(
            session_id, *requested, "as asked for", _around_summary(store, session_id, requested)
        )
    return _default_range(store, session_id, tool_pairs(_figures(store, session_id)), rolling=rolling)


def _around_summary(store: Store, session_id: str, requested: tuple[int, int]) -> tuple[int, int] | None:
    """Return a range around the summary that a draft of the requested one opens; None if it opens none.

    Once it is accepted everything from its start on is verbatim, but for what active artifacts replace.
    """
    native, active = sessions.compactions(store, session_id), pointers.active(store, session_id)
    if not native:
        return None
    start, end = covered_range(native)
    if min([end + 1, *(move.source_start for move in active)]) <= end or requested[0] > end:
        return None  # it is open already, or stays as it is
    back = {*range(start, end + 1)} - {*range(requested[0], requested[1] + 1)} - {*native[-1].kept}
    if not back:
        return None
    start, end = min(start, requested[0]), max(end, requested[1])
    return _acceptable(_pairs_around(store, session_id, start, end), active, start, end)


def _check_whole(store: Store, session_id: str, requested: tuple[int, int]) -> None:
    """Reject a rolling range that splits an active artifact's: it must contain all that it rolls up (SG1)."""
    active = pointers.active(store, session_id)
    nearest = move_rules.nearest_range(*requested, active)
    if nearest != requested:
        raise RangeError(
            f"{requested[0]}..{requested[1]} splits the range of an active artifact",
            f"the nearest valid range is --range {nearest[0]}..{nearest[1]}",
        )


def _pairs_around(store: Store, session_id: str, start: int, end: int) -> Pairs:
    """Return the pairs with a side inside a range; if the range splits one, all pairs of the session."""
    rows = event_figures.of_calls(store, session_id, start, end)
    pairs = tool_pairs(map(_figures_of, rows))
    whole = whole_range(pairs, start, end) == (start, end)
    return pairs if whole else tool_pairs(_figures(store, session_id))


def _figures(store: Store, session_id: str) -> Iterator[Figures]:
    """Yield the figures of a session's main line, read in batches."""
    for rows in event_figures.batches(store, session_id):
        yield from map(_figures_of, rows)


def _figures_of(row: event_figures.Facts) -> Figures:
    return Figures(row[0], row[1], row[2], row[6])


def _default_range(store: Store, session_id: str, pairs: Pairs, *, rolling: bool) -> ChosenRange:
    start, why = 0, "from the beginning to the last complete turn"
    native = sessions.compactions(store, session_id)
    if native:
        last = native[-1]
        start = (last.summary if last.summary is not None else last.source_end) + 1
        why = "from the last compaction in the transcript to the last complete turn"
    active = pointers.active(store, session_id)
    if rolling and active:
        start = min(move.source_start for move in active)
        why = "from the first active artifact, which it rolls up, to the last complete turn"
    elif active and max(move.source_end for move in active) >= start:
        start = max(move.source_end for move in active) + 1
        why = "from the last active artifact to the last complete turn"
    end = last_complete_turn(_figures(store, session_id), pairs, start)
    if end is not None and has_activity(_figures(store, session_id), start, end):
        first, last_event = _acceptable(pairs, active, start, end)
        if rolling and active:
            _check_news(store, active, (first, last_event))
        if first == start:
            return ChosenRange(session_id, first, last_event, why)
    if native:
        own = (native[-1].source_start, native[-1].source_end)
        covered = own if active else covered_range(native)
        what = "the range of" if covered == own else "all that is covered by"
        why = f"{what} the last compaction in the transcript, since no complete turn follows it"
        if end is not None and active:
            why = f"{what} the last compaction in the transcript, since what follows is replaced already"
        return ChosenRange(session_id, *_acceptable(pairs, active, *covered), why)
    left = [each for each in _figures(store, session_id) if each.ordinal >= start]
    if not active and left and has_activity(left, start, left[-1].ordinal):
        return ChosenRange(session_id, start, left[-1].ordinal, "all of it, since no turn of it is complete")
    raise _nothing_left(left, pairs, active, start)


def _nothing_left(left: list[Figures], pairs: Pairs, active: Sequence[Pointer], start: int) -> UsageError:
    """Return the error that no range can be chosen, with a range to name if there is one."""
    if not left or not has_activity(left, start, left[-1].ordinal):
        if not start:
            return UsageError(
                "nobody says or does anything in this session: there is nothing to draft",
                "go on with the session and import it again",
            )
        return UsageError(
            f"all up to event {start - 1} is replaced already, and nothing to draft follows it",
            "go on with the session and import it again, or name a range that contains what is active",
        )
    first, last = _acceptable(pairs, active, start, left[-1].ordinal)
    return UsageError(
        f"no turn from event {start} on is complete: the agent did not speak last",
        f"draft what there is: --range {first}..{last}",
    )


def _acceptable(pairs: Pairs, active: Sequence[Pointer], start: int, end: int) -> tuple[int, int]:
    """Return the smallest range around `start..end` that splits neither a tool call nor an active range."""
    while True:
        met = [each for each in active if each.source_start <= end and start <= each.source_end]
        first = min([start, *(each.source_start for each in met)])
        last = max([end, *(each.source_end for each in met)])
        grown = whole_range(pairs, first, last)
        if grown == (start, end):
            return grown
        start, end = grown


def _check_news(store: Store, active: Sequence[Pointer], chosen: tuple[int, int]) -> None:
    """Reject rolling up one artifact alone, if nothing has happened since."""
    only = active[0]
    alone = len(active) == 1 and (only.source_start, only.source_end) == chosen
    if alone and not artifacts.get(store, only.artifact_id).artifact.covers:
        raise UsageError(
            f"no complete turn follows {chosen[0]}..{chosen[1]}, where an artifact is active: there is "
            "nothing to roll up yet",
            "go on with the session, or name a longer range with --range",
        )
