"""The readable transcripts: those of the agents on this machine, and of folders named by the user.

The newest one of the working directory is the asking agent's own. Each transcript is read into a scratch
store that is removed with the server; later growth of the file is appended. The user's store is never written
to.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gates.errors import os_reason
from workbench.bootstrap import Env
from workbench.errors import InputError, UnknownId

if TYPE_CHECKING:
    from store.values import Appended

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]")
_SUFFIXES = (".jsonl", ".json", ".jsonl.zst")
_NEWEST = 200
"""Rollouts whose working directory is checked, newest first."""
_HEAD = 65_536


@dataclass(frozen=True, slots=True)
class ReadableSession:
    """A session in a store that is opened for reading only."""

    env: Env
    session: str
    where: str
    """`store`, or the transcript's path."""


@dataclass(frozen=True, slots=True)
class _ReadFile:
    """A transcript in a scratch store, with the state of its file when it was read."""

    store: Path
    modified_ns: int
    size: int
    session: ReadableSession


class Transcripts:
    """Finds sessions by id in the store, by path in the allowed folders, or the newest of the project.

    Safe to share between threads.
    """

    def __init__(self, env: Env, folders: tuple[Path, ...] = (), project: Path | None = None) -> None:
        self._env = replace(env, only_read=True)
        self._project = (project or Path.cwd()).resolve()
        self._folders = tuple(folder.expanduser().resolve() for folder in (*folders, *_agents_folders()))
        self._scratch = tempfile.TemporaryDirectory(prefix="workbench-mcp-")
        self._read_files: dict[Path, _ReadFile] = {}
        self._stores_made = 0
        self._lock = threading.Lock()
        """Held while a transcript is read, so that concurrent requests for it read it once."""

    @property
    def store(self) -> Env:
        """The user's store, opened for reading only."""
        return self._env

    def close(self) -> None:
        """Remove the scratch stores."""
        self._scratch.cleanup()

    def find(self, session: str | None) -> ReadableSession:
        """Return the session with this id or path; without one, the newest transcript of the project.

        Raises:
            UnknownId: nothing has this name, or the project has no transcript.
            InputError: the path is outside the allowed folders, or holds no transcript.
        """
        if session is None:
            newest = next(iter(self.of_project()), None)
            if newest is None:
                raise UnknownId(
                    f"no transcript of an agent in {self._project} was found",
                    "name a session of the store (tool list_sessions), or start the server with --folder",
                )
            return self._read(newest)
        if "/" in session or os.sep in session or session.endswith(_SUFFIXES):
            return self._read(self._allowed(session))
        from workbench.services.lookup.sessions import session_line

        line = session_line(self._env, session)
        return ReadableSession(self._env, line.session.session_id, "store")

    def read_before(self) -> tuple[ReadableSession, ...]:
        """Return the transcripts read so far, the latest first."""
        with self._lock:
            return tuple(each.session for each in reversed(self._read_files.values()))

    def of_project(self) -> Iterator[Path]:
        """Yield transcripts of the working directory, newest first."""
        found = [path for path in self._candidates() if path.is_file()]
        yield from sorted(found, key=_changed, reverse=True)

    def _candidates(self) -> Iterator[Path]:
        name = _NOT_IN_NAMES.sub("-", str(self._project))
        for path in (_claude_home() / "projects" / name).glob("*.jsonl"):
            if not path.name.startswith("agent-"):  # a subagent's
                yield path
        rollouts = sorted((_codex_home() / "sessions").glob("*/*/*/rollout-*.jsonl"), reverse=True)
        stated = str(self._project).encode()
        for path in rollouts[:_NEWEST]:
            with suppress(OSError), path.open("rb") as file:
                if b'"cwd":"' + stated + b'"' in file.read(_HEAD).replace(b'": "', b'":"'):
                    yield path

    def _allowed(self, given: str) -> Path:
        path = Path(given).expanduser().resolve()
        if not any(path.is_relative_to(folder) for folder in self._folders):
            raise InputError(
                f"{given} is not among the transcripts that may be read",
                "start the server with --folder for others",
                code="not_allowed",
            )
        return path

    def _read(self, path: Path) -> ReadableSession:
        """Return the session of a transcript in the file's current state.

        Raises:
            InputError: the file cannot be read, or does not hold exactly one session.
        """
        with self._lock:
            try:
                found = path.stat()
            except OSError as error:
                raise InputError(f"cannot read {path}: {os_reason(error)}", "check the path") from error
            known = self._read_files.pop(path, None)
            if known is None or (known.modified_ns, known.size) != (found.st_mtime_ns, found.st_size):
                read = self._continued(path, known) if known is not None else None
                store, session = read or self._read_anew(path)
                known = _ReadFile(store, found.st_mtime_ns, found.st_size, session)
            self._read_files[path] = known
            return known.session

    def _continued(self, path: Path, known: _ReadFile) -> tuple[Path, ReadableSession] | None:
        """Return the session with the file's growth appended; None if its beginning has changed."""
        try:
            session, appended = self._imported(path, known.store)
        except InputError:
            return None
        same = appended.rewritten == 0 and appended.older is None
        return (known.store, session) if same else None

    def _read_anew(self, path: Path) -> tuple[Path, ReadableSession]:
        self._stores_made += 1
        store = Path(self._scratch.name) / f"{self._stores_made}.duckdb"
        return store, self._imported(path, store)[0]

    def _imported(self, path: Path, store: Path) -> tuple[ReadableSession, Appended]:
        """Import the session of a file into a scratch store, which is created if needed.

        Raises:
            InputError: the file cannot be read, or does not hold exactly one session.
        """
        from workbench.services.transcript_files.import_transcripts import import_paths

        env = replace(self._env, store_location=str(store), only_read=False)
        imported = import_paths(env, [str(path)]).imported
        if len(imported) != 1:
            hint = "a person can import it; then name one of its sessions by the id"
            raise InputError(f"{path} holds {len(imported)} sessions", hint)
        appended = imported[0].appended
        return ReadableSession(replace(env, only_read=True), appended.session_id, str(path)), appended


def _agents_folders() -> tuple[Path, ...]:
    return (_claude_home() / "projects", _codex_home() / "sessions", _codex_home() / "archived_sessions")


def _claude_home() -> Path:
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude").expanduser()


def _codex_home() -> Path:
    return Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex").expanduser()


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
