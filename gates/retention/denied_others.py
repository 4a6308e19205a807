"""Detects `the one, not the other` restated as `the other, not the one`."""

from __future__ import annotations

from gates.retention.alignment import Aligned
from gates.retention.words import Word

_DENYING = frozenset(("not", "never", "rather than", "instead of", "as opposed to", "no longer"))
_BEFORE = frozenset("the a an by from to in on at with for of as".split())
MOST_DENIED = 2
"""Most content words of an alternative that is denied beside the one that holds."""


def alternatives_exchanged(aligned: Aligned) -> bool:
    """Return whether the alternative that was denied now holds, and the one that held is denied."""
    denied, now_denied = _alternatives(aligned.original), _alternatives(aligned.restated)
    now_holds = any(a in denied and b not in now_denied for a, b, _ in aligned.pairs)
    no_longer = any(a not in denied and b in now_denied for a, b, _ in aligned.pairs)
    return now_holds and no_longer


def _alternatives(words: tuple[Word, ...]) -> set[int]:
    """Return the places of the words of a short phrase that is denied: `, not by the worker`."""
    found: set[int] = set()
    for place, word in enumerate(words):
        if word.text not in _DENYING:
            continue
        end = place + 1
        while end < len(words) and (words[end].counts or words[end].text in _BEFORE):
            end += 1
        denied = [p for p in range(place + 1, end) if words[p].counts]
        closed = end == len(words) or words[end].kind == "break" or words[end].text in ("and", "but")
        if closed and 0 < len(denied) <= MOST_DENIED:
            found.update(denied)
    return found
