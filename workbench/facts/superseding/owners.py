"""The owners that a sentence names only to say whose thing it speaks of: `Acme's disk quota is too small`."""

from __future__ import annotations

import re
from functools import lru_cache

from gates.language.similarity import statement

_OWNER = re.compile(
    r"\b(?P<owner>[\w-]{2,40})'s (?!(?:a|an|the|no|not|now|too|so|very|still|been|being|going|gone)\b)"
    r"(?:[\w-]{1,40} ){0,3}?[\w-]{1,40} "
    r"(?=(?:is|are|was|were|has|have|had|isn't|aren't|costs?|needs?|gets?|runs?|ran|fails?|failed|broke|does|"
    r"doesn't|can|can't|cannot|will|won't|would|must)\b)",
    re.IGNORECASE,
)
"""A possessive, its thing and the verb of that; `Acme's too slow` has no other verb and is about Acme."""


@lru_cache(maxsize=8_192)
def owners(text: str) -> frozenset[str]:
    """Return the stems of the words that occur in a text only as the owner of the thing of a clause."""
    plain = text.replace("’", "'")
    named = frozenset(
        stem for found in _OWNER.finditer(plain) for stem in statement(found.group("owner")).stems
    )
    if not named:
        return named
    return (
        named - statement(_OWNER.sub(lambda found: found.group()[len(found.group("owner")) :], plain)).stems
    )
