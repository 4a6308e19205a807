"""The base class of every full screen: crumbs, keys, navigation, esc and q, reload, copy, zoom."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Protocol

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.widget import Widget

from workbench.escaping import visible
from workbench.presentation.cells import width_of
from workbench.tui.keyboard.keymap import footer, on_screen
from workbench.tui.keyboard.keys import SCREEN_TITLES, FooterKey
from workbench.tui.screens.asking import AskingScreen, unsay_warnings
from workbench.tui.screens.first_action import FirstAction
from workbench.tui.screens.named_event import NamesEvents
from workbench.tui.screens.turns import next_pane
from workbench.tui.state.session import SessionState
from workbench.tui.watching import EVERY_SECONDS
from workbench.tui.widgets.bars import CRUMB, Crumbs, KeyBar
from workbench.tui.widgets.busy import BusyLine
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel

WIDE, TALL = 100, 30
SMALLEST = (80, 24)
WIDTHS = [(0, "-tiny"), (SMALLEST[0], "-narrow"), (WIDE, "-wide")]
HEIGHTS = [(0, "-flat"), (SMALLEST[1], "-low"), (TALL, "-tall")]


def _class_at(steps: Sequence[tuple[int, str]], size: int) -> str:
    """Return the class of the largest step that a size reaches."""
    return next(name for least, name in reversed(steps) if size >= least)


def bindings_of(screen: str) -> list[BindingType]:
    """Return the bindings of a screen, from the key map."""
    return [
        Binding(key.textual, key.action, key.help, show=False, id=f"{screen}.{key.id}", priority=key.priority)
        for key in on_screen(screen)
    ]


class ScreenPart(Protocol):
    """An object that a screen is composed of; it sends requests to services through the screen."""

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        ...


class BaseScreen(NamesEvents, AskingScreen[None]):
    """One full screen. Subclasses set `NAME`, define `body` and `load`, and name their `parts`."""

    NAME: ClassVar[str] = ""
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    AUTO_FOCUS = ".first"
    """Selector of the widget that has the focus first."""

    def __init_subclass__(cls, **options: Any) -> None:  # noqa: ANN401 - handed on
        """Bind the keys of the key map."""
        if "NAME" in cls.__dict__:
            cls.BINDINGS = bindings_of(cls.NAME)
        super().__init_subclass__(**options)

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self._status = self.pending = ""
        self.pressing: Callable[[], Sequence[str]] = tuple  # actions that come first in the footer
        self.leading: Callable[[], Sequence[FooterKey]] = tuple  # keys before all of those
        self.only: Callable[[], Collection[str]] = tuple  # the only actions in the footer; empty: all
        self.first = FirstAction(self)  # the action to begin with, once loaded
        self._loaded_for: SessionState | None = None
        self.parts: tuple[ScreenPart, ...] = ()
        """The parts of the screen; an answer goes to the first one whose request it answers."""

    def body(self) -> Iterable[Widget]:
        """Return the panes between crumbs and keys."""
        return ()

    def load(self) -> None:
        """Request the screen's data: when it opens, on return with another state, on reload."""

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Pass an answer to the part that sent the request."""
        any(each.answered(request, value) for each in self.parts)

    @property
    def reading(self) -> bool:
        """Whether what the screen shows is still to come: nothing was asked yet, or not all is answered."""
        return not self._next_ticket or self.busy

    def written_elsewhere(self) -> None:
        """Read again, because the store's file changed."""
        self.load()

    def escape(self) -> bool:
        """Clear the search, else the range; return whether there was anything to clear."""
        return False

    def copied(self) -> str:
        """Return the text that `y` copies: the id or text under the cursor."""
        return self.state.artifact_id or self.state.session_id or ""

    def paged(self) -> str:
        """Return the text that `o` opens in the pager; empty for none."""
        return ""

    def is_enabled(self, action: str) -> bool:  # noqa: ARG002 - for overriding
        """Return whether the footer shows an action as possible now; the action itself explains why not."""
        return True

    def crumbs(self) -> tuple[str, ...]:
        """Return the path at the top left."""
        title = SCREEN_TITLES.get(self.NAME, self.NAME)
        session = () if self.NAME == "library" else (self.state.title or "session",)
        return ("workbench", *session, title)

    @property
    def state(self) -> SessionState:
        """The open session and the selection in it."""
        return self.bench.state

    @state.setter
    def state(self, state: SessionState) -> None:
        self.bench.state = state

    def select(self, **changes: Any) -> None:  # noqa: ANN401 - fields of the state
        """Change the selection by fields of the state, without reading again."""
        self.state = replace(self.state, **changes)
        self._loaded_for = self.state

    def hand_over(self, state: SessionState) -> None:
        """Set the state for another screen, so that nothing is read again for it on return."""
        self.state = state
        self._loaded_for = None

    def reload_with(self, state: SessionState) -> None:
        """Read again with another state, as after a write."""
        self.state = self._loaded_for = state
        self.load()

    def compose(self) -> ComposeResult:
        """Yield crumbs, body and keys."""
        self._wear_classes()
        yield Crumbs(separator=self.bench.glyphs.crumb, screen=self.NAME)
        yield from self.body()
        glyphs = self.bench.glyphs
        yield BusyLine(full=glyphs.full, empty=glyphs.empty)
        yield KeyBar(self.footer_keys, self.is_enabled)

    def footer_keys(self, width: int) -> Sequence[FooterKey]:
        """Return the keys that the footer shows, for the screen's width."""
        most, pane = (8 if width >= WIDE else 6), next_pane(self, self.NAME)
        keys, only = footer(self.NAME, most, pane=pane, first=self.pressing()), self.only()
        return (*self.leading(), *(key for key in keys if not only or key.action in only))

    def _wear_classes(self) -> None:
        """Set the classes for the terminal's size from the start: otherwise every widget is styled twice."""
        width, height = self.app.size
        self.add_class(_class_at(WIDTHS, width), _class_at(HEIGHTS, height), update=False)
        if self.bench.glyphs.ascii:
            self.add_class("-ascii", update=False)

    def on_mount(self) -> None:
        """Request the data once the first frame is drawn; runs after the `on_mount` of a subclass."""
        self.set_status(self._status)
        self._loaded_for = self.state
        self.call_after_refresh(self.load)
        self.set_interval(EVERY_SECONDS, self._look)

    def rested(self, *, failed: bool = False) -> None:
        """Run the action that the screen was opened for."""
        self.first.rested(failed=failed)

    def _look(self) -> None:
        """Read again if another process wrote to the store; `is_current` also holds below the top screen."""
        if self.app.screen is self and not self.busy and self.bench.file_watch.changed():
            self.written_elsewhere()

    def on_screen_resume(self) -> None:
        """Read again if the selection changed while another screen was on top."""
        if self._loaded_for not in (None, self.state):
            self._loaded_for = self.state
            self.load()

    def on_resize(self) -> None:
        """Show a notice when panes had to be left out."""
        self.set_status(self._status)

    def set_status(self, text: str) -> None:
        """Show the state at the top right."""
        self._status = text
        if self.bench.read_only:
            text = f"read-only store   {text}"
        width, height = self.size
        if 0 < width < SMALLEST[0] or 0 < height < SMALLEST[1]:
            text = with_size(text, width, height)
        self.query_one(Crumbs).show(self.crumbs(), text, place=_place(self))

    def refresh_keys(self) -> None:
        """Draw the keys again, since the possible actions have changed."""
        self.query_one(KeyBar).refresh()

    @on(KeyBar.Pressed)
    async def _key_clicked(self, message: KeyBar.Pressed) -> None:
        await self.run_action(message.action)

    # actions of every screen

    def action_go(self, name: str, pending: str = "") -> None:
        """Go to a numbered screen of the open session; it begins with the action `pending`."""
        unsay_warnings(self)
        self.bench.go(name, pending=pending)

    def action_back(self) -> None:
        """Close this screen; the library ends the app."""
        unsay_warnings(self)
        self.bench.go_back()

    def action_escape(self) -> None:
        """Clear the search, else the range, else go back; never quit."""
        if self.writing:
            self.warn(f"{self.writing}: it cannot be stopped half-way.")
        elif self.stop_waiting():
            self.warn("Not waited for any longer; R reads it again.")
        elif self.maximized is not None:
            self.minimize()
        elif not self.escape() and self.NAME != "library":
            self.action_back()

    def action_help(self) -> None:
        """Show the keys."""
        from workbench.tui.screens.dialogs.help import HelpDialog

        self.app.push_screen(HelpDialog(self.NAME, ranged=_has_range(self)))

    def action_reload(self) -> None:
        """Repeat a failed request, else read again."""
        if not self.ask_again():
            self.load()

    def action_next_pane(self) -> None:
        """Focus the next pane."""
        self.focus_next()

    def action_previous_pane(self) -> None:
        """Focus the previous pane."""
        self.focus_previous()

    def action_larger(self) -> None:
        """Give the focused pane the whole screen."""
        if (pane := _panel_of(self.focused)) is not None:
            self.maximize(pane, container=False)

    def action_smaller(self) -> None:
        """Restore the sizes of the panes."""
        self.minimize()

    def action_copy(self) -> None:
        """Copy to the terminal's clipboard (OSC 52), with control characters visible: a shell may get it."""
        _copy(self, visible(self.copied()))

    def action_pager(self) -> None:
        """Open the text in $PAGER."""
        open_pager(self, self.paged())

    def action_undo(self) -> None:
        """Roll back the last move, on the history screen."""
        _roll_back(self)


