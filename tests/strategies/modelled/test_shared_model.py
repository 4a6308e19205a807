"""Runs that share a model, and fallbacks for its unusable answers: each cost is counted where it belongs."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path

import pytest

from gates.artifact import Artifact
from gates.source import EventKind, session_id
from store.records import artifacts
from store.records.runs import SESSION_FORMAT
from tests.models.answers import item, items
from tests.strategies.modelled.scripted import Scripted, asker
from workbench.models.base import AnswerProgress, Deadline, ModelAnswer, ModelTrouble, Prompt, Tick, Usage
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import (
    Asker,
    AsyncMemoryRun,
    AsyncSnapshotRun,
    CadenceLimits,
    Historian,
    MemoryPolicies,
    MemoryRun,
    ModelHistory,
    ModelSummarizer,
    NoDecision,
    ReviewPolicy,
    RunEvent,
    SnapshotDrafter,
    SnapshotRun,
    SnapshotStrategy,
)

SMALL = MemoryPolicies(window=2, buffer=1)
WRONG = "I would keep all of it."
MEASURED = "The export reads 240 rows in 9 seconds, since it loads the whole table."


class Waiting(Scripted):
    """A model that answers once released; waiting questions can be stopped."""

    def __init__(self, *answers: str) -> None:
        super().__init__(*answers)
        self.free = threading.Event()

    def answer(
        self,
        prompt: Prompt,
        run: Deadline | None = None,  # noqa: ARG002 - the shape of a model
        tick: Tick | None = None,
    ) -> ModelAnswer:
        self.asked.append(prompt)
        while not self.free.wait(0.01):
            if tick is not None:
                tick(AnswerProgress(1))
        subject = json.loads(prompt.stable)["events"][0]["text"].split()[1]
        text = f"Deploy {subject} on Monday"
        answer = items(item("decision", text, (0, text)))
        return ModelAnswer(answer, Usage(1_000, 0, 0, len(subject)), elapsed_ms=1)


def made_of(keeper: StoreKeeper, run_id: str) -> list[Artifact]:
    store = keeper.env.open_store()
    listed = artifacts.listing(store, session_id(SESSION_FORMAT, run_id))
    return [artifacts.get(store, each.artifact_id).artifact for each in listed]


def talked(run: MemoryRun, subject: str) -> None:
    for _ in range(2):
        run.ask(f"Deploy {subject} on Monday.")
        run.answered("Noted.")


@pytest.mark.anyio
async def test_runs_that_share_a_model_count_their_own_tokens_alone(tmp_path: Path) -> None:
    """With two questions at once, neither run gets the other's costs."""
    model = Waiting()
    shared = Asker(model)
    runs = {}
    for subject in ("alpha", "be"):
        keeper = StoreKeeper.open(str(tmp_path / f"{subject}.duckdb"), actor="ann")
        run = MemoryRun(subject, policies=SMALL, summarizer=ModelSummarizer(shared), keeper=keeper)
        talked(run, subject)
        runs[subject] = (keeper, AsyncMemoryRun(run, shared))
    asking = [asyncio.ensure_future(run.ask("And now?")) for _, run in runs.values()]
    while len(model.asked) < 2:
        await asyncio.sleep(0.01)
    model.free.set()
    await asyncio.gather(*asking)
    for subject, (keeper, awaited) in runs.items():
        assert f"Deploy {subject} on Monday" in awaited.state.memory_summary
        (artifact,) = made_of(keeper, subject)
        assert artifact.generation_record.counts() == (1_000, 0, 0, len(subject))


