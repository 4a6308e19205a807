"""The unit in the words for a difference, in the form that it has beside a figure: `62 against 58 metres`."""

from __future__ import annotations

import re

from gates.language.tokens import stem_of

_FIGURE = re.compile(r"(?P<figure>\d[\d.]*) (?P<unit>[^\W\d_]{3,})(?=\)| against)")
_PLURALS = {"foot": "feet", "inch": "inches"}
_REGULAR = frozenset(
    "metre meter centimetre kilometre millimetre mile yard hectare acre litre gram kilogram tonne pound euro "
    "dollar cent franc krone knot degree second minute hour day week month year".split()
)


def unit_worded(stated: str, *texts: str) -> str:
    """Return the words for a difference with the unit as one of the texts has it, else in the plural.

    Args:
        stated: the words, with figures and stems of units.
        texts: what was compared.
    """
    words = [word for text in texts for word in re.findall(r"(?<=\d )[^\W\d_]{3,}", text.casefold())]

    def worded(found: re.Match[str]) -> str:
        unit = found["unit"]
        if unit == "against" or float(found["figure"].rstrip(".")) == 1:
            return found.group()
        plural = _PLURALS.get(unit) or (f"{unit}s" if unit in _REGULAR else "")
        return f"{found['figure']} {plural or next((w for w in words if stem_of(w) == unit), unit)}"

    return _FIGURE.sub(worded, stated)
