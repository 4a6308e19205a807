"""Marks of triggers on the timeline: at once for a session of ordinary length, else on demand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.timeline.triggers import Marks, by_event

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.timeline import SessionOutline
    from workbench.strategies.triggers import TriggerMark

MARKED_EVENTS = 50_000
"""Sessions with more events are marked on demand: marks take memory, and there is one every few events."""


@dataclass(frozen=True)
class ReadMarks:
    """Events at which strategies would compact by themselves."""

    session_id: str
    events: int


class TriggerMarks:
    """The marks of the session, or none; `changed` is called when they change."""

    def __init__(self, screen: BaseScreen, changed: Callable[[], None]) -> None:
        """Start without marks."""
        self._screen, self._changed = screen, changed
        self._marks: Marks = {}
        self._wanted: bool | None = None  # None: depends on the length of the session

    def at(self, ordinal: int) -> tuple[TriggerMark, ...]:
        """Return the triggers that fire at an event."""
        return self._marks.get(ordinal, ())

    def begin(self, outline: SessionOutline, *, fresh: bool) -> None:
        """Evaluate the triggers in a worker, if they are wanted; the rows are shown before the marks."""
        if fresh:
            self._marks, self._wanted = {}, None
        short = outline.session.events <= MARKED_EVENTS
        if short if self._wanted is None else self._wanted:
            self._ask(outline)

    def toggle(self, outline: SessionOutline) -> None:
        """Show the marks, or hide them."""
        self._wanted = not self._marks
        if self._wanted:
            self._ask(outline)
            self._screen.toast("Looking where strategies would compact by themselves")
        else:
            self._show(())

    def _ask(self, outline: SessionOutline) -> None:
        session_id = outline.session.session_id

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.triggers import triggers

            return triggers(env, session_id)

        self._screen.ask(ReadMarks(session_id, outline.session.events), run, group="marks")

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer, unless marks are no longer wanted; return False if it belongs to another part."""
        if not isinstance(request, ReadMarks):
            return False
        if self._wanted is not False:
            self._show(value.marks)
        return True

    def _show(self, found: tuple[TriggerMark, ...]) -> None:
        marks = by_event(found)
        if marks != self._marks:
            self._marks = marks
            self._changed()
