"""The unit in the words for a difference, in the form that it has beside a figure: `62 against 58 metres`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.language.tokens import stem_of
from workbench.runs.language.currencies import CURRENCIES

_FIGURE = re.compile(r"(?P<figure>\d[\d.]*) (?P<unit>[^\W\d_]{3,})(?=\)| against)")
_PLURALS = {"foot": "feet", "inch": "inches"}
_BESIDE = re.compile(r"(?<=\d )[^\W\d_]{3,}")
_REGULAR = frozenset(
    "metre meter centimetre kilometre millimetre mile yard hectare acre litre gram kilogram tonne knot "
    "degree second minute hour day week month year".split()
) | (CURRENCIES - {"pence", "yen"})


def unit_worded(stated: str, *texts: str) -> str:
    """Return the words for a difference with the unit as one of the texts has it, else in the plural.

    Args:
        stated: the words, with figures and stems of units.
        texts: what was compared.
    """

    def worded(found: re.Match[str]) -> str:
        unit = found["unit"]
        if unit == "against" or float(found["figure"].rstrip(".")) == 1:
            return found.group()
        plural = _PLURALS.get(unit) or (f"{unit}s" if unit in _REGULAR else "")
        return f"{found['figure']} {plural or _beside_figure(unit, texts)}"

    return _FIGURE.sub(worded, stated)


def _beside_figure(unit: str, texts: Sequence[str]) -> str:
    """Return the first word after a figure in the texts that has the stem of a unit; else the stem."""
    words = (word for text in texts for word in _BESIDE.findall(text.casefold()))
    return next((word for word in words if stem_of(word) == unit), unit)
