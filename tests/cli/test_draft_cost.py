"""The cost of a draft by a model is printed when it is made and when it is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.model_shell import Shell, decided
from tests.models.answers import copying
from tests.models.service import Say, served
from workbench.services.schemas import schema_of


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_what_an_attempt_cost_is_reported_where_its_draft_was_there_already(
    shell: Shell, tmp_path: Path
) -> None:
    """The first draft's record remains, and the same model's later attempt is reported, once if replayed."""
    recording = str(tmp_path / "later.jsonl")
    with served(Say(copying)) as there:
        assert shell.draft(there, model="openai:m").code in (0, 1)
    with served(Say(copying, model="other")) as there:
        again = shell.draft(there, "--json", "--record", recording, model="openai:m")
    told = next(each for each in again.json["model"]["warnings"] if "same draft" in each)
    assert "already; its record of cost stays" in told
    spent = int(
        told.partition("stays, and ")[2].partition(" tokens of this attempt by openai:m")[0].replace(",", "")
    )
    assert spent > 0
    number = told.rpartition(" are recorded in a note on ")[2]
    page = " ".join(shell.run("show", f"{shell.session}:{number}").out.split())
    noted = f"a later attempt by openai:m came to this draft: {spent:,} tokens in "
    assert noted in page
    replayed = shell.draft(None, "--json", "--recorded", recording).json
    assert replayed["artifact_id"] == again.json["artifact_id"]
    assert not [each for each in replayed["model"]["warnings"] if "same draft" in each]
    page = " ".join(shell.run("show", f"{shell.session}:{number}").out.split())
    assert page.count(noted) == 1


@pytest.mark.parametrize("model", ["anthropic:m", "openai:m"])
def test_gate_e_counts_a_fallback_where_the_offline_draft_was_there(shell: Shell, model: str) -> None:
    """The draft that cost nothing keeps its record; the one in place of a model's has the model's cost."""
    shell.draft(None, model="extractive")
    with served(Say("Certainly!")) as there:
        made = shell.draft(there, "--json", model=model)
    assert not [each for each in made.json["model"]["warnings"] if "same draft" in each]
    found = shell.run("show", made.json["fallback"]["artifact_id"], "--json").json["value"]
    spent = {each["name"]: each["value"] for each in found["report"]["gates"]["E"]["measures"]}
    assert f"{spent['total_tokens']:,.0f} tokens were spent" in made.json["fallback"]["warning"]
    assert spent["total_tokens"] > 0


def test_two_models_that_answer_alike_make_two_drafts(shell: Shell) -> None:
    """Each draft names the model that made it and has what that one cost, word for word alike or not."""
    made = []
    for model in ("openai:m", "openai:n", "anthropic:m"):
        with served(Say(copying)) as there:
            made.append(shell.draft(there, "--json", model=model).json)
    assert len({each["artifact_id"] for each in made}) == 3
    assert len({str([item["text"] for item in each["artifact"]["items"]]) for each in made}) == 1
    for each, model in zip(made, ("openai:m", "openai:n", "anthropic:m"), strict=True):
        page = " ".join(shell.run("show", each["artifact_id"]).out.split())
        assert each["artifact"]["generation_record"]["model"] == model
        assert each["artifact"]["prompt_version"].endswith(f" by {model}")
        assert f" by {model}, drafted" in page
        assert not [told for told in each["model"]["warnings"] if "same draft" in told]


@pytest.mark.parametrize("model", ["anthropic:m", "openai:m"])
def test_the_money_that_a_draft_cost_is_shown_where_its_price_is_configured(
    shell: Shell, model: str, tmp_path: Path
) -> None:
    """By all four counts of all rounds, in `draft`, `show` and their JSON; without a price nothing."""
    prices = tmp_path / "prices.toml"
    prices.write_text(
        f'[prices."{model}"]\ninput = 1000.0\ncache_read = 100.0\ncache_write = 1250.0\noutput = 4000.0\n'
        'currency = "EUR"\n',
        encoding="utf-8",
    )
    with served(Say(decided()), Say(copying)) as there:
        made = shell.draft(there, "--json", model=model, WORKBENCH_CONFIG=str(prices))
    record = made.json["artifact"]["generation_record"]
    amount = (
        record["input_tokens"] * 1_000
        + record["cache_read_tokens"] * 100
        + record["cache_creation_tokens"] * 1_250
        + record["output_tokens"] * 4_000
    ) / 1_000_000
    assert made.json["model"]["money"] == {"amount": pytest.approx(amount), "currency": "EUR"}
    stated = shell.run("show", made.json["artifact_id"], WORKBENCH_CONFIG=str(prices)).out
    assert f", {amount:,.2f} EUR" in " ".join(stated.split())
    listed = shell.run("show", made.json["artifact_id"], "--json", WORKBENCH_CONFIG=str(prices)).json
    assert listed["value"]["money"] == made.json["model"]["money"]
    (described,) = (each for each in schema_of("show")["$defs"].values() if "as_stored" in each["properties"])
    assert listed["value"].keys() == described["properties"].keys()
    for text in ("", "[prices]\nx = 1\n"):
        prices.write_text(text, encoding="utf-8")
        assert " EUR" not in shell.run("show", made.json["artifact_id"], WORKBENCH_CONFIG=str(prices)).out
        listed = shell.run("show", made.json["artifact_id"], "--json", WORKBENCH_CONFIG=str(prices)).json
        assert "money" not in listed["value"]


@pytest.mark.parametrize("model", ["anthropic:m", "openai:m"])
def test_the_model_that_answered_is_recorded_beside_the_one_that_was_asked(
    shell: Shell, model: str, tmp_path: Path
) -> None:
    """A proxy answers with another model: `draft` and `show` name both, live and replayed."""
    recording = str(tmp_path / "answers.jsonl")
    with served(Say(copying, model="other-2026")) as there:
        live = shell.draft(there, "--json", "--record", recording, model=model).json
        page = " ".join(shell.draft(there, model=model).out.split())
    record = live["artifact"]["generation_record"]
    assert (record["model"], record["reported_model"]) == (model, "other-2026")
    assert f"{model} (answered by other-2026):" in page
    assert "answered by other-2026" in " ".join(shell.run("show", live["artifact_id"]).out.split())
    (tmp_path / "other").mkdir()
    replayed = Shell(tmp_path / "other").draft(None, "--json", "--recorded", recording).json
    assert replayed["artifact"]["generation_record"] == record


@pytest.mark.parametrize("model", ["anthropic:m", "openai:m"])
@pytest.mark.parametrize("told", ["m", "x" * 400, "\x1b[2Jmodel"])
def test_a_model_that_is_the_one_that_was_asked_is_named_once(shell: Shell, model: str, told: str) -> None:
    """So is one whose reported name is no name."""
    with served(Say(copying, model=told)) as there:
        made = shell.draft(there, "--json", model=model)
        page = shell.draft(there, model=model).out
    reported = made.json["artifact"]["generation_record"]["reported_model"]
    assert reported == ("m" if told == "m" else None)
    assert "answered by" not in page
