"""Hasty spellings of the words by which a sentence orders or forbids, put right before it is classified."""

from __future__ import annotations

import re

_SHORT = "are could did do does has have is must should was were would".split()
_LONG = "always never please should".split()
"""Words that are known with a letter missing: what is left of them is no other word."""
_FULL = [*_LONG, *"don't must not only the".split()]


def _hasty() -> dict[str, str]:
    """Return each contraction without its apostrophe, and each word with two letters swapped or one left out.

    A first letter is never left out.
    """
    found = {f"{word}nt": f"{word}n't" for word in _SHORT}
    found |= dict.fromkeys(("pls", "plz"), "please")
    for word in _FULL:
        for at in range(len(word) - 1):
            swapped = f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"
            found.setdefault(swapped, word)
        for at in range(1, len(word) if word in _LONG else 0):
            found.setdefault(f"{word[:at]}{word[at + 1 :]}", word)
    return found


_RIGHT = _hasty()
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")


def spelled(text: str) -> str:
    """Return a text in lower case with the hasty spellings put right: `dont`, `do nto`, `nevre`, `teh`."""
    return _WORD.sub(lambda found: _RIGHT.get(found[0], found[0]), text)
