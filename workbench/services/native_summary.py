"""The summaries that a transcript holds itself, as what strategy `native` starts from."""

from __future__ import annotations

from gates.source import SourceRange
from store.engine import Store
from store.records import artifacts, sessions
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.judge import judge_stored
from workbench.strategies.native import NativeStrategy, NativeSummary


def summarized_range(store: Store, session_id: str, wanted: tuple[int, int] | None) -> tuple[int, int]:
    """The range of a summary that the transcript holds: the wanted one, else that of the last.

    Raises:
        UsageError: it holds none, or none of the wanted range.
    """
    ranges = [(each.source_start, each.source_end) for each in sessions.compactions(store, session_id)]
    if not ranges:
        raise UsageError(
            "the transcript holds no summary of its own", "draft with another strategy, as intentional"
        )
    if wanted is not None and wanted not in ranges:
        known = ", ".join(f"{start}..{end}" for start, end in dict.fromkeys(ranges))
        raise UsageError(
            f"the transcript holds no summary of exactly {wanted[0]}..{wanted[1]}",
            f"it holds one of: {known}",
        )
    return wanted or ranges[-1]


def native_strategy(
    env: Env, store: Store, session_id: str, where: tuple[int, int]
) -> tuple[NativeStrategy, SourceRange]:
    """The strategy `native` over the last summary of exactly this range, and its source with what it kept."""
    found = [
        each.artifact_id
        for each in sessions.compactions(store, session_id)
        if (each.source_start, each.source_end) == where
    ]
    judged = judge_stored(env, store, artifacts.get(store, found[-1]))
    summary = NativeSummary(judged.artifact, judged.artifact_id, judged.report, judged.index, judged.capture)
    return NativeStrategy(summary), judged.artifact.source.range()
