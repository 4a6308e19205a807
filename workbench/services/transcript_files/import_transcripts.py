"""Import of transcripts into the store; one broken file does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gates.errors import os_reason
from gates.source import SourceEvent
from store.context.left_before import covered_range
from store.engine import Store
from store.errors import BundleRefused, SessionMismatch, StoreError
from store.lifecycle.open import warm_up
from store.records import imports, sessions
from store.records.transcript_pieces import FileKeeper, TailKeeper
from store.values import Appended
from workbench.bootstrap import Env
from workbench.errors import InputError, WorkbenchError
from workbench.importers.base import ReadingTotals, TranscriptReading
from workbench.importers.sniffing import importer
from workbench.pipes import is_pipe
from workbench.services.transcript_files.event_folders import whole_transcript
from workbench.services.transcript_files.file_faults import fault_of, none_readable
from workbench.services.transcript_files.transcripts import TranscriptFile, empty_session, expand, open_file

if TYPE_CHECKING:
    from store.lifecycle.bundle_import import Taken


_BUNDLE = b"PK\x03\x04"

Say = Callable[[str], None]
Hearing = Callable[[Iterator[SourceEvent]], Iterator[SourceEvent]]

TRIGGERS = ("auto", "manual")
STATED_EVERY = 2_000
"""Number of events between two reports of progress within a file."""


@dataclass(frozen=True)
class Imported:
    """One imported transcript."""

    path: str
    format: str
    title: str
    appended: Appended
    records: int | None = None
    """Number of records of a bundle's history that were added; None for a transcript."""
    unread: int = 0
    """Number of lines of the file that could not be read."""

    @property
    def covered(self) -> tuple[int, int] | None:
        """The events that its last summary stands for; None if it has no summary."""
        return covered_range(self.appended.compactions) if self.appended.compactions else None

    def to_json(self) -> dict[str, Any]:
        """Return one entry of `sessions[]`."""
        from workbench.services.output_shapes.reports_and_drafts import ImportedShape
        from workbench.services.output_shapes.shape import printed

        skipped = [{"line": line, "reason": reason} for line, reason in self.appended.skipped]
        return printed(ImportedShape, self.appended, format=self.format, path=self.path, skipped=skipped)


@dataclass(frozen=True)
class ImportRun:
    """The result of one `import`."""

    imported: tuple[Imported, ...]
    unreadable: tuple[tuple[str, WorkbenchError], ...] = field(default=())
    """Files that could not be read, with the reason."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.import/1` object."""
        from workbench.services.output_shapes.reports_and_drafts import ImportShape
        from workbench.services.output_shapes.shape import printed

        return printed(ImportShape, sessions=[each.to_json() for each in self.imported])


def _files(paths: Sequence[str]) -> list[str]:
    """Expand paths to files; an error about one of several paths adds that nothing was imported."""
    try:
        return expand(paths)
    except InputError as error:
        if len(paths) > 1:
            error.hint += "; nothing was imported"
        raise


def import_paths(
    env: Env,
    paths: Sequence[str],
    *,
    input_format: str | None = None,
    as_new: bool = False,
    on_progress: Say | None = None,
    trigger: str = "",
) -> ImportRun:
    """Import files, and the transcripts in folders; `on_progress` receives each file and its progress.

    `trigger` (`auto`, `manual`) is the trigger of the last compaction as an agent reported it, used if the
    transcript does not record one. An exception from `on_progress` stops the import: files done before are
    kept, and the one being read leaves nothing behind.

    Raises:
        InputError: a path or a format does not exist, a folder has no transcript, or nothing could be read.
    """
    if input_format is not None:
        importer(input_format)
    files = _files(paths)
    warm_up(new=not env.store_exists)
    opened = cache(env.create_store)
    imported: list[Imported] = []
    unreadable: list[tuple[str, WorkbenchError]] = []
    stopped: list[Exception] = []
    if on_progress is not None:
        on_progress = partial(_remembering, on_progress=on_progress, stopped=stopped)
    for number, path in enumerate(files, 1):
        here = f"importing {number} of {len(files)}:"
        if on_progress is not None:
            on_progress(f"{here} {path}")
        considered = (
            None if on_progress is None else partial(_stated, on_progress=on_progress, here=here, path=path)
        )
        try:
            if _is_bundle(Path(path)):
                imported += _take_bundle(env, opened, path)
            else:
                taking = _Taking(env, opened, considered, as_new, trigger)
                unreadable += taking.take(path, input_format, imported)
        except StoreError as error:
            _report_what_was_done(error, imported, len(files))
            raise
        except Exception as error:
            if stopped:
                raise
            unreadable.append((path, fault_of(path, error)))
    if not imported:
        raise none_readable(unreadable, "imported", len(files))
    return ImportRun(tuple(imported), tuple(unreadable))


def _remembering(text: str, *, on_progress: Say, stopped: list[Exception]) -> None:
    """Report progress, and remember an exception by which the listener stops the import."""
    try:
        on_progress(text)
    except Exception as error:
        stopped.append(error)
        raise


