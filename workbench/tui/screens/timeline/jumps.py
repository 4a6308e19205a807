"""Jumps from the cursor of a timeline: to turns and compactions, to drafts, into an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from workbench.tui.keyboard.keys import FooterKey
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.key_queue import KeyQueue
from workbench.tui.screens.timeline.event_rows import EventRows
from workbench.tui.screens.timeline.range_choice import RangeChoice
from workbench.tui.state.timeline.selection import next_stop
from workbench.tui.state.timeline.timeline import compaction_at, compaction_stops, draft_at

if TYPE_CHECKING:
    from workbench.services.lookup.timeline import SessionOutline

RUN_FORMAT = "run"
"""Format of the sessions that agent runs record."""


class TimelineJumps:
    """The jumps of one screen; `outline` returns the shown session, None before it is read."""

    def __init__(
        self, screen: BaseScreen, rows: EventRows, outline: Callable[[], SessionOutline | None]
    ) -> None:
        """Prepare the queue of keys and the footer."""
        self._screen, self._rows, self._outline = screen, rows, outline
        self.queue = KeyQueue(screen, lambda: "" if outline() is not None else "Reading the session")
        screen.leading = self._leading

    def _leading(self) -> Sequence[FooterKey]:
        """Return the key that opens the steps of a run, if the session is one."""
        outline = self._outline()
        a_run = outline is not None and outline.session.format == RUN_FORMAT
        return [FooterKey("s", "Steps", "go('run')")] if a_run else ()

    def landing(self, read: SessionOutline, selected: RangeChoice, *, fresh: bool) -> int:
        """Return the event for the cursor in a session that was read: the wanted one, else the same one.

        `fresh`: it is another session, so the selection begins again. In a followed transcript, a cursor at
        the end stays at the end.
        """
        screen, before, here = self._screen, self._outline(), self._rows.here
        ended = not fresh and before is not None and 0 < before.session.events == here + 1
        if ended and screen.bench.following.of(read.session.session_id):
            here = read.session.events - 1
        requested = screen.state.selected
        if fresh and (requested is not None or not self._rows.glimpsed):
            selected.begin(requested)
            here = requested[0] if requested is not None else 0
        if screen.state.event is not None:
            here = screen.state.event
            screen.select(event=None)
        self.queue.release()
        return here

    def turn(self, by: int) -> None:
        """Go to the next or previous turn."""
        outline = self._outline()
        stop = next_stop(outline.turn_starts, self._rows.here, by) if outline is not None else None
        if stop is not None:
            self._rows.go(stop)

    def compaction(self, by: int) -> None:
        """Go to the next or previous compaction; show a warning if there is none."""
        outline = self._outline()
        if self.queue.holds(f"compaction({by})") or outline is None:
            return
        stops = compaction_stops(outline)
        stop = next_stop(stops, self._rows.here, by)
        if stop is None:
            stated = "No compaction that way." if stops else "No compaction was found in this session."
            self._screen.warn(stated)
        else:
            self._rows.go(stop)

    def compacted_here(self) -> tuple[int, int] | None:
        """Return the range of the compaction under the cursor; None for none."""
        outline = self._outline()
        at = compaction_at(outline, self._rows.here) if outline is not None else None
        if at is None or outline is None:
            return None
        found = outline.compactions[at]
        return found.source_start, found.source_end

    def open_draft(self, span: tuple[int, int] | None) -> None:
        """Open the draft of a range, or of the compaction or artifact at the cursor."""
        outline = self._outline()
        if self.queue.holds("draft_at") or outline is None:
            return
        found = draft_at(outline, span, self._rows.here)
        if found is None:
            self._screen.warn("No compaction or accepted range is here. ( and ) go to compactions.")
        else:
            self._screen.select(artifact_id=found, number=outline.numbers.get(found), item_id=None)
            self._screen.bench.go("draft")

    def open_row(self, words: tuple[str, ...]) -> None:
        """Open the event under the cursor with `words` marked, or the draft that replaces events."""
        outline, artifact_id = self._outline(), self._rows.artifact_here
        if artifact_id and outline is not None:
            self._screen.select(artifact_id=artifact_id, number=outline.numbers.get(artifact_id))
            self._screen.bench.go("draft")
        else:
            self._screen.select(event=self._rows.here, words=words)
            self._screen.bench.go("event")
