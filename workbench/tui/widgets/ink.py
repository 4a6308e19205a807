"""Words for styles, so that drawn lines are plain values: `Piece("FAIL", "bad")`.

Each word stands for theme colours, by meaning, and for weight or slope; none informs by colour alone. Styles
are computed when first drawn: as classes of a style sheet they would cost time in every start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color, ColorParseError
from textual.strip import Strip
from textual.widget import Widget

from workbench.presentation.spans import StyledText

INKS: Mapping[str, tuple[str, str, str]] = {
    "dim": ("secondary", "", ""),
    "strong": ("", "", "bold"),
    "good": ("success", "", ""),
    "warn": ("warning", "", ""),
    "bad": ("error", "", "bold"),
    "accent": ("accent", "", ""),
    "key": ("primary", "", "bold"),
    "title": ("", "", "bold"),
    "user": ("accent", "", ""),
    "agent": ("foreground", "", ""),
    "tool": ("secondary", "", ""),
    "note": ("secondary", "", "italic"),
    "match": ("", "", "reverse"),
    "link": ("", "", "reverse"),
    "mark": ("", "", "reverse"),
    "markbad": ("error", "", "reverse"),
    "bracket": ("accent", "", "bold"),
    "cursor": ("block-cursor-foreground", "block-cursor-background", ""),
    "range": ("", "panel", ""),
    "head": ("secondary", "", "underline"),
    "plot": ("primary", "", ""),
    "plot-range": ("accent", "", ""),
    "plot-line": ("warning", "", ""),
    "plot-mark": ("error", "", ""),
    "rule": ("border-blurred", "", ""),
    "ins": ("success", "", "underline"),
    "del": ("error", "", "underline"),
    "ref": ("primary", "", ""),
    "kind": ("secondary", "", ""),
    "section": ("accent", "", "bold"),
}
"""Colour and background as the theme names them, and the text style; an empty one keeps the line's own."""

LEAST_CONTRAST = 0.2
"""Least difference in lightness, of 1, between a text and the background of the cursor."""
PLAIN = Style.null()

Piece = StyledText
"""A run of text in one style: a word of `INKS`, several separated by spaces, or empty."""

Line = Sequence[tuple[str, str]]
"""One drawn line: pieces, or any pairs of text and style word."""


class _Palette:
    """The styles of one theme that were drawn so far."""

    def __init__(self) -> None:
        self.variables: Mapping[str, str] = {}
        self.styles: dict[str, Style] = {}

    def style(self, variables: Mapping[str, str], ink: str) -> Style:
        """Return the style of a word in the theme with these variables."""
        if variables is not self.variables:
            self.variables, self.styles = variables, {}
        found = self.styles.get(ink)
        if found is None:
            found = self.styles[ink] = PLAIN
            for word in ink.split():
                found += _worked_out(variables, *INKS.get(word, ("", "", "")))
            self.styles[ink] = found
        return found


_palette = _Palette()


def _worked_out(variables: Mapping[str, str], colour: str, background: str, text_style: str) -> Style:
    behind = _colour(variables, background)
    if behind is not None and not behind.a:
        behind = None
    front = _colour(variables, colour)
    if front is None and behind is not None and variables.get(colour, "").startswith("auto"):
        front = behind + behind.get_contrast_text()
    return Style(
        color=front.rich_color if front is not None else None,
        bgcolor=behind.rich_color if behind is not None else None,
    ) + Style.parse(text_style)


def _colour(variables: Mapping[str, str], name: str) -> Color | None:
    """Return a colour of the theme; None for no name, and for a colour that depends on its background."""
    try:
        return Color.parse(variables[name]) if name else None
    except ColorParseError:
        return None


def style_of(widget: Widget, ink: str) -> Style:
    """Return the style of a word in the app's theme; the plain style for an empty word."""
    return _palette.style(widget.app.theme_variables, ink) if ink else PLAIN


@lru_cache(maxsize=1_024)
def legible(base: Style, ink: Style) -> Style:
    """Return a style on a base of two colours; one as light as the background gives way to the base's.

    Most themes have the colour of keys and links, and others as light, as the background of the cursor.
    """
    whole = base + ink
    if ink.color is None or ink.bgcolor is not None or base.bgcolor is None or base.color is None:
        return whole
    unknown = ink.color.is_system_defined or base.bgcolor.is_system_defined  # the terminal has its own
    near = unknown or abs(_lightness(ink.color) - _lightness(base.bgcolor)) < LEAST_CONTRAST
    return whole + Style(color=base.color) if near else whole


def _lightness(color: RichColor) -> float:
    """Return how light a colour looks, from 0 to 1."""
    red, green, blue = color.get_truecolor()
    return (299 * red + 587 * green + 114 * blue) / 255_000


class Inked:
    """Mixin for widgets that caches the base style of their lines until a style changes.

    The library would compute it again, through all ancestors, for every line.
    """

    _base: Style | None = None

    if TYPE_CHECKING:
        rich_style: Style

    @property
    def base_style(self) -> Style:
        """The cached `rich_style`."""
        if self._base is None:
            self._base = self.rich_style
        return self._base

    def notify_style_update(self) -> None:
        """Forget the cached style."""
        self._base = None
        super().notify_style_update()  # type: ignore[misc]


def strip_of(widget: Widget, line: Iterable[tuple[str, str]], width: int, base: Style) -> Strip:
    """Return a line as a strip of exactly `width` cells on a base style."""
    segments = [Segment(text, base + style_of(widget, ink)) for text, ink in line if text]
    return Strip(segments).adjust_cell_length(width, base)
