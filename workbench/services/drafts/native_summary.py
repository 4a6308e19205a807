"""The native summaries of a transcript, from which strategy `native` starts."""

from __future__ import annotations

from gates.source import SourceEvent, SourceRange
from store.context.left_before import covered_range
from store.engine import Store
from store.records import artifacts, sessions
from store.values import NativeCompaction
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.judgement.judge import judge_stored, judge_widened
from workbench.strategies.native import NativeStrategy, NativeSummary


def summarized_range(store: Store, session_id: str, requested: tuple[int, int] | None) -> tuple[int, int]:
    """Return the range of a native summary: the requested one, else all that the last one covers.

    Raises:
        UsageError: the transcript has none, or none of the requested range.
    """
    known = sessions.compactions(store, session_id)
    if not known:
        raise UsageError(
            "the transcript contains no native summary", "draft with another strategy, as intentional"
        )
    if requested is not None and _last_of(store, session_id, requested) is None:
        own = [(each.source_start, each.source_end) for each in known]
        ranges = ", ".join(f"{a}..{b}" for a, b in dict.fromkeys([*own, covered_range(known)]))
        raise UsageError(
            f"the transcript contains no summary of exactly {requested[0]}..{requested[1]}",
            f"it contains summaries of: {ranges}",
        )
    return requested or covered_range(known)


def native_strategy(
    env: Env, store: Store, session_id: str, where: tuple[int, int]
) -> tuple[NativeStrategy, SourceRange]:
    """Return strategy `native` over the last summary of exactly this range, and the summary's source.

    `where` must be the range of a native summary, as `summarized_range` returns it.

    Raises:
        UsageError: it is not.
    """
    found = _last_of(store, session_id, where)
    if found is None:
        raise UsageError(f"the transcript contains no summary of exactly {where[0]}..{where[1]}")
    stored = artifacts.get(store, found.artifact_id)
    own = where == (found.source_start, found.source_end)
    judged = judge_stored(env, store, stored) if own else judge_widened(env, store, stored, where[0])
    summary = NativeSummary(judged.artifact, judged.artifact_id, judged.report, judged.index, judged.capture)
    return NativeStrategy(summary), summary.artifact.source.range()


def native_characters(store: Store, session_id: str, where: tuple[int, int]) -> int | None:
    """Return the length in characters of the last native summary of exactly this range.

    If the summary is not an event of the transcript, return the length of the statements read from it. None
    if there is no readable summary.
    """
    found = _last_of(store, session_id, where)
    if found is None:
        return None
    summarized = artifacts.get(store, found.artifact_id).artifact
    if summarized.opaque:
        return None
    if found.summary is not None:
        return len(_event(store, session_id, found.summary).text)
    return sum(len(item.text) for item in summarized.items) + len(summarized.narrative or "")


def native_tokens(store: Store, session_id: str, where: tuple[int, int]) -> int | None:
    """Return the tokens of that summary as the timeline counts its event; None if it is no readable event."""
    found = _last_of(store, session_id, where)
    if found is None or found.summary is None or found.opaque:
        return None
    return _event(store, session_id, found.summary).tokens


def _last_of(store: Store, session_id: str, where: tuple[int, int]) -> NativeCompaction | None:
    """Return the last native compaction of exactly this range, or that covers exactly this range."""
    known = sessions.compactions(store, session_id)
    own = next((c for c in reversed(known) if (c.source_start, c.source_end) == where), None)
    ends = (n for n in range(len(known), 0, -1) if known[n - 1].source_end == where[1])
    return own or next((known[n - 1] for n in ends if covered_range(known[:n]) == where), None)


def _event(store: Store, session_id: str, ordinal: int) -> SourceEvent:
    return sessions.load_events(store, session_id, ordinal, ordinal)[0]
