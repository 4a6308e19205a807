"""Directives that a later one takes back without saying so."""

from __future__ import annotations

import pytest

from gates.language.similarity import subsumes
from gates.snapshot.builder import ENDED
from gates.source import EventKind
from tests.strategies.snapshot.build import InMemory
from workbench.strategies import RunEvent, SnapshotRun
from workbench.strategies.snapshot.taken_back import takes_back


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Write the invoices as CSV, not JSON.", "Write the invoices as JSON."),
        ("Sort the names by date rather than by length.", "Sort the names by length now."),
        ("Build the image with podman instead of docker.", "Build the image with docker after all."),
        ("Ship the parcel on Monday, not on Friday.", "Ship the parcel on Friday."),
    ],
)
def test_what_was_ruled_out_and_is_demanded_later(earlier: str, later: str) -> None:
    """The one is not a restatement of the other either, in neither order."""
    assert takes_back(later, earlier)
    assert not subsumes(earlier, later)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Write the invoices as CSV, not JSON.", "Write the invoices as CSV."),
        ("Write the invoices as CSV, not JSON.", "Write the settings as JSON."),
        ("Write the invoices as CSV, not JSON.", "Don't write the invoices as JSON."),
        ("Write the invoices as CSV, not JSON.", "Should we write the invoices as JSON?"),
        ("Write the invoices as CSV, not JSON.", "Write the invoices as CSV instead of JSON."),
        ("Add a test for the printer.", "Add a test for the parser."),
        ("Read the first chapter.", "Read the second chapter."),
        ("Fix the login page.", "Fix the logout page."),
    ],
)
def test_what_takes_nothing_back(earlier: str, later: str) -> None:
    assert not takes_back(later, earlier)


@pytest.mark.parametrize("gap", [1, 8])
def test_the_earlier_directive_is_superseded_and_the_later_stands_with_its_own_evidence(gap: int) -> None:
    """Within one range and across two; the earlier one is not linked to the message that takes it back."""
    run = SnapshotRun("r", InMemory(), "Make the invoices", "they print")
    wanted = {1: "Write the invoices as CSV, not JSON.", 1 + gap: "Write the invoices as JSON."}
    for number in range(1, 15):
        if number in wanted:
            run.log("USER", RunEvent(EventKind.USER, wanted[number]))
        run.log("PLAN_DONE", RunEvent(EventKind.ASSISTANT, f"I read page {number} of the ledger."))
        run.log("ACT_DONE", RunEvent(EventKind.TOOL_CALL, f"read p{number}.txt", f"c{number}", "read"))
        run.log("OBSERVE_DONE", RunEvent(EventKind.TOOL_RESULT, "a row", f"c{number}", "read", failed=False))
        run.end_step()
    assert run.snapshot is not None
    state = run.snapshot["state"]
    decisions = [claim for claim in state["claims"] if claim["kind"] == "decision"]
    standing = [claim["statement"] for claim in decisions if claim["status"] not in ENDED]
    assert standing == ["Write the invoices as JSON."]
    for claim in decisions:
        assert len(claim["evidence_refs"]) == 1
    assert len([each for each in state["conflicts"] if "withdrawn later" in each["description"]]) == 1
