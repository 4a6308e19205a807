"""Captured decisions and open work as rows and lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gates.capture import CapturedItem
from workbench.escaping import one_line
from workbench.presentation.capture_words import how_found
from workbench.presentation.layout import fact, paragraph
from workbench.presentation.spans import Line, StyledText

if TYPE_CHECKING:
    from workbench.services.lookup.range_capture import Captured

STATUS_INKS = {"open": "accent", "in_force": "good", "done": "dim", "superseded": "dim"}
WAITING_INKS = {"proposed": "warn", "dismissed": "dim", "withdrawn": "dim"}
WAITING = {
    "proposed": "proposed, counts once c has counted it",
    "dismissed": "dismissed, need not be retained; u withdraws that",
    "withdrawn": "added and withdrawn, need not be retained; c counts it again",
}
LABEL = 11


def last_review(item: CapturedItem | None, captured: Captured | None, waiting: str) -> str:
    """Return the latest effective review of an item: dismissed, withdrawn, added, or empty for none."""
    if item is None or captured is None or waiting == "dismissed":
        return waiting
    return "added" if item.item_id in captured.added else ""


def title_words(captured: Captured, listed: int) -> str:
    """Return the number of listed items and of each kind: `5, 2 to be retained, 2 proposed, 1 done`."""
    items = captured.capture.items
    kinds = Counter(each.status.replace("_", " ") for each in items if not each.counts)
    kinds |= Counter(dismissed=len(captured.dismissed), withdrawn=len(captured.withdrawn))
    stated = [f"{listed}", f"{sum(each.counts for each in items)} to be retained"]
    named = {"proposed": len(captured.capture.proposed), **kinds}
    return ", ".join([*stated, *(f"{count} {kind}" for kind, count in named.items() if count)])


def item_cells(item: CapturedItem, waiting: str = "") -> tuple[StyledText, ...]:
    """Return kind, status, event and text; `waiting`, a word of `WAITING`, replaces the item's own status."""
    ink = "" if item.counts and not waiting else "dim"
    where = "-" if item.stated_at is None else str(item.stated_at.ordinal)
    return (
        StyledText("decision" if item.kind == "decision" else "open work", ink),
        StyledText(waiting, WAITING_INKS[waiting])
        if waiting
        else StyledText(item.status.replace("_", " "), STATUS_INKS.get(item.status, "")),
        StyledText(where, "dim"),
        StyledText(one_line(item.text), ink),
    )


def item_lines(item: CapturedItem, width: int, waiting: str = "") -> list[Line]:
    """Return all facts of one item."""
    lines: list[Line] = [*paragraph(item.text, width, style="strong"), ()]
    pairs = [
        ("kind", item.kind.replace("_", " ")),
        ("status", WAITING[waiting] if waiting else _status(item)),
        ("found", how_found(item)),
        ("carried", "yes, from before the range" if item.carried else "no, stated in the range"),
    ]
    for label, value in pairs:
        lines += fact(label, value, width, label_width=LABEL)
    for link in item.evidence:
        lines += [(), (StyledText(f"event {link.ordinal}", "accent"),)]
        lines += paragraph(f'"{link.quote}"', width, indent=2)
    return lines


def _status(item: CapturedItem) -> str:
    return item.status.replace("_", " ") + ("" if item.counts else ", need not be retained")
