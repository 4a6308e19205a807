"""`plan`: cost before anything is sent, as text and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import ROOT, inside
from workbench.services.output_shapes import plan_shapes as shapes
from workbench.services.schemas import schema_of

SAMPLE = ROOT / "sample_sessions" / "kitchen-chat.json"
CONFIG = '[prices."openai:small"]\ninput = 0.5\noutput = 2.0\ncurrency = "EUR"\n'


@pytest.fixture(scope="module")
def chat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store that holds the chat sample."""
    folder = tmp_path_factory.mktemp("plan")
    assert inside("--store", "s.duckdb", "import", SAMPLE, cwd=folder).code == 0
    return folder


def test_a_plan_as_json_keeps_to_its_schema(chat: Path) -> None:
    """Every strategy once, the three modes, and nothing was drafted by it."""
    stated = inside("--store", "s.duckdb", "plan", "ses_af7a", "--json", cwd=chat)
    body = shapes.PlanShape.model_validate(stated.json)
    assert schema_of("plan")["properties"]["schema"]["const"] == "workbench.plan/1"
    assert {each.mode for each in body.modes} == {"intentional", "rolling", "multi_session"}
    assert len({each.strategy for each in body.strategies}) == len(body.strategies) == 8
    rolling = next(each for each in body.strategies if each.strategy == "rolling")
    assert rolling.stages == rolling.calls == -(-body.turns // 20)
    listed = inside("--store", "s.duckdb", "sessions", "--json", cwd=chat).json
    assert listed["sessions"][0]["artifacts"] == 0


def test_a_plan_as_text_fits_80_columns(chat: Path) -> None:
    """Each mode with the contract's range, trend and risk word; the range is reported on stderr."""
    stated = inside("--store", "s.duckdb", "plan", "ses_af7a", cwd=chat, WORKBENCH_CONFIG="none.toml")
    assert stated.code == 0
    assert max(map(len, stated.out.splitlines())) <= 80
    flat = " ".join(stated.out.split())
    assert "8k-40k a run" in flat
    assert "2k-10k a run" in flat
    assert "12k-40k a stage" in flat
    assert "highest drift risk (lossy-over-lossy)" in flat
    assert "high total; bounded by staged windows" in flat
    assert "no model is called and nothing is sent" in flat
    assert "No prices are configured" in flat
    assert stated.err.startswith("planning events 0..220: from the beginning")


def test_a_plan_tells_the_rounds_that_its_most_counts_cover(chat: Path) -> None:
    """The text states the rounds of repair and the factor that `--json` applies to calls and tokens."""
    asked = ("--store", "s.duckdb", "plan", "ses_af7a")
    body = shapes.PlanShape.model_validate(inside(*asked, "--json", cwd=chat).json)
    factors = {each.most_calls // each.calls for each in body.strategies if each.calls}
    factors |= {each.most_input_tokens // each.input_tokens for each in body.strategies if each.calls}
    (factor,) = factors
    flat = " ".join(inside(*asked, cwd=chat, WORKBENCH_CONFIG="none.toml").out.split())
    assert f"may go back in {factor - 1} more rounds, each with the range" in flat
    assert f"about {factor} times the figures, and more where an answer cannot be used" in flat
    assert "never over the cap" in flat


def test_money_needs_a_price_of_the_users(chat: Path) -> None:
    """Shown with its currency where the configuration gives it; a broken table is one line."""
    config = chat / "config.toml"
    config.write_text(CONFIG, encoding="utf-8")
    stated = inside("--store", "s.duckdb", "plan", "ses_af7a", cwd=chat, WORKBENCH_CONFIG=str(config))
    assert "openai:small" in stated.out
    assert " EUR" in stated.out
    config.write_text(CONFIG.replace("0.5", '"cheap"'), encoding="utf-8")
    stated = inside("--store", "s.duckdb", "plan", "ses_af7a", cwd=chat, WORKBENCH_CONFIG=str(config))
    assert (stated.code, stated.out) == (2, "")
    assert "needs input and output as amounts of 0 or more" in stated.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--range", "0..999"), "lies outside the session"),
        (("--range", "9..3"), "is reversed"),
        (("--model", "openai:small"), "no price of 'openai:small' is configured"),
    ],
)
def test_what_cannot_be_planned_is_one_line(chat: Path, arguments: tuple[str, ...], message: str) -> None:
    """Exit 2 and nothing on stdout."""
    stated = inside(
        "--store", "s.duckdb", "plan", "ses_af7a", *arguments, cwd=chat, WORKBENCH_CONFIG="none.toml"
    )
    assert (stated.code, stated.out) == (2, "")
    assert message in stated.err
