"""The snippets of the pages about the library and about models run word for word."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_chat_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It prints the context in the contract's order, and its state is kept for the next process."""
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    (snippet,) = [
        code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "MemoryRun(" in code
    ]
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(snippet, "library.md", "exec"), names)
    stated = capsys.readouterr().out
    assert stated.index("Be brief.") < stated.index("Use SQLite for the order store.")
    from workbench.services.runs.run_repository import StoreKeeper
    from workbench.strategies import MemoryRun

    again = MemoryRun("chat-1", keeper=StoreKeeper.open("agent.duckdb"))
    assert not again.waiting
    assert again.ask("What store?").messages[-3:-1] == [
        {"role": "user", "content": "Use SQLite for the order store."},
        {"role": "assistant", "content": "Noted."},
    ]


def test_score_draft_and_accept_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The three snippets, one after the other, on a sample: a loss is printed, a draft made and accepted."""
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    snippets = [
        code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "MemoryRun(" not in code
    ]
    sample = ROOT / "sample_sessions" / "lost-open-work.jsonl"
    (tmp_path / "transcript.jsonl").write_bytes(sample.read_bytes())
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for snippet in snippets:
        exec(compile(snippet, "library.md", "exec"), names)
    printed = capsys.readouterr().out
    assert "art_" in printed
    assert "dropped" in printed
    assert "ptr_" in printed


def test_a_model_is_given_to_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent: a model is asked when the run is."""
    page = (ROOT / "docs" / "strategies" / "models.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "no-key-at-all")
    names: dict[str, Any] = {}
    exec(compile(snippet, "models.md", "exec"), names)
    assert names["asker"].named == "anthropic:MODEL"
    assert names["memory"].ask("What store?").messages[-1]["content"] == "What store?"
