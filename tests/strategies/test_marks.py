"""Automatic compactions of snapshot and historian on a timeline."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from gates.source import SourceEvent, SourceRange
from tests.facts.session import SESSION
from tests.strategies.snapshot.test_cadence import firings, timeline
from workbench.errors import UsageError
from workbench.importers import detect
from workbench.strategies.base import DraftRequest
from workbench.strategies.historian import HistorianStrategy
from workbench.strategies.historian.triggers import HistorianTriggers
from workbench.strategies.snapshot.triggers import SnapshotTriggers
from workbench.strategies.triggers import EventFacts, TriggerMark, TriggerScan

SAMPLES = Path(__file__).resolve().parents[2] / "sample_sessions"


def marks(scan: TriggerScan, events: Sequence[SourceEvent], size: int = 7) -> list[TriggerMark]:
    """The marks over the main line's events, fed in batches."""
    facts = [
        EventFacts(
            e.ordinal,
            e.kind.value,
            e.turn,
            e.step,
            e.tokens,
            len(e.text),
            e.tool.call_id if e.tool else None,
            e.message_id,
        )
        for e in events
        if e.sidechain is None
    ]
    found: list[TriggerMark] = []
    for first in range(0, len(facts), size):
        found += scan.feed(facts[first : first + size])
    return [*found, *scan.close()]


def test_snapshot_marks_are_where_the_contract_s_counters_fire() -> None:
    """Scanning figures gives the same marks as reading the events, with any batch size."""
    cut = timeline(*[(1, 1)] * 7, *[(1, 0)] * 9, cut=frozenset({3}))
    sample = tuple(detect(SAMPLES / "lost-open-work.jsonl").read(SAMPLES / "lost-open-work.jsonl").events())
    for events in (cut, sample):
        wanted = [(f.ordinal, f.trigger) for f in firings(events)]
        assert wanted
        for size in (1, 7, 1000):
            assert [(m.ordinal, m.rule) for m in marks(SnapshotTriggers(), events, size)] == wanted


def test_snapshot_marks_take_in_everything_since_the_last() -> None:
    """Ranges follow one another without a gap, and the reason gives both counters."""
    one, two = marks(SnapshotTriggers(), timeline(*[(1, 1)] * 12))
    assert (one.start, two.start) == (0, one.end + 1)
    assert one.why == "18 counted events in 6 steps reach the threshold of 18"


def test_the_historian_compresses_with_each_turn_beyond_the_third() -> None:
    """The oldest of four turns joins the narrative where the fourth is over."""
    path = SAMPLES / "clean-run.jsonl"
    events = tuple(detect(path).read(path).events())
    found = marks(HistorianTriggers(), events)
    turns = sorted({e.turn for e in events if e.sidechain is None})
    assert len(found) == len(turns) - 3
    first = [e.ordinal for e in events if e.sidechain is None and e.turn == turns[0]]
    assert (found[0].start, found[0].end) == (first[0], first[-1])
    assert found[0].rule == "full_detail_turns"


@pytest.mark.parametrize("name", ["clean-run.jsonl", "kitchen-chat.json", "prompted"])
def test_a_range_has_older_turns_where_the_historian_s_mark_says_so_and_not_before(
    name: str, tmp_path: Path
) -> None:
    """Marks and draft count the same turns, a system prompt before the first and wordless ones too."""
    path = SAMPLES / name
    if name == "prompted":
        said = [("system", "Be brief."), ("user", "")] + [("assistant", "Fine."), ("user", "Bake rye.")] * 4
        path = tmp_path / "chat.json"
        path.write_text(json.dumps([{"role": role, "content": text} for role, text in said]))
    events = tuple(detect(path).read(path).events())
    found = marks(HistorianTriggers(), events)
    assert found[0].start == 0
    for mark in (found[0], found[-1]):
        seen = events[: mark.ordinal + 1]
        HistorianStrategy().draft(DraftRequest(SourceRange(SESSION, 0, mark.ordinal), seen))
    over = next(e.ordinal for e in events if e.turn == found[0].turn)
    before = DraftRequest(SourceRange(SESSION, 0, over - 1), events[:over])
    try:
        kept = HistorianStrategy().draft(before).payload["source"]["kept"]
    except UsageError as error:
        assert "hold 3" in error.message  # nothing but three turns of two messages each
    else:
        assert {events[ordinal].kind.value for ordinal in kept} <= {"user", "assistant"}
