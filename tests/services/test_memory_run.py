"""A conversation with memory over a store: survives a restart, is reviewed, is a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.errors import MoveRefused
from store.records import sessions
from workbench.errors import Refused
from workbench.examples import memory_chat
from workbench.services.drafts import repair
from workbench.services.moves import accept_rollback
from workbench.services.review_log import reviews
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import (
    AcceptanceRefused,
    CompactionRejected,
    MemoryPolicies,
    MemoryRun,
    NoDecision,
    ReviewPolicy,
)

TALK = [
    (
        f"Keep the {name} index in storage/{name}.py and never rename its columns.",
        f"Noted, {name} stays. " * 12,
    )
    for name in "amber birch cedar dahlia elder fennel ginger hazel".split()
]
SMALL = MemoryPolicies(window=2, buffer=2)
STOP = ReviewPolicy(0, "stop")


@pytest.fixture
def keeper(tmp_path: Path) -> StoreKeeper:
    """A keeper over a fresh store."""
    return StoreKeeper.open(str(tmp_path / "agent.duckdb"), actor="mia")


def drive(run: MemoryRun, talk: list[tuple[str, str]]) -> None:
    """Ask and answer."""
    for said, reply in talk:
        run.ask(said)
        run.answered(reply)


def test_a_run_taken_up_again_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    """Half way, with and without a message that waits, another process has the same contexts and state."""
    whole = MemoryRun("r", policies=SMALL, keeper=StoreKeeper.open(str(tmp_path / "one.duckdb")))
    drive(whole, TALK[:4])
    parted = StoreKeeper.open(str(tmp_path / "two.duckdb"))
    drive(MemoryRun("r", policies=SMALL, keeper=parted), TALK[:2])
    first = MemoryRun("r", keeper=parted)
    asked = first.ask(TALK[2][0])
    second = MemoryRun("r", keeper=parted)
    assert second.waiting
    assert second.asked().messages == asked.messages
    second.answered(TALK[2][1])
    drive(MemoryRun("r", keeper=parted), TALK[3:4])
    assert MemoryRun("r", keeper=parted).state == whole.state


def test_policies_of_a_kept_run_are_fixed(keeper: StoreKeeper) -> None:
    """Other policies than those it began with are refused."""
    drive(MemoryRun("r", policies=SMALL, keeper=keeper), TALK[:1])
    assert MemoryRun("r", keeper=keeper).state.policies == SMALL
    with pytest.raises(Refused, match="other policies, which never change"):
        MemoryRun("r", policies=MemoryPolicies(window=3), keeper=keeper)


def test_system_prompt_and_review_policy_go_on_with_a_kept_run(keeper: StoreKeeper) -> None:
    """Resuming by id keeps both as they were; new values replace them."""
    drive(MemoryRun("r", system_prompt="Be brief.", policies=SMALL, keeper=keeper, review=STOP), TALK[:2])
    kept = MemoryRun("r", keeper=keeper)
    assert kept.ask(TALK[2][0]).messages[0] == {"role": "system", "content": "Be brief."}
    kept.answered(TALK[2][1])
    with pytest.raises(NoDecision):
        MemoryRun("r", keeper=keeper).ask(TALK[3][0])
    apply = ReviewPolicy(0, "apply")
    asked = MemoryRun("r", system_prompt="Be kind.", keeper=keeper, review=apply).ask(TALK[3][0])
    again = MemoryRun("r", keeper=keeper)
    assert asked.messages[0] == {"role": "system", "content": "Be kind."}
    assert again.asked().messages == asked.messages
    again.answered("Noted.")
    drive(again, TALK[4:])  # folds once more, and nobody is asked


SHORT = [(said, "Noted.") for said in ("Use SQLite.", "Never delete a customer.", "Write tests first.")]


def test_short_messages_fold_though_no_summary_is_smaller(keeper: StoreKeeper) -> None:
    """The boundary keeps the words in the session, the run goes on with what all other gates pass."""
    run = MemoryRun("r", policies=SMALL, keeper=keeper, review=ReviewPolicy(0, "accept", confirm=("C",)))
    drive(run, SHORT)
    done = run.ask("What store?").folded
    assert done is not None
    assert done.decision is not None
    assert done.decision.outcome == "unaccepted"
    assert "Never delete a customer." in run.state.memory_summary
    assert accept_rollback.history(keeper.env).pointers == ()


def test_a_person_lets_a_summary_through_that_is_not_smaller(keeper: StoreKeeper) -> None:
    """The hint of a run that waits names the approval, which is enough where no acceptance can be had."""
    run = MemoryRun("r", policies=SMALL, keeper=keeper, review=STOP)
    drive(run, SHORT)
    with pytest.raises(NoDecision) as stopped:
        run.ask("What store?")
    command = stopped.value.hint.split("`")[1].split()
    assert command[:3] == ["workbench", "review", "approve"]
    with pytest.raises(MoveRefused) as unmovable:
        accept_rollback.accept(keeper.env, command[3], confirm=("C",))
    reviews.reject(keeper.env, command[3], reason="not yet")
    with pytest.raises(CompactionRejected) as rejected:
        run.ask("What store?")
    assert all(f"review approve {command[3]}" in each.value.hint for each in (unmovable, rejected))
    reviews.approve(keeper.env, command[3], reason="short, and all of it")
    done = run.ask("What store?").folded
    assert done is not None
    assert done.decision is not None
    assert (done.decision.outcome, done.decision.actor) == ("approved", "mia")


def test_ways_on_where_gates_had_nothing_to_judge_and_after_a_rejection(keeper: StoreKeeper) -> None:
    """The hints name commands that let the same call go on."""
    accept = ReviewPolicy(0, "accept")
    talk = [(f"My bakery has {seats} seats in hall {seats}.", "How lovely. " * 40) for seats in (4, 5, 6)]
    run = MemoryRun("r", policies=SMALL, keeper=keeper, review=accept)
    drive(run, talk)
    with pytest.raises(AcceptanceRefused) as refused:
        run.ask("And now?")
    assert (
        f"`workbench accept {refused.value.proposal.name} --confirm C`, once that was looked at"
        in refused.value.hint
    )
    reviews.reject(keeper.env, refused.value.proposal.artifact_id, reason="no")
    with pytest.raises(CompactionRejected, match="rejected by mia: no") as rejected:
        run.ask("And now?")
    assert f"`workbench accept {refused.value.proposal.name}" in rejected.value.hint
    assert f"`workbench review clear {refused.value.proposal.name} " in rejected.value.hint
    reviews.clear(keeper.env, refused.value.proposal.artifact_id, reason="after all")
    accept_rollback.accept(keeper.env, refused.value.proposal.artifact_id, confirm=("C",), reason="after all")
    assert run.ask("And now?").folded is not None
    other = MemoryRun(
        "s", policies=SMALL, keeper=keeper, review=ReviewPolicy(0, "accept", confirm=("C", "D"))
    )
    drive(other, talk)
    assert other.ask("And now?").folded is not None


def test_a_fold_applies_only_once_it_is_accepted(keeper: StoreKeeper) -> None:
    """Without a decision the state is as before and nothing is active; after one the same call goes on."""
    run = MemoryRun("r", policies=SMALL, keeper=keeper, review=STOP)
    drive(run, TALK[:2])
    run.ask(TALK[2][0])
    run.answered(TALK[2][1])
    before = run.state
    with pytest.raises(NoDecision) as stopped:
        run.ask(TALK[3][0])
    assert run.state == before
    assert accept_rollback.history(keeper.env).pointers == ()
    named = stopped.value.hint.split("`")[1].split()[2]
    accept_rollback.accept(keeper.env, named, confirm=("C",), reason="read it")
    done = run.ask(TALK[3][0]).folded
    assert done is not None
    assert done.decision is not None
    assert (done.decision.outcome, done.decision.actor, done.decision.reason) == (
        "accepted",
        "mia",
        "read it",
    )
    assert done.messages == 4
    assert "amber" in run.state.memory_summary


def test_what_was_repaired_and_accepted_is_what_applies(keeper: StoreKeeper) -> None:
    """A draft that the gates refuse is repaired and accepted; its items are the memory from then on."""
    summarizer = _Forgetful()
    review = ReviewPolicy(0, "accept", confirm=("C",))
    run = MemoryRun("r", policies=SMALL, keeper=keeper, review=review, summarizer=summarizer)
    drive(run, TALK[:3])
    with pytest.raises(AcceptanceRefused, match="C FAIL") as refused:
        run.ask(TALK[3][0])
    child = repair.repair(keeper.env, refused.value.proposal.artifact_id).judged
    assert child is not None
    accept_rollback.accept(keeper.env, child.artifact_id, confirm=("C",))
    done = run.ask(TALK[3][0]).folded
    assert done is not None
    assert done.decision is not None
    assert done.decision.artifact.artifact_id == child.artifact_id
    assert "birch" in run.state.memory_summary
    assert "birch" not in summarizer.said


class _Forgetful:
    """Keeps the first decision only."""

    said = "## Decisions Made\n- Keep amber index in storage/amber.py and never rename its columns."

    def summarize_memory(self, current: str, messages: object) -> str:
        """Return the same summary for any messages."""
        assert messages is not current
        return self.said


def test_messages_are_a_session_and_drafts_cover_what_is_active(keeper: StoreKeeper) -> None:
    """Each accepted fold displaces the one before, over all that was folded so far, one generation on."""
    run = MemoryRun("r", policies=SMALL, keeper=keeper, review=ReviewPolicy(0, "accept", confirm=("C",)))
    drive(run, TALK[:6])
    moves = accept_rollback.history(keeper.env).pointers
    assert len(moves) > 1
    assert moves[0].displaced == (moves[1].artifact_id,)
    assert (moves[0].source_start, moves[0].source_end) == (0, run.state.folded - 1)
    stored = sessions.load_events(keeper.env.open_store(), moves[0].session_id)
    said = [text for pair in TALK for text in pair]
    assert [event.text for event in stored] == said[: len(stored)]


def test_the_example_drives_the_chat_sample(capsys: pytest.CaptureFixture[str]) -> None:
    """It prints the state at every summarization, repairs refused drafts, and loses no message."""
    assert memory_chat.main(["--messages", "14"]) == 0
    stated = capsys.readouterr().out
    assert "gates not passed: C FAIL (decisions kept: 0.75, at least 0.95 needed; 1 dropped)" in stated
    assert "   accepted by example" in stated
    assert "   | ## Decisions Made" in stated
    assert "   | - budget 14k, not more." in stated
    assert "-- buffered_overflow: 12 recent messages are over 6 + 4" in stated
    assert "== taken up again from the store after 7 messages ==" in stated
    assert stated.splitlines()[-1] == "14 messages: 6 folded, 6 recent, verbatim"
