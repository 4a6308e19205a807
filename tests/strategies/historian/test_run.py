"""A historian driven turn by turn over a store: state, review, restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from gates.artifact import Artifact
from tests.strategies.historian.build import Says, context
from workbench.errors import Refused
from workbench.services.moves.accept_rollback import history
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import (
    Historian,
    NoDecision,
    OtherwiseRecorded,
    ReviewPolicy,
    SnapshotRun,
)

TALK = (
    ("Please plan the shelf. Never move the old kettle.", "The shelf has 3 boards of 80 cm. " * 40),
    ("Put the jars on the second board.", "I put the 14 jars on the second board of the shelf. " * 10),
    ("Is the lamp in the way?", "The lamp hangs 40 cm above the third board."),
    ("Then leave it.", "The lamp stays where it is."),
)


def test_a_historian_without_a_keeper_keeps_its_state_in_memory() -> None:
    """Four turns give one in the narrative, three in full, and four ledgers."""
    run = Historian("shelf")
    for asked, reply in TALK:
        run.turn(asked, reply)
    state = run.state
    assert state.current_turn == 4
    assert [turn.number for turn in state.conversation.recent_turns] == [2, 3, 4]
    assert [entry.turn for entry in state.ledger] == [1, 2, 3, 4]
    assert state.conversation.history_summary.startswith("The user asked not to move the old kettle.")


def test_a_turn_whose_summary_breaks_a_rule_goes_on_with_the_offline_one(tmp_path: Path) -> None:
    """The turn is kept, and so is what the model broke, also for who takes the run up again."""
    keeper = StoreKeeper.open(str(tmp_path / "agent.duckdb"), actor="mia")
    run = Historian("shelf", summarizer=Says(summary="Sold the Golden Kettle."), keeper=keeper)
    made = run.turn(*TALK[0], step_results=())
    assert made == Historian("other").turn(*TALK[0], step_results=())
    (lapse,) = run.state.ledger[-1].lapses
    assert (lapse.call, lapse.instead) == ("summary of the reply", "offline")
    assert "exact_names" in lapse.broken[0]
    assert Historian("shelf", keeper=keeper).state == run.state


def test_what_was_curated_elsewhere_is_taken_as_it_is() -> None:
    """The curator may drop and move entities; the historian keeps the turn number."""
    run = Historian("shelf")
    run.turn(*TALK[0])
    run.curated(context(("kettle", "background", 0), turn=99))
    assert [(e.id, e.tier) for e in run.state.entity_context.entities] == [("kettle", "background")]
    assert run.turn(*TALK[1]).current_turn == 2


def test_over_a_store_a_compression_is_proposed_with_its_kept_turns(tmp_path: Path) -> None:
    """The narrative is never proposed alone; without a decision the turn can be repeated, also later."""
    keeper, run = stopped(tmp_path)
    again = Historian("shelf", keeper=keeper, review=ReviewPolicy(0, "accept", confirm=("C",)))
    assert again.state == run.state and again.state.current_turn == 3
    made = again.turn(*TALK[3])
    (move,) = history(keeper.env).pointers
    artifact = accepted(keeper, move.artifact_id)
    assert artifact.items and artifact.narrative == made.conversation.history_summary
    assert artifact.source.kept == (2, 3, 4, 5, 6, 7)
    assert Historian("shelf", keeper=keeper).state == again.state
    with pytest.raises(Refused, match="belongs to the strategy historian"):
        SnapshotRun("shelf", keeper, "x")


def test_a_turn_that_a_review_stopped_is_finished_before_another(tmp_path: Path) -> None:
    """The store's events and the state say the same: other words are refused, with what is recorded."""
    keeper, run = stopped(tmp_path)
    again = Historian("shelf", keeper=keeper, review=ReviewPolicy(0, "apply"))
    for other in (("Then move it.", "I moved the lamp."), (TALK[3][0], "")):
        with pytest.raises(OtherwiseRecorded, match="is recorded as"):
            again.turn(*other)
    assert again.unfinished == TALK[3] and again.state == run.state
    again.turn(*again.unfinished)
    assert again.unfinished is None
    again.turn("Then move it.", "I moved the lamp.")
    said = [event.text for event in keeper.recorded("shelf", 0)]
    assert said == [text for turn in (*TALK, ("Then move it.", "I moved the lamp.")) for text in turn]
    assert again.state.conversation.recent_turns[-1].user_message == "Then move it."


def test_a_reply_regenerated_after_a_kill_does_not_part_state_and_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between record and save, the first turn of a run included: what was recorded is what counts."""
    keeper = StoreKeeper.open(str(tmp_path / "agent.duckdb"), actor="mia")
    with monkeypatch.context() as patched:
        patched.setattr(StoreKeeper, "save", _killed)
        with pytest.raises(KeyboardInterrupt):
            Historian("shelf", keeper=keeper).turn("Which flour?", "The first reply.")
    run = Historian("shelf", keeper=keeper)
    with pytest.raises(OtherwiseRecorded, match="The first reply"):
        run.turn("Which flour?", "Another reply.")
    assert run.unfinished is not None
    run.turn(*run.unfinished)
    assert run.state.conversation.recent_turns[0].assistant_message == "The first reply."


def stopped(folder: Path) -> tuple[StoreKeeper, Historian]:
    """Return a stored run whose fourth turn waits for a decision."""
    keeper = StoreKeeper.open(str(folder / "agent.duckdb"), actor="mia")
    run = Historian("shelf", keeper=keeper, review=ReviewPolicy(0, "stop"))
    for asked, reply in TALK[:3]:
        run.turn(asked, reply)
    with pytest.raises(NoDecision):
        run.turn(*TALK[3])
    return keeper, run


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def accepted(keeper: StoreKeeper, artifact_id: str) -> Artifact:
    """An artifact of the store."""
    from store.records import artifacts

    return artifacts.get(keeper.env.open_store(), artifact_id).artifact
