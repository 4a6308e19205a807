"""The figures of a pass of a replay, the same in the command's table and on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.presentation.spans import StyledText

if TYPE_CHECKING:
    from workbench.services.replays.replay_points import Point, Share


def fraction(share: Share) -> str:
    """`8/19`; a dash where there is nothing to retain."""
    return f"{share.kept}/{share.of}" if share.of else "-"


def kept(share: Share) -> StyledText:
    """How many of how many were retained."""
    style = "bad" if share.kept < share.of else "" if share.of else "dim"
    return StyledText(fraction(share), style)


def contradictions(point: Point) -> StyledText:
    """How many hard findings contradict the source."""
    return StyledText(str(point.contradictions), "bad" if point.contradictions else "")


def size(point: Point) -> str:
    """The size beside the source: `12.5%`."""
    value = point.size.value
    return "-" if value is None else f"{value:.1%}"
