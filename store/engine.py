"""Open a store, keep operations short, wait for the lock, map driver errors to ours.

It holds no connection between operations, so that a command works beside an open app. It never
reaches the network and refuses a file that it did not make.
"""

from __future__ import annotations

import os
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import cast
from urllib.parse import unquote

import duckdb
from duckdb_sqlalchemy import ConnectionWrapper
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool
from sqlmodel import Session, create_engine

from store.database import connect as opening
from store.database import scratch
from store.database.driver_errors import mapped
from store.database.file_modes import private_files, tighten
from store.errors import StoreBusy, StoreError, StoreUnreadable
from store.glance import writable
from store.lifecycle.empty_store import blank_store

_SETTINGS = "SET TimeZone='UTC';"
_NO_MERGE = "SET max_vacuum_tasks=0;"
_PAST_LOG = "SET checkpoint_threshold='1MB';"
"""Bulk writes go into the file as they are committed, not into the log first and from there again."""
_ALONE = "SET threads=1;"
"""Bulk writes come from one thread, batch by batch: more would only take turns from the one that reads."""
_RETRY_SECONDS = 0.02
_OVERTAKEN = 3
"""How often another process may be quicker, even where nobody is waited for: the file was free each time."""
_MERGE_ONE_IN = 16
"""How often a write that is no move lets the database merge small row groups: a merge rewrites 2,048 rows."""
TIDY_EVERY = 16
"""Moves of a session after which its store is tidied; moves themselves never merge, for brevity."""


_OWN_SECONDS = 60.0
"""How long a thread waits for another of its own process."""
_turns: dict[str, threading.RLock] = {}
"""Who writes to a file in this process; threads would otherwise meet as a conflict inside the database."""
_current: set[tuple[str, int, int, int]] = set()
"""Files whose schema this process found to be of this version, as they were then."""


def _state(path: Path) -> tuple[str, int, int, int]:
    """What changes when anyone writes to a file; nothing that is ever known where there is none."""
    try:
        found = path.stat()
    except OSError:
        return (str(path), -1, -1, time.monotonic_ns())
    return (str(path), found.st_ino, found.st_mtime_ns, found.st_size)


