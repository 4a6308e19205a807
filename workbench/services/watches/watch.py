"""Watching of folders of transcripts: import what grows, score new compactions, report each on one line.

A file is imported when it has been quiet for a moment, or has waited long enough; one that is slow to import
is imported less often, unless its new part mentions a compaction. The store is open only while it is used.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from store.errors import StoreBusy, StoreUnreadable
from store.records import sessions
from store.values import NativeCompaction
from workbench.bootstrap import Env
from workbench.errors import InputError, WorkbenchError
from workbench.masking import mask
from workbench.services.hooks import spool
from workbench.services.hooks.catch_up import catch_up
from workbench.services.hooks.shapes import CompactionVerdictShape, WatchShape
from workbench.services.hooks.verdicts import verdict_of
from workbench.services.live import ScoredCompaction, failing_before, score_unscored, take_in
from workbench.services.transcript_files.file_faults import fault_of
from workbench.services.transcript_files.import_transcripts import Imported
from workbench.services.watches.follow import SUFFIXES, Follower, Growth, files_under
from workbench.services.watches.on_fail import run_command, variables

SETTLE_SECONDS = 1.0
"""Seconds without growth after which a file is imported."""
PATIENCE_SECONDS = 5.0
"""Seconds after which a file is imported although it still grows or ends within a line."""
REST = 10.0
"""Multiple of an import's duration for which the file then rests."""
BUSY_SECONDS = 2.0
"""Seconds until the next attempt if the store is in use."""
SPOOL_SECONDS = 30.0
"""Seconds between two looks for waiting calls of hooks."""
MARKS = (b"compact_boundary", b"isCompactSummary", b'"compacted"', b'"compaction"', b"Condensation")
"""Bytes that indicate a compaction in one of the formats; a false match costs one early import."""
_MOST_SCANNED = 4_000_000
_NOT_YET = ("empty_session", "input_empty", "input_missing")
"""Error codes of a file without content yet, or one that is gone again."""


@dataclass(frozen=True)
class WatchRequest:
    """The folders to watch, and what to report."""

    folders: tuple[str, ...] = ()
    """Empty: the session folders of Claude Code and Codex."""
    input_format: str | None = None
    everything: bool = False
    """Whether to import existing files too, and score every compaction without a report."""
    once: bool = False
    """Whether to do that once and end."""
    repeat: bool = False
    """Whether to report compactions again that failed in an earlier run; only with `once`."""
    imports: bool = False
    """Whether to report imports too, not only compactions and faults."""
    on_fail: str | None = None
    poll_seconds: float | None = None
    """Interval of looks at all files; None: changes are noticed at once if possible."""


@dataclass
class WatchTotals:
    """Totals of a watch."""

    imports: int = 0
    events_added: int = 0
    compactions: int = 0
    failed: int = 0
    failed_before: int = 0
    """Number of compactions that failed in an earlier run; counted only with `once`."""
    faults: int = 0


@dataclass
class _Due:
    """A file that waits for its import; times are of the monotonic clock."""

    first: float
    last: float
    urgent: bool = False


@dataclass
class _Rest:
    """The time until which a file is left alone, and its last fault."""

    until: float = 0.0
    last_fault: str = ""
    lines: int | None = None
    """Number of lines when the watch began; None: not counted yet."""


