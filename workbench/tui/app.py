"""The app object: owner of environment, open session and stack of screens. It calls no service."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.markup import escape
from textual.screen import Screen

from workbench.escaping import one_line
from workbench.tui import glyphs, themes
from workbench.tui.desk import LazyCiting, LazyDesk
from workbench.tui.driven_runs import STILL_AT_WORK, DrivenRuns
from workbench.tui.following import Following
from workbench.tui.keyboard.keys import SCREENS
from workbench.tui.keyboard.ordered_app import OrderedApp
from workbench.tui.keyboard.palette import PaletteEntry, entries
from workbench.tui.keyboard.unbound import does_nothing
from workbench.tui.looked_at import LookedAt
from workbench.tui.screens.asking import offer_early
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.registry import make_screen
from workbench.tui.screens.runs.run_notices import show_run_moved
from workbench.tui.settings import Settings
from workbench.tui.state.session import SessionState
from workbench.tui.tone_filter import TONES
from workbench.tui.watching import FileWatch

if TYPE_CHECKING:
    from textual.filter import LineFilter

    from store.quick_look import Glimpse
    from workbench.bootstrap import Env
    from workbench.services.drafts.edit import Working
    from workbench.services.hooks.shapes import WatchShape
    from workbench.services.lookup.search import SearchResult

WAIT_SECONDS = 1.0
"""Seconds that a screen's request waits for another process to release the store."""