class Store:
    """One store. It holds no connection: every operation opens the file, acts and closes it."""

    def __init__(self, path: Path, wait_seconds: float) -> None:
        self.path = path
        self.wait_seconds = wait_seconds
        self.kept_before: Path | None = None
        """Where opening it kept the file as it was, when it had to bring its schema forward."""
        self.notices: tuple[str, ...] = ()
        """What opening it changed beside the store's contents, in words for its user."""
        self._engine = _engine(str(path))
        self._held = threading.local()

    @classmethod
    def open(cls, path_or_url: str | Path, *, wait_seconds: float = 5.0) -> Store:
        """Open or create a store and bring its schema forward.

        Creates the parent folder (0700) and the file (0600). `wait_seconds` is how long every operation
        waits for another process to let go of the file. A URL is `duckdb:///PATH`.

        Raises:
            StoreBusy: another process holds it (names the pid).
            StoreUnreadable: not a database, no store, a folder, a read-only disk, damaged.
            StoreTooNew: written by a newer program.
        """
        from store import schema

        path = path_of(path_or_url)
        if path.is_dir():
            raise StoreUnreadable(f"{path} is a folder", "name a file, as in --store FOLDER/store.duckdb")
        if path.exists() and not path.is_file():
            raise StoreUnreadable(f"{path} is no file", "name a file, as in --store FOLDER/store.duckdb")
        store = cls(path, wait_seconds)
        if path.exists() or not _create(path):
            told = [tighten(path)]
            with store.reading() as session:
                behind = schema.steps_behind(raw_connection(session), path)
            if behind:
                from store.lifecycle import migrate

                store.kept_before = migrate.bring_forward(store)
            if store.kept_before is not None:
                told.append(f"the store is of a newer schema now; it is kept as it was: {store.kept_before}")
            store.notices = tuple(filter(None, told))
        scratch.sweep(path.parent)
        if len(_current) > 100:
            _current.clear()
        _current.add(_state(path))
        return store

    @classmethod
    def again(cls, path_or_url: str | Path, *, wait_seconds: float = 5.0) -> Store:
        """The same, opening no file that this process opened before and nobody wrote to since.

        Raises as `open` does; that the store is busy, its first operation tells.
        """
        path = path_of(path_or_url)
        if _state(path) in _current:
            return cls(path, wait_seconds)
        return cls.open(path, wait_seconds=wait_seconds)

    @property
    def read_only(self) -> bool:
        """Whether this user may read the file but not write to it."""
        return not writable(self.path)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A short session for reads. Within it, this thread's other reads share the open file."""
        held: Session | None = getattr(self._held, "session", None)
        if held is not None:
            yield held
            return
        with self._session() as session:
            self._held.session = session
            try:
                yield session
            except UnicodeDecodeError as error:  # the driver's: every text in a store was one when it came
                raise mapped(error, self.path) from error
            finally:
                self._held.session = None

    @contextmanager
    def writing(self, *, bulk: bool = False, merge: bool | None = None) -> Iterator[Session]:
        """One transaction; commits at the end, rolls back on any exception. Reads inside see it.

        Threads of this process take turns, as processes do by the lock on the file. `bulk` says that
        megabytes are to be written; `merge` whether small row groups are merged in the same breath, which
        holds the file longer and takes memory (None: now and then, never with megabytes).

        Raises:
            StoreUnreadable: this user may only read the file.
            StoreBusy: another process, or another thread of this one, did not finish in `wait_seconds`.
        """
        if self.read_only:
            raise StoreUnreadable(
                f"{self.path} may not be written: permission denied",
                "check its owner, or choose another store",
            )
        if merge is None:
            merge = not bulk and random.randrange(_MERGE_ONE_IN) == 0
        settings = _SETTINGS + ("" if merge else _NO_MERGE) + (_PAST_LOG + _ALONE if bulk else "")
        with self._turn(), self._session(settings) as session:
            outer = getattr(self._held, "session", None)
            self._held.session = session
            try:
                yield session
                if session.info:
                    from store.journal import journal

                    journal.write(session)
                session.commit()
            except BaseException:
                session.rollback()
                raise
            finally:
                self._held.session = outer

    def tidy(self) -> bool:
        """Merge the small row groups that many short writes left, in a turn of its own.

        False: the store is busy, or may only be read; it is left as it is, and nothing is lost by that.
        """
        try:
            with Store(self.path, wait_seconds=0.0).writing(merge=True) as session:
                # The database merges when it carries a change over from its log: one that leaves no trace.
                raw_connection(session).execute("CREATE SEQUENCE tidying; DROP SEQUENCE tidying")
        except StoreError:
            return False
        return True

    @contextmanager
    def _turn(self) -> Iterator[None]:
        turn = _turns.setdefault(os.path.realpath(self.path), threading.RLock())
        # A thread of this process is sure to finish, were it with a migration; one that cannot wait says 0.
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
        with private_files():
            try:
                # Bound to one connection: a commit half way would let go of the file and of its settings.
                with (
                    _connect(self._engine, self.path, deadline, settings) as connection,
                    Session(connection, expire_on_commit=False) as session,
                ):
                    yield session
            except (SQLAlchemyError, duckdb.Error) as error:
                raise mapped(error, self.path) from error


def raw_connection(session: Session) -> duckdb.DuckDBPyConnection:
    """The driver's connection of a session, inside its transaction; for Arrow batches."""
    connection = cast("duckdb.DuckDBPyConnection", session.connection().connection.driver_connection)
    connection.complete()  # a result of which only the first row was read would refuse everything else
    return connection


