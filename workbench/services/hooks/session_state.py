"""What hooks remember of one session between calls: the range, a hold, and texts that are to be given.

One small file a session, changed under a lock: two calls at once never give the same text twice.
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
    """What is known of a session; times are seconds since the epoch."""

    session_id: str = ""
    range_start: int | None = None
    """First event of the range that the coming compaction replaces, as the last PreCompact found it."""
    held_start: int | None = None
    """That of the range whose compaction was held for review."""
    held_at: float = 0.0
    ready: str = ""
    """The accepted artifacts as text, as PreCompact found them: given when the store cannot be asked."""
    pending: str = ""
    """What the last compaction lost, for the next point that takes context."""
    given_call: str = ""
    """The call that was given something last."""
    given_at: float = 0.0

    def repeated(self, call: str, now: float) -> bool:
        """Whether this call was given its text a moment ago."""
        return bool(call) and call == self.given_call and 0 <= now - self.given_at < SAME_CALL_SECONDS


@contextmanager
def changing(env: Env, agent: str, native_id: str) -> Iterator[HookSession]:
    """The state of a session, kept as it is at the end of the block; others wait for it."""
    path = _path(env, agent, native_id)
    with locked(path.with_suffix(".lock")):
        before = _state(read_json(path))
        state = HookSession(**asdict(before))
        yield state
        if state != before:
            write_json(path, asdict(state))


def peek(env: Env, agent: str, native_id: str) -> HookSession:
    """The state of a session, as it is now."""
    return _state(read_json(_path(env, agent, native_id)))


def _path(env: Env, agent: str, native_id: str) -> Path:
    name = hashlib.sha256(native_id.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return hooks_folder(env) / "sessions" / f"{agent}-{name}.json"


_EMPTY = asdict(HookSession())


def _state(found: dict[str, Any]) -> HookSession:
    """A state out of a file; fields of a wrong type are as if they were not there."""
    kept: dict[str, Any] = {}
    for key, default in _EMPTY.items():
        value = found.get(key, default)
        kind = int if default is None else type(default)
        if value is None or isinstance(value, kind) or (kind is float and isinstance(value, int)):
            kept[key] = default if value is None else value
    return HookSession(**kept)
