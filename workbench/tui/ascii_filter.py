"""In ASCII mode every drawn line is ASCII, whatever drew it: borders, scrollbars, ellipses, transcripts.

The filter keeps the width of a line and changes no style. It does not transliterate: a letter beyond ASCII
becomes `?`.
"""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SIGNS = (
    {sign: "#" for sign in "█▇▆▅▄▓▉▊▋▌▐▀■●◉"}
    | {sign: "|" for sign in "│┃║▎▍▏▕╎╏┆┇┊┋"}
    | {sign: "-" for sign in "─━═╌╍┄┅┈┉▁▂▃▔–—−·•"}
    | {sign: "+" for sign in "┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬✓✔"}
    | dict(zip("…❯›→←↑↓▲▼▶◀◆≋✗✘“”„‘’«»×", '~>>><^v^v><o~xx"""' + "''" + "<>x", strict=True))
)


@lru_cache(maxsize=4096)
def _ascii(text: str) -> str:
    return "".join(sign if sign.isascii() else _SIGNS.get(sign) or "?" * cell_len(sign) for sign in text)


class AsciiFilter(LineFilter):
    """Line filter that draws with ASCII characters only."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the library's signature
        """Return the line with each sign beyond ASCII replaced."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(_ascii(segment.text), segment.style)
            for segment in segments
        ]


ASCII = AsciiFilter()
"""The one that apps use: the library keeps a filtered line by the line and the filter."""
