"""Detects text that is laid out rather than written: rows of a table, and the lines of a trace.

Its words belong together without being adjacent: the cells of a row make one statement, and so do the frame,
the line of code and the error that a trace prints on consecutive lines.
"""

from __future__ import annotations

import re

_TABLE_ROW = re.compile(r"\s{0,8}\|(?:[^|\n]*[^|\s][^|\n]*\|){2,40}\s*")
_FRAME = re.compile(
    r"^\s{0,12}(?:File \"[^\"\n]{1,300}\", line \d|at (?:async |new )?[\w.$<>\[\] ]{1,120}\("
    r"|Traceback \(most recent|-->\s\S{1,300}:\d|thread '[^'\n]{1,80}' (?:\(\d+\) )?panicked at)",
    re.MULTILINE,
)


def is_table_row(text: str) -> bool:
    """Return whether a line is a table row with at least two cells."""
    return _TABLE_ROW.fullmatch(text) is not None


def is_frame(text: str) -> bool:
    """Return whether a text contains a frame of a trace, or its head."""
    return _FRAME.search(text) is not None
