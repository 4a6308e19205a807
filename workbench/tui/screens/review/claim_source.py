"""The source beside a claim: the linked words in brackets, and the events around them."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.screens.turns import is_narrow
from workbench.tui.state.review.claims import ClaimLine, link_line, short_rows, unlinked_rows
from workbench.tui.state.source.linked_span import LONG_SPAN
from workbench.tui.state.source.source_window import LinkTarget, event_key, locate, source_rows
from workbench.tui.state.spans import PaneRow, row
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel


class SourcePane:
    """The content of the pane `#source-pane` of a screen: one link of an entry at a time."""

    def __init__(self, screen: BaseScreen, shown: ShownDraft) -> None:
        """Start with the first link, following the claims."""
        self._screen, self._shown = screen, shown
        self.link = 0
        """Index of the entry's link that is shown."""
        self.linked = True
        """Whether the source follows the claims."""

    @property
    def lines(self) -> LineView:
        """The view of the source."""
        return self._screen.query_one("#source", LineView)

    def follow(self, entry: ClaimLine) -> None:
        """Show the source of a newly selected entry, if following is on."""
        if self.linked:
            self.show(entry)

    def toggle(self, entry: ClaimLine | None) -> None:
        """Turn following the claims on or off."""
        self.linked = not self.linked
        if entry is not None:
            self.follow(entry)

    def step(self, entry: ClaimLine | None, by: int) -> bool:
        """Show the next link of an entry; return False if it has none."""
        if entry is None or not entry.links:
            self._screen.warn("This claim has no link.")
            return False
        if len(entry.links) == 1 and self.linked:
            self._screen.toast("This is its only link.")
        self.link = (self.link + by) % len(entry.links)
        self.show(entry)
        return True

    def _place(self, entry: ClaimLine) -> LinkTarget | None:
        judged = self._shown.judged
        if not entry.links or judged is None:
            return None
        return locate(entry.links[self.link % len(entry.links)], judged.events)

    def show(self, entry: ClaimLine) -> None:
        """Show the words that the entry is linked to."""
        place = self._place(entry)
        source, pane = self.lines, self._screen.query_one("#source-pane", Panel)
        if place is None:
            narrow = is_narrow(self._screen)
            source.show(lambda width: unlinked_rows(entry, width, short=narrow), keep=False)
            pane.title, pane.counter = "Source: no link", ""
            return
        source.show(lambda width: self._lay(entry, place, width), keep=False)
        pane.title = f"Source: event {place.ordinal}, chars {place.start}-{place.end}"
        pane.counter = _legend(place)
        if source.size.height:
            self._reveal(place)  # in the same frame as the key's effect
        else:
            self._screen.call_after_refresh(self._reveal, place)

    def _reveal(self, place: LinkTarget) -> None:
        self.lines.go_to(event_key(place.ordinal), quiet=True)
        self.lines.reveal_mark()

    def _lay(self, entry: ClaimLine, place: LinkTarget, width: int) -> Sequence[PaneRow]:
        judged = self._shown.judged
        if judged is None:
            return ()
        events, source = judged.events, judged.artifact.source
        rows: list[PaneRow] = []
        if is_narrow(self._screen):
            rows += [*short_rows(entry, width), link_line(entry, self.link, events), row()]
        self.lines.content.pinned = len(rows)
        in_range = (source.source_start, source.source_end)
        return [*rows, *source_rows(events, place, width, in_range=in_range, claim=entry.text)]

    @property
    def event(self) -> int | None:
        """The event under the cursor; None for none."""
        kind, _, ordinal = (self.lines.cursor or "").partition(":")
        return int(ordinal) if kind == "event" else None

    def copied(self, entry: ClaimLine) -> str:
        """Return the linked words while the source has the focus, else the claim."""
        if entry.links and (self.lines.has_focus or entry.lost):
            return entry.links[self.link % len(entry.links)].quote
        return entry.text

    def paged(self, entry: ClaimLine) -> str:
        """Return the linked event in full."""
        place, judged = self._place(entry), self._shown.judged
        if place is None or judged is None:
            return entry.text
        return judged.events[place.ordinal].text


def _legend(place: LinkTarget) -> str:
    """Return the meaning of the brackets and marks."""
    if not place.sound:
        return "[[ ]] the words there differ from the quote"
    return "[[ ]] linked span" + (", the claim's words marked" if place.end - place.start > LONG_SPAN else "")
