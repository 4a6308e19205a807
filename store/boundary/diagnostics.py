"""Records why a snapshot was refused: SYSTEM_ERROR with its failed checks, if nothing else was written.

SN6. A diagnostic is stored among the states of runs, under a separate name for each session, and is therefore
journalled.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from store.engine import Store
from store.errors import SnapshotInvalid, StoreError
from store.records import runs
from store.values import Pointer

STRATEGY = "diagnostic"
PREFIX = "snapshot-diagnostics:"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One snapshot that failed its checks twice; it changed nothing."""

    session_id: str
    action: str
    """`accept`, `rollback`, or `apply` if a run would have continued with a draft."""
    artifact_id: str
    actor: str
    message: str
    failed: tuple[str, ...]
    """Names of the failed checks."""
    created_at: str


def name_of(session_id: str) -> str:
    """Return the name under which a session's diagnostics are stored."""
    return PREFIX + session_id


def record(store: Store, found: Diagnostic) -> None:
    """Append a diagnostic."""
    body: dict[str, Any] = {
        "action": found.action,
        "artifact_id": found.artifact_id,
        "actor": found.actor,
        "message": found.message,
        "failed": list(found.failed),
    }
    runs.put_next(store, name_of(found.session_id), STRATEGY, body, now=found.created_at)


@contextmanager
def recorded(store: Store, session_id: str, pointer: Pointer) -> Iterator[None]:
    """Record the refusal of a move's snapshot and re-raise it."""
    try:
        yield
    except SnapshotInvalid as error:
        record_refusal(
            store,
            error,
            session_id=session_id,
            action=pointer.action,
            artifact_id=pointer.artifact_id,
            actor=pointer.actor,
            now=pointer.created_at,
        )
        raise


def record_refusal(
    store: Store,
    error: SnapshotInvalid,
    *,
    session_id: str,
    action: str,
    artifact_id: str,
    actor: str,
    now: str,
) -> None:
    """Record a refusal that is about to be raised; if the store cannot, the refusal says so."""
    try:
        record(store, Diagnostic(session_id, action, artifact_id, actor, str(error), error.failed, now))
    except (StoreError, OSError) as trouble:
        error.unrecorded = str(trouble)
        error.hint += f"; this refusal is not in the history: {trouble}"


def listing(store: Store, session_id: str) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a session, oldest first."""
    return tuple(
        Diagnostic(
            session_id,
            each.state["action"],
            each.state["artifact_id"],
            each.state["actor"],
            each.state["message"],
            tuple(each.state["failed"]),
            each.created_at,
        )
        for each in runs.listing(store, name_of(session_id))
    )
