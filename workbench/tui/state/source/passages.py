"""Passages of the source to link a statement to: the nearest ones, then one event piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gates.source import SourceEvent, SourceLink
from workbench.escaping import one_line
from workbench.presentation.spans import StyledText
from workbench.tui.state.spans import PaneRow, paragraph, row

if TYPE_CHECKING:
    from workbench.services.drafts.passages import OfferedPassage, Passages

NEAR = "near:"
PIECE = "piece:"
_NEAR_LINES = 3
_PIECE_LINES = 6


@dataclass(frozen=True, slots=True)
class PassageOffers:
    """The content of the chooser: offers, and one event in pieces."""

    offers: tuple[OfferedPassage, ...]
    event: Passages | None

    def rows(self, events: Sequence[SourceEvent], current: Sequence[SourceLink], width: int) -> list[PaneRow]:
        """Return the offers first, then the event; passages already linked are marked."""
        linked = {link.evidence_id for link in current}
        rows = [row(StyledText("Nearest passages", "section"), StyledText("  enter links to one", "dim"))]
        for number, each in enumerate(self.offers):
            event = events[each.ordinal]
            has = "  linked now" if each.link.evidence_id in linked else ""
            where = f"event {each.ordinal}  turn {event.turn}  {event.kind.value}"
            head = f"{where}  {each.share:.0%} of its words{has}"
            key = f"{NEAR}{number}"
            rows.append(row(StyledText(head, "dim"), key=key))
            rows += paragraph(one_line(each.link.quote), width, indent=2, key=key, most=_NEAR_LINES)
        if not self.offers:
            rows += paragraph(
                "No passage holds its words. [ ] show other events, / one by its number.", width, style="warn"
            )
        if self.event is not None:
            rows += [row(), *self._event_rows(self.event, events, width)]
        return rows

    def _event_rows(self, shown: Passages, events: Sequence[SourceEvent], width: int) -> list[PaneRow]:
        event = events[shown.ordinal]
        title = f"Event {shown.ordinal}  turn {event.turn}  {event.kind.value}"
        hint = "  v and J K choose a range of lines, enter links, [ ] other events, / by number"
        rows = [row(StyledText(title, "section"), StyledText(hint, "dim"))]
        for number, (start, end) in enumerate(shown.pieces):
            text = one_line(event.text[start:end])
            rows += paragraph(text, width, indent=2, key=f"{PIECE}{number}", most=_PIECE_LINES)
        if not shown.pieces:
            rows.append(row(StyledText("  (no text)", "dim"), key=f"{PIECE}none"))
        return rows


def chosen_pieces(keys: Sequence[str]) -> tuple[int, int] | None:
    """Return first and last piece of the keys that name pieces; None if there are none."""
    numbers = [
        int(key.removeprefix(PIECE))
        for key in keys
        if key.startswith(PIECE) and key[len(PIECE) :].isdecimal()
    ]
    return (min(numbers), max(numbers)) if numbers else None
