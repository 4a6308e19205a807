"""The keys of a screen and what they do, from the key map; recent messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from workbench.escaping import one_line
from workbench.presentation.layout import fact, paragraph
from workbench.tui.keymap import on_screen
from workbench.tui.keys import EVERYWHERE, SCREEN_TITLES, Key
from workbench.tui.screens.dialogs import Dialog
from workbench.tui.widgets.ink import Line, Piece
from workbench.tui.widgets.lines import Lines

KEY_WIDTH = 18


class HelpDialog(Dialog[None]):
    """Every key of the screen, of lists, and of everywhere."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter,question_mark,f1", "close", "Close", show=False)
    ]

    def __init__(self, screen: str) -> None:
        """`screen` is the name of the screen below."""
        super().__init__(f"Keys: {SCREEN_TITLES.get(screen, screen)}")
        self.for_screen = screen

    def body(self) -> Iterable[Widget]:
        """The list of keys."""
        yield Lines(id="dialog-text")

    def on_mount(self) -> None:
        """Lay it out."""
        super().on_mount()
        self.query_one(Lines).show(self._lay)
        self.query_one(Lines).focus()

    def _lay(self, width: int) -> Sequence[Line]:
        own = [key for key in on_screen(self.for_screen) if EVERYWHERE not in key.screens]
        everywhere = [key for key in on_screen(self.for_screen) if EVERYWHERE in key.screens]
        lines: list[Line] = []
        for title, keys in (
            ("This screen", own),
            ("In lists", on_screen("rows")),
            ("Everywhere", everywhere),
        ):
            lines += [(Piece(title, "title"),), *self._section(keys, width), ()]
        told = "workbench --ascii draws with ASCII signs only; NO_COLOR=1 without colours."
        return [*lines, (Piece("Signs", "title"),), *paragraph(told, width)]

    def _section(self, keys: Sequence[Key], width: int) -> Iterable[Line]:
        for key in keys:
            yield from fact(key.shown(), key.help, width, label_width=KEY_WIDTH)


class RecentDialog(Dialog[None]):
    """What toasts and dialogs said, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "close", "Close", show=False),
        Binding("y", "copy", "Copy", show=False),
    ]
    TITLE_TEXT = "Recent messages"

    def body(self) -> Iterable[Widget]:
        """The list."""
        yield Lines(id="dialog-text")

    def on_mount(self) -> None:
        """Lay it out."""
        super().on_mount()
        self.query_one(Lines).show(self._lay)
        self.query_one(Lines).focus()

    def _lay(self, width: int) -> Sequence[Line]:
        lines: list[Line] = []
        for when, kind, text in reversed(self.bench.recent):
            ink = {"error": "bad", "warning": "warn"}.get(kind, "")
            lines += fact(f"{when} {kind}", text, width, ink, label_width=18)
        return lines or [(Piece("Nothing was said yet.", "dim"),)]

    def action_copy(self) -> None:
        """Copy all of it."""
        self.app.copy_to_clipboard(
            "\n".join(f"{when} {kind} {one_line(text)}" for when, kind, text in self.bench.recent)
        )
        self.toast("Copied")
