"""Search over the events of a timeline: the words, and the walk from match to match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.presentation.figures import plural
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.timeline.event_rows import EventRows
from workbench.tui.state.timeline.selection import next_stop
from workbench.tui.widgets.searchline import SearchLine

if TYPE_CHECKING:
    from workbench.bootstrap import Env


@dataclass(frozen=True)
class Find:
    """Events that contain a text."""

    needle: str


class TimelineSearch:
    """The search in the list of a timeline; `changed` redraws everything that shows matches."""

    def __init__(self, screen: BaseScreen, rows: EventRows, changed: Callable[[], None]) -> None:
        """Start without a search."""
        self._screen, self._rows, self._changed = screen, rows, changed
        self._needle = ""
        self.hits: tuple[int, ...] | None = None
        """Ordinals of the matching events; None without a search."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the search, as events mark them."""
        return (self._needle,) if self.hits is not None and self._needle else ()

    @property
    def pressing(self) -> Sequence[str]:
        """The first action of the footer while there are matches."""
        return ("match(1)",) if self.hits else ()

    def open(self) -> None:
        """Open the search line."""
        self._screen.query_one(SearchLine).open()

    def submit(self, typed: str) -> None:
        """Search for the typed text; an empty one ends the search."""
        needle, session_id = typed.strip(), str(self._screen.state.session_id)
        self._rows.list.focus()
        if not needle:
            self.clear()
            return

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import search

            return search(env, session_id, needle)

        self._screen.ask(Find(needle), run, group="search")

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if not isinstance(request, Find):
            return False
        self.hits, self._needle = value, request.needle
        self._rows.table.mark_text(request.needle)
        self._changed()
        if not value:
            self._screen.warn(f"No event contains {request.needle!r}.")
        elif self._rows.here not in value:
            self._rows.go(next_stop(value, self._rows.here, 1) or value[0])
        return True

    def step(self, by: int) -> bool:
        """Go to the next or previous match, wrapping around; return False without a search."""
        if self.hits is None:
            return False
        stop = next_stop(self.hits, self._rows.here, by)
        if stop is not None:
            self._rows.go(stop)
        elif self.hits:
            self._rows.go(self.hits[0] if by > 0 else self.hits[-1])
        return True

    def clear(self) -> bool:
        """End the search; return False if there is none."""
        line = self._screen.query_one(SearchLine)
        if not line.is_open and self.hits is None:
            return False
        line.close()
        self.hits = None
        self._rows.table.mark_text("")
        self._rows.list.focus()
        self._changed()
        return True

    def status(self) -> str:
        """Return `match 2 of 7`, before the first match `7 matches`; empty without a search."""
        if self.hits is None:
            return ""
        reached = sum(hit <= self._rows.here for hit in self.hits)
        whole = plural(len(self.hits), "match", "matches")
        return f"match {reached} of {len(self.hits)}" if reached else whole
