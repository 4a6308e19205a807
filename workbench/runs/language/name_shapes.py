"""Parts of patterns for names in any alphabet that has capitals: `Åsa Lindqvist`, `Émile Roux`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

_WITH_CASE = (*range(0x41, 0x2E00), *range(0xA640, 0xA800), *range(0xFF21, 0xFF5B))
"""Code points of the alphabets that have capitals."""
_MARKS = "\u0300-\u036f"
"""Accents that are written as a code point of their own."""


def _ranges(fits: Callable[[str], bool]) -> str:
    """Return the characters that fit, as the inside of a class of a pattern."""
    places = [place for place in _WITH_CASE if fits(chr(place))]
    breaks = [0, *(n for n, (a, b) in enumerate(pairwise(places), 1) if b != a + 1), len(places)]
    return "".join(f"{chr(places[a])}-{chr(places[b - 1])}" for a, b in pairwise(breaks))


CAPITAL = f"[{_ranges(lambda sign: sign.isupper() or sign.istitle())}]"
"""Class of the capital letters."""
SMALL = f"[{_ranges(str.islower)}{_MARKS}]"
"""Class of the small letters and of accents."""
NAME_WORD = rf"(?:{CAPITAL}['’])?{CAPITAL}{SMALL}+(?:['’-]?{CAPITAL}{SMALL}+)*"
"""One word of a name: `Ann`, `O'Brien`, `McLeod`, `Lloyd-Jones`."""
_PARTICLES = "van|von|der|den|de|da|di|du|del|della|la|le|af|av|ten|ter|zu|dos|bin|ibn"
FULL_NAME = rf"{NAME_WORD} (?:(?:{_PARTICLES}) ){{0,2}}{NAME_WORD}"
"""A first name with a family name."""
