"""In ASCII mode every drawn line is ASCII, whoever drew it: borders, scrollbars, ellipses, transcripts.

It keeps the width of a line and touches no style. It refuses to guess: a letter beyond ASCII is `?`.
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
    """Draws with ASCII alone."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the library's signature
        """The same line without signs beyond ASCII."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(_ascii(segment.text), segment.style)
            for segment in segments
        ]
