"""All sessions and their active artifacts, read as soon as the app has painted.

Imports neither gates nor importers, because its imports delay the first rows after the first frame.
`start_up.first_look` imports no more than the driver, and returns less.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store.engine import Store
    from store.values import Pointer, StoredSession
    from workbench.bootstrap import Env

RUN_FORMAT = "run"
"""Format of the sessions that runs record, including those of `workbench run`.

See `services.moves.run_frames`.
"""
AGENT_RUN = "run_"
"""Beginning of the id of an agent run; a loop of one's own may have any other."""


@dataclass(frozen=True)
class LibraryLine:
    """One session and its active artifacts; reading it costs the same however long the session is."""

    session: StoredSession
    active: tuple[Pointer, ...]
    last_move: Pointer | None
    sure: bool = True
    """False if only the session was read so far, not its moves."""
    run: str = ""
    """Status of the run, in capitals; empty if the session is not a run, or its status was not read."""

    @property
    def is_run(self) -> bool:
        """Whether it is an agent run; before the statuses are read, as the session's own id says."""
        own = self.session
        return bool(self.run) or (
            not self.sure and own.format == RUN_FORMAT and own.native_id.startswith(AGENT_RUN)
        )

    @property
    def waits(self) -> bool:
        """Whether the run waits for an answer."""
        return self.run == "WAITING"


def may_write(env: Env) -> bool:
    """Return whether this user may write to the store; True if there is none, since creating it decides."""
    from store.database.access import writable

    if env.only_read:
        return False
    return "://" in env.store_location or writable(Path(env.store_location))


def library(env: Env) -> tuple[LibraryLine, ...]:
    """Return all sessions, the one imported last first; none if there is no store yet."""
    from store.records import sessions

    if not env.store_exists:
        return ()
    store = env.open_store()
    with store.reading():
        found = sessions.listing(store)
        runs = run_statuses(store) if any(each.format == RUN_FORMAT for each in found) else {}
        return tuple(line_of(store, each, runs.get(each.session_id, "")) for each in found)


def run_statuses(store: Store) -> dict[str, str]:
    """Return the status of each run, by session id; the runs package is imported only when called."""
    from store.records import agent_runs

    return {each.session_id: each.status for each in agent_runs.listing(store)}


def line_of(store: Store, session: StoredSession, run: str = "") -> LibraryLine:
    """Return the line of one session."""
    from store import pointers

    return LibraryLine(
        session,
        pointers.active(store, session.session_id),
        pointers.head(store, session.session_id),
        run=run,
    )