@dataclass
class Watch:
    """One run of `watch`; `on_line` receives each compaction, import and fault."""

    env: Env
    request: WatchRequest
    on_line: Callable[[WatchShape], None]
    on_command: Callable[[str], None] = lambda _text: None
    """Receives the faults of the `--on-fail` command."""
    on_begin: Callable[[], None] = lambda: None
    """Called once all further growth will be noticed."""
    totals: WatchTotals = field(default_factory=WatchTotals)
    _due: dict[str, _Due] = field(default_factory=dict)
    _rest: dict[str, _Rest] = field(default_factory=dict)
    _store: _Rest = field(default_factory=_Rest)
    """The last fault of the store, which is reported once, not for each file."""
    _sizes: dict[str, int] = field(default_factory=dict)
    """Size in bytes of the files that existed when the watch began."""
    _spooled: float = float("-inf")
    _stop: threading.Event = field(default_factory=threading.Event)

    def run(self, stop: threading.Event) -> WatchTotals:
        """Watch until `stop` is set, or once.

        Raises:
            store.errors.StoreUnreadable, store.errors.StoreBusy: with `once` only, the store cannot be used;
                otherwise such a run would end as if every compaction had passed.
        """
        follower = Follower(self.request.folders or default_folders(), self.grown)
        if self.request.once:
            follower.look()
            self._catch_up()
            for path in list(self._due):
                if stop.is_set():
                    break
                self._take(path)
            return self.totals
        if not self.request.everything:
            follower.begin()
            self._sizes = follower.sizes()
        self.on_begin()
        self._stop = stop
        follower.run(stop, poll_seconds=self.request.poll_seconds, between=self.between)
        return self.totals

    def grown(self, growth: Growth) -> None:
        """Note the growth of a file."""
        now = self.env.ticks()
        due = self._due.setdefault(growth.path, _Due(now, now))
        due.last = now
        due.urgent = due.urgent or (growth.kind == "grown" and _mentions_compaction(growth))
        if growth.size < max(growth.before, self._sizes.get(growth.path, 0)):
            self._forget(growth.path)

    def _forget(self, path: str) -> None:
        """Forget the state of a file that a shorter one replaced: all its lines are new."""
        self._sizes.pop(path, None)
        if path in self._rest:
            self._rest[path].lines = None

    def between(self) -> None:
        """Import the files whose time has come."""
        self._catch_up()
        for path in list(self._due):
            if self._stop.is_set():
                return
            if self._ripe(path):
                self._take(path)

    def _ripe(self, path: str) -> bool:
        due, now = self._due[path], self.env.ticks()
        patient = now - due.first < PATIENCE_SECONDS
        if patient and (now - due.last < SETTLE_SECONDS or _unfinished(path)):
            return False
        rest = self._rest.get(path)
        return due.urgent or rest is None or now >= rest.until

    def _take(self, path: str) -> None:
        """Import one file and score it; if the store is in use it waits, or with `once` raises."""
        began = imported = self.env.ticks()
        rest = self._rest.setdefault(path, _Rest())
        try:
            taken = take_in(self.env, path, self.request.input_format)
            imported = self.env.ticks()  # scoring is due once for each compaction, imports for all that grows
            before = failing_before(self.env, taken.appended.session_id) if self.request.once else ()
            scored = score_unscored(
                self.env, taken.appended.session_id, lambda found: self._is_new(path, rest, found)
            )
        except StoreBusy:
            if self.request.once:
                raise
            self._due[path].first = self._due[path].last = self.env.ticks() + BUSY_SECONDS
            return
        except Exception as error:  # one file must not keep the others from being followed
            del self._due[path]
            of_store = isinstance(error, StoreUnreadable)
            if of_store and self.request.once:
                raise
            self._fault(path, self._store if of_store else rest, fault_of(path, error))
        else:
            del self._due[path]
            rest.last_fault = self._store.last_fault = ""
            self.totals.failed_before += len(before)
            for each in before if self.request.repeat else ():
                self._line("compaction", path, taken, compaction=verdict_of(each), before=True)
            self._report(path, taken, scored)
        rest.until = self.env.ticks() + REST * (imported - began)

    def _is_new(self, path: str, rest: _Rest, found: NativeCompaction) -> bool:
        """Return whether a compaction is in a line that did not exist when the watch began."""
        if rest.lines is None:
            rest.lines = _lines(path, self._sizes.get(path, 0))
        if not rest.lines:
            return True
        place = found.source_end if found.summary is None else found.summary
        event = sessions.load_events(self.env.open_store(), found.session_id, place, place)[0]
        return not event.line or event.line > rest.lines

    def _report(self, path: str, taken: Imported, scored: tuple[ScoredCompaction, ...]) -> None:
        done = taken.appended
        self.totals.imports += 1
        self.totals.events_added += done.events_added
        if self.request.imports and done.events_added:
            self._line("imported", path, taken)
        for each in scored:
            self.totals.compactions += 1
            self.totals.failed += each.passed is False
            verdict = verdict_of(each)
            self._line("compaction", path, taken, compaction=verdict)
            if each.passed is False and self.request.on_fail:
                store = str(Path(self.env.store_location).expanduser().absolute())
                values = variables(
                    verdict, session_id=done.session_id, path=path, format_name=taken.format, store=store
                )
                wrong = run_command(self.request.on_fail, values)
                if wrong:
                    self.on_command(f"the command of --on-fail: {wrong}")

    def _line(
        self,
        kind: Literal["compaction", "imported"],
        path: str,
        taken: Imported,
        compaction: CompactionVerdictShape | None = None,
        before: bool = False,
    ) -> None:
        done = taken.appended
        self.on_line(
            WatchShape(
                at=self.env.now(),
                kind=kind,
                path=path,
                format=taken.format,
                session_id=done.session_id,
                title=mask(taken.title)[0],
                events=done.events,
                events_added=done.events_added,
                compaction=compaction,
                reported_before=before,
            )
        )

    def _fault(self, path: str, rest: _Rest, error: WorkbenchError) -> None:
        """Report a file that cannot be read, once until it can be."""
        if error.code in _NOT_YET or error.code == rest.last_fault:
            return
        rest.last_fault = error.code
        self.totals.faults += 1
        self.on_line(
            WatchShape(at=self.env.now(), kind="fault", path=path, code=error.code, message=error.message)
        )

    def _catch_up(self) -> None:
        """Execute waiting calls of hooks at intervals."""
        if self.env.ticks() - self._spooled < SPOOL_SECONDS:
            return
        self._spooled = self.env.ticks()
        if spool.count(self.env):
            catch_up(self.env, rounds=1)


