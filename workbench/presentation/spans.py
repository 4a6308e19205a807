"""Lines of styled text as plain values, rendered by `cli.stdout` and `tui.widgets`.

A style names a meaning (`good`, `bad`, `warn`, `dim`, `accent`, `strong`, `mark`), never a colour.
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
    """Build a line from plain and styled pieces, dropping empty ones."""
    return tuple(piece if isinstance(piece, StyledText) else StyledText(piece) for piece in pieces if piece)
