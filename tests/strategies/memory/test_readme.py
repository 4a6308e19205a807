"""The README's library snippet runs word for word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def test_the_snippet_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It prints the context in the contract's order, and its state is kept for the next process."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (snippet,) = [
        code for code in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "MemoryRun(" in code
    ]
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(snippet, "README.md", "exec"), names)
    told = capsys.readouterr().out
    assert told.index("Be brief.") < told.index("Use SQLite for the order store.")
    from workbench.services.run_repository import StoreKeeper
    from workbench.strategies import MemoryRun

    again = MemoryRun("chat-1", keeper=StoreKeeper.open("agent.duckdb"))
    assert not again.waiting
    assert again.ask("What store?").messages[-3:-1] == [
        {"role": "user", "content": "Use SQLite for the order store."},
        {"role": "assistant", "content": "Noted."},
    ]
