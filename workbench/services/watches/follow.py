"""Monitoring of folders of transcripts: new, grown and replaced files are reported to a callback.

No file is opened: only its growth is reported. Looking at all files at intervals is sufficient; with the
optional package `watchfiles` changes are noticed at once, and such looks are rare. One small value is
remembered per file, whatever is written to it.
"""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

POLL_SECONDS = 1.0
"""Seconds between two looks at all files without `watchfiles`."""
SWEEP_SECONDS = 30.0
"""Seconds between two looks with `watchfiles`, which may miss changes when very many happen."""
SUFFIXES = (".jsonl",)
"""Suffixes of live transcripts."""
MOST_FILES = 200_000
"""Maximum number of files remembered; the others are not followed."""


@dataclass(frozen=True, slots=True)
class Growth:
    """A file that is new, has grown, or was replaced."""

    path: str
    size: int
    """Size now, in bytes."""
    before: int
    """Size at the last look, in bytes; 0 if the file did not exist."""
    kind: Literal["new", "grown", "replaced"]


@dataclass(frozen=True, slots=True)
class _Known:
    """State of a file at the last look."""

    inode: int
    size: int
    changed: int
    """Modification time in nanoseconds since the epoch."""


class Follower:
    """A monitor of folders, and of files in them at any depth; folders may appear and disappear.

    Args:
        folders: folders or files to follow.
        on_growth: called in the thread of `run` or `look`, for one file after the other.
    """

    def __init__(
        self,
        folders: Sequence[str | Path],
        on_growth: Callable[[Growth], None],
    ) -> None:
        self.folders = tuple(str(folder) for folder in folders)
        self._on_growth = on_growth
        self._known: dict[str, _Known] = {}

    @property
    def files(self) -> int:
        """Number of files followed now."""
        return len(self._known)

    def begin(self) -> int:
        """Remember all files as they are without reporting any; return their number."""
        self._known = {path: known for path, known in self._all()}
        return len(self._known)

    def sizes(self) -> dict[str, int]:
        """Return the size in bytes of every file at the last look."""
        return {path: known.size for path, known in self._known.items()}

    def look(self) -> int:
        """Look at all files and report every growth since the last look; return the number of growths."""
        growths = 0
        there: set[str] = set()
        for path, known in self._all():
            there.add(path)
            growths += self._report(path, known)
        for gone in self._known.keys() - there:
            del self._known[gone]
        return growths

    def look_at(self, paths: Iterable[str]) -> int:
        """Like `look`, for some paths: files, which need not exist, and everything in folders."""
        growths = 0
        for path in paths:
            known = _known(path)
            if known is None and Path(path).is_dir():
                growths += sum(self._report(inside, found) for inside, found in self._under(path))
            elif not path.endswith(SUFFIXES):
                continue
            elif known is not None:
                growths += self._report(path, known)
            else:
                self._known.pop(path, None)
        return growths

    def run(
        self,
        stop: threading.Event,
        *,
        poll_seconds: float | None = None,
        between: Callable[[], None] = lambda: None,
    ) -> None:
        """Follow until `stop` is set. `between` is called after every look, at least once a second.

        With `poll_seconds` all files are looked at in that interval; None: changes are noticed at once if
        possible.
        """
        considered = None if poll_seconds is not None else self._changes(stop)
        if considered is not None and self._listen(considered, between):
            return
        self._poll(stop, POLL_SECONDS if poll_seconds is None else poll_seconds, between)

    def _poll(self, stop: threading.Event, seconds: float, between: Callable[[], None]) -> None:
        looked = float("-inf")
        while not stop.is_set():
            if time.monotonic() - looked >= seconds:
                self.look()
                looked = time.monotonic()
            between()
            stop.wait(min(seconds, POLL_SECONDS))

    def _listen(self, considered: Iterator[Sequence[str]], between: Callable[[], None]) -> bool:
        """Follow the reported changes until the end; return False if the system cannot report them."""
        looked = float("-inf")  # the first look comes after hearing began: nothing falls in between
        while True:
            try:
                paths = next(considered)
            except StopIteration:
                return True
            except (OSError, RuntimeError):  # too many folders for this system, or one that went away
                return False
            if time.monotonic() - looked >= SWEEP_SECONDS:
                self.look()
                looked = time.monotonic()
            else:
                self.look_at(paths)
            between()

    def _changes(self, stop: threading.Event) -> Iterator[Sequence[str]] | None:
        """Return the changed paths from `watchfiles`, at least once a second; None if it is not available."""
        there = [folder for folder in self.folders if Path(folder).exists()]
        try:
            import watchfiles
        except ImportError:
            return None
        if not there:
            return None  # what is to come can only be looked for
        changes = watchfiles.watch(
            *there,
            watch_filter=None,  # a new folder may hold files before it is listened to
            stop_event=stop,
            rust_timeout=1_000,
            yield_on_timeout=True,
            debounce=500,
            ignore_permission_denied=True,
        )
        return (sorted(path for _change, path in found) for found in changes)

    def _report(self, path: str, now: _Known) -> bool:
        before = self._known.get(path)
        if before == now or (before is None and len(self._known) >= MOST_FILES):
            return False
        self._known[path] = now
        kind: Literal["new", "grown", "replaced"] = "new"
        if before is not None:
            same = before.inode == now.inode and now.size >= before.size
            kind = "grown" if same else "replaced"
            if same and now.size == before.size:
                return False  # touched, or rewritten in place: transcripts only grow
        elif not now.size:
            return False
        self._on_growth(Growth(path, now.size, 0 if kind == "new" or before is None else before.size, kind))
        return True

    def _all(self) -> Iterator[tuple[str, _Known]]:
        for folder in self.folders:
            if folder.endswith(SUFFIXES):
                known = _known(folder)
                if known is not None:
                    yield folder, known
                    continue
            yield from self._under(folder)

    def _under(self, folder: str) -> Iterator[tuple[str, _Known]]:
        for entry in files_under(folder):
            if entry.name.endswith(SUFFIXES) and not entry.name.startswith("."):
                known = _known(entry.path)
                if known is not None:
                    yield entry.path, known


def files_under(folder: str) -> Iterator[os.DirEntry[str]]:
    """Yield all files in a folder at any depth; unreadable folders are skipped, links are not followed."""
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        yield entry
        except OSError:
            continue


def _known(path: str) -> _Known | None:
    """Return the state of a regular file; None for anything else. A pipe is never opened."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return _Known(found.st_ino, found.st_size, found.st_mtime_ns)
