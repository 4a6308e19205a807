"""Detects whether anybody has written to a store's file since it was last looked at."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sqlmodel import Session

from store.database.connect import headers


def state_of(session: Session) -> object:
    """Return a value that changes with every commit; None within a transaction that may write."""
    path: Path | None = session.info.get("path")
    if path is None or session.info.get("writes"):
        return None
    known = headers(path)
    log = path.with_name(f"{path.name}.wal")
    written: tuple[int, int] | None = None
    with suppress(OSError):
        stat = log.stat()
        written = stat.st_size, stat.st_mtime_ns
    return None if known is None else (*known, written)
