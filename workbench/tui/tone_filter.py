"""Skin tones of emoji are not drawn: terminals disagree on their width, and the text after them would shift.

A tone has no width in the table that lines are measured by, so a line without it is as wide as before. Texts
keep their tones; only the drawing leaves them out.
"""

from __future__ import annotations

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")


class ToneFilter(LineFilter):
    """Line filter that draws emoji in their default colour."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the library's signature
        """Return the line without skin tones."""
        return [
            segment
            if segment.control or segment.text.isascii() or not _TONES.search(segment.text)
            else Segment(_TONES.sub("", segment.text), segment.style)
            for segment in segments
        ]


TONES = ToneFilter()
"""The one that apps use: the library keeps a filtered line by the line and the filter."""
