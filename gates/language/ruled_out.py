"""What a sentence rules out by contrast: `Use CSV, not JSON` names JSON only to exclude it."""

from __future__ import annotations

import re
from functools import lru_cache

from gates.language.tokens import tokenise

CONTRAST = (
    r"(?:(?:[,;(]|\s?[–—]|\s-|\b(?:and|but))\s{0,2}(?:and |but )?(?:not|never)"
    r"|\b(?:rather than|instead of|in place of))\s"
)
"""Pattern of the words before what is ruled out, for a pattern that ignores case."""
_CONTRAST = re.compile(rf"{CONTRAST}([^,.;:!?()\n]{{2,80}})", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def ruled_out(text: str) -> frozenset[str]:
    """Return the stems that a text names only in what it excludes by contrast."""
    found = list(_CONTRAST.finditer(text))
    if not found:
        return frozenset()
    named = frozenset(stem for match in found for stem in tokenise(match.group(1)).stems)
    return named - frozenset(tokenise(_CONTRAST.sub(" ", text)).stems)
