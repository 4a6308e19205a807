"""Patterns of capitalised words in every script that has capitals: `Åsa`, `Ørsted`, `Émile`, `Катя`, `Ελένη`.

A pattern of `[A-Z][a-z]` sees `sa` in `Åsa`. Scripts without capitals have names too, but nothing that marks
them; in a text of letters with capitals a run of theirs is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_LAST = 0x2000
"""Code point before which the letters of every such script in everyday use lie."""


def _class_of(wanted: Callable[[str], bool]) -> str:
    """Return a character class of the letters that pass a test, as ranges."""
    found: list[list[int]] = []
    for point in filter(lambda p: chr(p).isalpha() and wanted(chr(p)), range(_LAST)):
        if found and found[-1][1] == point - 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return "[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in found) + "]"


CAPITAL = _class_of(str.isupper)
"""Character class of capital letters; not to be used in a pattern that ignores case."""
SMALL = _class_of(str.islower)
"""Character class of small letters; not to be used in a pattern that ignores case."""
_OTHER = re.compile(r"[^\W\d_]{2,40}")


def capitalised(inside: str = r"\w'’&-", least: int = 0, most: int = 40) -> str:
    """Return a pattern of a capital letter with `least` to `most` further characters of a class."""
    return f"{CAPITAL}[{inside}]{{{least},{most}}}"


def caseless_runs(text: str) -> list[re.Match[str]]:
    """Return the runs of letters without capitals in a text whose other letters are more."""
    runs = [m for m in _OTHER.finditer(text) if not any(c.isupper() or c.islower() for c in m.group())]
    letters = sum(map(str.isalpha, text)) if runs else 0
    return runs if 2 * sum(len(m.group()) for m in runs) < letters else []
