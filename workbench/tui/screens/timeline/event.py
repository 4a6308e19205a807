"""One event in full: its facts, and its text of any length, wrapped in a thread."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from textual import on
from textual.widget import Widget

from workbench.escaping import visible
from workbench.presentation.cells import wrap
from workbench.presentation.figures import plural
from workbench.presentation.spans import Line
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.dialogs.dialog import LineDialog
from workbench.tui.screens.editing.marking import Marking
from workbench.tui.screens.review.progress import NOTE_HINT, NoteRequest
from workbench.tui.screens.timeline.citing import CitingStatements
from workbench.tui.screens.timeline.event_matches import EventMatches
from workbench.tui.state.matches import marked_lines
from workbench.tui.state.timeline.event_facts import facts_lines
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.searchline import SearchLine
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from store.values import PagedEvent
    from workbench.bootstrap import Env
    from workbench.services.lookup.citing import Cited

CUT = 100_000
"""Code points of a line that are kept when lines are not wrapped."""


@dataclass(frozen=True)
class ReadEvent:
    """One event, laid out for a width."""

    ordinal: int
    width: int
    wrapped: bool


def lay_out(
    text: str, width: int, *, wrapped: bool, words: tuple[str, ...] = ()
) -> tuple[list[Line], list[int]]:
    """Return the text as lines to draw, with words marked in it, and the line of each match."""
    if wrapped:
        return marked_lines(wrap(text, width), words)
    return marked_lines([piece[:CUT] for piece in visible(text).expandtabs(4).split("\n")], words)


class EventScreen(BaseScreen):
    """The event that was under the cursor."""

    NAME = "event"

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.ordinal = 0
        self.event: PagedEvent | None = None
        self.marking = Marking(self)
        self.citing = CitingStatements(self, self._cites)
        self.cited: Cited | None = None
        self.notes: tuple[str, ...] = ()
        self.wrapped = True
        self.search = EventMatches(self, self.load, self._announce)
        self._laid_width = 0

    def body(self) -> Iterable[Widget]:
        """Return the facts above the text."""
        text = LineView(Text(gutter=False), id="event-text")
        text.add_class("first")
        search = SearchLine("search within the event")
        yield Panel(
            "Event",
            LineView(Text(gutter=False), id="event-facts", focusable=False),
            search,
            text,
            id="event-panel",
        )

    def on_mount(self) -> None:
        """Begin at the event of the state."""
        self.ordinal, self.search.words = self.state.event or 0, self.state.words

    def show_event(self, ordinal: int) -> None:
        """Show another event in place of this one."""
        self.ordinal = ordinal
        self.load()

    def on_screen_resume(self) -> None:
        """Switch to another wanted event, as after a search over all sessions."""
        if self._loaded_for not in (None, self.state) and self.state.event is not None:
            self.ordinal, self.search.words = self.state.event, self.state.words
        super().on_screen_resume()

    def load(self) -> None:
        """Read the event and lay it out, both in a thread."""
        session_id, ordinal = str(self.state.session_id), self.ordinal
        wrapped, words, citing = self.wrapped, self.search.words, self.bench.citing
        width = max(self.query_one("#event-text", LineView).scrollable_content_region.width, 20)
        self._laid_width = width

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import event

            found = event(env, session_id, ordinal)
            laid = lay_out(found.event.text, width, wrapped=wrapped, words=words)
            return found, laid, _notes(env, session_id, ordinal), citing().known(env, session_id, ordinal)

        self.ask(ReadEvent(ordinal, width, wrapped), run, group="event")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the event, or the result of an action."""
        if isinstance(request, NoteRequest):
            self.toast(request.summary)
            self.load()
        elif not (self.marking.answered(request, value) or self.citing.answered(request, value)):
            self._show(*value)

    def _cites(self, ordinal: int, cited: Cited) -> None:
        if ordinal == self.ordinal:
            self.cited = cited
            self.query_one("#event-facts", LineView).show(self._facts)

    def _show(
        self,
        found: PagedEvent,
        laid: tuple[list[Line], list[int]],
        notes: tuple[str, ...],
        cited: Cited,
    ) -> None:
        lines, matches = laid
        self.notes = notes
        self.event, self.cited = found, cited
        self.query_one("#event-text", LineView).show(lambda _width: lines)
        self.query_one("#event-facts", LineView).show(self._facts)
        event = found.event
        panel = self.query_one("#event-panel", Panel)
        panel.title = f"Event {event.ordinal}   {event.kind.value}"
        panel.counter = f"{plural(len(lines), 'line')}   {plural(found.characters, 'character')}"
        self.search.found(matches)
        self._announce()

    def _announce(self) -> None:
        if self.event is None:
            return
        event = self.event.event
        self.set_status(f"{self.search.status()}turn {event.turn}   step {event.step}")

    def action_search(self) -> None:
        """Open the search within the event."""
        self.query_one(SearchLine).open()

    @on(SearchLine.Submitted)
    def _submitted(self, message: SearchLine.Submitted) -> None:
        self.search.submit(message.value)

    def action_match(self, by: int) -> None:
        """Go to the next or previous match, wrapping around."""
        self.search.step(by)

    def escape(self) -> bool:
        """Clear the search."""
        return self.search.clear()

    def _facts(self, width: int) -> list[Line]:
        if self.event is None:
            return []
        lines = facts_lines(self.event.event, self.cited, self.notes, width, self.bench.glyphs)
        self.query_one("#event-facts", LineView).styles.height = len(lines)
        return lines

    def on_resize(self) -> None:
        """Lay out again for another width."""
        width = self.query_one("#event-text", LineView).scrollable_content_region.width
        if self.event is not None and self.wrapped and width not in (0, self._laid_width):
            self.load()

    def action_event(self, by: int) -> None:
        """Show the event before or after."""
        if self.ordinal + by < 0:
            self.warn("This is the first event.")
            return
        self.ordinal += by
        self.load()

    def failed(self, request: object, error: Exception) -> None:
        """Stay on the event if the wanted one is none, or leave if none is shown; show other errors."""
        if not isinstance(request, ReadEvent) or getattr(error, "code", "") != "unknown_id":
            super().failed(request, error)
        elif self.event is None:
            self.warn(f"There is no event {self.ordinal} in this session.")
            self.action_back()
        else:
            known = self.event.event.ordinal
            far = abs(self.ordinal - known) > 1
            self.warn(f"There is no event {self.ordinal}." if far else "This is the last event.")
            self.ordinal = known

    def action_pan(self, by: int) -> None:
        """Pan lines that are not wrapped, to the right or to the left."""
        text = self.query_one("#event-text", LineView)
        if self.wrapped:
            self.warn("Lines are wrapped, so nothing lies beside them; w shows them whole.")
            return
        first = text.pan(by * max(text.size.width // 2, 1))
        if first is None:
            self.warn("The longest line ends here." if by > 0 else "The lines begin here.")
        else:
            self.set_status(f"from column {first + 1:,}")

    def action_wrap(self) -> None:
        """Toggle between wrapped lines and whole lines that can be panned."""
        self.wrapped = not self.wrapped
        self.load()

    def action_mark(self) -> None:
        """Add the event to the selected draft as a decision or open work."""
        self.marking.mark(self.ordinal)

    def action_citing(self) -> None:
        """Go to the statements that cite the event."""
        self.citing.find(self.ordinal)

    def action_note(self) -> None:
        """Add a note to the event."""
        session_id, ordinal = str(self.state.session_id), self.ordinal

        def record(text: str | None) -> None:
            if text:
                self.ask(NoteRequest("Noted"), lambda env: _note(env, session_id, ordinal, text), write=True)

        self.app.push_screen(
            LineDialog("Note", f"About event {ordinal}", hint=NOTE_HINT, remember=True), record
        )

    def action_back(self) -> None:
        """Go back, with the timeline's cursor on the event that was read last."""
        self.state = replace(self.state, event=self.ordinal, words=())
        super().action_back()

    def copied(self) -> str:
        """Return the whole text."""
        return self.event.event.text if self.event is not None else ""

    def paged(self) -> str:
        """Return the whole text."""
        return self.copied()


def _notes(env: Env, session_id: str, ordinal: int) -> tuple[str, ...]:
    from workbench.services.review_log.notes import notes_of_event

    return notes_of_event(env, session_id, ordinal)


def _note(env: Env, session_id: str, ordinal: int, text: str) -> object:
    from workbench.services.review_log.notes import note_event

    return note_event(env, session_id, ordinal, text)
