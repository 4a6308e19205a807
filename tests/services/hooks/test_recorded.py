"""The events of two real agents, as they were recorded, are read and answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.services.hooks.live import NOW, QUIET, Clock
from workbench.bootstrap import Env
from workbench.services.hooks import receipts, spool
from workbench.services.hooks.catch_up import catch_up
from workbench.services.hooks.events import EVENTS, parse_event
from workbench.services.hooks.respond import Request, respond
from workbench.services.hooks.shapes import ReceiptShape
from workbench.services.live import take_in

AGENTS = {"claude-code": "claude", "codex": "codex"}
SESSION = "5576d844-0210-40b9-bd37-015e7ef1429a"
"""A session of Claude Code with three compactions."""


@pytest.fixture
def made(shared_data: Path) -> Path:
    return shared_data / "sessions" / "made"


def recorded(made: Path, agent: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events that are handled, by name."""
    path = made / "hooks" / f"{AGENTS[agent]}.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["which"] in EVENTS:
            yield entry["which"], entry["in"]


@pytest.mark.parametrize("agent", list(AGENTS))
def test_every_recorded_event_is_read(made: Path, agent: str) -> None:
    """With its session, its transcript, and what set it off."""
    seen = set()
    for name, event in recorded(made, agent):
        found = parse_event(agent, name, json.dumps(event).encode())
        assert (found.native_id, found.transcript_path) == (event["session_id"], event["transcript_path"])
        assert found.trigger == event.get("trigger", event.get("source", ""))
        assert found.summary == event.get("compact_summary", "")
        seen.add(name)
    assert {"PreCompact", "PostCompact", "SessionStart", "UserPromptSubmit"} == seen


def test_a_recorded_compaction_is_gone_through(made: Path, tmp_path: Path) -> None:
    """The transcript as it was at each call: before, after, and at the next prompt."""
    whole = (made / "claude" / f"{SESSION}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    boundary = next(n for n, line in enumerate(whole) if '"compact_boundary"' in line)
    path = tmp_path / f"{SESSION}.jsonl"
    env = Env(str(tmp_path / "store.duckdb"), now=lambda: NOW, wait_seconds=30.0)
    events: dict[str, dict[str, Any]] = {}
    for name, event in recorded(made, "claude-code"):
        if event["session_id"] == SESSION and event.get("source", "compact") == "compact":
            events.setdefault(name, {**event, "transcript_path": str(path)})

    def call(name: str, lines: int) -> tuple[str, ReceiptShape]:
        path.write_text("".join(whole[:lines]), encoding="utf-8")
        body = json.dumps(events[name]).encode()
        request = Request("claude-code", name, QUIET, lambda: body, Clock().sleep, Clock())
        output = respond(env, request).output
        return output, receipts.read(env)[-1]

    assert call("PreCompact", boundary)[1].outcome == "done"
    assert call("SessionStart", boundary)[1].outcome == "nothing"
    assert call("PostCompact", boundary)[1].outcome == "queued"
    output, receipt = call("UserPromptSubmit", boundary + 4)
    assert (output, receipt.outcome) == ("", "nothing")
    (scored,) = [each for one in receipts.read(env) for each in one.compactions]
    assert (scored.source_start, scored.trigger, scored.passed) == (0, "manual", True)
    assert scored.lost == 0
    assert receipts.read(env)[-2].outcome == "caught_up"


ROLLOUT = "01a20496-a54f-7222-842d-316023ede18f"


@pytest.mark.parametrize("late", [False, True], ids=["at once", "caught up"])
def test_codex_names_the_trigger_that_its_rollout_does_not(made: Path, tmp_path: Path, late: bool) -> None:
    """`/compact` is a separate task: while it runs, only the event names the trigger of the compaction."""
    (rollout,) = (made / "codex").glob(f"*{ROLLOUT}.jsonl")
    path = tmp_path / rollout.name
    whole = rollout.read_text(encoding="utf-8")
    task = next(line for line in whole.splitlines() if '"task_started"' in line)
    compacted = next(line for line in whole.splitlines() if '"type":"compacted"' in line)
    path.write_text(f"{whole}{task}\n{compacted}\n", encoding="utf-8")
    event = next(
        each for name, each in recorded(made, "codex")
        if name == "PostCompact" and each["session_id"] == ROLLOUT
    )  # fmt: skip
    body = json.dumps({**event, "transcript_path": str(path), "trigger": "manual"}).encode()

    def stated(store: str) -> list[str]:
        found = take_in(Env(str(tmp_path / store), now=lambda: NOW, wait_seconds=30.0), str(path), "codex")
        return [each.trigger for each in found.appended.compactions]

    assert stated("without.duckdb") == ["auto", "unknown"]
    env = Env(str(tmp_path / "store.duckdb"), now=lambda: NOW, wait_seconds=30.0)
    if late:
        waiting = spool.put(env, parse_event("codex", "PostCompact", body))
        assert waiting is not None
        waiting.release()
        catch_up(env, sleep=lambda _: None)
    else:
        respond(env, Request("codex", "PostCompact", QUIET, lambda: body, Clock().sleep, Clock()))
    assert [each.trigger for one in receipts.read(env) for each in one.compactions] == ["manual"]
    assert stated("store.duckdb") == ["auto", "manual"]
