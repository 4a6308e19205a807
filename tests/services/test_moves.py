"""Moves as a person meets them, where something goes wrong beside them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gates.tool_calls import calls_with_results
from store import pointers
from store.context import fold
from store.errors import StoreBusy, StoreError, StoreUnreadable
from store.records import artifacts
from tests.services.test_drafting import environment
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.drafts.repair import repair
from workbench.services.moves.accept_rollback import accept, rollback
from workbench.services.moves.move_preview import foresee_acceptance
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.tui.state.moves import accept_rows

SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "clean-run.jsonl"


@contextmanager
def failing_the_second_time(error: StoreError) -> Iterator[None]:
    """The context can be read before the move, and not after it."""
    view, calls = fold.view, iter((False, True))

    def viewed(*given: object) -> object:
        if next(calls):
            raise error
        return view(*given)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(fold, "view", viewed)
        yield


@pytest.mark.parametrize(
    "error", [StoreBusy("it is held", "wait", pid=7), StoreUnreadable("the disk is full", "free some space")]
)
def test_a_move_that_was_made_is_not_reported_as_one_that_failed(tmp_path: Path, error: StoreError) -> None:
    """If the store cannot be read right after the move, the error names the move and where it is shown."""
    env = environment(tmp_path)
    session = import_paths(env, [str(SAMPLE)]).imported[0].appended.session_id
    judged = draft(env, ChosenRange(session, 68, 90, "here")).judged
    assert judged is not None
    for count, word in ((1, "accepted"), (2, "rolled back")):
        with failing_the_second_time(error), pytest.raises(type(error)) as stated:
            if word == "accepted":
                accept(env, judged.artifact_id, confirm=("C", "E"))
            else:
                rollback(env, judged.artifact_id)
        newest, *_ = history = pointers.history(env.open_store(), session)
        assert len(history) == count
        assert f"was {word}, but" in stated.value.message
        assert error.message in stated.value.message
        assert newest.pointer_id in stated.value.hint
        assert getattr(stated.value, "pid", None) == getattr(error, "pid", None)


def test_a_kept_call_without_its_result_is_named_before_the_move_and_repaired(tmp_path: Path) -> None:
    """An agent's own compaction may keep only one of them; the repaired artifact keeps both."""
    env = environment(tmp_path)
    session = import_paths(env, [str(SAMPLE)]).imported[0].appended.session_id
    judged = draft(env, ChosenRange(session, 68, 90, "here")).judged
    assert judged is not None
    call, result = next(iter(calls_with_results(judged.events[68:91])))
    split = judged.artifact.source.model_copy(update={"kept": (call.ordinal,)})
    stored = artifacts.put(
        env.open_store(), judged.artifact.model_copy(update={"source": split}), now="2026-01-01T00:00:00Z"
    )
    refused = foresee_acceptance(env, stored.artifact_id)
    assert f"it keeps event {call.ordinal} verbatim" in refused.obstacle
    assert refused.is_refused
    assert refused.after == refused.before, "a move that is refused changes nothing"
    shown = "\n".join(each.text for each in accept_rows(refused, "a session", 80))
    assert "after" not in shown
    assert "accept d-" not in shown
    repaired = repair(env, stored.artifact_id).judged
    assert repaired is not None
    assert repaired.artifact.source.kept == (call.ordinal, result.ordinal)
    foreseen = foresee_acceptance(env, repaired.artifact_id)
    assert foreseen.obstacle == ""
    assert foreseen.after != foreseen.before
