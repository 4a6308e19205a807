"""The base of every full screen: crumbs, keys, navigation, the rules of esc and q, reload, copy, zoom."""

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
from workbench.tui.screens.asking import AskingScreen
from workbench.tui.screens.first_action import FirstAction
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
    """The class of the widest step that a size reaches."""
    return next(name for least, name in reversed(steps) if size >= least)


def bindings_of(screen: str) -> list[BindingType]:
    """The bindings of a screen, from the key map."""
    return [
        Binding(key.textual, key.action, key.help, show=False, id=f"{screen}.{key.id}", priority=key.priority)
        for key in on_screen(screen)
    ]


class ScreenPart(Protocol):
    """An object that a screen is composed of, which asks services through it."""

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; False where it belongs to somebody else."""
        ...


class BaseScreen(AskingScreen[None]):
    """One numbered screen. Subclasses set `NAME`, give `body` and `load`, and name their `parts`."""

    NAME: ClassVar[str] = ""
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    AUTO_FOCUS = ".first"
    """The widget of this class has the focus at first."""

    def __init_subclass__(cls, **options: Any) -> None:  # noqa: ANN401 - handed on
        """Bind the keys of the key map."""
        if "NAME" in cls.__dict__:
            cls.BINDINGS = bindings_of(cls.NAME)
        super().__init_subclass__(**options)

    def __init__(self) -> None:
        """Not loaded yet."""
        super().__init__()
        self._status = ""
        self.pressing: Callable[[], Sequence[str]] = tuple  # actions that come first in the footer
        self.leading: Callable[[], Sequence[FooterKey]] = tuple  # keys before all of those
        self.only: Callable[[], Collection[str]] = tuple  # actions that the footer keeps to; empty: all
        self.pending = ""
        self.first = FirstAction(self)
        """An action to begin with, once loaded."""
        self._loaded_for: SessionState | None = None
        self.parts: tuple[ScreenPart, ...] = ()
        """What the screen is composed of: the first one whose question it was takes an answer."""

    def body(self) -> Iterable[Widget]:
        """The panes between crumbs and keys."""
        return ()

    def load(self) -> None:
        """Ask for what the screen shows: when it opens, on return with another state, on reload."""

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Hand an answer to the part that asked."""
        any(each.answered(request, value) for each in self.parts)

    def written_elsewhere(self) -> None:
        """The store's file changed, by whosever hand: read again what is shown."""
        self.load()

    def escape(self) -> bool:
        """Clear the search, else the range; True when there was something to clear."""
        return False

    def copied(self) -> str:
        """What `y` copies: the id or text under the cursor."""
        return self.state.artifact_id or self.state.session_id or ""

    def paged(self) -> str:
        """What `o` opens in the pager; empty for nothing."""
        return ""

    def is_enabled(self, action: str) -> bool:  # noqa: ARG002 - for overriding
        """Whether the footer shows an action as possible now; the action itself says why not."""
        return True

    def crumbs(self) -> tuple[str, ...]:
        """The trail at the top left."""
        title = SCREEN_TITLES.get(self.NAME, self.NAME)
        session = () if self.NAME == "library" else (self.state.title or "session",)
        return ("workbench", *session, title)

    @property
    def state(self) -> SessionState:
        """The open session and what is selected in it."""
        return self.bench.state

    @state.setter
    def state(self, state: SessionState) -> None:
        self.bench.state = state

    def select(self, **changes: Any) -> None:  # noqa: ANN401 - fields of the state
        """Change what is selected in the session, by the state's fields; what is shown stays as it is."""
        self.state = replace(self.state, **changes)
        self._loaded_for = self.state

    def hand_over(self, state: SessionState) -> None:
        """Have another screen go on with a state; on return nothing is read again for it."""
        self.state = state
        self._loaded_for = None

    def reload_with(self, state: SessionState) -> None:
        """Read again with another state, as after something was written."""
        self.state = state
        self._loaded_for = state
        self.load()

    def compose(self) -> ComposeResult:
        """Crumbs, body, keys."""
        self._wear_classes()
        yield Crumbs(separator=self.bench.glyphs.crumb, screen=self.NAME)
        yield from self.body()
        glyphs = self.bench.glyphs
        yield BusyLine(full=glyphs.full, empty=glyphs.empty)
        yield KeyBar(self.footer_keys, self.is_enabled)

    def footer_keys(self, width: int) -> Sequence[FooterKey]:
        """The keys that the footer names, by the screen's width."""
        most, pane = (8 if width >= WIDE else 6), next_pane(self, self.NAME)
        keys, only = footer(self.NAME, most, pane=pane, first=self.pressing()), self.only()
        return (*self.leading(), *(key for key in keys if not only or key.action in only))

    def _wear_classes(self) -> None:
        """Be of the terminal's size from the start: every widget would be styled twice otherwise."""
        width, height = self.app.size
        self.add_class(_class_at(WIDTHS, width), _class_at(HEIGHTS, height), update=False)
        if self.bench.glyphs.ascii:
            self.add_class("-ascii", update=False)

    def on_mount(self) -> None:
        """Ask for the first answer once the first frame is out."""
        self.set_status(self._status)
        self._loaded_for = self.state
        self.call_after_refresh(self.load)
        self.set_interval(EVERY_SECONDS, self._look)

    def rested(self, *, failed: bool = False) -> None:
        """Begin with what the screen was opened for."""
        self.first.rested(failed=failed)

    def _look(self) -> None:
        """Read again when others wrote to the store; not below another, where `is_current` holds, too."""
        if self.app.screen is self and not self.busy and self.bench.file_watch.changed():
            self.written_elsewhere()

    def on_screen_resume(self) -> None:
        """Read again when something else is selected than when we left."""
        if self._loaded_for not in (None, self.state):
            self._loaded_for = self.state
            self.load()

    def on_resize(self) -> None:
        """Say when panes had to go."""
        self.set_status(self._status)

    def set_status(self, text: str) -> None:
        """The state at the top right."""
        self._status = text
        if self.bench.read_only:
            text = f"read-only store   {text}"
        width, height = self.size
        if 0 < width < SMALLEST[0] or 0 < height < SMALLEST[1]:
            text = with_size(text, width, height)
        self.query_one(Crumbs).show(self.crumbs(), text, place=_place(self))

    def refresh_keys(self) -> None:
        """Draw the keys again, since what can run has changed."""
        self.query_one(KeyBar).refresh()

    @on(KeyBar.Pressed)
    async def _key_clicked(self, message: KeyBar.Pressed) -> None:
        message.stop()
        await self.run_action(message.action)

    # actions of everywhere

    def action_go(self, name: str, pending: str = "") -> None:
        """Go to a numbered screen of the open session; `pending` is what it begins with."""
        self.bench.go(name, pending=pending)

    def action_back(self) -> None:
        """Close this screen; the library ends the app."""
        self.bench.go_back()

    def action_escape(self) -> None:
        """Clear the search, else the range, else go back; never quits."""
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
        """Repeat what failed, else read again."""
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
        """Give the panes their sizes again."""
        self.minimize()

    def action_copy(self) -> None:
        """Copy to the terminal's clipboard (OSC 52), made visible: it may be pasted into a shell."""
        _copy(self, visible(self.copied()))

    def action_pager(self) -> None:
        """Open the text in $PAGER."""
        open_pager(self, self.paged())

    def action_undo(self) -> None:
        """Take back the last move, from the history."""
        if not self.state.is_open:
            self.warn("Open a session first: there is no move to roll back.")
        else:
            self.bench.go("history", pending="undo")


