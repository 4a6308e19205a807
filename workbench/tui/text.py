"""Text cut, filled and wrapped to widths in terminal cells; `workbench.escaping` made it harmless before."""

from __future__ import annotations

from rich import cells

from workbench.escaping import visible

cell_len = cells.cell_len
set_cell_size = cells.set_cell_size

LONG = 20_000
"""From here on a line is cut by code points instead of being wrapped at words."""


def in_place(text: str) -> str:
    """The text on one line, its spaces as they are: for words of the app that name something."""
    return visible(text.replace("\n", " ").replace("\t", " "))


def clip(text: str, width: int, ellipsis: str = "…") -> str:
    """A visible text cut to a width in cells, with an ellipsis where something was cut off."""
    if width <= 0:
        return ""
    if len(text) <= width and text.isascii():
        return text
    text = text[: width * 4 + 8]
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - cell_len(ellipsis), 0)).rstrip() + ellipsis


def fit(text: str, width: int, *, right: bool = False, ellipsis: str = "…") -> str:
    """A visible text cut or filled to exactly a width in cells."""
    clipped = clip(text, width, ellipsis)
    fill = " " * max(width - cell_len(clipped), 0)
    return fill + clipped if right else clipped + fill


def wrap(text: str, width: int) -> list[str]:
    """The text, visible, in lines of at most `width` cells; its own line ends stay."""
    width = max(width, 4)
    lines: list[str] = []
    for paragraph in visible(text).expandtabs(4).split("\n"):
        lines += _wrap_one(paragraph.rstrip(), width)
    return lines


def _wrap_one(paragraph: str, width: int) -> list[str]:
    if len(paragraph) <= width and cell_len(paragraph) <= width:
        return [paragraph]
    if len(paragraph) > LONG:
        step = width if paragraph.isascii() else max(width // 2, 1)
        return [paragraph[at : at + step] for at in range(0, len(paragraph), step)]
    indent = min(len(paragraph) - len(paragraph.lstrip(" ")), width // 2)
    lines: list[str] = []
    current, used = " " * indent, indent
    for word in _words(paragraph.strip(), width - indent):
        size = cell_len(word)
        gap = 1 if used > indent else 0
        if used + gap + size > width:
            lines.append(current)
            current, used, gap = " " * indent, indent, 0
        current += " " * gap + word
        used += gap + size
    lines.append(current)
    return lines


def _words(text: str, width: int) -> list[str]:
    """Words, those wider than a line in pieces that fit."""
    pieces: list[str] = []
    for word in text.split(" "):
        rest = word
        while cell_len(rest) > width:
            cut = len(set_cell_size(rest, width).rstrip()) or 1
            pieces.append(rest[:cut])
            rest = rest[cut:]
        pieces.append(rest)
    return pieces


def bar(share: float, width: int, full: str, empty: str) -> str:
    """A bar of `width` cells, filled to a share between 0 and 1."""
    filled = round(min(max(share, 0.0), 1.0) * width)
    return full * filled + empty * (width - filled)
