"""Where triggers fire, as marks on the timeline: at once on a session of ordinary length, else on demand."""

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
"""Longer sessions are marked when asked: each mark takes memory, and there is one every few events."""


@dataclass(frozen=True)
class ReadMarks:
    """Where strategies would compact by themselves."""

    session_id: str
    events: int


class TriggerMarks:
    """The marks of the session, or none; `changed` is called when they are others."""

    def __init__(self, screen: BaseScreen, changed: Callable[[], None]) -> None:
        """No marks yet."""
        self._screen, self._changed = screen, changed
        self._marks: Marks = {}
        self._wanted: bool | None = None  # None: as the length of the session has it

    def at(self, ordinal: int) -> tuple[TriggerMark, ...]:
        """What fires at an event."""
        return self._marks.get(ordinal, ())

    def begin(self, outline: SessionOutline, *, fresh: bool) -> None:
        """Evaluate the triggers in a worker, where they are wanted; the rows are there before the marks."""
        if fresh:
            self._marks, self._wanted = {}, None
        short = outline.session.events <= MARKED_EVENTS
        if short if self._wanted is None else self._wanted:
            self._ask(outline)

    def toggle(self, outline: SessionOutline) -> None:
        """Show the marks, or leave them out."""
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
        """Take an answer, unless marks are not wanted any more; False where it belongs to somebody else."""
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
