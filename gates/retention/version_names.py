"""Detects a name whose version differs: `falcon-2.5-mini` stated for `falcon-3-mini-preview`."""

from __future__ import annotations

import re
from functools import lru_cache

_NAME = re.compile(
    r"(?<![\w./@:-])(?P<family>[A-Za-z]{2,24}(?:-[A-Za-z]{2,24}){0,3})-?v?(?P<version>\d{1,3}(?:\.\d{1,3}){0,2})"
    r"(?P<rest>[a-z]?(?:-[\w.]{1,24}){0,4})(?![\w/])"
)
_COUNTED = frozenset(
    """
    attempt batch case chapter commit day event file group issue item iteration level line milestone node
    option page part phase pr priority round run section sprint stage step task test tier turn v version wave
    week worker
    """.split()
)
"""Words before a number that counts things, and is no version."""
FORMER = r"from|instead|rather|old|former(?:ly)?|previous(?:ly)?|earlier|replac\w+|not|no|never"
"""Words with which a statement may name a former version or value, as alternatives of a pattern."""
_MOVED = re.compile(rf"\b(?:{FORMER})\b|n't\b", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def versions(text: str) -> dict[str, frozenset[str]]:
    """Return the versions that a text names, by the first part of the name, case folded."""
    found: dict[str, set[str]] = {}
    for match in _NAME.finditer(text):
        family = match["family"].casefold()
        joined = "-" in match.group() or "." in match["version"]
        if joined and family not in _COUNTED:
            found.setdefault(family, set()).add(match["version"])
    return {family: frozenset(named) for family, named in found.items()}


def other_version(original: str, stated: str) -> bool:
    """Return whether a statement names only other versions of a thing whose version the original names."""
    wanted = versions(original)
    if not wanted or _MOVED.search(stated):
        return False
    named = versions(stated)
    return any(family in named and named[family].isdisjoint(own) for family, own in wanted.items())
