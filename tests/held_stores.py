"""Keep the stores of one test open between its operations; in the program every operation opens its own.

Of the 17 ms that opening a store takes, the driver spends 14 on registering its functions, once per instance,
which the connections of a process to one file share. So one more connection is kept open here until the test
ends. After each operation the settings are those of a new instance. The log is checkpointed, as a closed
store's is, once Python code opens, moves or lists a file that may be the store: most operations follow one
another with nothing in between, and a checkpoint after each takes a tenth of their CPU time. The file is
reopened after a failed operation, after a change by another connection, and when the test starts its first
process, which would find it locked.

`WORKBENCH_TESTS_REOPEN=1` switches this off; the tests of the store itself do not use it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb
from sqlmodel import Session

from store.database.access import CONFIG, config_of
from store.engine import Store

State = tuple[int, int, int, int]
_AS_NEW = "RESET threads; RESET checkpoint_threshold; RESET max_vacuum_tasks;"
_NAMED = frozenset({"open", "os.rename", "os.remove", "os.link", "os.truncate", "os.chmod", "os.symlink"})
"""Audit events that name the files they concern."""
_LISTED = frozenset({"os.listdir", "os.scandir", "shutil.copytree", "shutil.move", "shutil.rmtree"})
"""Audit events that concern all files of a folder."""


class HeldStores:
    """One connection more to each store of the test that runs."""

    def __init__(self) -> None:
        self._holding = False
        self._held: dict[str, tuple[duckdb.DuckDBPyConnection, State]] = {}
        self._running: Counter[str] = Counter()
        """Operations on each file."""
        self._logged: set[str] = set()
        """Held files whose log may contain changes."""
        self._lock = threading.RLock()

    def begin(self) -> None:
        """Hold what is opened from now on."""
        self._holding = True

    def end(self) -> None:
        """Let go of everything, and hold nothing more."""
        with self._lock:
            self._holding = False
            for path in list(self._held):
                self._drop(path)
            self._running.clear()
            self._logged.clear()

    def install(self) -> None:
        """Come between the program and the driver, and between tests and the processes that they start."""
        connect, popen, session = duckdb.connect, subprocess.Popen.__init__, Store._session

        def connecting(database: Any = ":memory:", *given: Any, **named: Any) -> duckdb.DuckDBPyConnection:
            path = os.path.realpath(database)
            with self._lock:
                ours = not given and named == {"config": CONFIG}
                if not ours or not self._running[path]:
                    self._renew(path, keep=ours)
                made = connect(database, *given, **named)
                if self._holding and ours and path not in self._held and Path(path).is_file():
                    self._held[path] = connect(database, config=config_of(Path(path))), _state(path)
                return made

        def starting(process: Any, *given: Any, **named: Any) -> None:
            self.end()
            popen(process, *given, **named)

        @contextmanager
        def in_session(store: Store, *settings: str) -> Iterator[Session]:
            path = str(store.path)
            with self._lock:
                if not self._running[path]:
                    self._renew(path)
                self._running[path] += 1
            failed = True
            try:
                with session(store, *settings) as opened:
                    yield opened
                failed = False
            finally:
                self._finish(path, failed=failed)

        vars(duckdb)["connect"] = connecting
        setattr(subprocess.Popen, "__init__", starting)  # noqa: B010 - mypy knows better than to assign a method
        setattr(Store, "_session", in_session)  # noqa: B010
        sys.addaudithook(self._look)

    def _look(self, event: str, given: tuple[Any, ...]) -> None:
        """Checkpoint what Python code is about to read, move or list."""
        if not self._logged or not (event in _NAMED or event in _LISTED):
            return
        names = [os.fsdecode(each) for each in given if isinstance(each, (str, bytes, os.PathLike))]
        with self._lock:
            for path in list(self._logged):
                file = os.path.basename(path)  # noqa: PTH119 - as often as any file is opened
                if event in _LISTED or any(file in each or path.startswith(f"{each}/") for each in names):
                    self._checkpoint(path)

    def _checkpoint(self, path: str) -> None:
        """Carry over a file's log, as closing it would; a file in use waits for its next look."""
        if self._running[path]:
            return
        self._logged.discard(path)
        if path not in self._held:
            return
        connection, before = self._held[path]
        try:
            if _state(path) == before and Path(f"{path}.wal").exists():
                connection.execute("CHECKPOINT")
                self._held[path] = connection, _state(path)
        except duckdb.Error:
            self._drop(path)

    def _renew(self, path: str, *, keep: bool = True) -> None:
        """Release a file that another connection changed or that needs other settings."""
        if path in self._held and not (keep and self._held[path][1] == _state(path)):
            self._drop(path)

    def _finish(self, path: str, *, failed: bool) -> None:
        """Leave the settings as its last connection would, and its log for the next look."""
        with self._lock:
            self._running[path] = max(0, self._running[path] - 1)
            if self._running[path] or path not in self._held:
                return
            connection, before = self._held[path]
            if failed or _state(path)[:2] != before[:2]:  # another file took the place meanwhile
                self._drop(path)
                return
            try:
                connection.execute(_AS_NEW)
                self._held[path] = connection, _state(path)
                self._logged.add(path)
            except duckdb.Error:
                self._drop(path)

    def _drop(self, path: str) -> None:
        with suppress(duckdb.Error):
            self._held.pop(path)[0].close()


HELD = HeldStores()
"""Those of this process."""


def _state(path: str) -> State:
    try:
        found = os.stat(path)  # noqa: PTH116 - as often as a store is opened
    except OSError:
        return (-1, -1, -1, -1)
    return found.st_dev, found.st_ino, found.st_ctime_ns, found.st_size
