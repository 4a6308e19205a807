"""The range of events that is being selected on a timeline, and the facts of a draft of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.timeline.selection import RangeSelection

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.timeline import RangeFacts, SessionOutline

FACTS_AFTER = 0.12
"""Seconds without another key before the facts are read."""


@dataclass(frozen=True)
class ReadRange:
    """Facts of a range."""

    span: tuple[int, int]


class RangeChoice:
    """A range that grows with the cursor; `changed` is called for a new range, `known` for new facts."""

    def __init__(self, screen: BaseScreen, changed: Callable[[], None], known: Callable[[], None]) -> None:
        """Start without a range."""
        self._screen, self._changed, self._known = screen, changed, known
        self._selection = RangeSelection()
        self._before = 0
        self._due = 0
        self._whole_for: tuple[int, int] | None = None
        self.facts: RangeFacts | None = None
        """Facts of the range that was looked up last."""

    @property
    def span(self) -> tuple[int, int] | None:
        """The selected ordinals, inclusive; None for none."""
        return self._selection.span

    @property
    def argument(self) -> str:
        """The range as a command argument that follows the session; empty for none."""
        return f" --range {self.span[0]}..{self.span[1]}" if self.span is not None else ""

    @property
    def growing(self) -> bool:
        """Whether the range grows with the cursor."""
        return self._selection.growing

    @property
    def busy(self) -> bool:
        """Whether a range is about to be looked up."""
        return self._due > 0

    def begin(self, span: tuple[int, int] | None) -> None:
        """Select a range or nothing, without a notification."""
        self._selection = RangeSelection(*span) if span is not None else RangeSelection()

    def move(self, ordinal: int, *, extend: bool) -> None:
        """Follow the cursor to another event; `extend` extends the range."""
        self._selection = self._selection.moved(self._before, ordinal, extend=extend)
        self._before = ordinal

    def toggle(self, here: int) -> None:
        """Begin a range at the cursor, or end the growing one."""
        self._selection = self._selection.toggled(here)
        self._changed()

    def clear(self) -> bool:
        """Select nothing; return False if nothing was selected."""
        if self.span is None:
            return False
        self._selection = RangeSelection()
        self._changed()
        return True

    def to_whole_turns(self, outline: SessionOutline, here: int) -> None:
        """Grow the range, or the event under the cursor, to whole turns that split no tool call."""
        chosen = self._selection if self.span else RangeSelection(here, here)
        self._selection = chosen.to_turns(outline.turn_starts, outline.session.events - 1)
        self._whole_for = self.span
        self._changed()
        self._grow()

    def _grow(self) -> None:
        """Once the facts are known, include results of calls that whole turns would split from them."""
        facts, span = self.facts, self.span
        if facts is None or span is None or span != self._whole_for or (facts.start, facts.end) != span:
            return
        self._whole_for = None
        if facts.parted:
            self._selection = RangeSelection(*facts.whole)
            grown = f"{facts.whole[0]}-{facts.whole[1]}"
            self._screen.toast(f"Grown to {grown}: whole turns alone would split a tool call.")
            self._changed()

    def look_up(self) -> None:
        """Store the range in the session state, and read its facts once no other key follows."""
        span = self.span
        if span != self._screen.state.selected:
            self._screen.select(selected=span)
        if span is not None and (self.facts is None or (self.facts.start, self.facts.end) != span):
            self._due += 1
            self._screen.set_timer(FACTS_AFTER, lambda: self._ask(span))

    def _ask(self, span: tuple[int, int]) -> None:
        self._due -= 1
        if span != self.span:
            return
        session_id = str(self._screen.state.session_id)

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import range_facts

            return range_facts(env, session_id, *span)

        self._screen.ask(ReadRange(span), run, group="range")

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if not isinstance(request, ReadRange):
            return False
        self.facts = value
        self._known()
        self._grow()
        return True

    def status(self) -> str:
        """Return `RANGE 3-9   7 events`; empty without a range."""
        span = self.span
        if span is None:
            return ""
        from workbench.presentation.figures import plural

        word = "RANGE (growing)" if self.growing else "RANGE"
        return f"{word} {span[0]}-{span[1]}   {plural(span[1] - span[0] + 1, 'event')}"
