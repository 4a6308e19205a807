"""The context that an agent would be given: active, native, or with a draft accepted; now or as of a move.

Each part of it can be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from textual import on
from textual.containers import Container
from textual.widget import Widget

from workbench.presentation.spans import StyledText
from workbench.tui.screens.base import BaseScreen, open_event
from workbench.tui.state.comparing.context import (
    SHOWN_EVENTS,
    artifact_rows,
    event_rows,
    part_rows,
    part_words,
)
from workbench.tui.state.spans import PaneRow, row
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from store.values import ContextSegment, PagedEvent
    from workbench.bootstrap import Env
    from workbench.services.contexts.context import ContextPage

View = Literal["active", "native", "proposed"]
PREVIEW = 3_000
"""Code points of an event that are read for this screen."""


class ContextScreen(BaseScreen):
    """The context of the open session."""

    NAME = "context"

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.view: View = "active"
        self.views: tuple[View, ...] = ("active", "native")
        self.found: ContextPage | None = None
        self.events: tuple[PagedEvent, ...] = ()

    def body(self) -> Iterable[Widget]:
        """Return the parts, and the text of one part."""
        glyphs = self.bench.glyphs
        yield Container(
            Panel("Context", LineView(glyphs=glyphs, id="parts", classes="first"), id="parts-pane"),
            Panel("Part", LineView(glyphs=glyphs, id="part"), id="part-pane"),
            id="panes",
        )

    @property
    def _parts(self) -> LineView:
        return self.query_one("#parts", LineView)

    def load(self) -> None:
        """Request the view."""
        if self.pending == "proposed":
            self.pending, self.view = "", "proposed"
            self.views = ("proposed", "active", "native")
        session, view, as_of = self.state.session_id or "", self.view, self.state.as_of
        proposed = self.state.artifact_id if view == "proposed" else None
        self.ask("context", lambda env: _read(env, session, view, as_of, proposed))

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the context, or the events of a part."""
        if request == "context":
            self.found = value
            self._parts.content.pinned = 2
            self._parts.show(self._lay_parts)
            self.query_one("#parts-pane", Panel).title = f"Context, {self.found.names[0]}"
            self._announce()
            self._show_part()
        elif request == "events":
            self.events = value
            self.query_one("#part", LineView).show(self._lay_part, keep=False)

    def _announce(self) -> None:
        if self.found is None:
            return
        beside = self.found.names[1].removesuffix(" view")
        words = [f"{self.found.view.tokens:,} tokens", f"{beside} {self.found.other.tokens:,}"]
        words += ["nothing is moved; v switches"] if self.found.proposed is not None else []
        words += ["as of an earlier move, esc: now"] if self.state.as_of else []
        self.set_status(f" {self.bench.glyphs.bullet} ".join(words))

    def _lay_parts(self, width: int) -> Sequence[PaneRow]:
        return part_rows(self.found, width, self.bench.glyphs) if self.found is not None else ()

    def _segment(self) -> ContextSegment | None:
        key = self._parts.cursor
        return self.found.view.segments[int(key)] if self.found is not None and key is not None else None

    @on(LineView.Moved, "#parts")
    def _moved(self) -> None:
        self._show_part()

    def _show_part(self) -> None:
        segment, part = self._segment(), self.query_one("#part", LineView)
        if segment is None or self.found is None:
            part.show(lambda _width: (row(StyledText("The session has no events.", "dim")),))
            return
        self.query_one("#part-pane", Panel).title = part_words(self.found, segment)
        self.query_one("#part-pane", Panel).counter = _events_named(segment)
        self.events = ()
        part.show(self._lay_part, keep=False)
        if segment.artifact_id is None:
            session = self.state.session_id or ""
            span = (segment.start, min(segment.end, segment.start + SHOWN_EVENTS - 1))
            self.ask("events", lambda env: _events(env, session, span), group="events")

    def _lay_part(self, width: int) -> Sequence[PaneRow]:
        segment = self._segment()
        if segment is None or self.found is None:
            return ()
        if segment.artifact_id is not None:
            return artifact_rows(self.found, segment, width)
        height = self.query_one("#part", LineView).size.height
        return event_rows(self.events, segment, width, height=height)

    def action_view(self) -> None:
        """Switch to the next view; the one with a draft accepted is included if it was asked for."""
        self.view = self.views[(self.views.index(self.view) + 1) % len(self.views)]
        self.load()

    @on(LineView.Chosen, "#parts")
    def _part_chosen(self) -> None:
        """Go to the draft that replaces the range; otherwise read the events."""
        segment = self._segment()
        if segment is not None and segment.artifact_id is not None:
            self.select(artifact_id=segment.artifact_id, number=None, item_id=None)
            self.bench.go("draft")
        else:
            self.query_one("#part", LineView).focus()

    @on(LineView.Chosen, "#part")
    def _event_chosen(self, message: LineView.Chosen) -> None:
        if message.key.startswith("event:"):
            open_event(self, int(message.key.partition(":")[2]))

    def escape(self) -> bool:
        """Return to the current state if an earlier move is shown."""
        if self.state.as_of is None:
            return False
        self.select(as_of=None)
        self.load()
        return True

    def copied(self) -> str:
        """Return the text of the artifact under the cursor, else the range of its events."""
        segment = self._segment()
        if segment is None or self.found is None:
            return ""
        if segment.artifact_id is not None:
            return "\n".join(each.text for each in artifact_rows(self.found, segment, 10_000))
        return f"{segment.start}..{segment.end}"

    def paged(self) -> str:
        """Return the part as it is shown."""
        return "\n".join(each.text for each in self._lay_part(100))


def _events_named(segment: ContextSegment) -> str:
    if segment.start == segment.end:
        return f"event {segment.start}"
    return f"events {segment.start}-{segment.end}"


def _read(env: Env, session: str, view: View, as_of: str | None, proposed: str | None) -> ContextPage:
    from workbench.services.contexts.context import read_context

    if proposed is not None:
        return read_context(env, session, proposed=proposed)
    return read_context(env, session, view="native" if view == "native" else "active", as_of=as_of)


def _events(env: Env, session: str, span: tuple[int, int]) -> tuple[PagedEvent, ...]:
    from workbench.services.lookup.sessions import timeline

    return timeline(env, session, span, preview=PREVIEW).events
