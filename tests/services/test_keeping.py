"""Runs stored with their events once, their proposals judged, and decisions of a person read back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gates.source import EventKind
from store.records import sessions, transcripts
from workbench.errors import Refused
from workbench.services.moves import accept_rollback
from workbench.services.review_log import reviews
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import (
    CompactionRejected,
    NoDecision,
    OtherwiseRecorded,
    Proposal,
    ReviewPolicy,
    RunEvent,
    await_decision,
)
from workbench.strategies.intentional import IntentionalStrategy

TALK = (
    RunEvent(EventKind.USER, "Move the exporter to src/export.py. Never touch the invoices table."),
    RunEvent(
        EventKind.ASSISTANT, "The exporter reads the whole table at once, so 240 rows need 9 seconds. " * 20
    ),
    RunEvent(EventKind.TOOL_CALL, "read src/old.py", "c1", "read"),
    RunEvent(EventKind.TOOL_RESULT, "rows = all()\n" * 40, "c1", "read", failed=False),
    RunEvent(EventKind.USER, "Use batches of 40 rows."),
    RunEvent(EventKind.ASSISTANT, "The export now takes 2 seconds."),
)


@pytest.fixture
def keeper(tmp_path: Path) -> StoreKeeper:
    """A keeper over a fresh store."""
    return StoreKeeper.open(str(tmp_path / "agent.duckdb"), actor="mia", title="exporter")


@pytest.fixture
def proposal(keeper: StoreKeeper) -> Proposal:
    """A draft of the first four events."""
    keeper.record("r", 0, TALK)
    return keeper.propose("r", 0, 3, IntentionalStrategy().draft)


def test_events_of_a_run_are_a_session(keeper: StoreKeeper) -> None:
    """Events recorded piece by piece, or twice, are one session with turns and steps."""
    name = keeper.record("r", 0, TALK[:2])
    assert keeper.record("r", 0, TALK) == name
    keeper.record("r", 4, TALK[4:])
    store = keeper.env.open_store()
    events = sessions.load_events(store, name)
    assert [(e.kind, e.text) for e in events] == [(e.kind, e.text) for e in TALK]
    assert [e.turn for e in events] == [1, 1, 1, 1, 2, 2]
    assert [e.step for e in events] == [0, 1, 1, 1, 1, 2]
    lines = transcripts.transcript(store, name).splitlines()
    assert len(lines) == len(TALK)
    with pytest.raises(Refused, match="leaves a gap"):
        keeper.record("r", 9, TALK)


@pytest.mark.parametrize(
    ("position", "given", "stated"),
    [
        (4, (RunEvent(EventKind.USER, "Use batches of 90 rows."), TALK[5]), "event 4 .* 40 .* 90"),
        (0, TALK[:4], "event 4 .* and is given as nothing"),
        (2, (RunEvent(EventKind.TOOL_CALL, "read src/old.py", "c2", "read"), *TALK[3:]), "event 2 "),
    ],
)
def test_other_words_than_those_recorded_are_refused(
    keeper: StoreKeeper, position: int, given: tuple[RunEvent, ...], stated: str
) -> None:
    """Other texts, another call or fewer events than recorded are refused, and the events stay unchanged."""
    keeper.record("r", 0, TALK)
    with pytest.raises(OtherwiseRecorded, match=stated):
        keeper.record("r", position, (*given, RunEvent(EventKind.USER, "more")) if position else given)
    assert keeper.recorded("r", 0) == TALK
    assert keeper.recorded("another", 0) == ()


def test_a_proposal_is_judged_and_nothing_is_active(keeper: StoreKeeper, proposal: Proposal) -> None:
    """A proposal is an undecided draft with a report."""
    assert not proposal.report.blocking
    assert keeper.decided(proposal) is None
    assert accept_rollback.history(keeper.env).pointers == ()


def test_an_acceptance_is_received(keeper: StoreKeeper, proposal: Proposal) -> None:
    """The decision of a person applies, with the actor."""
    accept_rollback.accept(keeper.env, proposal.artifact_id, confirm=("C",), reason="fine")
    heard = await_decision(keeper, proposal, ReviewPolicy(0, "stop"))
    assert (heard.outcome, heard.actor, heard.reason) == ("accepted", "mia", "fine")
    assert heard.artifact == proposal.artifact


def test_a_rejection_is_received(keeper: StoreKeeper, proposal: Proposal) -> None:
    """A rejected draft stops the run with the reason, under any policy."""
    reviews.reject(keeper.env, proposal.artifact_id, reason="too thin")
    with pytest.raises(CompactionRejected, match="rejected by mia: too thin"):
        await_decision(keeper, proposal, ReviewPolicy(0, "accept", confirm=("C",)))


def test_a_rolled_back_acceptance_applies_no_more(keeper: StoreKeeper, proposal: Proposal) -> None:
    """An acceptance that was withdrawn is no acceptance."""
    accept_rollback.accept(keeper.env, proposal.artifact_id, confirm=("C",))
    accept_rollback.rollback(keeper.env, proposal.artifact_id)
    with pytest.raises(CompactionRejected, match="rolled back"):
        await_decision(keeper, proposal, ReviewPolicy(0, "stop"))


def test_without_a_decision_the_policy_holds(keeper: StoreKeeper, proposal: Proposal) -> None:
    """Apply goes on unreviewed, stop refuses, accept moves through the boundary."""
    assert await_decision(keeper, proposal, ReviewPolicy()).outcome == "unreviewed"
    with pytest.raises(NoDecision, match="nobody decided"):
        await_decision(keeper, proposal, ReviewPolicy(0, "stop"))
    accept = ReviewPolicy(0, "accept", confirm=("C",))
    assert await_decision(keeper, proposal, accept).actor == "review-policy"
    assert [p.actor for p in accept_rollback.history(keeper.env).pointers] == ["review-policy"]


def test_a_decision_is_awaited_as_long_as_the_policy_says(keeper: StoreKeeper, proposal: Proposal) -> None:
    """A decision made while waiting counts; the wait ends at the limit."""
    now = [0.0]

    def sleeper(accept_at: float | None) -> Callable[[float], None]:
        def sleep(seconds: float) -> None:
            now[0] += seconds
            if accept_at is not None and now[0] >= accept_at:
                accept_rollback.accept(keeper.env, proposal.artifact_id, confirm=("C",))

        return sleep

    policy = ReviewPolicy(3.0, "stop", poll_s=1.0)
    with pytest.raises(NoDecision):
        await_decision(keeper, proposal, policy, ticks=lambda: now[0], sleep=sleeper(None))
    assert now[0] == 3.0
    heard = await_decision(keeper, proposal, policy, ticks=lambda: now[0], sleep=sleeper(5.0))
    assert heard.outcome == "accepted"
    assert now[0] == 5.0
