"""The view of what drifts over a replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.cli.views.sessions import title_of
from workbench.presentation import passes
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, heading, paragraph, table
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line

if TYPE_CHECKING:
    from workbench.services.replays.replay import Replay
    from workbench.services.replays.replay_points import Point

MOST_LOST = 5
"""Lost items of a series that are shown by default."""


def replay_lines(found: Replay, width: int) -> Iterator[Line]:
    """Yield a row for every pass, then what each series lost and how often its items were summarized."""
    yield heading(title_of(found.session))
    yield from paragraph(
        f"{plural(len(found.cadence.cuts), 'pass', 'passes')} over events 0..{found.last}; each is judged "
        "against the original events from 0 to its end",
        width,
        indent=2,
    )
    yield BLANK
    if not found.points:
        yield line("There is nothing to replay: the session has no event that counts.")
        return
    yield from table(_COLUMNS, _rows(found), width)
    for point in found.points:
        if point.skipped:
            text = f"{point.series}, pass {point.number}: {point.skipped}"
            yield from paragraph(text, width, indent=2, style="dim")
    yield BLANK
    for name in found.series:
        yield from _series(found.of(name), name, width)


_COLUMNS = (
    Column("Events", right=True),
    Column("Turn", right=True, rank=3),
    Column("Series", stays=True),
    Column("Pass", right=True),
    Column("Decided", right=True),
    Column("Open", right=True),
    Column("Proposed", right=True, rank=2),
    Column("Held", right=True, rank=1),
    Column("Contr.", right=True),
    Column("Tokens", right=True),
    Column("Size", right=True),
)


def _rows(found: Replay) -> list[list[Piece]]:
    rows: list[list[Piece]] = []
    before = -1
    for point in found.points:
        first = point.end != before
        before = point.end
        where: list[Piece] = [f"0..{point.end}" if first else "", str(point.turn) if first else ""]
        rows.append([*where, point.series, str(point.number), *_figures(point)])
    return rows


def _figures(point: Point) -> list[Piece]:
    if point.skipped:
        return [StyledText("-", "dim")] * 7
    return [
        passes.kept(point.decisions),
        passes.kept(point.open_work),
        StyledText(passes.fraction(point.proposed), "dim"),
        StyledText(passes.fraction(point.held), "dim"),
        passes.contradictions(point),
        f"{point.tokens:,}",
        passes.size(point),
    ]


def _series(points: tuple[Point, ...], name: str, width: int) -> Iterator[Line]:
    """Yield the change from first to last pass: size, carried items, and what is lost."""
    if not points:
        return
    first, last = points[0], points[-1]
    yield heading(name)
    grown = f"{first.tokens:,} tokens at pass {first.number}, {last.tokens:,} at pass {last.number}"
    yield from paragraph(grown if first is not last else f"{last.tokens:,} tokens", width, indent=2)
    if first is not last:
        yield from paragraph(carried_words(last), width, indent=2)
        yield from paragraph(passes.held_words(last), width, indent=2)
    passing = passing_losses(points)
    if passing:
        text = f"{plural(len(passing), 'item')} that counted went missing on the way and came back, or closed"
        yield from paragraph(text, width, indent=2)
    lost = sorted(
        {(e.item_id, e.text, e.verdict, e.since, e.was_kept) for e in last.lost}, key=lambda e: e[3]
    )
    if not lost:
        yield from paragraph(passes.unlost_words(last), width, indent=2)
    for _, text, verdict, since, was_kept in lost[:MOST_LOST]:
        how = f"{verdict} since pass {since}" + ("" if was_kept else ", never retained")
        yield from paragraph(text, width, indent=2, label=StyledText(f"{how}: ", "bad"), hang=4)
    if len(lost) > MOST_LOST:
        yield from paragraph(
            f"and {len(lost) - MOST_LOST} more, in --json as lost[]", width, indent=2, style="dim"
        )


def passing_losses(points: tuple[Point, ...]) -> set[str]:
    """Return ids of captured items that an earlier pass lost and the last one does not."""
    ever = {each.item_id for point in points for each in point.lost}
    return ever - {each.item_id for each in points[-1].lost}


def carried_words(last: Point) -> str:
    """Return how many items of a pass were in the ones before, and how often the oldest were summarized."""
    ages = last.ages
    if not ages:
        return "no item"
    oldest = max(ages)
    stated = f"{last.carried} of {plural(len(last.items), 'item')} stood in the pass before"
    if oldest > 1:
        stated += f"; {ages[oldest]} went through {oldest} passes"
    return stated
