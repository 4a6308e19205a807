"""Import from within the app: a path or the samples, with progress and a summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.figures import plural
from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.session import SessionState
from workbench.tui.text import clip
from workbench.tui.widgets.searchline import SearchLine

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.transcript_files.import_transcripts import ImportRun

WAYS = ".jsonl, .json or a folder"


class Importing:
    """The import action of a screen, which reads again afterwards."""

    def __init__(self, screen: BaseScreen) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self._screen = screen

    def ask_path(self) -> None:
        """Ask for a path, then import."""
        if self._refused():
            return
        from workbench.tui.screens.dialogs.path_dialog import TriedPathDialog

        ask = TriedPathDialog(
            "Import a transcript",
            "Path of a transcript (.jsonl, .json) or a folder of them.",
            self._import_path,
            example="~/sessions/session.jsonl",
            hint="tab completes   enter imports   esc cancels",
        )
        self._screen.app.push_screen(ask)

    def offer_found(self) -> None:
        """Offer the transcripts that agents keep on this machine."""
        if self._refused():
            return
        from workbench.tui.screens.sessions.found import FoundDialog

        self._screen.app.push_screen(FoundDialog(), self._import_found)

    def _refused(self) -> bool:
        """Return whether nothing can be imported; a warning says so before anything is asked."""
        if self._screen.bench.read_only:
            self._screen.warn("This store is read-only: nothing can be imported into it.")
        return self._screen.bench.read_only

    def _import_found(self, paths: tuple[str, ...] | None) -> None:
        if paths:
            what = paths[0].rsplit("/", 1)[-1] if len(paths) == 1 else plural(len(paths), "transcript")
            self._import(f"Importing {what}", lambda: paths)

    def _import_path(self, path: str, done: Callable[[], None]) -> None:
        """Import a path; on failure the dialog below stays, with the typed path."""

        def imported(run: ImportRun | None) -> None:
            if run is not None:
                done()
            self._imported(run)

        self._import(f"Importing {path}", lambda: (path,), imported)

    def samples(self) -> None:
        """Import the sample sessions."""
        if self._refused():
            return

        def places() -> Sequence[str]:
            from sample_sessions import paths

            return [str(path) for path in reversed(paths())]

        self._import("Importing the sample sessions", places)

    def _import(
        self,
        title: str,
        places: Callable[[], Sequence[str]],
        imported: Callable[[ImportRun | None], None] | None = None,
    ) -> None:
        def run(env: Env, on_progress: Callable[[str], None]) -> ImportRun:
            from pathlib import Path

            from workbench.interpreter import much_data
            from workbench.services.transcript_files.import_transcripts import import_paths

            with much_data():
                return import_paths(
                    env, [str(Path(place).expanduser()) for place in places()], on_progress=on_progress
                )

        from workbench.tui.screens.dialogs.dialog import ProgressDialog

        promise = "esc stops; a file is kept whole or not at all"
        self._screen.app.push_screen(
            ProgressDialog("Import", title, run, promise=promise), imported or self._imported
        )

    def _imported(self, run: ImportRun | None) -> None:
        screen = self._screen
        if run is None:
            screen.load()
            return
        for each in run.imported:
            if each.records is None and "://" not in each.path:
                screen.bench.paths[each.appended.session_id] = each.path
        added = sum(each.appended.events_added for each in run.imported)
        skipped = sum(len(each.appended.skipped) for each in run.imported)
        text = f"Imported {plural(len(run.imported), 'session')}, {plural(added, 'new event')}"
        if skipped:
            text += f", {plural(skipped, 'broken line')} left out"
        screen.toast(text)
        for path, error in run.unreadable:
            screen.warn(f"{path}: {error.message}")
        newest = run.imported[-1]
        name = newest.title or PurePath(newest.path).name
        screen.query_one(SearchLine).close()
        screen.state = SessionState(session_id=newest.appended.session_id, title=clip(one_line(name), 48))
        screen.load()
