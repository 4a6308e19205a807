"""Runs with a model: memory, historian and snapshots, sync and awaited, against a service and by hand."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from gates.source import EventKind, session_id
from store.records import artifacts
from store.records.runs import SESSION_FORMAT
from tests.models.answers import item, items
from tests.models.service import Hang, Refuse, Say, served
from tests.strategies.modelled.allotment import HISTORY, MEMORIES, REPLY, TALK
from tests.strategies.modelled.scripted import asker
from workbench.models.base import ModelTrouble
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import (
    AsyncHistorian,
    AsyncMemoryRun,
    AsyncSnapshotRun,
    ChatMessage,
    Historian,
    MemoryPolicies,
    MemoryRun,
    ModelHistory,
    ModelSummarizer,
    RunEvent,
    SnapshotDrafter,
    SnapshotRun,
    ask_model,
)
from workbench.strategies.memory.summary_text import SummaryRefused

PROTOCOLS = ("anthropic", "openai")
SMALL = MemoryPolicies(window=2, buffer=1)


def address(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
    monkeypatch.setenv("OPENAI_BASE_URL", f"{url}/v1")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_conversation_is_remembered_by_a_model(
    protocol: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three folds: one invents a quotation, one repeats a message, both are revised; the cost is kept."""
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann") if protocol == "openai" else None
    with served(*(Say(answer) for answer in MEMORIES)) as there:
        address(monkeypatch, there.url)
        summarizer = ModelSummarizer(ask_model(f"{protocol}:reader"))
        run = MemoryRun("allotment", summarizer=summarizer, keeper=keeper)
        folds = []
        for said, replied in TALK:
            folds.append(run.ask(said).folded)
            run.answered(replied)
    done = [fold for fold in folds if fold is not None]
    assert (len(done), len(there.requests), summarizer.fallbacks) == (3, len(MEMORIES), 0)
    stated = run.state.memory_summary
    assert "Nothing is rented above 50 euros a month" in stated
    assert "No work is ever scheduled on Sundays" in stated
    assert "gardening" not in stated
    for fold, calls in zip(done if keeper is not None else (), (2, 1, 2), strict=keeper is not None):
        assert fold.proposal is not None
        record = fold.proposal.artifact.generation_record
        assert (record.model, record.provenance) == (f"{protocol}:reader", "reported")
        assert record.output_tokens is not None
        assert record.output_tokens > 100 * calls
        assert fold.proposal.artifact.prompt_version.startswith("memory/2-")


def test_a_conversation_is_reported_by_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long reply and the narrative take one call each; a proposal reported as done is asked for again."""
    with served(*(Say(answer) for answer in HISTORY)) as there:
        address(monkeypatch, there.url)
        history = ModelHistory(ask_model("openai:reader"))
        run = Historian("allotment", summarizer=history)
        made = [run.turn(*turn) for turn in TALK]
    assert (len(there.requests), history.fallbacks) == (len(HISTORY), 0)
    assert made[5].summarize_output.turn_summary.startswith("Saved the rota as the sheet Water Rota")
    assert "rented" not in made[8].conversation.history_summary
    assert made[-1].conversation.history_summary == json.loads(HISTORY[-1])["narrative"]


def test_what_a_model_reported_is_proposed_with_its_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The calls of the turn are counted; replies of earlier turns are not asked about again."""
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann")
    with served(*(Say(answer) for answer in HISTORY)) as there:
        address(monkeypatch, there.url)
        run = Historian("allotment", summarizer=ModelHistory(ask_model("anthropic:reader")), keeper=keeper)
        for turn in TALK[:6]:
            run.turn(*turn)
        assert len(there.requests) == 4
    store = keeper.env.open_store()
    listed = artifacts.listing(store, session_id(SESSION_FORMAT, "allotment"))
    kept = [artifacts.get(store, each.artifact_id).artifact for each in listed]
    assert len(kept) == 3
    assert all(each.prompt_version.startswith("history/3-") for each in kept)
    totals = [sum(count or 0 for count in each.generation_record.counts()) for each in kept]
    assert totals[2] > 1.5 * totals[0] > 0