def _report_what_was_done(error: StoreError, imported: Sequence[Imported], files: int) -> None:
    """Add to a store error how many files were imported before it; they are kept."""
    done = len({each.path for each in imported})
    if done:
        error.message = f"{error.message}; {done} of {files} files were imported"
        error.hint = error.hint.replace("nothing was done", "the rest was not")


@dataclass(frozen=True)
class _Taking:
    """The import of one file's conversations; the store is opened once there is an event to keep."""

    env: Env
    opened: Callable[[], Store]
    considered: Hearing | None
    as_new: bool
    trigger: str = ""

    def take(
        self, path: str, input_format: str | None, imported: list[Imported]
    ) -> list[tuple[str, WorkbenchError]]:
        """Import a file and append the results to `imported`; return the conversations that failed.

        Raises:
            InputError: the file cannot be read, or the only conversation in it.
        """
        unreadable: list[tuple[str, WorkbenchError]] = []
        with whole_transcript(path) as whole:
            file = open_file(whole, input_format, typed=path)
            for part in file.parts:
                try:
                    imported.append(self._conversation(file, part))
                except InputError as error:
                    if len(file.parts) == 1:
                        raise
                    unreadable.append((file.name_of(part), error))
        return unreadable

    def _conversation(self, file: TranscriptFile, part: str) -> Imported:
        name, kept = file.name_of(part), file.copy(part)
        with FileKeeper(file.place) if kept is None else TailKeeper(0, (), b"", kept) as keeper:
            reading = file.open(part)
            events = _not_empty(name, reading)
            if self.considered is not None:
                events = self.considered(events)
            if self.trigger in TRIGGERS:
                events = _triggered(events, reading.totals, self.trigger)
            return _append(self.env, self.opened(), name, reading, events, keeper, as_new=self.as_new)


def _is_bundle(path: Path) -> bool:
    """Return whether a file begins as a bundle does, and is not another kind of archive."""
    if is_pipe(path):
        return False
    try:
        with path.open("rb") as file:
            if file.read(len(_BUNDLE)) != _BUNDLE:
                return False
    except OSError:
        return False
    return not _other_archive(path)


def _other_archive(path: Path) -> bool:
    """Return whether an archive is no bundle, by its members, or by its suffix if it cannot be listed."""
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(path) as archive:
            names = archive.namelist()
    except (BadZipFile, OSError, ValueError, NotImplementedError):
        return path.suffix == ".eval"
    return not any(name == "bundle.json" or name.startswith(("sessions/", "blobs/")) for name in names)


def _take_bundle(env: Env, opened: Callable[[], Store], path: str) -> list[Imported]:
    """Import the sessions of a bundle with their history; return them as imported transcripts."""
    from store.database.access import path_of
    from store.lifecycle import bundle_import

    try:
        taken = bundle_import.take_checked(opened, path_of(env.store_location), Path(path))
    except BundleRefused as error:
        raise InputError(f"{path}: {error.message}", error.hint, code=error.code) from error
    return [_taken(opened(), path, each) for each in taken]


def _taken(store: Store, path: str, taken: Taken) -> Imported:
    found = sessions.get(store, taken.session_id)
    appended = Appended(
        session_id=taken.session_id,
        created=taken.created,
        events=found.events,
        events_added=found.events if taken.created else 0,
        turns=found.turns,
        noise=found.noise,
        rewritten=0,
        lanes_changed=0,
        scope_complete=found.scope_complete,
        compactions=sessions.compactions(store, taken.session_id),
        skipped=(),
    )
    return Imported(path, found.format, found.title, appended, taken.records)


def _stated(events: Iterator[SourceEvent], on_progress: Say, here: str, path: str) -> Iterator[SourceEvent]:
    for count, event in enumerate(events, 1):
        if count % STATED_EVERY == 0:
            on_progress(f"{here} {count:,} events of {path}")
        yield event


def _triggered(events: Iterator[SourceEvent], totals: ReadingTotals, trigger: str) -> Iterator[SourceEvent]:
    """Yield the events, then set the trigger of the last compaction if it is unknown."""
    yield from events
    if totals.compactions and totals.compactions[-1].trigger == "unknown":
        totals.compactions[-1] = replace(totals.compactions[-1], trigger=trigger)


def _append(
    env: Env,
    store: Store,
    path: str,
    reading: TranscriptReading,
    events: Iterator[SourceEvent],
    keeper: FileKeeper | TailKeeper,
    *,
    as_new: bool,
) -> Imported:
    try:
        appended = imports.append(
            store,
            reading.header,
            events,
            totals=reading.totals,
            source_name=Path(path).name,
            transcript=keeper,
            now=env.now(),
            as_new=as_new,
        )
    except SessionMismatch as error:
        raise InputError(error.message, error.hint, code=error.code) from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", "check the file and its disk") from error
    unread = sum(not each.was_read for each in reading.totals.skipped)
    return Imported(path, reading.header.format, reading.header.title, appended, unread=unread)


def _not_empty(path: str, reading: TranscriptReading) -> Iterator[SourceEvent]:
    """Return the events of a reading, after checking that there is a first one.

    Raises:
        InputError: there is none, so nothing is to be kept.
    """
    events = reading.events()
    first = next(events, None)
    if first is None:
        raise empty_session(path, reading.totals.skipped)
    return chain((first,), events)
