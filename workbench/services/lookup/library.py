"""All sessions with what is active in them, read as soon as the app has painted.

It imports neither gates nor importers: what it imports stands between the first frame and the first rows.
`start_up.first_look` imports no more than the driver, and answers with less.
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
"""Of the sessions that runs record, those of `workbench run` among them; see `services.moves.run_frames`."""


@dataclass(frozen=True)
class LibraryLine:
    """One session with what is active in it; what it costs to know grows with nothing."""

    session: StoredSession
    active: tuple[Pointer, ...]
    last_move: Pointer | None
    sure: bool = True
    """False: only the session was read so far, not its moves."""
    run: str = ""
    """How it stands as a run, in capitals; empty: it is none, or that was not read."""

    @property
    def waits(self) -> bool:
        """Whether it waits for an answer."""
        return self.run == "WAITING"


def may_write(env: Env) -> bool:
    """Whether this user may write to the store; there being none yet, that is left to making it."""
    from store.database.access import writable

    if env.only_read:
        return False
    return "://" in env.store_location or writable(Path(env.store_location))


def library(env: Env) -> tuple[LibraryLine, ...]:
    """All sessions, the one imported last first; none where there is no store yet."""
    from store.records import sessions

    if not env.store_exists:
        return ()
    store = env.open_store()
    with store.reading():
        found = sessions.listing(store)
        runs = run_statuses(store) if any(each.format == RUN_FORMAT for each in found) else {}
        return tuple(line_of(store, each, runs.get(each.session_id, "")) for each in found)


def run_statuses(store: Store) -> dict[str, str]:
    """How each run stands, by its session; imported where there is a run."""
    from store.records import agent_runs

    return {each.session_id: each.status for each in agent_runs.listing(store)}


def line_of(store: Store, session: StoredSession, run: str = "") -> LibraryLine:
    """The line of one session."""
    from store import pointers

    return LibraryLine(
        session,
        pointers.active(store, session.session_id),
        pointers.head(store, session.session_id),
        run=run,
    )
