"""A drawing as plain values, and its two file formats: SVG without a library, PNG with Pillow.

Colours are named by their role; an SVG contains those for light and for dark surroundings. Every text is
escaped, since it may come from a transcript.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal
from xml.sax.saxutils import escape, quoteattr

from workbench.errors import UsageError, install_hint
from workbench.escaping import one_line

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

COLOURS: dict[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#15191f"),
    "ink": ("#1f2937", "#e5e7eb"),
    "dim": ("#5b6472", "#a3adbb"),
    "grid": ("#e2e6ec", "#313944"),
    "limit": ("#b42318", "#f97066"),
    "series-0": ("#2563eb", "#6ea8fe"),
    "series-1": ("#c2570c", "#fb9a4b"),
    "series-2": ("#7c3aed", "#b794f6"),
    "series-3": ("#047857", "#34d399"),
    "series-4": ("#be185d", "#f472b6"),
    "series-5": ("#0e7490", "#67d3e8"),
    "series-6": ("#854d0e", "#e3b75a"),
    "series-7": ("#475569", "#b6c2d2"),
}
"""The colour of each role on light and on dark surroundings."""

Sign = Literal["circle", "square", "triangle", "diamond"]
SIGNS: tuple[Sign, ...] = ("circle", "square", "triangle", "diamond")
Point = tuple[float, float]
SCALE = 2
"""Pixels per unit in a PNG, which is drawn at twice that resolution and reduced."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A polyline."""

    points: tuple[Point, ...]
    role: str
    width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A symbol at a point; hollow unless `full`."""

    at: Point
    role: str
    sign: Sign
    radius: float
    full: bool = True


@dataclass(frozen=True, slots=True)
class PictureText:
    """A line of text; `at` is the start, middle or end of its baseline."""

    at: Point
    text: str
    role: str = "ink"
    size: float = 12.0
    anchor: Literal["start", "middle", "end"] = "start"


Drawn = Stroke | Mark | PictureText


@dataclass(frozen=True)
class Picture:
    """A drawing with a size in units; the origin is its upper left corner."""

    width: float
    height: float
    title: str
    about: str
    """A description of the content for readers who cannot see it."""
    drawn: tuple[Drawn, ...]


def outline(mark: Mark) -> tuple[Point, ...]:
    """Return the corners of a symbol other than a circle."""
    (x, y), r = mark.at, mark.radius
    if mark.sign == "square":
        side = r * 0.88
        return ((x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side))
    if mark.sign == "triangle":
        return ((x, y - r * 1.15), (x + r * 1.1, y + r * 0.8), (x - r * 1.1, y + r * 0.8))
    return ((x, y - r * 1.2), (x + r * 1.2, y), (x, y + r * 1.2), (x - r * 1.2, y))


# SVG


def svg(picture: Picture) -> str:
    """Return the drawing as an SVG document; equal drawings give equal text."""
    width, height = _n(picture.width), _n(picture.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="system-ui, sans-serif">',
        f"<title>{_text(picture.title)}</title>",
        f"<desc>{_text(picture.about)}</desc>",
        f"<style>{_style()}</style>",
        f'<rect width="{width}" height="{height}" {_paint("paper", "fill")}/>',
        *(_element(each) for each in picture.drawn),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _style() -> str:
    """Return CSS classes that give every role its colour on dark surroundings."""
    rules = [f".f-{role}{{fill:{dark}}}.s-{role}{{stroke:{dark}}}" for role, (_, dark) in COLOURS.items()]
    return "@media (prefers-color-scheme:dark){" + "".join(rules) + "}"


def _paint(role: str, what: str) -> str:
    return f'class="{what[0]}-{role}" {what}="{COLOURS[role][0]}"'


def _element(drawn: Drawn) -> str:
    if isinstance(drawn, Stroke):
        dash = ' stroke-dasharray="5 4"' if drawn.dashed else ""
        return (
            f'<polyline points="{_points(drawn.points)}" fill="none" {_paint(drawn.role, "stroke")} '
            f'stroke-width="{_n(drawn.width)}" stroke-linejoin="round"{dash}/>'
        )
    if isinstance(drawn, PictureText):
        (x, y), size = drawn.at, _n(drawn.size)
        return (
            f'<text x="{_n(x)}" y="{_n(y)}" {_paint(drawn.role, "fill")} font-size="{size}" '
            f"text-anchor={quoteattr(drawn.anchor)}>{_text(drawn.text)}</text>"
        )
    inner = drawn.role if drawn.full else "paper"
    paint = (
        f'class="f-{inner} s-{drawn.role}" fill="{COLOURS[inner][0]}" stroke="{COLOURS[drawn.role][0]}" '
        'stroke-width="1.6"'
    )
    if drawn.sign == "circle":
        (x, y), r = drawn.at, _n(drawn.radius)
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{r}" {paint}/>'
    return f'<polygon points="{_points(outline(drawn))}" {paint}/>'


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """Format a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    return escape(one_line(text))


