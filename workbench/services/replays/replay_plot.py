"""The plot of a replay: retention, size and contradictions over the session's events."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gates.errors import os_reason
from workbench.errors import InputError, UsageError
from workbench.importers.events.titles import TITLE_LIMIT
from workbench.masking import mask
from workbench.services.replays.picture import (
    SIGNS,
    Drawn,
    Mark,
    Picture,
    PictureText,
    Stroke,
    check_png,
    png,
    svg,
)
from workbench.services.replays.replay import Replay
from workbench.services.replays.replay_points import Point
from workbench.services.replays.series_looks import look_of

WIDTH, LEFT, RIGHT, TOP = 960.0, 84.0, 24.0, 132.0
LINE = 18.0
"""Height of a line of the legend."""
GAP = 56.0
"""Space between two panels."""
MOST_TITLE = 80
"""Maximum number of characters of the session's title."""
SHORT = 9.0
"""Half the length of the line that stands for a single point of a dashed curve."""
SUFFIXES = (".svg", ".png")


@dataclass(frozen=True)
class PlotPanel:
    """One set of axes: its title, the value that it plots, and its height."""

    title: str
    value: Callable[[Point], float | None]
    height: float
    percent: bool = False
    limit: float | None = None
    dashed: Callable[[Point], float | None] | None = None
    """A second value, drawn as a dashed line."""


def check_plot(path: str) -> None:
    """Check before any work that the file can be written.

    Raises:
        UsageError: its name ends in neither .svg nor .png, or Pillow is missing for a PNG.
        InputError: it is a folder, its folder does not exist, or it is not writable.
    """
    place = Path(path)
    if place.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{path} is neither .svg nor .png", "name the file so that it ends in one of them")
    if place.suffix.lower() == ".png":
        check_png()
    if place.is_dir():
        raise InputError(f"{path} is a folder", "name a file")
    if not place.parent.is_dir():
        raise InputError(f"there is no folder {place.parent}", "make it, or name another file")
    _put(place, b"", keep=False)


def write_plot(found: Replay, path: str, limit: float = 0.95) -> None:
    """Write the plot to a file in the format of its suffix; an existing file is replaced whole or kept.

    `limit` is the recall that gate C needs.

    Raises:
        UsageError: as `check_plot`.
        InputError: the file cannot be written.
    """
    check_plot(path)
    place, drawing = Path(path), picture(found, limit)
    body = png(drawing) if place.suffix.lower() == ".png" else svg(drawing).encode("utf-8")
    _put(place, body, keep=True)


def _put(place: Path, body: bytes, *, keep: bool) -> None:
    """Write a temporary file beside the target, then rename it; without `keep` only test that writing works.

    Raises:
        InputError: the file cannot be written there.
    """
    part = place.with_name(f"{place.name}.{os.getpid()}.part")
    try:
        try:
            part.write_bytes(body)
            if keep:
                part.replace(place)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {place}: {os_reason(error)}", "choose another file") from error


def picture(found: Replay, limit: float = 0.95) -> Picture:
    """Draw a replay; `limit` is the recall that gate C needs."""
    shown = [name for name in found.series if found.of(name)]
    top = TOP + LINE * len(shown)
    drawn: list[Drawn] = [*_head(found), *_legend(found, shown)]
    panels = _panels(limit)
    for panel in panels:
        drawn += _panel(found, panel, shown, top)
        top += panel.height + GAP
    drawn.append(
        PictureText(
            ((LEFT + WIDTH - RIGHT) / 2, top - 12), "event at which the range ends", "dim", 12, "middle"
        )
    )
    return Picture(
        WIDTH, top + 12, f"Replay of {found.session.session_id}", _about(found, shown), tuple(drawn)
    )


def _panels(limit: float) -> tuple[PlotPanel, ...]:
    return (
        PlotPanel(
            "retained decisions and open work (dashed: what likely binds too, which nobody confirmed)",
            lambda point: point.retained.value,
            200,
            percent=True,
            limit=limit,
            dashed=lambda point: point.proposed.value,
        ),
        PlotPanel(
            "still retained of what earlier passes retained",
            lambda point: point.held.value,
            120,
            percent=True,
        ),
        PlotPanel("tokens in the context", lambda point: float(point.tokens), 150),
        PlotPanel("contradictions", lambda point: float(point.contradictions), 70),
    )


def _head(found: Replay) -> Iterator[Drawn]:
    stored = found.session.title or found.session.source_name
    title = mask(" ".join(stored.split()))[0]
    cut = len(stored) >= TITLE_LIMIT or len(title) > MOST_TITLE
    title = f"{title[: MOST_TITLE - 1]}…" if cut else title
    every = found.cadence.rhythm
    yield PictureText((LEFT - 60, 34), "Compacted again and again as the session grew", "ink", 20)
    yield PictureText((LEFT - 60, 58), f"{title}  ({found.session.session_id})", "dim", 12)
    yield PictureText(
        (LEFT - 60, 78),
        f"{every}; each pass is judged against the original events 0 to its end",
        "dim",
        12,
    )


