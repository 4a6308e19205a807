"""Claude Code and Codex themselves resume what `context` writes, against a model on loopback.

Not part of CI: it needs the two programs. Install them and name the folder that holds them:

    npm install --prefix /tmp/agents @anthropic-ai/claude-code @openai/codex
    WORKBENCH_AGENTS=/tmp/agents/node_modules/.bin pytest tests/agents
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.agents.fake_model import ANSWER, answer
from tests.cli.run import ROOT, inside
from tests.models.loopback import Request, loopback

SAMPLES = {"claude-code": "lost-open-work.jsonl", "openai-chat": "kitchen-chat.json"}
QUESTION = "What comes next?"
CODEX = """\
model = "fake-model"
model_provider = "local"
[model_providers.local]
name = "local"
base_url = "{url}/v1"
wire_api = "responses"
"""


@pytest.fixture(scope="module")
def agents() -> Path:
    folder = os.environ.get("WORKBENCH_AGENTS")
    if not folder:
        pytest.skip("opt-in: set WORKBENCH_AGENTS to the folder with the programs claude and codex")
    return Path(folder)


class Place:
    """A home, a project and a store of their own."""

    def __init__(self, folder: Path) -> None:
        self.home, self.project, self.store = folder / "home", folder / "project", folder / "s.duckdb"
        for each in (self.home / ".claude", self.home / ".codex", self.project):
            each.mkdir(parents=True)

    def workbench(self, *arguments: str | Path) -> dict[str, Any]:
        stated = inside("--store", self.store, *arguments, "--json", cwd=self.project, HOME=str(self.home))
        assert stated.code == 0, stated.out
        return stated.json

    def written(self, sample: str, agent: str) -> dict[str, Any]:
        """The session file of an accepted draft of the sample, where the agent looks for it."""
        session = self.workbench("import", ROOT / "sample_sessions" / sample)["sessions"][0]["session_id"]
        draft = self.workbench("draft", session, "--range", "0..200")["artifact_id"]
        self.workbench("accept", draft, "--confirm", "C", "--confirm", "D")
        chosen = ("--format", agent, "--place", "--project", self.project)
        found: dict[str, Any] = self.workbench("context", session, *chosen)["written"]
        return found

    def run(self, program: Path, *arguments: str, **more: str) -> str:
        done = subprocess.run(
            [program, *arguments],
            cwd=self.project,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home), **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_claude_code_goes_on_from_the_summary(agents: Path, tmp_path: Path, sample: str) -> None:
    place = Place(tmp_path)
    file = place.written(sample, "claude-code")
    before = Path(file["path"]).read_bytes()
    with loopback(answer) as model:
        surroundings = {
            "ANTHROPIC_BASE_URL": model.url,
            "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        }
        resume = ("-p", QUESTION, "--resume", file["session_id"])
        assert ANSWER in place.run(agents / "claude", *resume, **surroundings)
    sent = _sent(model.requests, "/v1/messages", "messages")
    blocks = [block for message in sent for block in _blocks(message)]
    _check_tools(
        [each["id"] for each in blocks if each["type"] == "tool_use"],
        [each["tool_use_id"] for each in blocks if each["type"] == "tool_result"],
    )
    _check([each["text"] for each in blocks if each["type"] == "text"], place, file, before)


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_codex_goes_on_from_the_summary(agents: Path, tmp_path: Path, sample: str) -> None:
    place = Place(tmp_path)
    file = place.written(sample, "codex")
    before = Path(file["path"]).read_bytes()
    with loopback(answer) as model:
        (place.home / ".codex" / "config.toml").write_text(CODEX.format(url=model.url))
        resume = ("exec", "--skip-git-repo-check", "resume", file["session_id"], QUESTION)
        assert ANSWER in place.run(agents / "codex", *resume)
    sent = _sent(model.requests, "/v1/responses", "input")
    _check_tools(
        [each["call_id"] for each in sent if each["type"].endswith("_call")],
        [each["call_id"] for each in sent if each["type"].endswith("_output")],
    )
    texts = [part["text"] for each in sent if each["type"] == "message" for part in each["content"]]
    _check(texts, place, file, before)


def _sent(requests: list[Request], where: str, key: str) -> list[dict[str, Any]]:
    """Return what the model received with the question."""
    bodies = [each.body for each in requests if each.line.startswith(f"POST {where}")]
    (found,) = [body[key] for body in bodies if QUESTION in json.dumps(body.get(key))]
    return list(found)


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _check_tools(calls: list[str], results: list[str]) -> None:
    assert sorted(calls) == sorted(results) and len(set(calls)) == len(calls)


def _check(texts: list[str], place: Place, file: dict[str, Any], before: bytes) -> None:
    """The summary once, then what stays, then the question; the file was added to, nothing else."""
    found = place.workbench("sessions")["sessions"][0]["session_id"]
    parts = place.workbench("context", found)["segments"]
    events = place.workbench("timeline", found)["events"]
    stays = [n for each in parts[1:] for n in range(each["start"], each["end"] + 1)]
    wanted = [events[n]["text"].strip() for n in stays if events[n]["kind"] in ("user", "assistant")]
    summary = [n for n, text in enumerate(texts) if "# Summary of events 0 to 200" in text]
    asked = [n for n, text in enumerate(texts) if text.strip() == QUESTION]
    assert len(summary) == 1 and asked
    stated = [text.strip() for text in texts[summary[0] + 1 : asked[-1]]]
    assert [text for text in stated if text in set(wanted)] == wanted
    assert Path(file["path"]).read_bytes().startswith(before)