def path_of(path_or_url: str | Path) -> Path:
    """The file that a path or a URL names, through every link to it: its log lies beside the file itself.

    Raises:
        StoreUnreadable: it can be no store.
    """
    text = str(path_or_url)
    scheme, found, rest = text.partition("://")
    if not found:
        return _real(Path(text).expanduser())
    if scheme.split("+", 1)[0] != "duckdb":
        raise StoreUnreadable(
            f"a store of kind {scheme!r} is not supported", "name a file, or duckdb:///PATH"
        )
    name = unquote(rest.partition("?")[0]).removeprefix("/")
    if name in ("", ":memory:"):
        raise StoreUnreadable("a store needs a file", "name one, as in duckdb:////home/me/store.duckdb")
    return _real(Path(name).expanduser())


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


@lru_cache(maxsize=32)
def _engine(path: str) -> Engine:
    # Closing a connection takes back what it had begun; to say so first would fail, loudly, on a full disk.
    engine = create_engine("duckdb://", poolclass=NullPool, pool_reset_on_return=None)

    @event.listens_for(engine, "do_connect")
    def connect(*_: object) -> DBAPIConnection:
        # Not by the dialect, which adds its name: all connections of a process must be opened alike, and a
        # first look at the store knows the driver alone.
        return cast("DBAPIConnection", ConnectionWrapper(opening.connect(Path(path))))

    return engine


def _connect(engine: Engine, path: Path, deadline: float, settings: str) -> Connection:
    """Take the file, waiting for another process to let go of it."""
    if not path.exists():
        raise StoreUnreadable(f"there is no store at {path}", "`workbench import PATH` makes one")
    overtaken = 0
    while True:
        try:
            return _opened(engine, settings)
        except opening.Overtaken as error:
            overtaken += 1
            if overtaken > _OVERTAKEN and time.monotonic() >= deadline:
                raise StoreBusy(
                    f"{path} is written to again and again by others", "repeat the command"
                ) from error
        except (DBAPIError, duckdb.Error) as error:
            trouble = mapped(error, path)
            if not isinstance(trouble, StoreBusy) or time.monotonic() >= deadline:
                raise trouble from error
            time.sleep(_RETRY_SECONDS)


def _opened(engine: Engine, settings: str) -> Connection:
    connection = engine.connect()
    try:
        connection.connection.cursor().execute(settings)
    except BaseException:
        connection.close()
        raise
    return connection


def warm_up(*, new: bool) -> threading.Thread:
    """Start what the first connection of a process needs, and a `new` store, beside other work.

    It leaves no file behind; what fails here fails again, and is told, where it is needed.
    """

    def connect() -> None:
        _connect_once()
        if new:
            with suppress(OSError, duckdb.Error):
                blank_store(Path(tempfile.gettempdir()))

    # Not a daemon: a command that ends at once must not pull the interpreter from under the driver.
    thread = threading.Thread(target=connect, name="store-warm-up")
    thread.start()
    return thread


@lru_cache(maxsize=1)
def _connect_once() -> None:
    create_engine("duckdb://", poolclass=NullPool).connect().close()


def _create(path: Path) -> bool:
    """Make a whole store beside its place and link it there: nobody ever sees half of one.

    It takes at most one connection of the driver. False when somebody else made a store there meanwhile.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with scratch.workplace(path.parent) as folder:
            made = folder / path.name
            with made.open("xb") as file:
                file.write(blank_store(path.parent))
                file.flush()
                os.fsync(file.fileno())
            made.chmod(0o600)
            return _place(made, path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreUnreadable(
            f"cannot create {path}: {reason}",
            "choose a folder you may write, with --store or WORKBENCH_STORE",
        ) from error
    except duckdb.Error as error:
        raise mapped(error, path) from error


def _place(made: Path, path: Path) -> bool:
    try:
        os.link(made, path)
    except FileExistsError:
        return False
    except OSError:
        # No hard links on this file system; the rename may replace a store made in the same instant.
        if path.exists():
            return False
        made.rename(path)
    return True
