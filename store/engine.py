"""An open store: keeps operations short, waits for the lock, maps driver errors to the store's.

It holds no connection between operations, except within `kept_open`, so that a command works beside an open
app. It never uses the network and rejects a file that it did not create.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import cast

import duckdb
from duckdb_sqlalchemy import ConnectionWrapper
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool
from sqlmodel import Session, create_engine

from store.database.access import denied, writable
from store.database.connect import LEAVE_LOG, Overtaken, connect
from store.database.driver_errors import mapped
from store.database.file_modes import drop_empty_log, log_bytes, make_log, private_spill
from store.database.lock_holder import held_by_another
from store.database.session import raw_connection, run_before_commit
from store.errors import StoreBusy, StoreError, StoreUnreadable

_SETTINGS = "SET TimeZone='UTC';"
_NO_MERGE = "SET max_vacuum_tasks=0;"
_PAST_LOG = "SET checkpoint_threshold='1MB';"
"""Writes bulk data to the file on commit, instead of to the log first and from there again."""
_ALONE = "SET threads=1;"
"""Bulk writes come from one thread, batch by batch; more threads would only compete with the reading one."""
_AS_NEW = "RESET threads; RESET checkpoint_threshold; RESET max_vacuum_tasks;"
"""Resets settings, which belong to the open file and would otherwise outlast the operation in `kept_open`."""
_LONGEST_LOG = 1_000_000
"""Bytes of a log that is left; each opening of the file reads the whole log."""
REPLACED = "replaced"
"""Key set in a session's `info` just before another file replaces the open one.

From then on the log beside it belongs to the other file, and must be neither written nor removed.
"""
_RETRY_SECONDS = 0.02
_GIVE_WAY_SECONDS = 1.5 * _RETRY_SECONDS
"""Long enough for everybody who waits for the file to find it free."""
_KEPT_SECONDS = 0.5
"""Total time for which a file is kept open before the store yields to others."""
_OVERTAKEN = 3
"""How often another process may win the race for the free file, even if nobody is waited for."""
_MERGE_ONE_IN = 16
"""One write in so many, moves excluded, merges small row groups; a merge rewrites 2,048 rows."""
TIDY_EVERY = 16
"""Moves of a session after which its store is tidied; moves themselves never merge, to stay short."""


_OWN_SECONDS = 60.0
"""Seconds that a thread waits for another of its own process."""
_turns: dict[str, threading.RLock] = {}
"""Locks of this process by file; threads would otherwise conflict inside the database."""

_kept: Counter[str] = Counter()
"""Files that are kept open in this process, and how often."""


class Store:
    """One store. It holds no connection: every operation opens the file, acts and closes it."""

    def __init__(self, path: Path, wait_seconds: float) -> None:
        self.path = path
        self.wait_seconds = wait_seconds
        self.kept_before: Path | None = None
        """Path of the original file if opening the store migrated its schema."""
        self.notices: tuple[str, ...] = ()
        """Messages to the user about changes made on opening, other than to the store's contents."""
        self.leaves_log = False
        """Whether commits stay in the log when it closes the file, until it has a megabyte or `empty_log`.

        Emptying the log takes several blocks for each changed table, however little has changed. Everybody
        who opens the file reads its log, and empties it unless their store leaves it too.
        """
        self.only_read = False
        """Whether this store may not write, whoever owns the file."""
        self._engine = _engine(str(path))
        self._held = threading.local()
        self._kept_seconds = 0.0

    @property
    def read_only(self) -> bool:
        """Whether the file may only be read, by this user or by this opening of it."""
        return self.only_read or not writable(self.path)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a short session for reads; within it, this thread's other reads share the open file."""
        held: Session | None = getattr(self._held, "session", None)
        if held is not None:
            yield held
            return
        with self._session() as session:
            self._held.session = session
            try:
                yield session
            except (
                UnicodeDecodeError
            ) as error:  # the driver's: every stored text was valid when it was written
                raise mapped(error, self.path) from error
            finally:
                self._held.session = None

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """Keep the file open between operations of this process; each of them still commits by itself.

        Opening a file costs more than most operations. Other processes wait meanwhile, so it is for a second
        at most and never while waiting for somebody else's answer; now and then it yields to them afterwards.

        Raises:
            StoreBusy: another process did not release the file in `wait_seconds`.
        """
        began = time.monotonic()
        try:
            connection = _connect(self._engine, self.path, began + self.wait_seconds, _SETTINGS)
        except (SQLAlchemyError, duckdb.Error) as error:
            raise mapped(error, self.path) from error
        _kept[str(self.path)] += 1
        try:
            with private_spill(self.path):
                yield
        finally:
            _kept[str(self.path)] -= 1
            with suppress(SQLAlchemyError, duckdb.Error):  # an earlier error is reported to the caller
                closing = (_AS_NEW if _merges() else _NO_MERGE) + self._on_closing()
                connection.connection.cursor().execute(closing)
            connection.close()
        self._kept_seconds += time.monotonic() - began
        if self._kept_seconds >= _KEPT_SECONDS and not _kept[str(self.path)]:
            self._kept_seconds = 0.0
            time.sleep(_GIVE_WAY_SECONDS)

    @contextmanager
    def writing(self, *, bulk: bool = False, merge: bool | None = None) -> Iterator[Session]:
        """Open one transaction; commit at the end, roll back on any exception. Reads inside see it.

        Threads of this process take turns, as processes do by the lock on the file. `bulk` announces
        megabytes of data; `merge` states whether small row groups are merged too, which holds the file longer
        and takes memory (None: now and then, never with `bulk`).

        Raises:
            StoreUnreadable: this user may only read the file.
            StoreBusy: another process, or another thread of this one, did not finish in `wait_seconds`.
        """
        if self.only_read:
            raise StoreUnreadable(
                f"{self.path} was opened for reading only", "only commands that a person runs write to it"
            )
        if self.read_only:
            raise denied(self.path)
        if merge is None:
            merge = not bulk and _merges()
        settings = _SETTINGS + ("" if merge else _NO_MERGE) + (_PAST_LOG + _ALONE if bulk else "")
        with self._turn(), self._session(settings) as session:
            outer = getattr(self._held, "session", None)
            session.info["writes"] = True
            self._held.session = session
            try:
                yield session
                if session.info.get(REPLACED):
                    session.rollback()
                    return
                run_before_commit(session)
                session.commit()
                if not _kept[str(self.path)]:  # else it is in use
                    drop_empty_log(self.path)
            except BaseException:
                session.rollback()
                raise
            finally:
                self._held.session = outer

    def empty_log(self) -> None:
        """Write what is in the log to the file, without merging; it stays there if the store is busy."""
        with suppress(StoreError), Store(self.path, self.wait_seconds)._session(_SETTINGS + _NO_MERGE):
            pass

    def tidy(self) -> bool:
        """Merge the small row groups that many short writes left, in an operation of its own.

        Returns False if the store is busy, kept open or read-only; it is unchanged then, and nothing is lost.
        """
        if self.only_read or _kept[str(self.path)]:
            return False
        try:
            with Store(self.path, wait_seconds=0.0).writing(merge=True) as session:
                # The database merges when it applies a change from its log: this one leaves no trace.
                raw_connection(session).execute("CREATE SEQUENCE tidying; DROP SEQUENCE tidying")
        except StoreError:
            return False
        return True

    def _on_closing(self) -> str:
        """Return the settings for closing the file."""
        if _kept[str(self.path)] or not self.leaves_log or log_bytes(self.path) >= _LONGEST_LOG:
            return ""
        return LEAVE_LOG

    @contextmanager
    def _turn(self) -> Iterator[None]:
        turn = _turns.setdefault(os.path.realpath(self.path), threading.RLock())
        # Threads of this process always finish, even a migration; a caller that cannot wait passes 0.
        if not turn.acquire(timeout=self.wait_seconds and max(self.wait_seconds, _OWN_SECONDS)):
            raise StoreBusy(
                f"{self.path} is held by another operation of this process (PID {os.getpid()})",
                "wait until it is done",
                pid=os.getpid(),
            )
        try:
            yield
        finally:
            turn.release()

    @contextmanager
    def _session(self, settings: str = _SETTINGS) -> Iterator[Session]:
        deadline = time.monotonic() + self.wait_seconds
        settings = (_AS_NEW if _kept[str(self.path)] else "") + self._on_closing() + settings
        try:
            # Bound to one connection: a commit half way would release the file and its settings.
            with (
                _connect(self._engine, self.path, deadline, settings) as connection,
                private_spill(self.path),
                Session(connection, expire_on_commit=False, info={"path": self.path}) as session,
            ):
                yield session
        except (SQLAlchemyError, duckdb.Error) as error:
            raise mapped(error, self.path) from error