class WorkbenchApp(OrderedApp):
    """Review, score, accept and roll back compactions."""

    TITLE = "workbench"
    CSS_PATH: ClassVar[Any] = ["styles.tcss", "review.tcss"]
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[Any]] = []

    def __init__(
        self,
        env: Env,
        *,
        ascii_only: bool = False,
        settings: Settings | None = None,
        session: str | None = None,
        samples: bool = False,
    ) -> None:
        """Prepare the app; `session` is opened at once, and `samples` loads the sample sessions first."""
        super().__init__()
        self.env = env.with_timeout(min(env.wait_seconds, WAIT_SECONDS)).with_notice_handler(
            self._notice_later
        )
        self.glyphs = glyphs.choose(ascii_only=ascii_only)
        self.settings = settings or Settings()
        self.state = SessionState()
        self.open_first = session
        self.load_samples = samples
        self.glimpse: Glimpse | None = None
        """The first events of the session, shown by the timeline before it has read the rest."""
        self.read_only = False
        """Whether this user is known to have no write access to the store."""
        self.file_watch = FileWatch(env.store_location)
        self.first_theme = ""
        self.reasons: dict[str, str] = {}
        """Reasons typed for an artifact and not used yet, so that esc loses nothing."""
        self.forms: dict[str, Path] = {}
        """Files of rejected forms, by artifact id; the editor opens them again."""
        self.looked_at = LookedAt()
        """Problems and statements of drafts that the reader has visited since the start."""
        self.unkept: dict[str, int] = {}
        """Drafts with edits that are not kept, as far as they were shown: artifact id to the n of `d-n`."""
        self.desk = LazyDesk()
        """The working copies of drafts; created by the first thread that asks for them."""
        self.paths: dict[str, str] = {}
        """Paths of the transcripts that were imported or followed since the start, by session."""
        self.following = Following(self.env, self._growth_later)
        self.driven = DrivenRuns(self.env, lambda found: self.call_later(show_run_moved, self, found))
        """The runs that this app drives."""
        self.citing = LazyCiting()
        """The index of statements that cite events; created when first asked for."""
        self.preview: bool | None = None
        """Whether timelines show the event under the cursor; None: if the terminal is wide enough."""
        self.searched: tuple[str, SearchResult | None] = ("", None)
        """The last search over all sessions: its words and its result."""
        self.recent: deque[tuple[str, str, str]] = deque(maxlen=200)
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.first_theme = self.settings.theme_for(self.available_themes, self.console.color_system)
        self.theme = self.first_theme
        self._styled: dict[str, str] = self.get_css_variables()
        self.stylesheet.set_variables(self._styled)

    def get_default_screen(self) -> BaseScreen:
        """Return the library, instead of an empty screen at the bottom of the stack."""
        return make_screen("library")

    def on_mount(self) -> None:
        """Remember the theme that is chosen from now on."""
        self.theme_changed_signal.subscribe(self, self._keep_theme)

    def refresh_css(self, animate: bool = True) -> None:
        """Restyle the app, unless no colour changed: this happens when the app was styled just before."""
        variables = self.get_css_variables()
        if variables != self._styled:
            self._styled = variables
            super().refresh_css(animate)

    def _keep_theme(self, theme: Any) -> None:  # noqa: ANN401 - the library's theme value
        if self.settings.theme is None and theme.name == self.first_theme:
            return
        chosen = replace(self.settings, theme=theme.name)
        if chosen != self.settings:
            self.settings = chosen
            self.run_worker(chosen.save, thread=True, exit_on_error=False, group="settings")

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the line filters of the library and those of the app, each always the same object."""
        filters = [*super().get_line_filters(), TONES]
        if not self.glyphs.ascii:
            return filters
        from workbench.tui.ascii_filter import ASCII

        return [*filters, ASCII]

    def _notice_later(self, text: str) -> None:
        """Show a notice about opening the store; called from any thread."""
        self.call_later(self._show_notice, text)

    def _growth_later(self, found: WatchShape) -> None:
        """Show an import, a new compaction or a fault; called from the thread of the watch."""
        self.call_later(self._show_growth, found)

    def _show_growth(self, found: WatchShape) -> None:
        from workbench.tui.state.timeline.growth import growth_words

        words = growth_words(found)
        if words:
            self.remember("warning" if found.kind == "fault" else "note", words)
            severity = "warning" if found.kind == "fault" or found.compaction is not None else "information"
            self.notify(one_line(words), timeout=10.0, severity=severity, markup=False)  # type: ignore[arg-type]
        if found.session_id is not None and found.session_id == self.state.session_id:
            self.state = replace(self.state, revision=self.state.revision + 1)
            if isinstance(self.screen, BaseScreen):
                self.screen.written_elsewhere()

    def on_unmount(self) -> None:
        """Stop following transcripts and driving runs."""
        self.following.end(wait=True)
        self.driven.end()

    def _show_notice(self, text: str) -> None:
        self.remember("note", text)
        self.notify(one_line(text), timeout=12.0, markup=False)

    def remember(self, kind: str, text: str) -> None:
        """Keep a message for `Recent messages`."""
        self.recent.append((self.env.now()[11:19], kind, text))

    def unkept_edits(self, working: Working) -> None:
        """Remember whether a draft has edits that are not kept, for a warning when the app ends."""
        stored = working.stored
        if working.copy.changed:
            self.unkept[stored.artifact_id] = stored.number
        else:
            self.unkept.pop(stored.artifact_id, None)

    def show_text(self, title: str, text: str) -> None:
        """Open a dialog with a text to read and to copy."""
        from workbench.tui.screens.dialogs.dialog import ReadDialog

        self.push_screen(ReadDialog(title, text))

    def go(self, name: str, *, pending: str = "") -> None:
        """Go to a screen, back to it if it is on the stack; it begins with the action `pending`."""
        self.driven.ask_again()
        if name != "library" and not self.state.is_open:
            self.notify(
                "Open a session first: enter on a row of the library.", severity="warning", markup=False
            )
            return
        stack = [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]
        known = next((screen for screen in stack if name == screen.NAME), None)
        if known is None:
            fresh = make_screen(name)
            fresh.pending = pending
            self.push_screen(fresh)
            return
        known.pending = pending
        while self.screen is not known:
            self.pop_screen()
        if pending:
            known.load()

    def go_back(self) -> None:
        """Close the top screen; if no screen is below it, end the app."""
        screens = [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]
        if len(screens) > 1:
            self.pop_screen()
        elif self.driven.may_leave():
            self.exit()
        else:
            screens[0].warn(STILL_AT_WORK)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield every action of the key map, the recent messages, and some commands of the library."""
        if isinstance(screen, BaseScreen) and screen.NAME in SCREENS:
            for each in entries(screen.NAME):
                there = partial(_do_there, screen, each)
                run = there if each.there else partial(screen.run_action, each.action)
                yield SystemCommand(escape(each.title), escape(each.under), run, discover=not each.there)
        yield SystemCommand("Recent messages", "What was said lately", self.action_recent)
        yield SystemCommand("Theme", "Choose the colours; remembered", self.action_change_theme)
        yield SystemCommand(
            "Save a picture of the screen", "As SVG", lambda: self.set_timer(0.1, self.deliver_screenshot)
        )

    def on_key(self, event: events.Key) -> None:
        """Pass a key that no widget took to a field that opens, or say where it has a meaning."""
        screen = self.screen
        if event.key != "q":
            self.driven.ask_again()
        if offer_early(screen, event):
            event.prevent_default()
            return
        stated = does_nothing(screen.NAME, event.key) if isinstance(screen, BaseScreen) else ""
        if stated and isinstance(screen, BaseScreen):
            screen.warn(stated)

    def on_paste(self, event: events.Paste) -> None:
        """Pass a paste that no widget took to a field that opens."""
        offer_early(self.screen, event)

    def action_find(self) -> None:
        """Search all sessions and open the chosen result."""
        from workbench.tui.screens.sessions.finding import FindDialog

        self.push_screen(FindDialog(), self._open_found)

    def _open_found(self, found: SessionState | None) -> None:
        if found is not None:
            self.state = found
            self.go("event" if found.artifact_id is None else "claims")
            if isinstance(self.screen, BaseScreen):
                self.screen.on_screen_resume()  # it may have been below the dialog all along

    def action_recent(self) -> None:
        """Show recent messages."""
        from workbench.tui.screens.dialogs.help import RecentDialog

        self.push_screen(RecentDialog())


async def _do_there(screen: BaseScreen, entry: PaletteEntry) -> None:
    """Open the screen of a palette entry, as its number key does, and run its action once it is loaded."""
    await screen.run_action(f"go('{entry.there}')")
    opened = screen.app.screen
    if isinstance(opened, BaseScreen) and entry.there == opened.NAME:
        opened.first.begin_with(entry.action)