# PNG


def check_png() -> None:
    """Check before any work that a PNG can be made.

    Raises:
        UsageError: Pillow is not installed.
    """
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise UsageError(
            "a PNG needs Pillow, which is not installed",
            f"{install_hint('plot')}; a file that ends in .svg needs nothing",
            code="extra_missing",
        ) from None


def png(picture: Picture) -> bytes:
    """Return the drawing as a PNG, in the colours for light surroundings.

    Raises:
        UsageError: Pillow is not installed.
    """
    check_png()
    from PIL import Image, ImageDraw

    fine = 2 * SCALE
    size = round(picture.width * fine), round(picture.height * fine)
    image = Image.new("RGB", size, COLOURS["paper"][0])
    draw = ImageDraw.Draw(image)
    for each in picture.drawn:
        _draw(draw, each, fine)
    body = io.BytesIO()
    small = image.resize((size[0] // 2, size[1] // 2), Image.Resampling.LANCZOS)
    small.save(body, "PNG", optimize=True)
    return body.getvalue()


def _draw(draw: ImageDraw, drawn: Drawn, fine: int) -> None:
    colour = COLOURS[drawn.role][0]
    if isinstance(drawn, Stroke):
        points = [(x * fine, y * fine) for x, y in drawn.points]
        for run in _dashes(points, 5 * fine, 4 * fine) if drawn.dashed else [points]:
            draw.line(run, fill=colour, width=max(round(drawn.width * fine), 1), joint="curve")
    elif isinstance(drawn, PictureText):
        anchors = {"start": "ls", "middle": "ms", "end": "rs"}
        place = (drawn.at[0] * fine, drawn.at[1] * fine)
        draw.text(
            place,
            one_line(drawn.text),
            fill=colour,
            font=_font(drawn.size * fine),
            anchor=anchors[drawn.anchor],
        )
    else:
        inner = colour if drawn.full else COLOURS["paper"][0]
        width = round(1.6 * fine)
        if drawn.sign == "circle":
            (x, y), r = drawn.at, drawn.radius
            box = ((x - r) * fine, (y - r) * fine, (x + r) * fine, (y + r) * fine)
            draw.ellipse(box, fill=inner, outline=colour, width=width)
        else:
            corners = [(x * fine, y * fine) for x, y in outline(drawn)]
            draw.polygon(corners, fill=inner, outline=colour, width=width)


def _font(size: float) -> Any:  # noqa: ANN401 - two types of the library's
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _dashes(points: Sequence[Point], on: float, off: float) -> list[list[Point]]:
    """Split a polyline into dashes of length `on` with gaps of length `off`."""
    runs: list[list[Point]] = []
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        at = 0.0
        while at < length:
            a, b = at / length, min(at + on, length) / length
            runs.append([(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in (a, b)])
            at += on + off
    return runs