def _roll_back(screen: BaseScreen) -> None:
    if screen.state.is_open:
        screen.bench.go("history", pending="undo")
    else:
        screen.warn("Open a session first: there is no move to roll back.")


def open_event(screen: BaseScreen, ordinal: int) -> None:
    """Go to an event."""
    screen.select(event=ordinal)
    screen.bench.go("event")


def _has_range(screen: BaseScreen) -> bool:
    """Return whether a list on a screen supports ranges."""
    return any(each.content.ranged for each in screen.query(LineView))


def with_size(status: str, width: int, height: int) -> str:
    """Return a status with the size of a small terminal and its consequence, as far as there is room."""
    size, room = f"{width}x{height}", width - CRUMB
    ways = (f"{status}  {size}: panes left out", f"{status}  {size}", f"{size}: panes left out")
    return next((each.strip() for each in ways if width_of(each) <= room), ways[-1])


def _panel_of(node: DOMNode | None) -> Panel | None:
    """Return the pane that contains a widget."""
    within = node.ancestors_with_self if node is not None else ()
    return next((each for each in within if isinstance(each, Panel)), None)


def _copy(screen: AskingScreen[None], text: str) -> None:
    if not text:
        screen.warn("There is nothing to copy here.")
        return
    screen.app.copy_to_clipboard(text)
    screen.toast(f"Copied {text if len(text) <= 40 else f'{len(text):,} characters'}")


def open_pager(screen: AskingScreen[None], text: str) -> None:
    """Open a text in $PAGER, or show why that is not possible."""
    from workbench.tui.pager import page

    problem = page(screen.app, text) if text else "There is no text to open here."
    if problem:
        screen.warn(problem)


def _place(screen: BaseScreen) -> tuple[str, ...]:
    """Return the crumbs without the screen's name, which the numbered screens beside them show."""
    crumbs, title = screen.crumbs(), SCREEN_TITLES.get(screen.NAME, screen.NAME)
    if screen.NAME == "library":
        return crumbs[:1]
    own = [each.removeprefix(f"{title} ") for each in crumbs[2:] if each not in (title, f"{title}s")]
    return (crumbs[1], *own)