def _merges() -> bool:
    """Return whether this write merges small row groups."""
    return random.randrange(_MERGE_ONE_IN) == 0


@lru_cache(maxsize=32)
def _engine(path: str) -> Engine:
    # Closing a connection rolls back; an explicit rollback would fail, loudly, on a full disk.
    engine = create_engine("duckdb://", poolclass=NullPool, pool_reset_on_return=None)

    @event.listens_for(engine, "do_connect")
    def connection_of(*_: object) -> DBAPIConnection:
        # Not by the dialect, which adds its name: all connections of a process must be opened alike, and the
        # quick look at the store uses the driver alone.
        return cast("DBAPIConnection", ConnectionWrapper(connect(Path(path))))

    @event.listens_for(engine, "commit")
    def before_commit(*_: object) -> None:
        make_log(Path(path))

    return engine


def _connect(engine: Engine, path: Path, deadline: float, settings: str) -> Connection:
    """Open the file, waiting for another process to release it."""
    if not path.exists():
        raise StoreUnreadable(f"there is no store at {path}", "`workbench import PATH` makes one")
    overtaken = 0
    while True:
        try:
            return _opened(engine, settings)
        except Overtaken as error:
            overtaken += 1
            if overtaken > _OVERTAKEN and time.monotonic() >= deadline:
                raise StoreBusy(f"other processes keep writing to {path}", "repeat the command") from error
        except (DBAPIError, duckdb.Error) as error:
            trouble = mapped(error, path)
            if not isinstance(trouble, StoreBusy) or time.monotonic() >= deadline:
                raise trouble from error
            time.sleep(_RETRY_SECONDS)
            while held_by_another(path) and time.monotonic() < deadline:  # asking the driver is expensive
                time.sleep(_RETRY_SECONDS)


def _opened(engine: Engine, settings: str) -> Connection:
    connection = engine.connect()
    try:
        connection.connection.cursor().execute(settings)
    except BaseException:
        connection.close()
        raise
    return connection
