"""Figures of one pass of a replay, for the command's table and the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.presentation.spans import StyledText

if TYPE_CHECKING:
    from workbench.services.replays.replay_points import Point, Share


def fraction(share: Share) -> str:
    """Format `8/19`; a dash if there is nothing to retain."""
    return f"{share.kept}/{share.of}" if share.of else "-"


def held_words(last: Point) -> str:
    """Return how much of what earlier passes retained the last one still does: lossy over lossy."""
    held = last.held
    if not held.of:
        return "earlier passes retained nothing that the source still proposes"
    return f"holds {fraction(held)} statements that earlier passes retained, {held.kept / held.of:.0%}"


def unlost_words(last: Point) -> str:
    """Return the words for a last pass that lost nothing: nothing was there to lose, or all is retained."""
    return (
        f"nothing that counts is lost at the last pass{'' if last.retained.of else ': nothing counts there'}"
    )


def kept(share: Share) -> StyledText:
    """Format how many of how many items were retained."""
    style = "bad" if share.kept < share.of else "" if share.of else "dim"
    return StyledText(fraction(share), style)


def contradictions(point: Point) -> StyledText:
    """Format the number of contradictions."""
    return StyledText(str(point.contradictions), "bad" if point.contradictions else "")


def size(point: Point) -> str:
    """Format the size as a share of the source: `12.5%`."""
    value = point.size.value
    return "-" if value is None else f"{value:.1%}"
