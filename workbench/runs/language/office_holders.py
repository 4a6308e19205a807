"""Whether a text names who holds an office: `the treasurer, Ada Lund`, `Ada Lund (treasurer)`."""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.runs.language.name_shapes import CAPITAL, FULL_NAME, NAME_WORD

_ASKED = re.compile(
    r"\s*who(?:['’]s| is| are| was| were) (?:(?:the|our|your|its|their|an?|now|currently) ){0,2}"
    r"(?P<office>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,3}?)"
    r"(?= (?:of|at|in|for|on|from|since|today|now)\b|\s*\??\s*$)",
    re.I,
)
_NAME = rf"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? {NAME_WORD}|{CAPITAL}\. ?{NAME_WORD}|{FULL_NAME})"
_HAS = re.compile(r"\s*who (?:now |still )?(?:has|holds|keeps|owns|looks after)\b", re.I)
_HAVING = re.compile(
    rf"\b{_NAME} (?:(?:now|still|also) )?(?:has|holds|keeps|takes|took|got|owns|looks after)\b"
    r"(?! (?:been|to)\b)"
)
"""Somebody by name with what he has: `Ida Blom takes the keys`."""
_NOT_NOW = r"(?:former|ex|deputy|vice|assistant|acting|then|late)\b"
_TO_NAME = r"(?:,|:| \(| [–—-]| (?:is|was|became)(?: (?:now|still|again))?)\s?"
"""What stands between an office and its holder."""


@lru_cache(maxsize=256)
def _patterns(office: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = r"\s".join(map(re.escape, office.split()))
    held = rf"(?<!-)\b(?i:{words})\b(?!['’-])"
    before = rf"(?:(?i:the|our|its|their|an?|also|now|currently) ){{0,2}}(?!(?i:{_NOT_NOW}))(?:[a-z-]+ )?"
    return (
        re.compile(
            rf"(?<!former )(?<!deputy )(?<!vice )(?<!assistant ){held}{_TO_NAME}{_NAME}\b(?! and {CAPITAL})"
        ),
        re.compile(rf"{_NAME}(?:,| \(| [–—-])\s?{before}{held}(?! of {CAPITAL}[\w'’-]+['’])"),
    )


def names_holder(question: str, text: str) -> bool:
    """Return whether a text names somebody beside the office that a question asks for, or who has something.

    Args:
        question: `who is the R` or `who has the key`; for any other question nothing is found.
        text: one or two sentences.
    """
    if _HAS.match(question):
        return _HAVING.search(text) is not None
    found = _ASKED.match(question)
    if found is None:
        return False
    return any(pattern.search(text) for pattern in _patterns(found["office"].casefold()))
