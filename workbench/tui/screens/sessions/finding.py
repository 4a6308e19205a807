"""Search all sessions: events and statements of drafts with the words around them; enter opens one there."""

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
"""Hits of each sort."""


class Query(NamedTuple):
    """What is searched for."""

    words: str


class Where(NamedTuple):
    """A request for what is to be opened."""

    hit: SearchHit


class FindDialog(Dialog[SessionState]):
    """Closes with what is to be opened, or nothing; what was typed and found is there the next time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "to_hits", "To what was found", show=False),
        Binding("slash", "to_words", "To the words", show=False),
    ]

    def __init__(self) -> None:
        """Nothing searched yet."""
        super().__init__("Search all sessions")
        self._found: SearchResult | None = None
        self.add_class("wide-dialog", "full-dialog")

    def body(self) -> Iterable[Widget]:
        """The words over what holds them."""
        words, self._found = self.bench.searched
        yield OneLineInput(
            value=words, placeholder='words; "in quotes" they occur together', compact=True, id="words"
        )
        yield LineView(glyphs=self.bench.glyphs, id="hits")
        yield Static("enter searches, then opens   / other words   esc closes", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Show what was found last."""
        super().on_mount()
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
        """What was found, or where it is to be opened."""
        if isinstance(request, Query):
            self._found = value
            self.bench.searched = (request.words, value)
            self._draw()
            if hits_of(value):
                self.action_to_hits()
        else:
            self.dismiss(value)

    def action_to_hits(self) -> None:
        """Go to what was found."""
        self.query_one("#hits").focus()

    def action_to_words(self) -> None:
        """Type other words."""
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
    """The session open at what was found."""
    title = found.titles.get(hit.session_id, "")[:48]
    if hit.artifact_id is None:
        return SessionState(hit.session_id, title, event=hit.ordinal, words=found.terms)
    from workbench.services.judgement.find import statement

    number, item_id = statement(env, hit.artifact_id, hit.place.rpartition(":")[2])
    return SessionState(hit.session_id, title, hit.artifact_id, number, item_id)
