"""The key that follows a transcript: its path is known, found by its name, or asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gates.errors import ReportedError
from workbench.tui.screens.base import BaseScreen

if TYPE_CHECKING:
    from workbench.bootstrap import Env


FOLLOWING = ("compaction(-1)", "draft_at", "compact", "follow")
"""Actions at the beginning of the footer if the transcript can be followed; they fit on any terminal."""


class FindFile(NamedTuple):
    """A request for the transcript of a session on this machine."""

    session_id: str


class CatchUp(NamedTuple):
    """A request to import what was added so far."""

    session_id: str
    path: str


class LookForFile(NamedTuple):
    """A request whether there is such a transcript, sent without a key."""

    session_id: str


class FollowKey:
    """The follow action of a screen; the app receives the growth."""

    def __init__(self, screen: BaseScreen) -> None:
        """Prepare; nothing is followed before a key is pressed."""
        self._screen = screen
        self._there = ""
        """The session whose transcript is known to be on this machine."""

    @property
    def pressing(self) -> Sequence[str]:
        """The first actions of the footer while the transcript can be followed."""
        return FOLLOWING if self.offered else ()

    @property
    def offered(self) -> bool:
        """Whether the footer names the key: the transcript exists and is not followed."""
        session_id = str(self._screen.state.session_id)
        return self._there == session_id and not self._screen.bench.following.of(session_id)

    def begin(self) -> None:
        """Follow the shown session if that was asked for; otherwise find out whether it can be followed."""
        session_id = str(self._screen.state.session_id)
        self._screen.refresh_keys()
        pending, self._screen.pending = self._screen.pending, ""
        if pending == "follow" and not self._screen.bench.following.of(session_id):
            self.toggle()
        else:
            self._look()

    def _look(self) -> None:
        """Look for the transcript, once per session; failures are silent."""
        bench, session_id = self._screen.bench, str(self._screen.state.session_id)
        if self._there == session_id or bench.read_only:
            return
        known = bench.paths.get(session_id)

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from pathlib import Path

            from workbench.services.watches.found_transcripts import transcript_of

            try:
                found = known if known is not None else transcript_of(env, session_id)
            except (ReportedError, OSError):
                return False
            return found is not None and Path(found).expanduser().is_file()

        self._screen.ask(LookForFile(session_id), run, group="look-for-file")

    def toggle(self) -> None:
        """Start or stop following the transcript of the open session."""
        screen, bench = self._screen, self._screen.bench
        session_id = str(screen.state.session_id)
        if bench.following.of(session_id):
            bench.following.end()
            screen.toast("Not followed any more.")
            return
        if bench.read_only:
            screen.warn("The store may only be read: what is added could not be taken in.")
            return
        known = bench.paths.get(session_id)
        if known is not None:
            self._catch_up(session_id, known)
            return

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.watches.found_transcripts import transcript_of

            return transcript_of(env, session_id)

        doing = "Looking for its transcript"
        screen.ask(FindFile(session_id), run, group="follow", doing=doing)

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if isinstance(request, LookForFile):
            self._there = request.session_id if value else self._there
            self._screen.refresh_keys()
            return True
        if isinstance(request, FindFile):
            if value is None:
                self._ask_path(request.session_id)
            else:
                self._catch_up(request.session_id, value)
            return True
        if not isinstance(request, CatchUp):
            return False
        screen, bench = self._screen, self._screen.bench
        if value.session_id != request.session_id:
            screen.warn(f"{request.path} is the transcript of another session; it was imported as one.")
            return True
        bench.paths[request.session_id] = request.path
        bench.following.begin(request.session_id, request.path)
        screen.toast(f"Following {request.path}; F ends it.", seconds=6.0)
        screen.load()
        return True

    def _ask_path(self, session_id: str) -> None:
        from workbench.tui.screens.dialogs.path_dialog import PathDialog

        def chosen(path: str | None) -> None:
            if path:
                self._catch_up(session_id, path)

        prompt = "Where is its transcript? It is not in the folders of Claude Code and Codex."
        self._screen.app.push_screen(
            PathDialog("Follow a transcript", prompt, hint="tab completes   enter follows   esc cancels"),
            chosen,
        )

    def _catch_up(self, session_id: str, path: str) -> None:
        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from pathlib import Path

            from workbench.services.live import take_in

            return take_in(env, str(Path(path).expanduser())).appended

        request = CatchUp(session_id, path)
        self._screen.ask(request, run, write=True, doing="Taking in what was added")
