"""Tells which phase of a store operation a process is in, and kills it in the phase that was asked for.

It wraps functions of the store from outside; the store knows nothing of it. A phase lasts from its own
mark to the next one, so that commit and the closing of the file are phases as well.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection
from sqlmodel import Session

from store import (
    acceptance,
    appending,
    artifacts,
    backups,
    bundles,
    captures,
    copying,
    engine,
    files,
    glance,
    journal,
    merging,
    natives,
    pointers,
    purging,
    schema,
    sessions,
    snapshots,
    snapshotting,
    verify,
)


@dataclass(frozen=True)
class Aim:
    """Where to kill: in the `nth` time a phase is entered, `delay` seconds into it."""

    phase: str
    nth: int
    delay: float


class Marker:
    """Writes each phase as one line to a file descriptor, and kills this process where it aims."""

    def __init__(self, stream: int, aim: Aim) -> None:
        self._stream = stream
        self._aim = aim
        self._left = aim.nth
        self.committed = False

    def mark(self, phase: str) -> None:
        """Enter a phase."""
        os.write(self._stream, f"phase {phase}\n".encode())
        if phase != self._aim.phase:
            return
        self._left -= 1
        if self._left:
            return
        if self._aim.delay <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        threading.Thread(target=self._die, daemon=True).start()

    def _die(self) -> None:
        time.sleep(self._aim.delay)
        os.kill(os.getpid(), signal.SIGKILL)


Wrap = tuple[Any, str, str | None, str | None]
"""Owner, name, the phase that its call begins and the phase that its end begins."""

_WRAPS: dict[str, tuple[Wrap, ...]] = {
    "create": (
        (schema, "create_append_only", "table", None),
        (engine, "_place", "link", "linked"),
    ),
    "import": (
        (sessions, "known_of", "reading what is there", "events"),
        (appending.EventWriter, "_write_and_commit", "batch", "batch durable"),
        (files.FileKeeper, "finish", "transcript pieces", "transcript kept"),
        (natives, "keep", "compactions", "import record"),
    ),
    "draft": (
        (captures, "put", "capture", "capture durable"),
        (artifacts, "put", "artifact", "artifact durable"),
    ),
    "accept": (
        (acceptance, "read_inputs", "reading", None),
        (acceptance, "judge", "scoring", "scored"),
        (snapshotting, "next_snapshot", "snapshot made", "waiting for the file"),
        (acceptance, "check_unchanged", "checking digests", None),
        (acceptance, "write", "report and evidence", None),
        (pointers, "_write", "pointer row", None),
        (snapshots, "insert", "snapshot row", "move written"),
    ),
    "migrate": (
        (schema, "steps_behind", "counting steps", None),
        (copying, "copy_held", "copying the file", "copied"),
        (copying, "put_in_place", "putting it in place", "in place"),
        (schema, "migrate", "steps", "steps taken"),
        (journal, "chain", "journal of a session", None),
    ),
    "backup": (
        (copying, "copy_held", "copying the file", "copied"),
        (backups, "_settled", "opening the copy", "comparing"),
        (copying, "put_in_place", "putting it in place", "in place"),
    ),
    "restore": (
        (copying, "copy_held", "copying the file", "copied"),
        (backups, "_check", "verifying the copy", "verified"),
        (backups, "_put_aside", "putting the old one aside", "put aside"),
        (copying, "sync_folder", "in place", None),
    ),
    "export": (
        (bundles, "_head", "heads", None),
        (bundles, "_add", "member", None),
        (bundles, "_blobs", "looking for blobs", None),
        (copying, "put_in_place", "putting it in place", "in place"),
    ),
    "take": (
        (bundles, "read_into", "reading the bundle", "bundle read"),
        (verify, "verify", "verifying the bundle", "verified"),
        (merging, "_add_blobs", "blobs", None),
        (merging, "insert_rows", "rows of a table", "taken"),
    ),
    "purge": (
        (purging, "_counts", "counting", "counted"),
        (purging, "_copy_rest", "copying the rest", "rest copied"),
        (purging, "_bury", "tombstone", "tombstone written"),
        (verify, "verify", "verifying the rest", "verified"),
        (copying, "sync", "bringing it to the disk", "putting it in place"),
        (copying, "sync_folder", "in place", None),
    ),
    "rollback": (
        (snapshotting, "read_background", "reading", "read"),
        (snapshotting, "next_snapshot", "snapshot made", "waiting for the file"),
        (pointers, "_write", "pointer row", None),
        (snapshots, "insert", "snapshot row", "move written"),
    ),
}
UNSHARED = ("create", "restore", "export", "purge")
"""Operations that work on a file of their own, beside its place, and have no commit that counts."""
REPEATED = ("batch", "batch durable", "table", "member", "rows of a table", "taken")
"""Phases that an operation enters several times."""
SHARED = ("begin", "commit", "closing the file", "closed")
"""Phases that every writing operation has."""


def one_thread() -> None:
    """Have the database of this process work in one thread: starting several costs more than it gains."""
    glance.CONFIG["threads"] = "1"


def phases() -> dict[str, tuple[str, ...]]:
    """Every phase of every operation, in order."""
    found: dict[str, tuple[str, ...]] = {}
    for verb, wraps in _WRAPS.items():
        own = [phase for wrap in wraps for phase in wrap[2:] if phase is not None]
        found[verb] = ("begin", *dict.fromkeys(own), *(SHARED[1:] if verb not in UNSHARED else ()))
    return found


def arm(verb: str, marker: Marker) -> None:
    """Have an operation tell its phases; in a process of its own, which ends with it."""
    if verb == "import":
        vars(appending).update(_BATCH_ROWS=10, _COMMIT_CHARACTERS=1)
    for owner, name, before, after in _WRAPS[verb]:
        first = partial(marker.mark, before) if before else None
        last = partial(marker.mark, after) if after else None
        _wrap(owner, name, first, last)
    if verb in UNSHARED:
        return
    real_commit: Callable[[Any], None] = Session.commit
    real_close: Callable[[Any], None] = Connection.close

    def commit(session: Any) -> None:
        marker.mark("commit")
        real_commit(session)
        marker.committed = True
        marker.mark("closing the file")

    def close(connection: Any) -> None:
        real_close(connection)
        if marker.committed:
            marker.committed = False
            marker.mark("closed")

    Session.commit = commit  # type: ignore[method-assign,assignment]
    Connection.close = close  # type: ignore[method-assign,assignment]


def _wrap(owner: Any, name: str, before: Callable[[], None] | None, after: Callable[[], None] | None) -> None:
    real: Callable[..., Any] = getattr(owner, name)

    def told(*args: Any, **given: Any) -> Any:
        if before is not None:
            before()
        result = real(*args, **given)
        if after is not None:
            after()
        return result

    setattr(owner, name, told)