@pytest.mark.anyio
async def test_a_run_that_is_cancelled_stops_no_other_of_the_same_model() -> None:
    """Only its own question ends; stopping the shared asker ends both."""
    model = Waiting()
    shared = Asker(model)
    runs = []
    for subject in ("alpha", "beta"):
        run = MemoryRun(subject, policies=SMALL, summarizer=ModelSummarizer(shared))
        talked(run, subject)
        runs.append(AsyncMemoryRun(run, shared))
    first, second = (asyncio.ensure_future(run.ask("And now?")) for run in runs)
    while len(model.asked) < 2:
        await asyncio.sleep(0.01)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert runs[0].state.memory_summary == ""
    again = asyncio.ensure_future(runs[0].ask("And now?"))
    model.free.set()
    assert (await second).folded is not None
    assert (await again).folded is not None
    shared.stop()
    assert shared.apart()._is_stopped
    shared.resume()
    assert not shared.apart()._is_stopped


def test_a_summary_is_asked_for_within_the_bound_of_its_run() -> None:
    """The model receives the lower of the two limits, so that its summary is not refused."""
    answer = items(item("decision", "Deploy alpha on Monday", (0, "Deploy alpha on Monday")))
    own, model, _ = asker(answer)
    policies = MemoryPolicies(window=2, buffer=1, max_summary_tokens=70)
    run = MemoryRun("r", policies=policies, summarizer=ModelSummarizer(own))
    talked(run, "alpha")
    assert run.ask("And now?").folded is not None
    assert model.body()["about_tokens"] == 70
    assert run.lapses == ()


def test_a_summary_that_is_written_offline_says_so_with_all_that_was_spent(tmp_path: Path) -> None:
    """A second summary wipes the first, twice: the run writes it, and both calls of the fold are counted."""
    first = items(item("decision", "Deploy alpha on Monday", (0, "Deploy alpha on Monday")))
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann")
    long = items(item("constraint", "word " * 150, (0, "Deploy alpha on Monday")))
    own, model, _ = asker(first, long, long)
    policies = MemoryPolicies(window=2, buffer=1, max_summary_tokens=40)
    run = MemoryRun("r", policies=policies, summarizer=ModelSummarizer(own), keeper=keeper)
    talked(run, "alpha")
    run.ask("Deploy alpha on Monday, I said.")
    run.answered("Noted.")
    run.ask("And now?")
    one, two = sorted(made_of(keeper, "r"), key=lambda made: made.source.source_end)
    assert one.prompt_version.startswith("memory/2-")
    assert two.prompt_version == "extractive/2"
    calls = len(model.asked) - 1
    assert two.generation_record.output_tokens == 30 * calls


@pytest.mark.parametrize("kind", ["memory", "historian"])
def test_what_is_too_long_to_be_sent_is_made_by_no_model(kind: str, tmp_path: Path) -> None:
    """Nothing was asked: the artifact names no model, and four zeros are its cost."""
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann")
    own, model, _ = asker(WRONG, cap=2_000)
    if kind == "memory":
        run = MemoryRun("r", policies=SMALL, summarizer=ModelSummarizer(own), keeper=keeper)
        talked(run, "alpha")
        folded = run.ask("And now?").folded
        assert folded is not None
        assert folded.lapse is not None
        assert len(folded.lapse.broken) == 1
    else:
        told = Historian("r", summarizer=ModelHistory(own), keeper=keeper)
        for number in range(5):
            told.turn(f"Move queue {number} to the north.", f"Moved queue {number} to the north.")
    assert model.asked == []
    artifact = made_of(keeper, "r")[0]
    assert artifact.prompt_version == "extractive/2"
    assert (artifact.generation_record.model, artifact.generation_record.counts()) == (None, (0, 0, 0, 0))


def snapshot_run(keeper: StoreKeeper, own: Asker) -> SnapshotRun:
    run = SnapshotRun(
        "s",
        keeper,
        "Make the export fast",
        draft=SnapshotDrafter(own).draft,
        thresholds=CadenceLimits(event_threshold=50, n_step_fallback=1),
    )
    run.log("PLAN_DONE", RunEvent(EventKind.USER, "Make the export fast. Never lock the table."))
    run.log("OBSERVE_DONE", RunEvent(EventKind.ASSISTANT, MEASURED))
    return run


