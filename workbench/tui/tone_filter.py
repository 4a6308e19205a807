"""The skin tone of an emoji is not drawn: terminals disagree on its cells, and what follows it would move.

A tone takes no cell in the table that lines are measured by, so that a line without it is as wide as before.
Texts keep their tones; only what is drawn has none.
"""

from __future__ import annotations

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")


class ToneFilter(LineFilter):
    """Draws emoji in their own colour."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the library's signature
        """The same line without skin tones."""
        return [
            segment
            if segment.control or segment.text.isascii() or not _TONES.search(segment.text)
            else Segment(_TONES.sub("", segment.text), segment.style)
            for segment in segments
        ]
