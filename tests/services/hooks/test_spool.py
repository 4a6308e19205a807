"""Calls are kept whole or not at all, and nothing is left of processes that were killed."""

from __future__ import annotations

import errno
import json
import os
import time
from pathlib import Path
from typing import IO

import pytest

from tests.services.hooks.live import Live
from workbench.services.hooks import spool
from workbench.services.hooks.events import HookEvent, parse_event
from workbench.services.hooks.hook_files import private_folder, read_json, write_json


@pytest.fixture
def live(tmp_path: Path) -> Live:
    return Live(tmp_path)


@pytest.fixture
def event() -> HookEvent:
    return parse_event(
        "claude-code", "PreCompact", b'{"session_id": "s-1", "transcript_path": "/none.jsonl"}'
    )


def _folder(live: Live) -> Path:
    return private_folder(live.folder / "store.duckdb.hooks" / "spool")


def _open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _disk_is_full(descriptor: int, body: bytes, at: int) -> int:
    raise OSError(errno.ENOSPC, "no space left on device")


def test_what_a_killed_process_was_writing_down_goes(live: Live, event: HookEvent) -> None:
    """With the next call; what may still be written stays."""
    now = time.time_ns()
    killed = _folder(live) / f"{now - 61 * 10**9:020d}-1.new"
    at_work = _folder(live) / f"{now - 30 * 10**9:020d}-2.new"
    killed.write_text("")
    at_work.write_text("")
    kept = spool.put(live.env, event)
    assert kept is not None
    kept.release()
    assert (killed.exists(), at_work.exists(), spool.count(live.env)) == (False, True, 1)


def test_a_call_that_cannot_be_written_down_leaves_nothing(
    live: Live, event: HookEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a half-written file nor an open descriptor remains."""
    opened = _open_descriptors()
    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", _disk_is_full)
        assert spool.put(live.env, event) is None
    assert list(_folder(live).iterdir()) == []
    assert _open_descriptors() == opened


def test_a_call_that_is_noted_as_tried_on_a_full_disk_can_be_read_again(
    live: Live, event: HookEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its content is not removed before there is space for the new state."""
    kept = spool.put(live.env, event)
    assert kept is not None
    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", _disk_is_full)
        kept.tried()
    kept.release()
    with spool.claimed(live.env) as found:
        assert [(each.event.native_id, each.attempts) for each in found] == [("s-1", 0)]


def test_a_small_file_that_cannot_be_written_stays_as_it_was(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No part of the new file remains."""
    path = _folder(live) / "state.json"
    write_json(path, {"held": 1})

    def full(value: object, file: IO[str]) -> None:
        file.write(str(value)[:3])
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(json, "dump", full)
    with pytest.raises(OSError, match="no space"):
        write_json(path, {"held": 2})
    assert list(path.parent.iterdir()) == [path]
    assert read_json(path) == {"held": 1}


def test_an_interruption_while_a_call_is_locked_leaves_no_descriptor(
    live: Live, event: HookEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The descriptor is closed both when a call is written and when it is taken up."""

    def interrupted(descriptor: int, *, wait: bool) -> bool:
        raise KeyboardInterrupt

    kept = spool.put(live.env, event)
    assert kept is not None
    kept.release()
    opened = _open_descriptors()
    monkeypatch.setattr(spool, "lock", interrupted)
    with pytest.raises(KeyboardInterrupt):
        spool.put(live.env, event)
    with pytest.raises(KeyboardInterrupt), spool.claimed(live.env):
        pass
    assert _open_descriptors() == opened
    assert len(list(_folder(live).iterdir())) == 1
