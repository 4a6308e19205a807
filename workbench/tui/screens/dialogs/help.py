"""The keys of a screen from the key map, with the glossary beside them; recent messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from workbench.escaping import one_line
from workbench.presentation.layout import fact, paragraph
from workbench.tui.keyboard.keymap import on_screen
from workbench.tui.keyboard.keys import EVERYWHERE, SCREEN_TITLES, Key
from workbench.tui.screens.dialogs.dialog import Dialog
from workbench.tui.widgets.ink import Line, Piece
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.searchline import SearchLine
from workbench.tui.widgets.text_view import Text

KEY_WIDTH = 18


class HelpDialog(Dialog[None]):
    """All keys of the screen, of lists, and of every screen; `tab` shows the glossary, `/` searches it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter,question_mark,f1", "close", "Close", show=False),
        Binding("tab,shift+tab", "other", "Keys or glossary", show=False, priority=True),
        Binding("slash", "search", "Search the glossary", show=False),
    ]

    def __init__(self, screen: str, *, ranged: bool = True) -> None:
        """Create help for the screen named `screen`; `ranged`: whether a list on it supports ranges."""
        super().__init__()
        self.ranged = ranged
        self.for_screen = screen
        self.words = False
        """Whether the glossary is shown instead of the keys."""
        self.heading = self._title()
        self.add_class("wide-dialog")

    def _title(self) -> str:
        keys = f"Keys: {SCREEN_TITLES.get(self.for_screen, self.for_screen)}"
        return "Glossary" if self.words else keys

    def body(self) -> Iterable[Widget]:
        """Return the list of keys, or of words."""
        yield SearchLine("show words that hold")
        yield LineView(Text(gutter=False), id="dialog-text")
        yield Static(self._hint(), id="help-hint", classes="hint", markup=False)

    def _hint(self) -> str:
        other = "tab keys" if self.words else "tab glossary"
        return f"{other}   / search every word   esc closes"

    def on_mount(self) -> None:
        """Lay out the text."""
        self._draw()
        self.query_one(LineView).focus()

    def _draw(self) -> None:
        self.query_one(Panel).title = self._title()
        self.query_one("#help-hint", Static).update(self._hint())
        self.query_one(LineView).show(self._lay_words if self.words else self._lay)

    def action_other(self) -> None:
        """Toggle between the keys and the glossary."""
        self.words = not self.words
        self.query_one(SearchLine).close()
        self.query_one(LineView).focus()
        self._draw()

    def action_search(self) -> None:
        """Open the search of the glossary."""
        self.words = True
        self._draw()
        self.query_one(SearchLine).open()

    @on(SearchLine.Typed)
    def _typed(self) -> None:
        self._draw()

    @on(SearchLine.Submitted)
    def _entered(self) -> None:
        self.query_one(LineView).focus()

    def action_close(self) -> None:
        """Close the search if it is open, else the dialog."""
        search = self.query_one(SearchLine)
        if search.is_open:
            search.close()
            self.query_one(LineView).focus()
            self._draw()
        else:
            super().action_close()

    def _lay_words(self, width: int) -> Sequence[Line]:
        from workbench.presentation.glossary.whole import glossary, matching_entries
        from workbench.tui.state.glossary import glossary_lines

        words = self.query_one(SearchLine).value
        return glossary_lines(matching_entries(glossary(), words), width, words)

    def _lay(self, width: int) -> Sequence[Line]:
        own = [key for key in on_screen(self.for_screen) if EVERYWHERE not in key.screens]
        everywhere = [key for key in on_screen(self.for_screen) if EVERYWHERE in key.screens]
        lists = [key for key in on_screen("rows") if self.ranged or not key.action.startswith("extend")]
        lines: list[Line] = []
        lines += [(Piece("This screen", "title"),), *self._section(own, width), ()]
        lines += self._marks(width)
        for title, keys in (("In lists", lists), ("Everywhere", everywhere)):
            lines += [(Piece(title, "title"),), *self._section(keys, width), ()]
        stated = "workbench --ascii draws with ASCII signs only; NO_COLOR=1 without colours."
        return [*lines, (Piece("Signs", "title"),), *paragraph(stated, width)]

    def _marks(self, width: int) -> list[Line]:
        """Return the marks of this screen, from the glossary."""
        from workbench.presentation.glossary.screens import MARKS, MARKS_OF

        meant = {each.word: each.meaning for each in MARKS.entries}
        words = MARKS_OF.get(self.for_screen, ())
        if not words:
            return []
        lines: list[Line] = [(Piece("Marks", "title"),)]
        for word in words:
            lines += fact(word, meant[word].replace("`", ""), width, label_width=KEY_WIDTH)
        return [*lines, ()]

    def _section(self, keys: Sequence[Key], width: int) -> Iterable[Line]:
        for key in keys:
            yield from fact(key.shown(), key.help, width, label_width=KEY_WIDTH)


class RecentDialog(Dialog[None]):
    """Messages of toasts and dialogs, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "close", "Close", show=False),
        Binding("y", "copy", "Copy", show=False),
    ]
    TITLE_TEXT = "Recent messages"

    def body(self) -> Iterable[Widget]:
        """Return the list."""
        yield LineView(Text(gutter=False), id="dialog-text")

    def on_mount(self) -> None:
        """Lay out the text."""
        self.query_one(LineView).show(self._lay)
        self.query_one(LineView).focus()

    def _lay(self, width: int) -> Sequence[Line]:
        lines: list[Line] = []
        for when, kind, text in reversed(self.bench.recent):
            ink = {"error": "bad", "warning": "warn"}.get(kind, "")
            lines += fact(f"{when} {kind}", text, width, ink, label_width=18)
        return lines or [(Piece("Nothing was said yet.", "dim"),)]

    def action_copy(self) -> None:
        """Copy all messages."""
        self.app.copy_to_clipboard(
            "\n".join(f"{when} {kind} {one_line(text)}" for when, kind, text in self.bench.recent)
        )
        self.toast("Copied")
