"""Unfinished hook calls, one file each, written before the work and removed after it.

A call that ran out of time, met a busy store or was killed is found here by the next one. A file is locked
while a process works on it, so that two calls never take the same one; the lock ends with its process.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from workbench.bootstrap import Env
from workbench.services.hooks.events import HookEvent
from workbench.services.hooks.hook_files import hooks_folder, lock, private_folder, read_json

MOST = 1_000
"""Most waiting calls; further ones are not stored."""
AT_ONCE = 100
"""Most calls that are taken up together, since each keeps a file open."""
PATIENCE = 5
"""Attempts after which only `hooks catch-up` and `watch` take up a call."""
KEPT = 300
"""Characters of a summary that are stored."""
_LARGEST = 65_536
_DRAFT = ".new"
_ABANDONED_SECONDS = 60.0
"""Seconds after which an unfinished spool file belongs to a process that was killed."""


@dataclass
class Waiting:
    """One call in the spool, locked by this process."""

    path: Path
    event: HookEvent
    attempts: int
    _descriptor: int = field(repr=False)

    @property
    def age(self) -> float:
        """Seconds since the call was made, by the system's clock."""
        return _age(self.path)

    def done(self) -> None:
        """Remove the call; it is finished."""
        with suppress(OSError):
            self.path.unlink()

    def tried(self) -> None:
        """Record an attempt, after which the call may have to wait again."""
        self.attempts += 1
        with suppress(OSError):
            _write(self._descriptor, self.event, self.attempts)

    def release(self) -> None:
        """Release the lock."""
        with suppress(OSError):
            os.close(self._descriptor)


def put(env: Env, event: HookEvent) -> Waiting | None:
    """Store a call until it is done, locked by this process; return None if it cannot be stored."""
    try:
        folder = private_folder(_folder(env))
        _sweep(folder)
        if len(_names(folder)) >= MOST:
            return None
        path = folder / f"{time.time_ns():020d}-{os.getpid()}.json"
        draft = path.with_suffix(_DRAFT)  # invisible to other processes until it is locked and complete
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError:
        return None
    try:
        lock(descriptor, wait=False)
        _write(descriptor, event, 0)
        draft.replace(path)
    except BaseException as error:
        os.close(descriptor)
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):
            return None
        raise
    return Waiting(path, event, 0, descriptor)


def count(env: Env) -> int:
    """Count the waiting calls, including those being worked on."""
    return len(_names(_folder(env)))


def waits_for(env: Env, native_id: str) -> bool:
    """Return whether a call of this session waits or is being worked on."""
    folder = _folder(env)
    return any(_native_id(folder / name) == native_id for name in _names(folder))


@contextmanager
def claimed(
    env: Env, *, native_id: str | None = None, patience: int | None = PATIENCE
) -> Iterator[list[Waiting]]:
    """Yield the waiting calls that nobody works on, oldest first, locked until the block ends.

    `native_id` limits them to one session, `patience` to those with fewer attempts; None: all.
    """
    found: list[Waiting] = []
    try:
        folder = _folder(env)
        for name in _names(folder):
            one = _claim(folder / name)
            if one is None:
                continue
            if _fits(one, native_id, patience):
                found.append(one)
                if len(found) >= AT_ONCE:
                    break
            else:
                one.release()
        yield found
    finally:
        for each in found:
            each.release()


def _fits(one: Waiting, native_id: str | None, patience: int | None) -> bool:
    return (native_id is None or one.event.native_id == native_id) and (
        patience is None or one.attempts < patience
    )


def _folder(env: Env) -> Path:
    return hooks_folder(env) / "spool"


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if path.suffix == ".json")
    except OSError:
        return []


def _age(path: Path) -> float:
    try:
        return max(0.0, (time.time_ns() - int(path.name.partition("-")[0])) / 1e9)
    except ValueError:
        return 0.0


def _sweep(folder: Path) -> None:
    """Remove unfinished spool files of killed processes."""
    for path in folder.iterdir():
        if path.suffix == _DRAFT and _age(path) > _ABANDONED_SECONDS:
            with suppress(OSError):
                path.unlink()


def _claim(path: Path) -> Waiting | None:
    """Lock and read a call's file; None if another process has it, or it is gone.

    A damaged file is removed.
    """
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return None
    event, attempts = None, 0
    try:
        if not lock(descriptor, wait=False) or not path.exists():
            return None
        event, attempts = _read(descriptor)
        if event is None:
            with suppress(OSError):
                path.unlink()
            return None
    finally:
        if event is None:
            os.close(descriptor)
    return Waiting(path, event, attempts, descriptor)


def _write(descriptor: int, event: HookEvent, attempts: int) -> None:
    """Write what a later call needs: the beginning of the summary, and no list of entries.

    The old content is overwritten and never emptied first, so a full disk leaves a readable call.
    """
    kept = {**asdict(event), "summary": event.summary[:KEPT], "entry_ids": []}
    body = json.dumps({"attempts": attempts, "event": kept}).encode()
    os.pwrite(descriptor, body, 0)
    os.ftruncate(descriptor, len(body))


def _native_id(path: Path) -> str | None:
    event = read_json(path).get("event")
    return event.get("native_id") if isinstance(event, dict) else None


def _read(descriptor: int) -> tuple[HookEvent | None, int]:
    try:
        found: dict[str, Any] = json.loads(os.pread(descriptor, _LARGEST, 0))
        kept = {**found["event"], "entry_ids": ()}
        return HookEvent(**kept), int(found["attempts"])
    except (OSError, ValueError, KeyError, TypeError):
        return None, 0
