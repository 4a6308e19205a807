"""Choosing the words that a statement comes from: the nearest passages, or lines of any event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from gates.artifact import Item
from gates.source import SourceLink
from workbench.escaping import one_line
from workbench.event_numbers import event_number
from workbench.presentation.figures import sentences
from workbench.tui.screens.dialogs.dialog import Dialog, LineDialog
from workbench.tui.state.source.passages import NEAR, PassageOffers, chosen_pieces
from workbench.tui.state.spans import PaneRow
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.drafts.edit import Working

LIFTED = 400
"""Most characters of the statement that are shown above the passages."""


class RelinkDialog(Dialog["tuple[SourceLink, ...]"]):
    """A dialog that closes with the new links of the statement, or nothing."""

    AWAITS = "offers"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "range", "Range", show=False),
        Binding("left_square_bracket", "event(-1)", "Event before", show=False),
        Binding("right_square_bracket", "event(1)", "Event after", show=False),
        Binding("slash", "number", "Event by number", show=False),
        Binding("a", "also", "Add to its links", show=False),
        Binding("q", "close", "Close", show=False),
    ]

    def __init__(self, place: str, item: Item, artifact_id: str, working: Working) -> None:
        """Create the dialog for a statement and the working copy that contains it."""
        super().__init__(f"Relink {place}")
        self.item, self.artifact_id, self.working = item, artifact_id, working
        self.events = working.judged.events
        self.shown = PassageOffers((), None)
        self._also = False
        self.add_class("wide-dialog", "full-dialog")

    def body(self) -> Iterable[Widget]:
        """Return the statement above the passages."""
        yield Static(one_line(self.item.text)[:LIFTED], markup=False, classes="dialog-body")
        yield LineView(Text(ranged=True), glyphs=self.bench.glyphs, id="passages")
        yield Static(
            "enter links (a range too)  a adds  v range  [ ] event  / number  esc leaves",
            markup=False,
            classes="hint",
            id="relink-hint",
        )

    def on_mount(self) -> None:
        """Request the passages."""
        passages = self.query_one(LineView)
        passages.focus()
        given, item_id = self.artifact_id, self.item.item_id

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.drafts.passages import offered

            return offered(env, self.bench.desk(), given, item_id)

        self.ask("offers", run, doing="Looking for the passages it may come from")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the offers, and in pieces the event of the first link or of the best offer."""
        if request != "offers":
            return
        ordinal = self.item.links[0].ordinal if self.item.links else value[0].ordinal if value else None
        self.shown = PassageOffers(value, None)
        self._show_event(ordinal if ordinal is not None else len(self.events) - 1, cursor=f"{NEAR}0")

    def _show_event(self, ordinal: int, cursor: str | None = None) -> None:
        from workbench.services.drafts.passages import pieces_of

        self.shown = PassageOffers(self.shown.offers, pieces_of(self.events[ordinal]))
        passages = self.query_one(LineView)
        if passages.text.range is not None:
            passages.text.range.clear()
        first = "piece:0" if self.shown.event and self.shown.event.pieces else None
        passages.show(self._lay, cursor=cursor or first)

    def _lay(self, width: int) -> Sequence[PaneRow]:
        return self.shown.rows(self.events, self.item.links, width)

    def action_event(self, by: int) -> None:
        """Show the event before or after; the last one is the end of the range."""
        here = self.shown.event.ordinal if self.shown.event is not None else 0
        if 0 <= here + by < len(self.events):
            self._show_event(here + by)
        else:
            self.warn("There is no event that way: a draft may not know what comes after its range.")

    def action_number(self) -> None:
        """Ask for the number of an event, and show it."""
        last = len(self.events) - 1

        def go(text: str | None) -> None:
            if text is None:
                return
            number = event_number(text)
            if number is not None and number <= last:
                self._show_event(number)
            else:
                self.warn(f"There is no event {text[:20]}; they are 0 to {last}.")

        self.app.push_screen(LineDialog("Event", f"Its number, 0 to {last}", example=str(last)), go)

    def action_range(self) -> None:
        """Begin or end a range of lines at the cursor."""
        passages = self.query_one(LineView)
        if passages.text.range is not None:
            passages.text.range.toggle(passages.keys, passages.cursor)
            passages.refresh()

    def action_also(self) -> None:
        """Keep the present links, and add this one."""
        self._also = True
        self.query_one(LineView).action_choose()

    @on(LineView.Chosen)
    def _chosen(self, message: LineView.Chosen) -> None:
        also, self._also = self._also, False
        selected = self.query_one(LineView).text.range
        keys = [message.key, *(selected.chosen if selected is not None else ())]
        offers = sorted({int(key.removeprefix(NEAR)) for key in keys if key.startswith(NEAR)})
        links = [self.shown.offers[each].link for each in offers]
        if len(offers) < len(set(keys)):
            link = self._link(keys)
            links = [*links, link] if link is not None else []
        if links:
            kept = self.item.links if also else ()
            self.dismiss(tuple({each.evidence_id: each for each in (*kept, *links)}.values()))

    def _link(self, keys: Sequence[str]) -> SourceLink | None:
        """Return the link to the chosen lines of the event."""
        from workbench.errors import UsageError
        from workbench.services.drafts.passages import link_to

        pieces = chosen_pieces(keys)
        if pieces is None or self.shown.event is None:
            self.warn("This event has no text to link to.")
            return None
        spans = self.shown.event.pieces
        try:
            return link_to(self.working, self.shown.event.ordinal, spans[pieces[0]][0], spans[pieces[1]][1])
        except UsageError as error:
            self.warn(sentences(error.message, error.hint))
            return None

    def action_close(self) -> None:
        """Clear the range first."""
        passages = self.query_one(LineView)
        if passages.text.range is not None and passages.text.range.active:
            passages.text.range.clear()
            passages.refresh()
        else:
            super().action_close()