def test_a_memory_that_breaks_its_rules_twice_is_written_offline() -> None:
    """After two violations the extractive summary is used, and a message says so."""
    labelled = items(item("decision", "User: use the copper sign", (0, "Use the copper sign")))
    copied = "Use the copper sign above the door and never the red one, it is ugly."
    own, _, said = asker(labelled, items(item("decision", copied, (0, copied))))
    summarizer = ModelSummarizer(own)
    summary = summarizer.summarize_memory("", [ChatMessage("user", copied)])
    assert summarizer.fallbacks == 1
    assert "copper sign" in summary
    assert summarizer.generation()[0] == "extractive/2"
    assert summarizer.generation()[1].counts() == (200, 40, 20, 60)
    assert "role label" in said[0]
    assert "written without a model" in said[-1]


def test_what_a_summarizer_wrote_without_its_model_is_a_lapse_of_the_run() -> None:
    """So that the run itself records it; the next answer that can be used is none."""
    run = MemoryRun("r", policies=SMALL, summarizer=ModelSummarizer(asker("{}", "{}")[0]))
    for number in range(2):
        run.ask(f"The deadline of part {number} is Friday.")
        run.answered("Noted.")
    folded = run.ask("And what else is there?").folded
    assert folded is not None
    assert (folded.lapse,) == run.lapses
    assert folded.lapse is not None
    assert folded.lapse.instead == "offline"
    assert "answered twice in a wrong form" in folded.lapse.broken[0]
    historian = Historian("h", summarizer=ModelHistory(asker("{}", "{}", REPLY)[0]))
    made = [historian.turn(*TALK[5]), historian.turn(TALK[5][0], f"{TALK[5][1]} So it is.")]
    assert made[0].summarize_output.turn_summary
    calls = [[lapse.call for lapse in entry.lapses] for entry in historian.state.ledger]
    assert calls == [["summary of the reply"], []]


def test_a_memory_of_two_that_both_lose_something_is_the_fuller_one() -> None:
    """The second try is not taken for being the second."""
    good = item("constraint", "The shop closes at six", (0, "The shop closes at six"))
    bad = item("decision", "The moon is cheese", (0, "the moon is cheese"))
    own, model, said = asker(
        items(good, bad), items(good, bad, item("claim", "Rain is dry", (0, "rain is very dry")))
    )
    summary = ModelSummarizer(own).summarize_memory(
        "", [ChatMessage("user", "The shop closes at six. Thanks.")]
    )
    assert summary == "## Facts / Constraints\n- The shop closes at six"
    assert len(model.asked) == 2
    assert sum("moon" in each for each in said[1:]) == 1
    assert not any("Rain" in each for each in said[1:])


def test_a_summary_that_is_no_summary_is_not_sent() -> None:
    """The existing text must consist of headings and bullets."""
    own, model, _ = asker("{}")
    with pytest.raises(SummaryRefused):
        ModelSummarizer(own).summarize_memory("free text", [ChatMessage("user", "hello there")])
    assert model.asked == []


def test_a_reply_that_is_summarised_wrongly_twice_is_summarised_offline() -> None:
    """The first answer reports a proposal as done, the second has an invented quotation."""
    done = json.loads(REPLY)
    done["summaries"][0]["summary"] = "Rented a tank from the nursery."
    own, _, said = asker(json.dumps(done), json.dumps({**done, "summaries": []}))
    history = ModelHistory(own)
    stated = history.summarize_response(TALK[5][1])
    assert stated
    assert "Rented" not in stated
    assert history.fallbacks == 1
    assert "proposal_not_completed" in said[-1]
    assert history.known.summarize_response(TALK[5][1]) == stated


