"""The state of one session between hook calls: the range, a hold, and texts to give.

One small file per session, changed under a lock, so that two simultaneous calls never give the same text
twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from workbench.bootstrap import Env
from workbench.services.hooks.hook_files import hooks_folder, locked, read_json, write_json

SAME_CALL_SECONDS = 5.0
"""Two calls of one event, prompt and turn within this time are one call, repeated by the agent."""


@dataclass
class HookSession:
    """The state of a session; times are seconds since the epoch."""

    session_id: str = ""
    range_start: int | None = None
    """First event of the range that the coming compaction replaces, as found by the last PreCompact."""
    held_start: int | None = None
    """First event of the range whose compaction was held for review."""
    held_at: float = 0.0
    ready: str = ""
    """The accepted artifacts as text, as found by PreCompact; given if the store cannot be read."""
    pending: str = ""
    """What the last compaction lost, for the next event that takes context."""
    given_call: str = ""
    """Identity of the last call that was given something."""
    given_at: float = 0.0

    def repeated(self, call: str, now: float) -> bool:
        """Return whether this call was given its text a moment ago."""
        return bool(call) and call == self.given_call and 0 <= now - self.given_at < SAME_CALL_SECONDS


@contextmanager
def changing(env: Env, agent: str, native_id: str) -> Iterator[HookSession]:
    """Yield the state of a session for changes, written when the block ends; others wait for it."""
    path = _path(env, agent, native_id)
    with locked(path.with_suffix(".lock")):
        before = _state(read_json(path))
        state = HookSession(**asdict(before))
        yield state
        if state != before:
            write_json(path, asdict(state))


def peek(env: Env, agent: str, native_id: str) -> HookSession:
    """Return the current state of a session."""
    return _state(read_json(_path(env, agent, native_id)))


def _path(env: Env, agent: str, native_id: str) -> Path:
    name = hashlib.sha256(native_id.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return hooks_folder(env) / "sessions" / f"{agent}-{name}.json"


_EMPTY = asdict(HookSession())


def _state(found: dict[str, Any]) -> HookSession:
    """Parse a state from a file's content; fields of a wrong type are ignored."""
    kept: dict[str, Any] = {}
    for key, default in _EMPTY.items():
        value = found.get(key, default)
        kind = int if default is None else type(default)
        if value is None or isinstance(value, kind) or (kind is float and isinstance(value, int)):
            kept[key] = default if value is None else value
    return HookSession(**kept)
