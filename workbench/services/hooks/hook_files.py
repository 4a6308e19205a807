"""The hooks' own files: a folder beside the store, private to its owner.

    store.duckdb.hooks/
        receipts.jsonl      one line per call (`receipts`)
        spool/              calls that are not done yet (`spool`)
        sessions/           what is to be given to a session next (`session_state`)

Imports no store driver, so that a call that has nothing to do costs nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from workbench.bootstrap import Env

try:
    import fcntl
except ImportError:  # no such locks on this system: calls then rely on atomic renames alone
    fcntl = None  # type: ignore[assignment]


def hooks_folder(env: Env) -> Path:
    """Return the folder of a store's hooks; it need not exist."""
    from store.database.access import path_of

    store = path_of(env.store_location)
    return store.with_name(store.name + ".hooks")


def private_folder(path: Path) -> Path:
    """Return the folder, after creating it for its owner alone if it does not exist."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write a small file atomically: a reader sees the old or the new content, never half."""
    private_folder(path.parent)
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="surrogatepass") as file:
            json.dump(value, file)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read_json(path: Path) -> dict[str, Any]:
    """Read such a file; return an empty dictionary if it is missing or cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8", errors="surrogatepass"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


@contextmanager
def locked(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Hold a lock file; yield whether it was acquired. The lock ends with the process."""
    private_folder(path.parent)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield lock(descriptor, wait=wait)
    finally:
        os.close(descriptor)


def lock(descriptor: int, *, wait: bool) -> bool:
    """Lock an open file for this process; return False if another process holds it and `wait` is false."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True
