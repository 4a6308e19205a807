"""The hooks as the SDK calls them: what a compaction lost goes in at the next point that takes context."""

from __future__ import annotations

import asyncio
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import inside
from tests.cli.samples import SESSION, records, write_transcript

sdk = pytest.importorskip("claude_agent_sdk", reason="the extra claude-agent is not installed")


def hook(hooks: Any, event: str, path: Path, **more: Any) -> dict[str, Any]:
    """One hook event, called as the SDK does: through the matcher that was registered for it."""
    given = {
        "session_id": SESSION,
        "transcript_path": str(path),
        "cwd": "/",
        "hook_event_name": event,
        **more,
    }
    (matcher,) = hooks.matchers()[event]
    (callback,) = matcher.hooks
    answer: dict[str, Any] = asyncio.run(callback(given, None, {"signal": None}))
    return answer


def before(path: Path) -> list[dict[str, Any]]:
    """The transcript as it is before its compaction; the rest of its records is returned."""
    stated = records()
    at = next(n for n, each in enumerate(stated) if each.get("subtype") == "compact_boundary")
    path.write_text("".join(json.dumps(each) + "\n" for each in stated[:at]))
    return stated[at:]


def test_what_a_compaction_lost_is_reported_once_with_quotes(tmp_path: Path) -> None:
    from workbench.adapters.claude_agent import ReviewHooks

    store, path = tmp_path / "s.duckdb", tmp_path / f"{SESSION}.jsonl"
    rest = before(path)
    hooks = ReviewHooks(str(store))
    sdk.ClaudeAgentOptions(hooks=hooks.matchers())
    prompt = {"prompt": "go on"}
    assert hook(hooks, "UserPromptSubmit", path, **prompt) == {}, "nothing was compacted yet"
    assert hook(hooks, "PreCompact", path, trigger="auto", custom_instructions=None) == {}
    assert hook(hooks, "UserPromptSubmit", path, **prompt) == {}, "the compaction is not written yet"
    with path.open("a") as file:
        file.writelines(json.dumps(each) + "\n" for each in rest)
    stated = hook(hooks, "UserPromptSubmit", path, **prompt)["hookSpecificOutput"]
    assert stated["hookEventName"] == "UserPromptSubmit"
    assert "Do not touch the download client." in stated["additionalContext"]
    assert "The summary is wrong: claims to list all user messages" in stated["additionalContext"]
    assert hook(hooks, "UserPromptSubmit", path, **prompt) == {}, "told once"
    listed = inside("--store", store, "sessions", "--json", cwd=tmp_path).json["sessions"]
    assert [each["native_id"] for each in listed] == [SESSION], "the review is in the store"


def test_of_hooks_at_the_same_time_one_sends_what_was_lost(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Tools that ran together end together; none of their hooks gives up."""
    from workbench.adapters.claude_agent import ReviewHooks

    path = tmp_path / f"{SESSION}.jsonl"
    rest = before(path)
    hooks = ReviewHooks(str(tmp_path / "s.duckdb"))
    assert hook(hooks, "PreCompact", path, trigger="auto", custom_instructions=None) == {}
    with path.open("a") as file:
        file.writelines(json.dumps(each) + "\n" for each in rest)
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda _: hook(hooks, "PostToolUse", path), range(3)))
    assert sum(bool(each) for each in answers) == 1 and "gave up" not in caplog.text


def test_a_hook_never_breaks_the_agent(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from workbench.adapters.claude_agent import ReviewHooks

    hooks = ReviewHooks(str(tmp_path / "s.duckdb"), timeout=20)
    assert hook(hooks, "PreCompact", tmp_path / "nowhere.jsonl") == {}
    assert hook(hooks, "PostToolUse", tmp_path / "nowhere.jsonl") == {}
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"\xff\xfe not a transcript")
    assert hook(hooks, "PreCompact", broken) == {}
    assert "a hook gave up" in caplog.text
    assert list(ReviewHooks(str(tmp_path / "s.duckdb"), tell=False).matchers()) == ["PreCompact"]


def test_secrets_and_hostile_text_stay_out(tmp_path: Path) -> None:
    from workbench.adapters.claude_agent import lost_text
    from workbench.bootstrap import Env
    from workbench.services.judgement.judge import judge_artifact

    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    path = write_transcript(tmp_path / "t.jsonl")
    odd = json.dumps(f"Do not touch the download client.\x1b[2J Use {token}.")[1:-1]
    path.write_text(path.read_text().replace("Do not touch the download client.", odd))
    done = inside("--store", tmp_path / "s.duckdb", "import", path, "--json", cwd=tmp_path)
    artifact = done.json["sessions"][0]["compactions"][0]["artifact_id"]
    text = lost_text(judge_artifact(Env(str(tmp_path / "s.duckdb")), artifact).report, 12)
    assert "download client" in text and token not in text and "\x1b" not in text


def test_the_sdk_and_its_program_call_the_hooks(tmp_path: Path) -> None:
    """Opt-in, as `tests/agents`: Claude Code compacts a real conversation with a model on loopback."""
    programs = os.environ.get("WORKBENCH_AGENTS")
    if not programs:
        pytest.skip("opt-in: set WORKBENCH_AGENTS to the folder with the program claude")
    from tests.agents.fake_model import answer
    from tests.models.loopback import loopback
    from workbench.adapters.claude_agent import ReviewHooks

    (tmp_path / "home").mkdir()
    (tmp_path / "project").mkdir()
    with loopback(answer) as model:
        options = sdk.ClaudeAgentOptions(
            cli_path=Path(programs) / "claude",
            cwd=tmp_path / "project",
            env={
                "HOME": str(tmp_path / "home"),
                "ANTHROPIC_BASE_URL": model.url,
                "ANTHROPIC_API_KEY": "none",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            },
            hooks=ReviewHooks(str(tmp_path / "s.duckdb")).matchers(),
        )

        talk = (
            "Never touch config.toml. Use DuckDB for the orders.",
            *(f"Look at file_{n}.py." for n in range(4)),
        )

        async def converse() -> None:
            async with sdk.ClaudeSDKClient(options) as client:
                for text in (*talk, "/compact", "What comes next?"):
                    await client.query(text)
                    async for _ in client.receive_response():
                        pass

        asyncio.run(converse())
        asked = [
            json.dumps(each.body) for each in model.requests if each.line.startswith("POST /v1/messages")
        ]
    listed = inside("--store", tmp_path / "s.duckdb", "sessions", "--json", cwd=tmp_path).json["sessions"]
    assert [each["compactions"] for each in listed] == [1]
    last = next(each for each in reversed(asked) if "What comes next?" in each)
    assert "The summary of the earlier conversation was checked" in last and "config.toml" in last
