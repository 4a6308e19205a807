"""Text measured in terminal cells, cut, filled and wrapped, for commands and screens alike.

What is beyond the narrow characters is measured by the table that also draws the app (`rich.cells`), so that
a column is as wide as it was counted. `workbench.escaping` makes text harmless; nothing here writes.
"""

from __future__ import annotations

import re

from workbench.escaping import visible

LONG = 20_000
"""From here on a line is cut by code points instead of being wrapped at words."""

_NARROW = re.compile("[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u2199\u2500-\u257f]*")
"""Characters of one cell each, whatever stands beside them."""
_BULLET = re.compile(r" *(?:[-*] )?")


def width_of(text: str) -> int:
    """Cells that a visible text takes on a terminal."""
    if text.isascii() or _NARROW.fullmatch(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def clip(text: str, width: int, ellipsis: str = "...") -> str:
    """A visible text cut to a width in cells, with an ellipsis where something was cut off."""
    if width <= 0:
        return ""
    if len(text) <= width and text.isascii():
        return text
    text = text[: width * 4 + 8]
    if width_of(text) <= width:
        return text
    room = width - width_of(ellipsis)
    if room <= 0:
        return ellipsis[:width]
    return _first_cells(text, room).rstrip() + ellipsis


def _first_cells(text: str, width: int) -> str:
    if width_of(text[:width]) == width and text[width : width + 1].isascii():
        return text[:width]
    from rich.cells import set_cell_size

    return set_cell_size(text, width)


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled with spaces to a width in cells; `right` sets it flush right."""
    fill = " " * max(width - width_of(text), 0)
    return fill + text if right else text + fill


def fit(text: str, width: int, *, right: bool = False, ellipsis: str = "...") -> str:
    """A visible text cut or filled to exactly a width in cells."""
    return pad(clip(text, width, ellipsis), width, right=right)


def clip_start(text: str, width: int, ellipsis: str = "...") -> str:
    """A visible text cut to a width in cells by its beginning, as a path is told by its end."""
    if width_of(text) <= width:
        return text
    kept = text
    while kept and width_of(kept) + width_of(ellipsis) > width:
        kept = kept[1:]
    return clip(f"{ellipsis}{kept}", width, "")


def wrap(text: str, width: int, first: int = 0) -> list[str]:
    """The text, visible, in lines of at most `width` cells; its own line ends stay.

    `first` cells of the first line are taken already, by a label that stands before it.
    """
    lines: list[str] = []
    for paragraph in visible(text).expandtabs(4).split("\n"):
        lines += _wrap_one(paragraph.rstrip(), max(width, 4), 0 if lines else first)
    return lines


def _wrap_one(paragraph: str, width: int, first: int) -> list[str]:
    if len(paragraph) + first <= width and width_of(paragraph) + first <= width:
        return [paragraph]
    if len(paragraph) > LONG:
        return _cut_hard(paragraph, width if paragraph.isascii() else max(width // 2, 1), first)
    margin = _BULLET.match(paragraph)
    indent = min(margin.end() if margin else 0, width // 2)
    lines: list[str] = []
    current, used, taken = paragraph[:indent], indent, first
    for word in _words(paragraph[indent:].strip(), width - indent):
        size = width_of(word)
        gap = 1 if used > indent else 0
        if used + gap + size + taken > width and (used > indent or taken):
            lines.append(current)
            current, used, gap, taken = " " * indent, indent, 0, 0
        current += " " * gap + word
        used += gap + size
    lines.append(current)
    return lines


def _cut_hard(text: str, step: int, first: int) -> list[str]:
    head = max(step - first, 0)
    return [text[:head], *(text[at : at + step] for at in range(head, len(text), step))]


def _words(text: str, width: int) -> list[str]:
    """Words, those wider than a line in pieces that fit."""
    pieces: list[str] = []
    for word in text.split(" "):
        rest = word
        while width_of(rest) > width:
            cut = len(_first_cells(rest, width).rstrip()) or 1
            pieces.append(rest[:cut])
            rest = rest[cut:]
        pieces.append(rest)
    return pieces
