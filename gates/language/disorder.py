"""Detects small words in an order that no sentence has: `the is`, `a of`, `of were`, a final `the`.

Random word sequences have some; among statements of real summaries about one in several thousand has. Text in
code marks is ignored, and so are words separated by punctuation.
"""

from __future__ import annotations

import re

_ARTICLES = frozenset("the a an their my your our".split())
"""Without `its`, which people write for `it's` too: `its in the folder`, `its the name`."""
_BEFORE_NOUNS = frozenset("of with at from into via".split())
_PREPOSITIONS = _BEFORE_NOUNS | frozenset("in to for on by as per".split())
_LINKING = frozenset("and or but because if when that which while so".split())
_VERBS = frozenset("is are was were be been has have had will would can could should must".split())
_LAST = (_ARTICLES - {"a"}) | frozenset("its of per via and or but because".split())
_CODE = re.compile(r"`[^`]*`")
_BREAK = ".,;:)\"'`”’"
_MARKS = "\"'`“”‘’()[]*.,;:"


def in_disorder(text: str) -> bool:
    """Return whether two small words follow each other, or one ends the text, as in no sentence."""
    written = _CODE.sub("`", text.casefold()).split()
    if not written:
        return False
    words = [word.strip(_MARKS) for word in written]
    joined = zip(words, words[1:], written, strict=False)
    return words[-1] in _LAST or any(
        _unfit(a, b) for a, b, as_written in joined if as_written[-1] not in _BREAK
    )


def _unfit(first: str, second: str) -> bool:
    if first in _ARTICLES:
        return second in _ARTICLES or second in _PREPOSITIONS or second in _LINKING or second in _VERBS
    return first in _BEFORE_NOUNS and (second in _VERBS or second in ("and", "or", "but", "because", "so"))
