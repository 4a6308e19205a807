"""`bench.model_exam` against a local service: what it counts, and the same again without the service."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from bench import model_exam
from bench.model_exam import Quoted, main, quoted
from tests.cli.model_shell import RETRY
from tests.cli.run import inside
from tests.cli.samples import write_transcript
from tests.models.answers import item, items
from tests.models.service import Say, served


def test_quotations_are_looked_up_where_they_are_said_to_be() -> None:
    """In the event that they name, in another one, or nowhere; white space may differ and nothing else."""
    texts = ["Use the copper sign above the door.", "Never on Sundays."]
    quotes = [
        {"event": 0, "quote": "copper  sign\nabove"},
        {"event": 0, "quote": "Never on Sundays"},
        {"event": 1, "quote": "never on Sundays"},
        {"event": 9, "quote": ""},
        "no quote",
    ]
    answers: list[dict[str, object]] = [
        {"items": [{"quotes": quotes}, {"quotes": None}, "no item"]},
        {"items": None},
        {},
    ]
    assert quoted(answers, texts) == Quoted(3, 5, 1, 1)


CALLER = """
import json, sys, urllib.request
try:
    urllib.request.urlopen(sys.argv[1]).read()
except OSError as error:
    print(json.dumps({"failed": str(error)}))
    sys.exit(3)
"""
"""A module that asks a service once."""


def test_an_offline_command_connects_to_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, whose exit code and JSON are returned."""
    (tmp_path / "workbench.py").write_text(CALLER)
    monkeypatch.chdir(tmp_path)  # where a process looks for modules first
    with served(Say("{}")) as there:
        code, said = model_exam._workbench([f"{there.url}/v1"], os.environ, offline=True)
        assert (code, "offline" in (said or {})["failed"]) == (3, True)
        assert not there.requests
        model_exam._workbench([f"{there.url}/v1"], os.environ)
        assert len(there.requests) == 1


def test_a_model_is_measured_by_one_command_and_again_offline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line for the capture, one for each draft; nothing is sent the second time."""

    def here(arguments: Sequence[str], there: Mapping[str, str], *, offline: bool = False) -> Any:
        """Run a command in this process, which reads the same files and asks the same service."""
        del offline  # that nothing is sent is counted below
        done = inside(*arguments, cwd=tmp_path, env=None, **there)
        return done.code, done.json

    monkeypatch.setattr(model_exam, "_workbench", here)
    monkeypatch.setenv("THE_KEY", "key-of-a-test")
    answer = items(
        item("constraint", "Never retry an upload more than 3 times", (0, RETRY)),
        item("decision", "Ship on Monday", (0, "we ship it on Monday at noon")),
    )
    asked = [str(write_transcript(tmp_path / "upload.jsonl")), "--provider", "openai", "--model", "m"]
    asked += ["--key", "THE_KEY", "--price", "3,15", "--out", str(tmp_path / "out")]
    with served(Say(answer)) as there:
        url = ("--url", f"{there.url}/v1")
        assert main([*asked, *url]) == 0
        sent = len(there.requests)
        first = capsys.readouterr().out.splitlines()
        assert main([*asked, *url, "--offline"]) == 0
        again = capsys.readouterr().out.splitlines()
        assert len(there.requests) == sent > 1
    assert again == first
    captured, drafted = first
    assert "capture: " in captured
    assert "intentional: " in drafted
    assert "quotes occur (50%)" in drafted
    assert all(f"{gate}:" in drafted for gate in "ABCDE")
    assert "USD" in drafted
    assert all((path.stat().st_mode & 0o077) == 0 for path in (tmp_path / "out").glob("*.jsonl"))