def test_a_turn_names_every_prompt_that_wrote_its_texts() -> None:
    """One text by the model and one without it, in either order; the next turn begins anew."""
    for answers in (("{}", "{}", REPLY), (REPLY, "{}", "{}")):
        history = ModelHistory(asker(*answers)[0]).knowing((), ())
        for reply in (TALK[5][1], f"{TALK[5][1]} So it is."):
            history.summarize_response(reply)
        version = history.generation()[0]
        assert version.startswith("extractive/2 and history/3-")
        assert version.endswith(" by openai:scripted")
        assert history.knowing((), ()).generation()[0].startswith("history/3-")


@pytest.mark.parametrize("behaviour", [Refuse(401), Hang(30)])
def test_a_run_whose_model_does_not_answer_is_as_before(
    behaviour: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same call may be made again, and then folds."""
    with served(behaviour) as there:
        address(monkeypatch, there.url)
        own = ask_model("anthropic:reader", timeout_ms=500)
        run = MemoryRun("r", policies=SMALL, summarizer=ModelSummarizer(own))
        for number in range(2):
            run.ask(f"The deadline of part {number} is Friday.")
            run.answered("Noted.")
        before = run.state
        with pytest.raises(ModelTrouble):
            run.ask("And what else is there?")
        assert run.state == before
    answer = items(item("constraint", "Part 0 is due on Friday", (0, "The deadline of part 0 is Friday.")))
    with served(Say(answer)) as there:
        address(monkeypatch, there.url)
        again = MemoryRun("r", policies=SMALL, summarizer=ModelSummarizer(ask_model("anthropic:reader")))
        again._state, again._exchange = run._state, run._exchange
        assert again.ask("And what else is there?").folded is not None


@pytest.mark.anyio
async def test_runs_can_be_awaited_and_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The event loop continues; a cancelled call leaves the run unchanged and can be repeated."""
    answer = items(item("constraint", "Part 0 is due on Friday", (0, "The deadline of part 0 is Friday.")))
    with served(Hang(30), Say(answer)) as there:
        address(monkeypatch, there.url)
        own = ask_model("openai:reader")
        run = AsyncMemoryRun(MemoryRun("r", policies=SMALL, summarizer=ModelSummarizer(own)), own)
        for number in range(2):
            await run.ask(f"The deadline of part {number} is Friday.")
            await run.answered("Noted.")
        before = run.state
        asking = asyncio.ensure_future(run.ask("And what else is there?"))
        while not there.requests:
            await asyncio.sleep(0.01)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert run.state == before
        assert (await run.ask("And what else is there?")).folded is not None
    assert "Part 0" in run.state.memory_summary


@pytest.mark.anyio
async def test_the_historian_and_snapshots_can_be_awaited(tmp_path: Path) -> None:
    """With notes of a model in the snapshot, linked to the words of the run."""
    historian = AsyncHistorian(Historian("h", summarizer=ModelHistory(asker(REPLY)[0])))
    made = await historian.turn(*TALK[5])
    assert made.summarize_output.turn_summary.startswith("Saved the rota")
    assert historian.state.current_turn == 1
    measured = "The export reads 240 rows in 9 seconds, since it loads the whole table."
    note = items(item("claim", "Loading the whole table makes the export slow", (1, measured)))
    keeper = StoreKeeper.open(str(tmp_path / "s.duckdb"), actor="ann")
    drafter = SnapshotDrafter(asker(note)[0])
    run = AsyncSnapshotRun(SnapshotRun("s", keeper, "Make the export fast", draft=drafter.draft))
    await run.log("PLAN_DONE", RunEvent(EventKind.USER, "Make the export fast. Never lock the table."))
    await run.log("OBSERVE_DONE", RunEvent(EventKind.ASSISTANT, measured))
    snapshot = await run.compact()
    claims = [each["statement"] for each in snapshot.snapshot["state"]["claims"]]
    assert "Loading the whole table makes the export slow" in claims
    record = snapshot.proposal.artifact.generation_record
    assert record.counts() == (100, 20, 10, 30)
