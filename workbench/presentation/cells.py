"""Measure, clip, pad and wrap text in terminal cells, for commands and screens.

Wide characters are measured with `rich.cells`, the table that also draws the app, so that columns align in
both. `workbench.escaping` makes text safe to print; this module prints nothing.
"""

from __future__ import annotations

import re

from workbench.escaping import visible

LONG = 20_000
"""Length in code points from which a line is cut by code points instead of wrapped at words."""

_NARROW = re.compile("[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u2199\u2500-\u257f]*")
"""Runs of characters that are always one cell wide."""
_BULLET = re.compile(r" *(?:[-*] )?")


def width_of(text: str) -> int:
    """Return the width of a visible text in terminal cells."""
    if text.isascii() or _NARROW.fullmatch(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def clip(text: str, width: int, ellipsis: str = "...") -> str:
    """Clip a visible text to a width in cells, with an ellipsis if something was cut off."""
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
    """Pad the text with spaces to a width in cells; `right` aligns it to the right."""
    fill = " " * max(width - width_of(text), 0)
    return fill + text if right else text + fill


def fit(text: str, width: int, *, right: bool = False, ellipsis: str = "...") -> str:
    """Clip or pad a visible text to exactly a width in cells."""
    return pad(clip(text, width, ellipsis), width, right=right)


def clip_start(text: str, width: int, ellipsis: str = "...") -> str:
    """Clip a visible text at its start to a width in cells; a path is recognised by its end."""
    if width_of(text) <= width:
        return text
    kept = text
    while kept and width_of(kept) + width_of(ellipsis) > width:
        kept = kept[1:]
    return clip(f"{ellipsis}{kept}", width, "")


def wrap(text: str, width: int, first: int = 0) -> list[str]:
    """Wrap a visible text into lines of at most `width` cells, keeping its own line breaks.

    `first` cells of the first line are already taken by a label before it.
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
    """Split a line into words; a word wider than a line becomes pieces that fit."""
    pieces: list[str] = []
    for word in text.split(" "):
        rest = word
        while width_of(rest) > width:
            cut = len(_first_cells(rest, width).rstrip()) or 1
            pieces.append(rest[:cut])
            rest = rest[cut:]
        pieces.append(rest)
    return pieces
