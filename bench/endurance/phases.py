"""Reports which phase of a store operation a process is in, and kills it in the requested phase.

It wraps functions of the store from outside; the store knows nothing of it. A phase lasts from its own mark
to the next one, so that commit and the closing of the file are phases as well.
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

from store import pointers, schema
from store.boundary import acceptance, next_snapshot
from store.database import access
from store.journal import journal
from store.lifecycle import backup, bundle_file, bundle_import, copy_file, purge
from store.lifecycle import open as open_module
from store.records import (
    artifacts,
    captures,
    event_writer,
    imports,
    native_compactions,
    snapshots,
    transcript_pieces,
)
from store.verify import verify


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
        (open_module, "_place", "link", "linked"),
    ),
    "import": (
        (imports, "known_of", "reading what is there", "events"),
        (event_writer.EventWriter, "_write_and_commit", "batch", "batch durable"),
        (transcript_pieces.FileKeeper, "finish", "transcript pieces", "transcript kept"),
        (native_compactions, "keep", "compactions", "import record"),
    ),
    "draft": (
        (captures, "put", "capture", "capture durable"),
        (artifacts, "put", "artifact", "artifact durable"),
    ),
    "accept": (
        (acceptance, "read_inputs", "reading", None),
        (acceptance, "judge", "scoring", "scored"),
        (next_snapshot, "next_snapshot", "snapshot made", "waiting for the file"),
        (acceptance, "check_unchanged", "checking digests", None),
        (acceptance, "write", "report and evidence", None),
        (pointers, "_write", "pointer row", None),
        (snapshots, "insert", "snapshot row", "move written"),
    ),
    "migrate": (
        (schema, "steps_behind", "counting steps", None),
        (copy_file, "copy_held", "copying the file", "copied"),
        (copy_file, "put_in_place", "putting it in place", "in place"),
        (schema, "migrate", "steps", "steps taken"),
        (journal, "chain", "journal of a session", None),
    ),
    "backup": (
        (copy_file, "copy_held", "copying the file", "copied"),
        (backup, "_settled", "opening the copy", "comparing"),
        (copy_file, "put_in_place", "putting it in place", "in place"),
    ),
    "restore": (
        (copy_file, "copy_held", "copying the file", "copied"),
        (backup, "_check", "verifying the copy", "verified"),
        (backup, "_put_aside", "putting the old one aside", "put aside"),
        (copy_file, "sync_folder", "in place", None),
    ),
    "export": (
        (bundle_file, "_head", "heads", None),
        (bundle_file, "_add", "member", None),
        (bundle_file, "_blobs", "looking for blobs", None),
        (copy_file, "put_in_place", "putting it in place", "in place"),
    ),
    "take": (
        (bundle_file, "read_into", "reading the bundle", "bundle read"),
        (verify, "verify", "verifying the bundle", "verified"),
        (bundle_import, "_add_blobs", "blobs", None),
        (bundle_import, "insert_rows", "rows of a table", "taken"),
    ),
    "purge": (
        (purge, "_counts", "counting", "counted"),
        (purge, "_copy_rest", "copying the rest", "rest copied"),
        (purge, "_bury", "tombstone", "tombstone written"),
        (verify, "verify", "verifying the rest", "verified"),
        (copy_file, "sync", "bringing it to the disk", "putting it in place"),
        (copy_file, "sync_folder", "in place", None),
    ),
    "rollback": (
        (next_snapshot, "read_background", "reading", "read"),
        (next_snapshot, "next_snapshot", "snapshot made", "waiting for the file"),
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
    access.CONFIG["threads"] = "1"


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
        vars(event_writer).update(_BATCH_ROWS=10, _COMMIT_CHARACTERS=1)
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

    def stated(*args: Any, **given: Any) -> Any:
        if before is not None:
            before()
        result = real(*args, **given)
        if after is not None:
            after()
        return result

    setattr(owner, name, stated)
