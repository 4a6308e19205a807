"""Where triggers fire, as marks on the timeline: at once on a session of ordinary length, else on demand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.tui.screens.timeline_base import TimelineBase
from workbench.tui.state.triggers import by_event
from workbench.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.timeline import Outline
    from workbench.strategies.triggers import TriggerMark

MARKED_EVENTS = 50_000
"""Longer sessions are marked when asked: each mark takes memory, and there is one every few events."""


@dataclass(frozen=True)
class ReadMarks:
    """Where strategies would compact by themselves."""

    session_id: str
    events: int


class TimelineTriggers(TimelineBase):
    """A timeline that shows marks, or none."""

    marking: bool | None = None
    """Whether marks are wanted; None: as the length of the session has it."""

    def mark(self, outline: Outline, *, fresh: bool) -> None:
        """Evaluate the triggers in a worker, where they are wanted; the rows are there before the marks."""
        if fresh:
            self.marks, self.marking = {}, None
        short = outline.session.events <= MARKED_EVENTS
        if short if self.marking is None else self.marking:
            self._ask_marks(outline)

    def action_triggers(self) -> None:
        """Show the marks, or leave them out."""
        if self.outline is None:
            return
        self.marking = not self.marks
        if self.marking:
            self._ask_marks(self.outline)
            self.toast("Looking where strategies would compact by themselves")
        else:
            self.marked(())

    def _ask_marks(self, outline: Outline) -> None:
        session_id = outline.session.session_id

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.triggers import triggers

            return triggers(env, session_id)

        self.ask(ReadMarks(session_id, outline.session.events), run, group="marks")

    def answered_marks(self, found: tuple[TriggerMark, ...]) -> None:
        """Draw them, unless they are not wanted any more."""
        if self.marking is not False:
            self.marked(found)

    def marked(self, found: tuple[TriggerMark, ...]) -> None:
        """Draw the rows with these marks."""
        marks = by_event(found)
        if marks != self.marks:
            self.marks = marks
            self.query_one(Rows).clear_rows()
            self._draw_range()
