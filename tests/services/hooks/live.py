"""A live session of our own making: a transcript that grows, and the events that an agent would hand over."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.cli.samples import SESSION, records
from workbench.bootstrap import Env
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.hooks import respond
from workbench.services.hooks.agents.base import HookOptions
from workbench.services.hooks.respond import HookAnswer, Request
from workbench.services.hooks.shapes import ReceiptShape
from workbench.services.live import take_in
from workbench.services.moves.accept_rollback import accept
from workbench.strategies.asked import parse_size

NOW = "2026-03-05T09:00:00.000Z"
START = 1_772_700_000.0
QUIET = HookOptions(background=False, deadline=300.0)


@dataclass
class Clock:
    """Seconds since the epoch; sleeping moves it and calls what waits for it."""

    now: float = START
    on_sleep: Callable[[], None] = lambda: None
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        self.on_sleep()


@dataclass
class Live:
    """One session of an agent, its transcript and its store."""

    folder: Path
    clock: Clock = field(default_factory=Clock)
    options: HookOptions = QUIET
    agent: str = "claude-code"

    @property
    def env(self) -> Env:
        config = self.folder / "config" / "config.toml"
        return Env(
            str(self.folder / "store.duckdb"), actor="ann", now=lambda: NOW, config=config, wait_seconds=30.0
        )

    @property
    def transcript(self) -> Path:
        return self.folder / f"{SESSION}.jsonl"

    def write(self, count: int | None = None) -> None:
        """The transcript with its first so many records; None: all of them."""
        lines = [json.dumps(each) for each in records()[:count]]
        self.transcript.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def event(self, name: str, **fields: Any) -> dict[str, Any]:
        """Return the agent's input on stdin, as observed."""
        said: dict[str, Any] = {
            "session_id": SESSION,
            "transcript_path": str(self.transcript),
            "cwd": "/home/ann/upload",
            "prompt_id": "p1",
            "hook_event_name": name,
        }
        if name in ("PreCompact", "PostCompact"):
            said["trigger"] = "auto"
        if name == "SessionStart":
            said["source"] = "compact"
        return {**said, **fields}

    def answer(self, name: str, body: bytes | None = None, **fields: Any) -> HookAnswer:
        given = json.dumps(self.event(name, **fields)).encode() if body is None else body
        request = Request(self.agent, name, self.options, lambda: given, self.clock.sleep, self.clock)
        return respond.respond(self.env, request)

    def call(
        self, name: str, body: bytes | None = None, **fields: Any
    ) -> tuple[dict[str, Any], ReceiptShape]:
        """Return the reply as JSON (empty: no output) and the receipt."""
        from workbench.services.hooks import receipts

        found = self.answer(name, body, **fields)
        reply: dict[str, Any] = json.loads(found.output) if found.output else {}
        made = [
            each for each in receipts.read(self.env) if each.event == name and each.outcome != "caught_up"
        ]
        return reply, made[-1]


def accepted(live: Live, size: str | None = None) -> str:
    """A store with the session up to its compaction and an accepted artifact of it; the session's id."""
    body, session = _accepted(size)
    Path(live.env.store_location).write_bytes(body)
    Path(live.env.store_location).chmod(0o600)
    return session


@cache
def _accepted(size: str | None) -> tuple[bytes, str]:
    """Such a store as bytes, made once a size."""
    with TemporaryDirectory() as folder:
        live = Live(Path(folder))
        live.write(BOUNDARY)
        session = take_in(live.env, str(live.transcript)).appended.session_id
        wanted = parse_size(size) if size else None
        made = draft(live.env, choose_range(live.env, session, (0, 16)), size=wanted)
        assert made.judged is not None
        accept(live.env, made.judged.artifact_id, confirm=("C",), reason="right")
        return Path(live.env.store_location).read_bytes(), session


BOUNDARY = next(n for n, each in enumerate(records()) if each.get("subtype") == "compact_boundary")
"""Records before the compaction."""
SUMMARY_END = BOUNDARY + 2
