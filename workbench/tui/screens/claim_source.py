"""The source beside a claim: the linked words in brackets, and the events around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on

from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.claims import Entry, link_line, short_rows, unlinked_rows
from workbench.tui.state.source_window import Place, event_key, locate, source_rows
from workbench.tui.state.spans import Row, row
from workbench.tui.widgets.keyed import KeyedLines
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.services.drafts.draft_page import DraftPage


class SourceBeside(BaseScreen):
    """A screen with a source pane; a subclass says which entry is selected."""

    def __init__(self) -> None:
        """Nothing read yet."""
        super().__init__()
        self.page: DraftPage | None = None
        self.link = 0
        """Which link of the entry is shown."""
        self.linked = True
        """Whether the source follows the claims."""

    def action_go(self, name: str) -> None:
        """`5` compares this draft, whatever was compared before."""
        if name == "compare":
            self.state = replace(self.state, compare=None)
            self._loaded_for = self.state
        super().action_go(name)

    def entry(self) -> Entry | None:
        """The selected entry."""
        return None

    def _place(self, entry: Entry) -> Place | None:
        if not entry.links or self.page is None or self.page.judged is None:
            return None
        return locate(entry.links[self.link % len(entry.links)], self.page.judged.events)

    def show_source(self, entry: Entry) -> None:
        """Show where the entry was said."""
        place = self._place(entry)
        source, pane = self.query_one("#source", KeyedLines), self.query_one("#source-pane", Panel)
        if place is None:
            narrow = self.has_class("-narrow")
            source.show(lambda width: unlinked_rows(entry, width, short=narrow), keep=False)
            pane.title, pane.counter = "Source: no link", ""
            return
        source.show(lambda width: self._lay_source(entry, place, width), keep=False)
        pane.title = f"Source: event {place.ordinal}, chars {place.start}-{place.end}"
        pane.counter = "[[ ]] linked span" if place.sound else "[[ ]] the words there differ from the quote"
        if source.size.height:
            self._reveal_link(place)  # in the frame that answers the key
        else:
            self.call_after_refresh(self._reveal_link, place)

    def _reveal_link(self, place: Place) -> None:
        source = self.query_one("#source", KeyedLines)
        source.go_to(event_key(place.ordinal), quiet=True)
        source.reveal_mark()

    def _lay_source(self, entry: Entry, place: Place, width: int) -> Sequence[Row]:
        if self.page is None or self.page.judged is None:
            return ()
        events, source = self.page.judged.events, self.page.judged.artifact.source
        rows: list[Row] = []
        if self.has_class("-narrow"):
            rows += [*short_rows(entry, width), link_line(entry, self.link, events), row()]
        self.query_one("#source", KeyedLines).pinned = len(rows)
        in_range = (source.source_start, source.source_end)
        return [*rows, *source_rows(events, place, width, in_range=in_range)]

    @on(KeyedLines.Chosen, "#source")
    def _event_chosen(self, message: KeyedLines.Chosen) -> None:
        self.state = replace(self.state, event=int(message.key.partition(":")[2]))
        self._loaded_for = self.state
        self.bench.go("event")

    def action_next_pane(self) -> None:
        """The next pane; where there is no room for the whole claim beside the list, it takes its place."""
        self._turn(("#claims", "#detail", "#source"))

    def action_previous_pane(self) -> None:
        """The pane before."""
        self._turn(("#source", "#detail", "#claims"))

    def _turn(self, order: Sequence[str]) -> None:
        here = next((n for n, each in enumerate(order) if self.query_one(each).has_focus), 0)
        wanted = order[(here + 1) % len(order)]
        self.set_class(wanted == "#detail", "-second")
        self.call_after_refresh(self.query_one(wanted).focus)

    def action_link(self, step: int) -> None:
        """The next link of the claim."""
        entry = self.entry()
        if entry is None or not entry.links:
            self.warn("This claim has no link.")
            return
        if len(entry.links) == 1 and self.linked:
            self.toast("This is its only link.")
        self.link = (self.link + step) % len(entry.links)
        self.draw_detail()
        self.show_source(entry)

    def draw_detail(self) -> None:
        """Draw what is said of the entry again."""

    def copied(self) -> str:
        """The linked words while the source has the focus, else the claim."""
        entry = self.entry()
        if entry is None:
            return ""
        if entry.links and (self.query_one("#source", KeyedLines).has_focus or entry.lost):
            return entry.links[self.link % len(entry.links)].quote
        return entry.text

    def paged(self) -> str:
        """The linked event in full."""
        entry = self.entry()
        place = self._place(entry) if entry is not None else None
        if place is None or self.page is None or self.page.judged is None:
            return entry.text if entry is not None else ""
        return self.page.judged.events[place.ordinal].text
