"""Text that is laid out rather than written: rows of a table, and the lines of a trace.

Its words belong together without standing beside one another: cells of one row say one thing, and so do the
frame, the line of code and the error that a trace prints below each other.
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
    """Whether a line is a row of a table with two cells or more."""
    return _TABLE_ROW.fullmatch(text) is not None


def is_frame(text: str) -> bool:
    """Whether a text holds a frame of a trace, or its head."""
    return _FRAME.search(text) is not None
