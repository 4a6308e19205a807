"""Text for a terminal: width measured, lines cut and wrapped; `workbench.escaping` made it harmless.

Writes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from workbench.escaping import visible

_WIDE = ("W", "F")


def width_of(text: str) -> int:
    """Columns that a text takes on a terminal, after `visible`."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1


def clip(text: str, width: int) -> str:
    """The text cut to a width in columns, ending in `...` where something was cut off."""
    if width_of(text) <= width:
        return text
    if width <= 3:
        return "." * max(width, 0)
    room, kept = width - 3, []
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "..."


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled with spaces to a width in columns; `right` sets it flush right."""
    fill = " " * max(width - width_of(text), 0)
    return fill + text if right else text + fill


def wrap(text: str, width: int, first: int = 0) -> list[str]:
    """The text, visible, in lines of at most `width` columns; its own line ends stay.

    `first` columns of the first line are taken already, by a label that stands before it.
    """
    lines: list[str] = []
    for paragraph in visible(text).expandtabs(4).split("\n"):
        lines += _wrap_one(paragraph.rstrip(), max(width, 8), 0 if lines else first)
    return lines


def _wrap_one(paragraph: str, width: int, first: int) -> list[str]:
    if width_of(paragraph) + first <= width:
        return [paragraph]
    margin = re.match(r" *(?:[-*] )?", paragraph)
    indent = min(len(margin.group()) if margin else 0, width // 2)
    lines, current, taken = [], paragraph[:indent], first
    for word in _words(paragraph[indent:], width - indent):
        joined = f"{current} {word}" if len(current) > indent else current + word
        if width_of(joined) + taken > width and (len(current) > indent or taken):
            lines.append(current)
            current, taken = " " * indent + word, 0
        else:
            current = joined
    lines.append(current)
    return lines


def _words(text: str, width: int) -> Iterator[str]:
    """Words, those longer than a line cut into pieces that fit."""
    for word in text.split():
        piece, used = "", 0
        for character in word:
            columns = _columns(character)
            if used + columns > width:
                yield piece
                piece, used = "", 0
            piece += character
            used += columns
        yield piece