def _legend(found: Replay, shown: Sequence[str]) -> Iterator[Drawn]:
    for number, name in enumerate(shown):
        y = TOP - 28 + LINE * number
        points = found.of(name)
        last = points[-1]
        yield Stroke(((LEFT - 60, y - 4), (LEFT - 28, y - 4)), _role(number, shown), _stroke(number, shown))
        yield _mark((LEFT - 44, y - 4), number, shown)
        share = "nothing counted" if last.retained.value is None else f"{last.retained.value:.0%} retained"
        if last.proposed.value is not None:
            share += f" ({last.proposed.value:.0%} of what is proposed)"
        if last.held.value is not None:
            share += f", {last.held.value:.0%} of what earlier passes retained"
        passes = f"{len(points)} pass" + ("es" if len(points) > 1 else "")
        yield PictureText(
            (LEFT - 18, y), f"{name}: {share}, {last.tokens:,} tokens after {passes}", "ink", 13
        )


def _panel(found: Replay, panel: PlotPanel, shown: Sequence[str], top: float) -> Iterator[Drawn]:
    bottom = top + panel.height
    values = [panel.value(p) for name in shown for p in found.of(name)]
    high = 1.0 if panel.percent else nice_top(max((v for v in values if v is not None), default=0.0))
    yield PictureText((LEFT - 60, top - 12), panel.title, "ink", 13)
    for tick in ticks(high, 4 if panel.height > 100 else 2):
        y = bottom - panel.height * tick / high
        yield Stroke(((LEFT, y), (WIDTH - RIGHT, y)), "grid")
        yield PictureText(
            (LEFT - 8, y + 4), f"{tick:.0%}" if panel.percent else f"{tick:,.0f}", "dim", 11, "end"
        )
    if panel.limit is not None:
        y = bottom - panel.height * panel.limit / high
        yield Stroke(((LEFT, y), (WIDTH - RIGHT, y)), "limit", 1, dashed=True)
        stated = f"gate C needs {panel.limit:.0%}"
        yield PictureText((WIDTH - RIGHT, top - 12), stated, "limit", 11, "end")  # no curve runs above
    yield Stroke(((LEFT, top), (LEFT, bottom), (WIDTH - RIGHT, bottom)), "dim")
    for tick in ticks(float(max(found.last, 1)), 6):
        x = _x(found, tick)
        yield Stroke(((x, bottom), (x, bottom + 4)), "dim")
        yield PictureText((x, bottom + 17), f"{tick:,.0f}", "dim", 11, "middle")
    for number, name in enumerate(shown):
        if panel.dashed is not None:
            line = _curve(found, name, panel.dashed, high, bottom, panel.height)
            yield Stroke(_widened(line), _role(number, shown), 1.2, dashed=True)
    for number, name in enumerate(shown):
        line = _curve(found, name, panel.value, high, bottom, panel.height)
        if line:  # a single pass has no earlier one to hold anything from
            yield Stroke(line, _role(number, shown), _stroke(number, shown))
        yield from (_mark(at, number, shown) for at in line)


def _curve(
    found: Replay,
    name: str,
    value: Callable[[Point], float | None],
    high: float,
    bottom: float,
    height: float,
) -> tuple[tuple[float, float], ...]:
    known = [(p, value(p)) for p in found.of(name)]
    return tuple((_x(found, p.end), bottom - height * v / high) for p, v in known if v is not None)


def _widened(line: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """Make a curve visible: a single point becomes a short line."""
    if len(line) != 1:
        return line
    ((x, y),) = line
    return ((x - SHORT, y), (x + SHORT, y))


def _x(found: Replay, event: float) -> float:
    return LEFT + (WIDTH - RIGHT - LEFT - 10) * event / max(found.last, 1)


def _role(number: int, shown: Sequence[str]) -> str:
    """Return the colour of a series, which is the same in every plot."""
    return f"series-{look_of(shown[number], shown)}"


def _stroke(number: int, shown: Sequence[str]) -> float:
    """Return the line width of a series; later ones are thinner, so as not to hide earlier ones."""
    return 1.8 + 1.6 * (len(shown) - 1 - number)


def _mark(at: tuple[float, float], number: int, shown: Sequence[str]) -> Mark:
    """Return the symbol of a series; earlier ones are larger, so that later ones do not hide them."""
    radius = 4.0 + 1.6 * min(len(shown) - 1 - number, 2)
    look = look_of(shown[number], shown)
    again, sign = divmod(look, len(SIGNS))
    return Mark(at, _role(number, shown), SIGNS[sign], radius, full=(sign + again) % 2 == 0)


def nice_top(highest: float) -> float:
    """Return the smallest round axis limit that is not below `highest`; at least 4."""
    if highest <= 4:
        return 4.0
    step = 10.0 ** math.floor(math.log10(highest))
    return next(m * step for m in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if m * step >= highest)


def ticks(high: float, count: int) -> list[float]:
    """Return about `count` round values from 0 to `high`."""
    raw = high / count
    step = 10.0 ** math.floor(math.log10(raw))
    step = next(m * step for m in (1, 2, 2.5, 5, 10) if m * step >= raw * 0.999)
    return [step * n for n in range(math.floor(high / step + 1e-9) + 1)]


def _about(found: Replay, shown: Sequence[str]) -> str:
    stated: list[Any] = []
    for name in shown:
        first, last = found.of(name)[0], found.of(name)[-1]
        stated.append(
            f"{name}: retained {first.retained.kept} of {first.retained.of} at event {first.end} and "
            f"{last.retained.kept} of {last.retained.of} at event {last.end}, "
            f"{first.tokens} and {last.tokens} tokens"
        )
    return "; ".join(stated) or "nothing could be drawn"