@pytest.mark.parametrize("cap", [40_000, 3_000])
def test_a_snapshot_whose_notes_cannot_be_used_is_made_offline(cap: int, tmp_path: Path) -> None:
    """After two malformed answers, or a question that is too long, the run continues and says so."""
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann")
    own, model, _ = asker(WRONG, cap=cap)
    run = snapshot_run(keeper, own)
    made = run.end_step()
    assert made is not None
    assert made.lapse is not None
    assert made.lapse.instead == "offline"
    assert run.lapses == (made.lapse,)
    assert SnapshotRun("s", keeper, "Make the export fast").lapses == run.lapses
    artifact = made.proposal.artifact
    own_version = SnapshotStrategy.prompt_version
    asked = artifact.generation_record.model
    assert artifact.prompt_version == (own_version if asked is None else f"{own_version} after {asked}")
    calls = 2 if cap == 40_000 else 0
    assert len(model.asked) == calls
    assert artifact.generation_record.counts() == (100 * calls, 20 * calls, 10 * calls, 30 * calls)


def test_a_snapshot_stays_due_where_the_model_does_not_answer(tmp_path: Path) -> None:
    """The step is over; `compact` makes the snapshot once there is an answer."""
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann")
    note = items(item("claim", "Loading the whole table makes the export slow", (1, MEASURED)))
    own, _, _ = asker(ModelTrouble("cannot connect", free=True), note)
    run = snapshot_run(keeper, own)
    with pytest.raises(ModelTrouble):
        run.end_step()
    assert run.due is not None
    assert run.lapses == ()
    assert run.compact().proposal.artifact.prompt_version.startswith("notes/2-")


@pytest.mark.parametrize("taken_up", [False, True])
def test_a_compaction_that_was_not_let_through_asks_its_model_no_more(
    tmp_path: Path, *, taken_up: bool
) -> None:
    """The retry is of the same inputs: the same draft is decided upon, also in another process."""
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann")
    answers = [items(item("claim", text, (1, MEASURED))) for text in (MEASURED, "The export reads 240 rows")]
    own, model, _ = asker(*answers)
    run = snapshot_run(keeper, own)
    run._review = ReviewPolicy(0, "stop")
    with pytest.raises(NoDecision):
        run.end_step()
    (refused,) = made_of(keeper, "s")
    if taken_up:
        run = SnapshotRun("s", keeper, "Make the export fast", draft=SnapshotDrafter(own).draft)
    else:
        run._review = ReviewPolicy()
    made = run.compact()
    assert len(model.asked) == 1
    assert made.proposal.artifact == refused
    assert run.state.answer is None


def test_another_draft_asks_again(tmp_path: Path) -> None:
    """A resumed run uses its new model, and events logged since are read."""
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann")
    own, model, _ = asker(items(item("claim", MEASURED, (1, MEASURED))))
    run = snapshot_run(keeper, own)
    run._review = ReviewPolicy(0, "stop")
    with pytest.raises(NoDecision):
        run.end_step()
    other, second, _ = asker(items(item("claim", "The export reads 240 rows", (1, MEASURED))))
    other.named = "openai:other"
    run = SnapshotRun(
        "s",
        keeper,
        "Make the export fast",
        draft=SnapshotDrafter(other).draft,
        review=ReviewPolicy(0, "stop"),
    )
    for _ in range(2):
        with pytest.raises(NoDecision):
            run.compact()
    assert (len(model.asked), len(second.asked)) == (1, 1)
    run.log("PLAN_DONE", RunEvent(EventKind.USER, "And never drop the index."))
    with pytest.raises(NoDecision):
        run.compact()
    assert len(second.asked) == 2


@pytest.mark.anyio
async def test_a_cancelled_snapshot_ends_its_own_question(tmp_path: Path) -> None:
    """Cancelling a run ends its own draft's question without naming it."""
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann")
    model = Waiting()
    run = AsyncSnapshotRun(snapshot_run(keeper, Asker(model)))
    ending = asyncio.ensure_future(run.end_step())
    while not model.asked:
        await asyncio.sleep(0.01)
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    assert run.run.due is not None
    assert run.state.compacted == 0