def default_folders() -> tuple[str, ...]:
    """Return the session folders of Claude Code and Codex."""
    claude = os.environ.get("CLAUDE_CONFIG_DIR")
    codex = os.environ.get("CODEX_HOME")
    home = Path.home()
    return (
        str((Path(claude) if claude else home / ".claude") / "projects"),
        str((Path(codex) if codex else home / ".codex") / "sessions"),
    )


def check_folders(folders: tuple[str, ...]) -> None:
    """Reject folders that do not exist: with a typing mistake the watch would wait forever.

    Raises:
        InputError: one of them does not exist.
    """
    for each in folders:
        if not Path(each).exists():
            raise InputError(f"there is no folder {each}", "check the path", code="input_missing")


def not_followed(folders: tuple[str, ...]) -> list[str]:
    """Return the names of files in the folders that are not followed because of their suffix."""
    found: list[str] = []
    for each in folders:
        files = [each] if Path(each).is_file() else sorted(entry.path for entry in files_under(each))
        found += [Path(file).name for file in files if not file.endswith(SUFFIXES) and Path(file).is_file()]
    return found


def _mentions_compaction(growth: Growth) -> bool:
    """Return whether the new part of a file mentions a compaction."""
    size = min(growth.size - growth.before, _MOST_SCANNED)
    try:
        with Path(growth.path).open("rb") as file:
            file.seek(growth.size - size)
            added = file.read(size)
    except OSError:
        return False
    return any(mark in added for mark in MARKS)


def _unfinished(path: str) -> bool:
    """Return whether a file ends within a line."""
    try:
        with Path(path).open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) not in b"\r\n"
    except OSError:
        return False


def _lines(path: str, size: int) -> int:
    """Count the line ends in the first `size` bytes of a file."""
    found = 0
    try:
        with Path(path).open("rb") as file:
            while size > 0 and (piece := file.read(min(size, 1 << 20))):
                found += piece.count(b"\n")
                size -= len(piece)
    except OSError:
        return 0
    return found
