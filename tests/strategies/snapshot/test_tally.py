"""The counts of the tuning report on a transcript, and the command that prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from tests.cli.run import ROOT, inside
from workbench.strategies.snapshot.tally import restated, tally_of


def steps(*made: tuple[ToolAction, str, str]) -> list[SourceEvent]:
    """One step each: a call and its result, as (action, call, result)."""
    events: list[SourceEvent] = []
    for number, (action, call, result) in enumerate(made, 1):
        tool = ToolFact("tool", f"c{number}", action, call)
        for kind, text in ((EventKind.TOOL_CALL, call), (EventKind.TOOL_RESULT, result)):
            events.append(SourceEvent(len(events), kind, text, f"n{len(events)}", step=number, tool=tool))
    return events


def said(*messages: str) -> list[SourceEvent]:
    """Human messages."""
    return [SourceEvent(n, EventKind.USER, text, f"n{n}", turn=n + 1) for n, text in enumerate(messages)]


def test_a_step_loops_when_one_of_the_four_before_made_its_call() -> None:
    """The same call at once loops, the same call five steps later does not."""
    run = ToolAction.COMMAND
    near = steps((run, "make", "ok"), (run, "ls", "a"), (run, "make", "ok"))
    far = steps((run, "make", "ok"), *((run, f"cat {n}", "a") for n in range(4)), (run, "make", "ok"))
    assert (tally_of(near, ()).steps, tally_of(near, ()).looping_steps) == (3, 1)
    assert tally_of(far, ()).looping_steps == 0


def test_a_step_stalls_when_all_it_looked_for_was_not_there() -> None:
    """Nothing found is a stall; a silent command and a found file are none."""
    look, run = ToolAction.SEARCH, ToolAction.COMMAND
    events = steps((look, "*.rs", "No files found"), (run, "mkdir a", ""), (look, "*.py", "a.py"))
    assert tally_of(events, ()).stalls == 1


def test_forgetting_is_a_directive_said_again_after_a_compaction() -> None:
    """A repetition before a compaction does not count; one after it does."""
    rule = "never touch the invoices table"
    events = said(rule, f"again: {rule}", "thanks", f"I said {rule}!", "never touch the customers table")
    assert tally_of(events, ()).forgotten == 0
    assert tally_of(events, (2,)).forgotten == 1


@pytest.mark.parametrize(
    ("new", "old", "same"),
    [
        ("The invoices table must not be touched", "never touch the invoices table", True),
        ("Again: batches of 40 rows", "use batches of 40 rows", True),
        ("use batches of 90 rows", "use batches of 40 rows", False),
        ("touch the invoices table now", "never touch the invoices table", False),
        ("never touch the customers table", "never touch the invoices table", False),
        ("write the sums into the ledger file weekly", "write the sums into the ledger file", True),
        ("never delete rows of the receipts table", "never delete rows of the invoices table", False),
        ("ok", "thanks", False),
    ],
)
def test_a_restated_rule_is_the_same_in_other_words(new: str, old: str, same: bool) -> None:
    """Four of five content words are the same, three of four are not; numbers and polarity must agree."""
    assert restated(new, old) is same
    assert restated(old, new) is same


def test_forgetting_counts_a_rule_restated_in_other_words() -> None:
    """A question about a rule restates nothing."""
    events = said("never touch the invoices table", "ok", "please, the invoices table must not be touched")
    assert tally_of(events, (1,)).forgotten == 1
    assert tally_of(events, ()).forgotten == 0
    asked = said("never touch the invoices table", "ok", "must the invoices table not be touched?")
    assert tally_of(asked, (1,)).forgotten == 0


def test_tokens_and_time_are_those_of_the_transcript() -> None:
    """Sidechains do not count, nor does the time for which a person was waited for."""
    times = ("10:00:00", "10:00:04", "10:05:00", "10:05:03")
    kinds = (EventKind.USER, EventKind.ASSISTANT, EventKind.USER, EventKind.ASSISTANT)
    events = [
        SourceEvent(n, kind, "text", f"n{n}", tokens=10, timestamp=f"2026-05-04T{time}Z")
        for n, (kind, time) in enumerate(zip(kinds, times, strict=True))
    ]
    events.append(SourceEvent(4, EventKind.ASSISTANT, "aside", "n4", tokens=99, sidechain="side"))
    tally = tally_of(events, ())
    assert (tally.tokens, tally.elapsed_ms) == (40, 7_000)
    assert tally_of([e._replace(timestamp=None) for e in events], ()).elapsed_ms is None


def test_the_command_prints_the_report_of_a_session(tmp_path: Path) -> None:
    """As text and as JSON; without a snapshot the costs have nothing to be counted over."""
    inside("--store", "s.duckdb", "import", ROOT / "sample_sessions" / "lost-open-work.jsonl", cwd=tmp_path)
    listed = inside("--store", "s.duckdb", "sessions", "--json", cwd=tmp_path).json
    session = listed["sessions"][0]["session_id"]
    stated = inside("--store", "s.duckdb", "triggers", session, "--tuning", "--json", cwd=tmp_path)
    assert (stated.code, stated.json["schema"], stated.json["compactions"]) == (0, "workbench.tuning/1", 1)
    assert stated.json["steps"] > 40
    assert stated.json["tokens_per_verified_claim"] is None  # nothing is verified before an acceptance
    text = inside("--store", "s.duckdb", "triggers", session, "--tuning", cwd=tmp_path)
    assert "18 counted events, else 8 steps" in text.out
    assert "none: nothing to count it over" in text.out
