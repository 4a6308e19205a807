"""`triggers`: marks on a session, as text and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import ROOT, inside
from workbench.services.output_shapes import strategy_shapes as shapes

SAMPLE = ROOT / "sample_sessions" / "kitchen-chat.json"


@pytest.fixture(scope="module")
def chat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store that holds the chat sample."""
    folder = tmp_path_factory.mktemp("triggers")
    assert inside("--store", "s.duckdb", "import", SAMPLE, cwd=folder).code == 0
    return folder


def test_marks_as_json_keep_to_their_schema(chat: Path) -> None:
    """Marks come in the order of events, each names its rule, and strategies without triggers say why."""
    stated = inside("--store", "s.duckdb", "triggers", "ses_af7a", "--json", cwd=chat)
    body = shapes.TriggersShape.model_validate(stated.json)
    ordinals = [mark.ordinal for mark in body.marks]
    assert ordinals == sorted(ordinals)
    memory = next(each for each in body.strategies if each.strategy == "memory")
    assert memory.marks == sum(mark.strategy == "memory" for mark in body.marks) > 0
    assert next(each for each in body.strategies if each.strategy == "intentional").on_demand
    assert {mark.rule for mark in body.marks if mark.strategy == "memory"} == {"buffered_overflow", "safety"}


def test_marks_as_text(chat: Path) -> None:
    """Every line fits, and the first mark names event, rule, range and reason."""
    stated = inside("--store", "s.duckdb", "triggers", "ses_af7a", "--strategy", "memory", cwd=chat)
    assert stated.code == 0
    lines = stated.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "   13     7  memory    buffered_overflow      1..6" in lines
    assert "12 recent messages are over 6 + 4; the oldest 6 fold, the newest 6 stay" in stated.out


def test_thresholds_of_the_command_line_outrank_the_policy(tmp_path: Path) -> None:
    """Fewer steps give more marks; without an option the policy's thresholds apply."""
    sample = ROOT / "sample_sessions" / "lost-open-work.jsonl"
    inside("--store", "s.duckdb", "import", sample, cwd=tmp_path)
    session = inside("--store", "s.duckdb", "sessions", "--json", cwd=tmp_path).json["sessions"][0][
        "session_id"
    ]
    policy = tmp_path / "p.toml"
    policy.write_text("[snapshot]\nn_step_fallback = 4\n", encoding="utf-8")

    def marks(*more: str) -> int:
        stated = inside(
            "--store",
            "s.duckdb",
            "triggers",
            session,
            "--strategy",
            "snapshot",
            "--json",
            *more,
            cwd=tmp_path,
        )
        assert stated.code == 0, stated.err
        return len(stated.json["marks"])

    by_policy = marks("--policy", "p.toml")
    assert marks() < by_policy < marks("--policy", "p.toml", "--n-step-fallback", "2")


def test_a_strategy_without_a_trigger_says_so(chat: Path) -> None:
    """One line, exit 2, and what there is."""
    stated = inside("--store", "s.duckdb", "triggers", "ses_af7a", "--strategy", "intentional", cwd=chat)
    assert stated.code == 2
    assert "intentional has no trigger: a person asks for it" in stated.err
    assert "there are triggers of: " in stated.err
