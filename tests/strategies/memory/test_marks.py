"""Memory triggers on a timeline fire exactly where a running conversation folds."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.strategies import EventFacts, MemoryPolicies, MemoryRun
from workbench.strategies.memory.state import ChatMessage
from workbench.strategies.memory.triggers import MemoryTriggers
from workbench.strategies.triggers import TriggerMark


class Longest:
    """A summarizer whose summary is always as long as it may be, as a scan takes it to be."""

    def summarize_memory(self, current: str, messages: Sequence[ChatMessage]) -> str:
        """Return forty tokens for any messages."""
        assert messages or current
        text = "## Decisions Made\n- "
        return text + "x" * (160 - len(text))


def facts(talk: Sequence[tuple[int, bool]]) -> list[EventFacts]:
    """A message of so many tokens, and a reply of one where it has one."""
    found: list[EventFacts] = []
    for turn, (size, replied) in enumerate(talk, 1):
        found.append(EventFacts(len(found), "user", turn, turn, size, size * 4, None, None))
        if replied:
            found.append(EventFacts(len(found), "assistant", turn, turn, 1, 4, None, None))
    return found


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 30), st.booleans()), min_size=1, max_size=60), st.integers(1, 7))
def test_marks_are_where_a_run_folds(talk: list[tuple[int, bool]], batch: int) -> None:
    """A scan fed in batches of any size marks the same events by the same rules as the run itself."""
    policies = MemoryPolicies(budget_tokens=200, max_summary_tokens=40)
    run = MemoryRun("r", policies=policies, summarizer=Longest())
    folds: list[tuple[str, int, int]] = []
    position = 0
    for size, replied in talk:
        before = run.state.folded
        done = run.ask("a" * size * 4)
        if done.folded is not None:
            folds.append((done.folded.trigger.value, position, run.state.folded - before))
        position += 1
        if replied:
            run.answered("okay")
            position += 1
    events, scan = facts(talk), MemoryTriggers(policies)
    marks: list[TriggerMark] = []
    for start in range(0, len(events), batch):
        marks += scan.feed(events[start : start + batch])
    marks += scan.close()
    assert [(m.rule, m.ordinal, m.end - m.start + 1) for m in marks] == folds


def test_work_belongs_to_the_message_before_it() -> None:
    """Calls and results are no messages; their tokens count with the message that they follow."""
    events = [EventFacts(0, "user", 1, 0, 1, 4, None, None)]
    for n in range(9):
        events.append(EventFacts(len(events), "tool_call", 1, n, 3_000, 4, f"c{n}", None))
        events.append(EventFacts(len(events), "assistant", 1, n, 1, 4, None, None))
    events.append(EventFacts(len(events), "user", 2, 9, 1, 4, None, None))
    assert list(MemoryTriggers().feed(events)) == []
    more = MemoryTriggers(MemoryPolicies(budget_tokens=30_000))
    (mark,) = more.feed(events)
    assert (mark.rule, mark.ordinal, mark.start, mark.end) == ("token_budget", 19, 0, 7)
