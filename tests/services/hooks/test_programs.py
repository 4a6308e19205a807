"""The agents' own programs accept what is installed for them; only where they are, and never in CI.

npm install --prefix FOLDER @openai/codex @mariozechner/pi-coding-agent
WORKBENCH_AGENT_PROGRAMS=FOLDER/node_modules/.bin python -m pytest tests/services/hooks/test_programs.py
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from workbench.bootstrap import Env
from workbench.services.hooks.agents import command_hooks
from workbench.services.hooks.agents.base import HookOptions
from workbench.services.hooks.agents.codex import hook_digest
from workbench.services.hooks.manage import install


def program(name: str) -> str:
    """The path of an agent's program; the test is skipped where it is not there."""
    folder = os.environ.get("WORKBENCH_AGENT_PROGRAMS")
    path = Path(folder or "/nowhere") / name
    if not path.exists():
        pytest.skip(f"no {name}; set WORKBENCH_AGENT_PROGRAMS to the folder that holds it")
    return str(path)


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Env:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CODEX_HOME", "PI_CODING_AGENT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return Env(str(tmp_path / "store.duckdb"), config=tmp_path / "config" / "config.toml")


def talk(command: list[str], folder: Path, messages: list[dict[str, Any]], last: object) -> dict[str, Any]:
    """Send JSON lines to a program and read until the answer whose `id` is `last`."""
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for message in messages:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
        for line in process.stdout:
            found = json.loads(line)
            assert found.get("type") != "extension_error", found
            if found.get("id") == last:
                process.terminate()
                return dict(found)
        raise AssertionError("the program ended without an answer")


def test_codex_lists_the_hooks_and_digests_them_as_we_do(env: Env, tmp_path: Path) -> None:
    """Without a warning; untrusted, as a person has not trusted them yet."""
    codex = program("codex")
    settings = Path(install(env, "codex", HookOptions()).settings)
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "test", "version": "1"}}},
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [str(tmp_path)]}},
    ]
    (listed,) = talk([codex, "app-server"], tmp_path, messages, 2)["result"]["data"]
    assert (listed["warnings"], listed["errors"]) == ([], [])
    ours = {
        hook_digest(event, group, handler)
        for event, _, _, group, handler in command_hooks.places("codex", settings.read_text())
    }
    assert {each["currentHash"] for each in listed["hooks"]} == ours
    assert {each["trustStatus"] for each in listed["hooks"]} == {"untrusted"}


def test_pi_loads_the_extension(env: Env, tmp_path: Path) -> None:
    """Without an error."""
    pi = program("pi")
    install(env, "pi", HookOptions())
    answer = talk([pi, "--mode", "rpc"], tmp_path, [{"id": "s", "type": "get_state"}], "s")
    assert answer["success"] is True
