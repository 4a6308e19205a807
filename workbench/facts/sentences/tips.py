"""Advice in a prompt: what stands under a heading that calls it tips or recommended; it decides nothing."""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.facts.sentences.mood import forbids

_HEADING = re.compile(
    r"[ \t*_]{0,4}(?:#{1,6}[ \t]+(?P<marked>))?[*_]{0,3}"
    r"(?:(?:[A-Za-z]{2,12} ){0,3}(?:tips|hints)|(?:recommended|suggested) [a-z]{2,12})"
    r"(?: [a-z]{2,12}){0,3}(?(marked):?|:)[*_]{0,3}:?[ \t]*",
    re.IGNORECASE,
)
"""A line of its own such as `IMPORTANT TIPS:`."""
_OTHER = re.compile(r"#{1,6} |\*{0,2}[A-Z][^\n.!?:]{1,60}:\*{0,2}[ \t]*$")
"""Another heading, which ends them."""
_ENTRY = re.compile(r"[ \t]|[-*+•][ \t]|\(?\d{1,3}[.)][ \t]")
"""The beginning of a line that continues a list."""
_IF = re.compile(r"\W{0,4}(?:if|in case|when|whenever)\b", re.IGNORECASE)


def is_tip(message: str, place: int) -> bool:
    """Return whether a code point of a message is among its tips."""
    return any(start <= place < end for start, end in _tips(message))


def only_advises(message: str, place: int, sentence: str) -> bool:
    """Return whether a sentence at a place is a mere tip: what is forbidden in every case binds anyway."""
    return is_tip(message, place) and (not forbids(sentence) or _IF.match(sentence) is not None)


@lru_cache(maxsize=512)
def _tips(message: str) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each part under such a heading, up to the next heading or paragraph."""
    found: list[tuple[int, int]] = []
    begun, blank, position = -1, False, 0
    for line in message.split("\n"):
        if begun >= 0 and line.strip():
            apart = blank and begun < position and not _ENTRY.match(line)
            if _OTHER.match(line) or apart:
                found.append((begun, position))
                begun = -1
        if _HEADING.fullmatch(line):
            begun, blank = position + len(line) + 1, False
        elif begun >= 0:
            if not line.strip() and begun == position:
                begun = position + 1 + len(line)
            blank = not line.strip()
        position += len(line) + 1
    return (*found, (begun, len(message))) if begun >= 0 else tuple(found)
