"""The events of two real agents, as they were recorded, are read and answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.services.hooks.live import NOW, QUIET, Clock
from workbench.bootstrap import Env
from workbench.services.hooks import receipts
from workbench.services.hooks.events import EVENTS, parse_event
from workbench.services.hooks.respond import Request, respond
from workbench.services.hooks.shapes import ReceiptShape

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
