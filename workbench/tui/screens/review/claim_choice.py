"""The listed claims, by search and filter, and the selected ones, by range or cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.escaping import one_line
from workbench.presentation.figures import plural
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.dialogs.dialog import LineDialog
from workbench.tui.screens.review.prose import ProseView
from workbench.tui.state.review.claims import ClaimLine, Claims, list_rows
from workbench.tui.state.spans import PaneRow, paragraph, row
from workbench.tui.widgets.line_view import LineView

SOUGHT = "/"
"""Begins what the claims are opened for if it is a search: its words follow."""


class SearchDialog(LineDialog):
    """A dialog for the words to search for; its result is empty for none, and None if it was left by esc."""

    def entered(self, value: str | None) -> None:
        """Close with the words."""
        self.dismiss(value or "")


def ask_words(screen: BaseScreen, words: str, found: Callable[[str], None]) -> None:
    """Ask for words to search the claims for; `found` gets them, or an empty string for none."""
    dialog = SearchDialog(
        "Search the claims", "Text in a claim", value=words, hint="enter searches   esc cancels"
    )
    screen.app.push_screen(dialog, lambda typed: None if typed is None else found(typed))


class ClaimChoice:
    """Search, filter and selection of the list `#claims`; `changed` is called when the list changes."""

    def __init__(
        self,
        screen: BaseScreen,
        claims: Callable[[], Claims],
        why_none: Callable[[], str],
        changed: Callable[[], None],
    ) -> None:
        """List everything and select nothing. `claims` returns all, `why_none` why no claim has a problem."""
        self._screen, self._claims, self._why_none, self._changed = screen, claims, why_none, changed
        self._problems_only = False
        self.words = ""
        self.prose: ProseView | None = None
        """If it is shown, it replaces the statements of an unfiltered list."""

    @property
    def _list(self) -> LineView:
        return self._screen.query_one("#claims", LineView)

    @property
    def shown(self) -> tuple[ClaimLine, ...]:
        """The entries that pass search and filter."""
        return self._claims().shown(only_problems=self._problems_only, words=self.words)

    def targets(self) -> tuple[ClaimLine, ...]:
        """Return the entries to act on: those of the range, else the one under the cursor."""
        selected = self._list.text.range.chosen if self._list.text.range is not None else frozenset()
        if selected:
            return tuple(each for each in self.shown if each.key in selected)
        entry = self._claims().entry(self._list.cursor)
        return (entry,) if entry is not None else ()

    def stops(self) -> tuple[str, ...]:
        """Return the stops of `n`: matches of the search, else claims with a problem."""
        return tuple(each.key for each in self.shown if self.words or each.mark.text)

    def notes(self) -> list[str]:
        """Return search and filter in words."""
        notes = ["only problems"] if self._problems_only else []
        return [*notes, f"/{one_line(self.words)}"] if self.words else notes

    def lay(self, width: int) -> Sequence[PaneRow]:
        """Return the list, or why it is empty."""
        shown = self.shown
        tick = self._screen.bench.glyphs.tick
        if shown and self.prose is not None and self.prose.shown and not self.notes():
            rows = self.prose.rows({each.key: each.mark for each in shown}, width)
            loose = [each for each in shown if each.item is None]
            return [*rows, *([row()] if loose else []), *list_rows(loose, width, tick)]
        if shown:
            return list_rows(shown, width, tick, self.words)
        if self.words:
            return paragraph(f"No claim contains {self.words!r}. esc clears the search.", width, style="dim")
        if self._problems_only:
            return paragraph(self._why_none(), width, style="dim")
        return paragraph(
            "The draft says nothing: it has no items. 3 goes back to its gates.", width, style="warn"
        )

    def reveal(self, key: str | None) -> None:
        """Clear search and filter if they hide a key."""
        if key is not None and key not in {each.key for each in self.shown}:
            self._problems_only, self.words = False, ""

    def restated(self) -> None:
        """Keep the cursor on its statement when the list became running text, or a list again."""
        self._changed()
        if self._list.cursor is not None:
            self._list.go_to(self._list.cursor, centre=True, quiet=True)

    # keys

    def problems(self) -> None:
        """Toggle between claims with problems and all claims."""
        self._problems_only = not self._problems_only
        self._changed()

    def search(self) -> None:
        """Ask for words to search."""
        ask_words(self._screen, self.words, self.find)

    def find(self, words: str) -> None:
        """List the claims that contain words; all without any."""
        self.words = words
        self._changed()

    def opened_for(self, pending: str) -> None:
        """Begin with the search that the screen was opened for, if it was for one."""
        if pending.startswith(SOUGHT):
            self.words = pending.removeprefix(SOUGHT)

    def range(self) -> None:
        """Begin or end a range at the cursor."""
        if self._list.text.range is not None:
            self._list.text.range.toggle(self._list.keys, self._list.cursor)
            self._list.refresh()

    def every(self) -> None:
        """Select all entries that pass search and filter."""
        if self._list.text.range is not None:
            self._list.text.range.every(self._list.keys)
            self._list.refresh()
            self._screen.toast(f"{plural(len(self._list.keys), 'line')} selected; esc clears it")

    def prune_range(self) -> None:
        """Keep only remaining entries selected after the list was read again."""
        if self._list.text.range is not None:
            self._list.text.range.prune(self._list.keys)
            self._list.refresh()

    def clear_range(self) -> bool:
        """Clear the selection; return False if there was none."""
        if self._list.text.range is None or not self._list.text.range.active:
            return False
        self._list.text.range.clear()
        self._list.refresh()
        return True

    def escape(self) -> bool:
        """Clear the range, else search and filter; return False if there was nothing to clear."""
        if self.clear_range():
            return True
        if not self.words and not self._problems_only:
            return False
        self._problems_only, self.words = False, ""
        self._changed()
        return True
