"""Maps driver errors to ours, each with what to do.

No operation is half done after such an error: it ran in one transaction, which is rolled back.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import duckdb

from store.database import connect, lock_holder
from store.database.access import denied
from store.errors import MoveRefused, NoStore, StoreBusy, StoreError, StoreTooNew, StoreUnreadable

_PID = re.compile(r"\(PID (\d+)\)")
_BACK = "`workbench restore FILE --replace` puts a backup there; without one, import into a new store"
_TORN = (
    "`workbench restore {path} --repair --store {path}` repairs what a killed process damaged, if all of it "
    "verifies; else "
)
MISFIT = re.compile(
    r"computed checksum (\d{1,20}) does not match stored checksum (\d{1,20}) in block at location (\d{1,20})"
)
"""The driver's message about a block whose checksum does not match: both checksums, and its place."""
_UNREADABLE = (
    ("is a directory", "is a folder", "name a file, as in --store FOLDER/store.duckdb"),
    ("no space left", "cannot grow: no space is left", "nothing was done; free some space and repeat"),
    (
        "file too large",
        "cannot grow: the system limits the length of files",
        "nothing was done; lift the limit (`ulimit -f`) and repeat",
    ),
    ("disk quota", "cannot grow: the disk quota is used up", "nothing was done; free some space and repeat"),
    ("input/output error", "cannot be used: the disk reports an error", "on another disk, " + _BACK),
    ("read enough bytes", "is damaged: it is cut short", _BACK),
    ("read all bytes", "is damaged: it is cut short", _BACK),
    ("replaying wal", "is damaged: its log cannot be read", _BACK),
    ("does not match stored checksum", "is damaged", _TORN + _BACK),
    ("corrupt", "is damaged", _BACK),
    ("checksum", "is damaged", _BACK),
    ("failed to load metadata pointer", "is damaged", _BACK),
    ("serialization error", "is damaged", _BACK),
    ("invalid unicode", "is damaged", _BACK),
    ("codec can't decode", "is damaged", _BACK),  # the driver decodes names and texts as they are read
)


def mapped(error: BaseException, path: Path) -> StoreError:
    """Return our error for a driver's.

    The message names the store and never only repeats the driver's words.
    """
    cause = getattr(error, "orig", None) or error
    words = " ".join(str(cause).split())
    # An assertion of the driver's own fails where a file is not what its checksums say, and names tables.
    folded = f"{'corrupt: ' if isinstance(cause, duckdb.InternalException) else ''}{words.casefold()}"
    if "set lock on file" in folded:
        found = _PID.search(words)
        pid = int(found.group(1)) if found else None
        who = lock_holder.described(pid) if pid else "another process"
        hint = "wait until it is done, or end it; --wait SECONDS waits longer"
        return StoreBusy(f"{path} is held by {who}", hint, pid=pid)
    if "newer version of duckdb" in folded or "newer duckdb version" in folded:
        return StoreTooNew(f"{path} was written by a newer version", "install the newer version")
    unreadable = _unreadable(words, folded, path)
    if unreadable is not None:
        return unreadable
    if "append_only" in folded:
        return MoveRefused("records of the store are append-only", "nothing changed")
    if isinstance(cause, duckdb.TransactionException | duckdb.ConstraintException) or "conflict" in folded:
        return StoreBusy(f"another operation changed {path} at the same time", "repeat the command")
    return StoreUnreadable(f"{path} cannot be used: {words[:200]}", "`workbench verify` looks for damage")


def no_database(path: Path) -> NoStore:
    """Return the error for a file that is not a database."""
    if _is_empty(path):
        return NoStore(f"{path} is empty, no store is in it", _BACK)
    return NoStore(f"{path} is not a DuckDB database", "choose another with --store; if it was one, " + _BACK)


def _is_empty(path: Path) -> bool:
    return path.is_file() and not path.stat().st_size


def _unreadable(words: str, folded: str, path: Path) -> StoreUnreadable | None:
    """Return the error if the driver's message is about the file itself, else None."""
    if "not a valid duckdb database" in folded or _is_empty(path):
        return no_database(path)
    if "permission denied" in folded or "read-only" in folded:
        return denied(path)
    misfit = MISFIT.search(words)
    if misfit is not None and int(misfit.group(3)) < connect.HEADERS:
        return StoreUnreadable(f"{path} is damaged at its beginning", _BACK)
    for sign, problem, hint in _UNREADABLE:
        if sign in folded:
            return StoreUnreadable(f"{path} {problem}", hint.format(path=shlex.quote(str(path))))
    return None
