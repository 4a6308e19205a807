"""Lines made of styled pieces, as plain values: painted by `cli.stdout` and `tui.widgets`.

A style is a word of meaning (`good`, `bad`, `warn`, `dim`, `accent`, `strong`, `mark`), never a colour.
"""

from __future__ import annotations

from typing import NamedTuple


class StyledText(NamedTuple):
    """A piece of a line."""

    text: str
    style: str = ""


Line = tuple[StyledText, ...]
"""One line, without its line end."""

Piece = str | StyledText

BLANK: Line = ()


def line(*pieces: Piece) -> Line:
    """A line out of plain and styled pieces; empty ones are left out."""
    return tuple(piece if isinstance(piece, StyledText) else StyledText(piece) for piece in pieces if piece)