def _has_range(screen: BaseScreen) -> bool:
    """Whether a list on a screen has ranges."""
    return any(each.content.ranged for each in screen.query(LineView))


def with_size(status: str, width: int, height: int) -> str:
    """A status with the size of a small terminal and what it costs, as much of that as there is room for."""
    size, room = f"{width}x{height}", width - CRUMB
    ways = (f"{status}  {size}: panes left out", f"{status}  {size}", f"{size}: panes left out")
    return next((each.strip() for each in ways if width_of(each) <= room), ways[-1])


def _panel_of(node: DOMNode | None) -> Panel | None:
    """The pane that a widget lies in."""
    within = node.ancestors_with_self if node is not None else ()
    return next((each for each in within if isinstance(each, Panel)), None)


def _copy(screen: AskingScreen[None], text: str) -> None:
    if not text:
        screen.warn("There is nothing to copy here.")
        return
    screen.app.copy_to_clipboard(text)
    screen.toast(f"Copied {text if len(text) <= 40 else f'{len(text):,} characters'}")


def open_pager(screen: AskingScreen[None], text: str) -> None:
    """Hand a text to $PAGER, or say why not."""
    from workbench.tui.pager import page

    problem = page(screen.app, text) if text else "There is no text to open here."
    if problem:
        screen.warn(problem)


def _place(screen: BaseScreen) -> tuple[str, ...]:
    """The crumbs where the numbered screens beside them say which one this is: without its name."""
    crumbs, title = screen.crumbs(), SCREEN_TITLES.get(screen.NAME, screen.NAME)
    if screen.NAME == "library":
        return crumbs[:1]
    own = [each.removeprefix(f"{title} ") for each in crumbs[2:] if each not in (title, f"{title}s")]
    return (crumbs[1], *own)
