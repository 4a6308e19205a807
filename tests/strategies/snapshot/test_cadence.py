"""When a snapshot is due: what is counted, both limits, and where they fire on a transcript."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.errors import PolicyError
from gates.snapshot.cadence import (
    EVENT_THRESHOLD,
    N_STEP_FALLBACK,
    Cadence,
    CadenceLimits,
    CadenceStep,
    StepEvent,
    steps_of,
    terminal_events,
)
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from store.lifecycle.open import reopen_store
from store.records import event_progress, sessions
from workbench.bootstrap import Env
from workbench.services.transcript_files.import_transcripts import import_paths

TERMINAL = tuple(event.value for event in StepEvent)
VERBOSE = st.text(max_size=12).filter(lambda name: name not in TERMINAL)


def timeline(*steps: tuple[int, int], cut: frozenset[int] = frozenset()) -> list[SourceEvent]:
    """Return the events of steps given as (calls, results), with an interruption after each step in `cut`."""
    events: list[SourceEvent] = []

    def add(kind: EventKind, text: str, step: int, tool: ToolFact | None = None) -> None:
        ordinal = len(events)
        events.append(SourceEvent(ordinal, kind, text, f"n{ordinal}", turn=1, step=step, tool=tool))

    add(EventKind.USER, "please go on", 0)
    for number, (calls, results) in enumerate(steps, 1):
        add(EventKind.ASSISTANT, "I look at it.", number)
        tools = [ToolFact("Bash", f"c{number}.{n}", ToolAction.COMMAND, "ls") for n in range(calls)]
        for tool in tools:
            add(EventKind.TOOL_CALL, "Bash\ncommand: ls", number, tool)
        for tool in tools[:results]:
            add(EventKind.TOOL_RESULT, "a.txt", number, tool._replace(failed=False))
        if number in cut:
            add(EventKind.META, "[Request interrupted by user for tool use]", number)
    return events


class Firing(NamedTuple):
    """One trigger on a timeline, at the end of a step."""

    ordinal: int
    step: int
    trigger: str
    counted_events: int
    steps: int


def firings(events: Iterable[SourceEvent], compacted_at: int | None = None) -> Iterator[Firing]:
    """Yield where a snapshot is due; the counters restart there and at the end of a compaction."""
    cadence = Cadence()
    for step in steps_of(events):
        if compacted_at is not None and compacted_at < step.last:
            compacted_at, cadence = None, Cadence()
        cadence = Cadence(cadence.counted_events + step.counted, cadence.steps + 1)
        trigger = cadence.due(CadenceLimits())
        if trigger is not None:
            yield Firing(step.last, step.number, trigger, cadence.counted_events, cadence.steps)
            cadence = Cadence()


def test_the_defaults_are_the_contract_s() -> None:
    """18 counted events, else 8 steps."""
    assert (EVENT_THRESHOLD, N_STEP_FALLBACK) == (18, 8)
    assert CadenceLimits() == CadenceLimits(18, 8)


@given(st.lists(st.one_of(st.sampled_from(TERMINAL), VERBOSE)))
def test_cadence_depends_on_terminal_events_only(names: list[str]) -> None:
    """Only PLAN_DONE, ACT_DONE and OBSERVE_DONE count, among any number of verbose events."""
    cadence, bare = Cadence(), Cadence()
    for name in names:
        cadence = cadence.after_event(name)
    for name in names:
        if name in TERMINAL:
            bare = bare.after_event(name)
    assert cadence == bare == Cadence(sum(name in TERMINAL for name in names), 0)


def test_the_event_threshold_fires_at_it_and_not_below() -> None:
    """Seventeen counted events are not enough, eighteen are."""
    assert Cadence(17, 6).due(CadenceLimits()) is None
    assert Cadence(18, 6).due(CadenceLimits()) == "EVENT_THRESHOLD"


def test_the_step_fallback_fires_where_too_little_was_counted() -> None:
    """Eight steps are enough with any results; seven are not."""
    assert Cadence(0, 7).due(CadenceLimits()) is None
    assert Cadence(0, 8).due(CadenceLimits()) == "N_STEP_FALLBACK"
    assert Cadence(18, 8).due(CadenceLimits()) == "EVENT_THRESHOLD"


def test_both_limits_can_be_set_and_must_be_positive() -> None:
    """Other limits move the trigger; nought is refused."""
    assert Cadence(3, 1).due(CadenceLimits(3, 8)) == "EVENT_THRESHOLD"
    assert Cadence(0, 2).due(CadenceLimits(18, 2)) == "N_STEP_FALLBACK"
    for wrong in ((0, 8), (18, 0)):
        with pytest.raises(PolicyError):
            CadenceLimits(*wrong)


@pytest.mark.parametrize(
    ("step", "given_events"),
    [
        (CadenceStep(1, 5, 0, 0), TERMINAL),
        (CadenceStep(1, 5, 2, 2), TERMINAL),
        (CadenceStep(1, 5, 2, 1), ("PLAN_DONE", "ACT_DONE")),
        (CadenceStep(1, 5, 2, 2, interrupted=True), ()),
    ],
)
def test_what_a_step_of_a_transcript_gives(step: CadenceStep, given_events: tuple[str, ...]) -> None:
    """All three without tools or with all results, no OBSERVE_DONE while one is out, none when cut short."""
    assert terminal_events(step) == given_events


def test_an_interrupted_step_is_seen_by_its_missing_result_or_by_the_harness() -> None:
    """A step whose result never came although the session went on, and one that the harness cut."""
    steps = list(steps_of(timeline((1, 1), (2, 1), (0, 0), (1, 0), cut=frozenset({3}))))
    assert [step.interrupted for step in steps] == [False, True, True, False]
    assert [step.counted for step in steps] == [3, 0, 0, 2]


def test_triggers_fire_where_six_whole_steps_end_and_count_again() -> None:
    """Three events a step make eighteen at the sixth; then both counters begin again."""
    found = list(firings(timeline(*[(1, 1)] * 13)))
    assert [(f.step, f.trigger, f.counted_events, f.steps) for f in found] == [
        (6, "EVENT_THRESHOLD", 18, 6),
        (12, "EVENT_THRESHOLD", 18, 6),
    ]
    assert found[0].ordinal == 18


def test_triggers_fall_back_to_steps_where_steps_are_cut_short() -> None:
    """Interrupted steps give nothing to count, so the eighth step fires."""
    (found,) = firings(timeline(*[(0, 0)] * 9, cut=frozenset(range(1, 10))))
    assert (found.step, found.trigger, found.counted_events) == (8, "N_STEP_FALLBACK", 0)


def test_a_compaction_resets_both_counters() -> None:
    """After a compaction at the fourth step's end the sixth step does not fire; the tenth does."""
    events = timeline(*[(1, 1)] * 12)
    end = [step.last for step in steps_of(events)][3]
    assert [f.step for f in firings(events, compacted_at=end)] == [10]


def test_the_store_counts_the_steps_that_the_events_have(tmp_path: Path) -> None:
    """The counters of a snapshot are those of the timeline from any event on, with cuts and sidechains."""
    lines = [
        {"role": "user", "content": "look at the files"},
        *[{"role": "assistant", "content": f"Looked at file number {n}."} for n in range(7)],
    ]
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": lines}), "utf-8")
    samples = Path(__file__).resolve().parents[3] / "sample_sessions"
    env = Env(store_location=str(tmp_path / "store.duckdb"))
    import_paths(env, [str(path), *map(str, (samples / "lost-open-work.jsonl", samples / "clean-run.jsonl"))])
    store = reopen_store(env.store_location)
    for session in sessions.listing(store):
        steps = list(steps_of(sessions.load_events(store, session.session_id)))
        ends = [-1, *(step.last - back for step in steps[:: max(1, len(steps) // 20)] for back in (0, 1))]
        with store.reading() as reading:
            for end in ends:
                later = [step for step in steps if step.last > end]
                counted = len(later), sum(step.counted for step in later)
                assert event_progress.since(reading, session.session_id, end) == counted
