"""Search over all sessions: events and statements of drafts, with context; enter opens a hit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input, Static

from workbench.tui.screens.dialogs.dialog import Dialog
from workbench.tui.state.session import SessionState
from workbench.tui.state.sessions.finding import found_rows, hits_of
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.one_line_input import OneLineInput

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.search import SearchHit, SearchResult

LIMIT = 100
"""Most hits of each kind."""


class Query(NamedTuple):
    """A request for a search."""

    words: str


class Where(NamedTuple):
    """A request for the place of a hit."""

    hit: SearchHit


class FindDialog(Dialog[SessionState]):
    """A dialog that closes with the place to open, or nothing; words and hits are shown again next time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "to_hits", "To what was found", show=False),
        Binding("slash", "to_words", "To the words", show=False),
    ]

    def __init__(self) -> None:
        """Start without a search."""
        super().__init__("Search all sessions")
        self._found: SearchResult | None = None
        self.add_class("wide-dialog", "full-dialog")

    def body(self) -> Iterable[Widget]:
        """Return the words above the hits."""
        words, self._found = self.bench.searched
        yield OneLineInput(
            value=words, placeholder='words; "in quotes" they occur together', compact=True, id="words"
        )
        yield LineView(glyphs=self.bench.glyphs, id="hits")
        yield Static("enter searches, then opens   / other words   esc closes", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Show the hits of the last search."""
        self.query_one(Input).focus()
        self._draw()

    def _draw(self) -> None:
        found = self._found
        self.query_one("#hits", LineView).show(
            lambda width: found_rows(found, width) if found is not None else [], keep=False
        )

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        words = message.value.strip()
        if words:
            self.ask(
                Query(words), lambda env: _search(env, words), group="find", doing="Searching all sessions"
            )

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the hits, or close with the place to open."""
        if isinstance(request, Query):
            self._found = value
            self.bench.searched = (request.words, value)
            self._draw()
            if hits_of(value):
                self.action_to_hits()
        else:
            self.dismiss(value)

    def action_to_hits(self) -> None:
        """Focus the hits."""
        self.query_one("#hits").focus()

    def action_to_words(self) -> None:
        """Focus the words."""
        self.query_one(Input).focus()

    @on(LineView.Chosen)
    def _chosen(self, message: LineView.Chosen) -> None:
        if self._found is not None:
            hit, found = hits_of(self._found)[int(message.key)], self._found
            self.ask(Where(hit), lambda env: _place(env, hit, found), group="where")


def _search(env: Env, words: str) -> SearchResult:
    from workbench.services.lookup.search import search

    return search(env, words, limit=LIMIT)


def _place(env: Env, hit: SearchHit, found: SearchResult) -> SessionState:
    """Return the state of the app at a hit."""
    title = found.titles.get(hit.session_id, "")[:48]
    if hit.artifact_id is None:
        return SessionState(hit.session_id, title, event=hit.ordinal, words=found.terms)
    from workbench.services.judgement.find import statement

    number, item_id = statement(env, hit.artifact_id, hit.place.rpartition(":")[2])
    return SessionState(hit.session_id, title, hit.artifact_id, number, item_id)
