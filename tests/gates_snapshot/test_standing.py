"""Claims about the state of the work, and claims that the user took back."""

from __future__ import annotations

from typing import Any

import pytest

from gates.snapshot.builder import build_snapshot
from workbench.templates import narrative

from .build import active, artifact, conflict, given, link


def work(text: str, ordinal: int, **more: Any) -> dict[str, Any]:
    """A statement about the work, as the capture words it."""
    return {"kind": "open_work", "text": text, "status": "open", "links": [link(ordinal)], **more}


def snapshot_of(*groups: list[dict[str, Any]]) -> dict[str, Any]:
    """The snapshot of consecutive artifacts with these items."""
    made = [artifact(*items, start=10 * n, end=10 * n + 9) for n, items in enumerate(groups)]
    return build_snapshot(given(*map(active, made)))


def statements(*groups: list[dict[str, Any]]) -> list[str]:
    """The statements of its claims."""
    return [claim["statement"] for claim in snapshot_of(*groups)["state"]["claims"]]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Edited and not committed: a.py", "Edited and not committed: b.py and 3 more"),
        ("Edited and not committed: a.py", "Edited after the last commit: b.py"),
        ("Passed when last run: make test (3 passed)", "Failed when last run: make test (1 failed)"),
        (
            "Passed when last run: make test (3 passed) (before the last edit)",
            "Passed when last run: make test",
        ),
        ("Branch: parser", "Branch: printer"),
    ],
)
def test_a_state_replaces_the_one_of_its_kind_with_its_own_evidence(before: str, after: str) -> None:
    (claim,) = snapshot_of([work(before, 5)], [work(after, 15)])["state"]["claims"]
    assert claim["statement"] == after
    assert [each["ordinal"] for each in claim["evidence_refs"]] == [15]


def test_states_of_other_kinds_stay() -> None:
    checks = [work("Passed when last run: make test", 5), work("Edited and not committed: a.py", 6)]
    assert len(statements(checks, [work("Passed when last run: make lint", 15)])) == 3


@pytest.mark.parametrize("lead", ["", "Next: "])
def test_where_the_agent_was_holds_only_for_the_newest_artifact(lead: str) -> None:
    was = work(f'{lead}The agent was at: "next the lexer"', 5)
    assert statements([was], [work("Write the tests", 15)]) == ["Write the tests"]


def test_what_came_next_is_replaced_by_what_comes_next_now() -> None:
    assert statements([work("Next: Write the lexer", 5)], [work("Next: Write the tests", 15)]) == [
        "Next: Write the tests"
    ]


def test_a_commit_ends_the_edits_before_it_and_stays() -> None:
    first = [work("Edited and not committed: a.py", 4), work("Committed: Move the parser", 5, status="done")]
    assert statements([first[0]], [first[1]], [work("Committed: Fix it", 25, status="done")]) == [
        "Committed: Move the parser",
        "Committed: Fix it",
    ]


def test_a_path_has_the_evidence_of_its_newest_change_only() -> None:
    """Otherwise a run that edits the same files again and again grows without end."""
    groups = [
        [{"kind": "artifact_ref", "text": "a.py (last Edit)", "links": [link(10 * n)]}] for n in range(5)
    ]
    (claim,) = snapshot_of(*groups)["state"]["claims"]
    assert [each["ordinal"] for each in claim["evidence_refs"]] == [40]
    assert len(claim["artifact_ids"]) == 2


def said(text: str, ordinal: int) -> dict[str, Any]:
    """A decision of the user."""
    return {"kind": "decision", "text": text, "speaker": "user", "links": [link(ordinal)]}


def test_a_statement_that_was_withdrawn_later_is_superseded() -> None:
    old, new = said("Ship on Monday, not on Friday.", 5), said("Ship on Friday.", 15)
    withdrawal = conflict(f'"{old["text"]}" was withdrawn later: "{new["text"]}"', 5, 15)
    made = snapshot_of([old], [new, withdrawal])
    assert [claim["status"] for claim in made["state"]["claims"]] == ["superseded", "verified"]
    assert made["counts"]["delta"]["superseded"] == 1
    assert made["validation"]["status"] == "PASS"
    assert "- Superseded claims:\n  - Ship on Monday, not on Friday.\n" in narrative(made)


def test_two_statements_that_only_conflict_both_stay() -> None:
    made = snapshot_of(
        [said("Ship on Monday.", 5)], [said("Ship on Friday.", 15), conflict('"x" conflicts with "y"', 5, 15)]
    )
    assert [claim["status"] for claim in made["state"]["claims"]] == ["verified", "verified"]
    assert "superseded" not in made["counts"]["delta"]
    assert "Superseded" not in narrative(made)


def test_a_request_that_a_later_artifact_states_as_a_decision_is_one_claim() -> None:
    open_work = {**said("Print the totals in bold.", 5), "kind": "open_work", "status": "open"}
    (claim,) = snapshot_of([open_work], [said("Print the totals in bold.", 5)])["state"]["claims"]
    assert (claim["kind"], claim["work_status"]) == ("decision", None)
