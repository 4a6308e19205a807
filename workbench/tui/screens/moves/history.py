"""All moves of the pointer, newest first, and what rolling one back would restore.

Rolling back has its own dialog; this screen shows, marks and asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Container
from textual.widget import Widget

from workbench.presentation.moves import NO_MOVE
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.turns import is_narrow
from workbench.tui.state.moves import IMPORT_KEY, empty_rows, history_rows, import_rows, move_rows
from workbench.tui.state.spans import PaneRow
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.moves.history_page import HistoryPage, MoveLine

MOST_MARKED = 2


class HistoryScreen(BaseScreen):
    """The moves of the open session."""

    NAME = "history"

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.page: HistoryPage | None = None
        self.marked: tuple[str, ...] = ()

    def body(self) -> Iterable[Widget]:
        """Return the moves, and one of them in full."""
        glyphs = self.bench.glyphs
        moves = LineView(glyphs=glyphs, id="moves", classes="first")
        yield Container(
            Panel("Pointer history (append-only)", moves, id="moves-pane"),
            Panel("Move", LineView(glyphs=glyphs, id="move"), id="move-pane"),
            id="panes",
        )

    @property
    def _moves(self) -> LineView:
        return self.query_one("#moves", LineView)

    # reading

    def load(self) -> None:
        """Request the history."""
        session = self.state.session_id or ""
        self.ask("page", lambda env: _page(env, session))

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - one request
        """Show the history."""
        if request != "page":
            return
        page: HistoryPage = value
        fresh = self.page is None or self.page.head != page.head
        self.page = page
        known = {each.pointer.pointer_id for each in page.moves}
        self.marked = tuple(each for each in self.marked if each in known)
        self._moves.content.pinned = 2 if page.moves else 0
        self._moves.show(self._lay_moves, cursor=page.head.pointer_id if fresh and page.head else None)
        self._show_move()
        self._announce()
        self.refresh_keys()
        if self.pending == "undo":
            self.pending = ""
            self._undo_last()

    def _announce(self) -> None:
        page = self.page
        if page is None:
            return
        head = page.head
        active = ", ".join(f"d-{each.number}" for each in page.active) or "none"
        words = [f"now #{head.sequence}" if head else NO_MOVE, f"active: {active}"]
        words += [f"{len(self.marked)} marked"] if self.marked else []
        self.set_status(f" {self.bench.glyphs.bullet} ".join(words))
        line = self._line()
        at = f"#{line.pointer.sequence} of {len(page.moves)}" if line else f"{len(page.moves)} moves"
        self.query_one("#moves-pane", Panel).counter = at

    def _lay_moves(self, width: int) -> Sequence[PaneRow]:
        if self.page is None:
            return ()
        rows = history_rows(self.page, self.marked, width, self.bench.glyphs, chatty=width >= 90)
        return rows if self.page.moves else [*empty_rows(width), *rows[2:]]

    def _line(self) -> MoveLine | None:
        return self.page.line(self._moves.cursor) if self.page is not None else None

    @on(LineView.Moved, "#moves")
    def _moved(self) -> None:
        self._show_move()
        self._announce()

    def _show_move(self) -> None:
        self.query_one("#move", LineView).show(self._lay_move, keep=False)

    def _lay_move(self, width: int) -> Sequence[PaneRow]:
        if self.page is None:
            return ()
        line = self._line()
        if line is None:
            return import_rows(self.page, width)
        back = self.page.backs.get(line.pointer.pointer_id)
        return move_rows(self.page, line, back, width, short=is_narrow(self))

    # actions

    def is_enabled(self, action: str) -> bool:
        """Dim actions that need a move if there is none."""
        if action in ("undo", "mark", "context_at", "go('compare')"):
            return self.page is not None and bool(self.page.moves)
        return True

    def action_undo(self) -> None:
        """Roll back the move under the cursor."""
        line = self._line()
        if self.page is None:
            self.warn("The history is still being read.")
        elif self._moves.cursor == IMPORT_KEY:
            self.warn("An import is not a move: there is nothing to roll back.")
        elif line is None:
            self.warn("There is no move to roll back.")
        else:
            self._undo(line)

    def _undo(self, line: MoveLine) -> None:
        pointer, number = line.pointer, line.number
        if pointer.action == "rollback":
            self.warn(
                f"#{pointer.sequence} is a rollback. To reverse it, accept d-{number} again: 3, then a."
            )
        elif line.undone_by is not None:
            self.warn(f"#{pointer.sequence} was rolled back already, by #{line.undone_by}.")
        elif line.displaced_by is not None:
            self.warn(f"#{line.displaced_by} displaced d-{number}: roll #{line.displaced_by} back first.")
        else:
            from workbench.tui.screens.moves.rollback import RollbackDialog

            self.app.push_screen(RollbackDialog(pointer.artifact_id, number, pointer.sequence), self._undone)

    def _undo_last(self) -> None:
        active = self.page.active if self.page is not None else ()
        newest = max(active, key=lambda each: each.pointer.sequence, default=None)
        if newest is None:
            self.warn("Nothing is active: there is no move to roll back. An import is not a move.")
            return
        self._moves.go_to(newest.pointer.pointer_id)
        self._undo(newest)

    def _undone(self, changed: bool | None) -> None:
        if changed:
            self.select(revision=self.state.revision + 1)
            self.load()

    def action_mark(self) -> None:
        """Mark the move, or remove its mark; marking a third removes the oldest mark."""
        line = self._line()
        if line is None:
            self.warn("Only a move can be marked.")
            return
        name = line.pointer.pointer_id
        if name in self.marked:
            self.marked = tuple(each for each in self.marked if each != name)
        else:
            self.marked = (*self.marked, name)[-MOST_MARKED:]
        self._moves.show(self._lay_moves)
        self._announce()

    def action_go(self, name: str, pending: str = "") -> None:
        """For `5`, compare the marked moves, else the one under the cursor with the one before."""
        if name == "compare" and self._pair() is not None:
            self.select(compare=self._pair())
        super().action_go(name, pending)

    def _pair(self) -> tuple[str, str] | None:
        if self.page is None:
            return None
        chosen = [self.page.line(each) for each in self.marked] if len(self.marked) == MOST_MARKED else []
        line = self._line()
        if not chosen and line is not None:
            before = next(
                (m for m in self.page.moves if m.pointer.sequence == line.pointer.sequence - 1), None
            )
            chosen = [before, line]
        known = sorted((each for each in chosen if each is not None), key=lambda each: each.pointer.sequence)
        names = [each.snapshot_id for each in known if each.snapshot_id is not None]
        return (names[0], names[1]) if len(names) == MOST_MARKED else None

    def action_step(self, step: int) -> None:
        """Go to the newer or older move."""
        self._moves.action_move(step)

    def action_context_at(self) -> None:
        """Show the context as of the move under the cursor; as of the newest one it is the current one."""
        if self.page is None:
            return
        line, head = self._line(), self.page.head
        if line is None and head is not None:
            self.warn("The import is not a move; 7, then v shows the native view.")
            return
        earlier = line is not None and line.pointer != head
        self.select(as_of=line.pointer.pointer_id if line is not None and earlier else None)
        self.bench.go("context")

    @on(LineView.Chosen, "#moves")
    def _chosen(self) -> None:
        self.action_context_at()

    def copied(self) -> str:
        """Return the pointer's id."""
        line = self._line()
        return line.pointer.pointer_id if line is not None else self.state.session_id or ""

    def paged(self) -> str:
        """Return the move in full."""
        return "\n".join(row.text for row in self._lay_move(100))


def _page(env: Env, session: str) -> HistoryPage:
    from workbench.services.moves.history_page import history_page

    return history_page(env, session)
