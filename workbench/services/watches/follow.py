"""Follow folders of transcripts: which file is new, grew or was replaced, told to a callback.

No file is opened and none is read: what is reported is that there is more of it. A look at all files every so
often is all that is needed; where the optional package `watchfiles` is there, changes are heard of at once,
and such looks are rare. What is remembered is one small value a file, whatever is written to it.
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
"""Between two looks at everything, where nothing mentions changes."""
SWEEP_SECONDS = 30.0
"""The same where `watchfiles` mentions them: it may miss some when very much happens."""
SUFFIXES = (".jsonl",)
"""How live transcripts are named."""
MOST_FILES = 200_000
"""Files that are remembered at most; the others are not followed."""


@dataclass(frozen=True, slots=True)
class Growth:
    """There is more of a file, or another file in its place."""

    path: str
    size: int
    """Bytes of it now."""
    before: int
    """Bytes of it when it was looked at last; 0: it was not there."""
    kind: Literal["new", "grown", "replaced"]


@dataclass(frozen=True, slots=True)
class _Known:
    """What a file was when it was looked at last."""

    inode: int
    size: int
    changed: int
    """Nanoseconds since the epoch."""


class Follower:
    """Follows folders, and files under them at any depth; folders may come and go.

    Args:
        folders: what to follow; a file may be named, too.
        on_growth: called in the thread of `run` or `look`, for one file after the other.
        suffixes: how the files end that are followed.
    """

    def __init__(
        self,
        folders: Sequence[str | Path],
        on_growth: Callable[[Growth], None],
        *,
        suffixes: tuple[str, ...] = SUFFIXES,
    ) -> None:
        self.folders = tuple(str(folder) for folder in folders)
        self._on_growth = on_growth
        self._suffixes = suffixes
        self._known: dict[str, _Known] = {}

    @property
    def files(self) -> int:
        """How many files are followed now."""
        return len(self._known)

    def begin(self) -> int:
        """Remember all files as they are, telling of none; how many there are."""
        self._known = {path: known for path, known in self._all()}
        return len(self._known)

    def sizes(self) -> dict[str, int]:
        """Bytes of every file when it was looked at last."""
        return {path: known.size for path, known in self._known.items()}

    def look(self) -> int:
        """Look at all files and tell of every growth since the last look; how many there were."""
        growths = 0
        there: set[str] = set()
        for path, known in self._all():
            there.add(path)
            growths += self._report(path, known)
        for gone in self._known.keys() - there:
            del self._known[gone]
        return growths

    def look_at(self, paths: Iterable[str]) -> int:
        """The same for some files, which need not be there, and for what lies under some folders."""
        growths = 0
        for path in paths:
            known = _known(path)
            if known is None and Path(path).is_dir():
                growths += sum(self._report(inside, found) for inside, found in self._under(path))
            elif not path.endswith(self._suffixes):
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

        `poll_seconds` asks for looks only, so far apart; None: changes are heard of where that is possible.
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
        """Follow what is heard of until the end; False: the system does not let us hear."""
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
        """Paths that `watchfiles` hears of, at least once a second; None: it is not to be had."""
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
            if folder.endswith(self._suffixes):
                known = _known(folder)
                if known is not None:
                    yield folder, known
                    continue
            yield from self._under(folder)

    def _under(self, folder: str) -> Iterator[tuple[str, _Known]]:
        for entry in files_under(folder):
            if entry.name.endswith(self._suffixes) and not entry.name.startswith("."):
                known = _known(entry.path)
                if known is not None:
                    yield entry.path, known


def files_under(folder: str) -> Iterator[os.DirEntry[str]]:
    """What lies under a folder and is none; what cannot be read is passed over, links are not followed."""
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
    """What a regular file is now; None: it is none, or not there. A pipe is never opened."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return _Known(found.st_ino, found.st_size, found.st_mtime_ns)
