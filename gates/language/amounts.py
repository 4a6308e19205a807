"""Amounts with a unit in a text: `250 mg`, `three days`, `20 euros`.

Times and sizes come from `quantities`; longer times, measures and money are added here. Texts are not
rewritten: `2 weeks` equals `14 days`, and each stays as written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from gates.language.lexicon import COUNT_WORDS
from gates.language.quantities import FACTORS, SECONDS

_MASS, _LENGTH, _VOLUME, _MONEY = "mass", "length", "volume", "money"
_UNITS: dict[str, tuple[float, str]] = {
    **FACTORS,
    "day": (86_400.0, SECONDS), "week": (604_800.0, SECONDS),
    "month": (2_629_800.0, SECONDS), "year": (31_557_600.0, SECONDS),
    "mcg": (1e-6, _MASS), "mg": (1e-3, _MASS), "g": (1.0, _MASS), "gram": (1.0, _MASS), "kg": (1e3, _MASS),
    "mm": (1e-3, _LENGTH), "cm": (1e-2, _LENGTH), "m": (1.0, _LENGTH), "meter": (1.0, _LENGTH),
    "metre": (1.0, _LENGTH), "km": (1e3, _LENGTH),
    "ml": (1e-3, _VOLUME), "l": (1.0, _VOLUME), "liter": (1.0, _VOLUME), "litre": (1.0, _VOLUME),
    "euro": (1.0, _MONEY), "eur": (1.0, _MONEY), "€": (1.0, _MONEY),
    "dollar": (2.0, _MONEY), "usd": (2.0, _MONEY), "$": (2.0, _MONEY),
    "pound": (3.0, _MONEY), "gbp": (3.0, _MONEY), "£": (3.0, _MONEY),
}  # fmt: skip
"""Units to their factor and base; for money the factors only distinguish the currencies."""
_FIGURES = {word: float(figure) for figure, word in enumerate(COUNT_WORDS[:10], 1)}
_AMOUNT = re.compile(
    rf"(?<![\w.,])(\d+(?:\.\d+)?|{'|'.join(_FIGURES)})[ -]?([a-z€$£]{{1,12}})(?![\w/])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Amount:
    """One figure with its unit."""

    figure: float
    factor: float
    base: str
    """The measured quantity: seconds, bytes, mass and so on."""
    written: str

    def equals(self, other: Amount) -> bool:
        """Return whether both are the same amount, in any units."""
        if self.base == other.base == _MONEY:
            return (self.figure, self.factor) == (other.figure, other.factor)
        return self.base == other.base and math.isclose(
            self.figure * self.factor, other.figure * other.factor
        )


def amounts(text: str) -> Iterator[Amount]:
    """Yield the amounts of a text, in order."""
    for match in _AMOUNT.finditer(text.replace(",", "")):
        low = match[2].casefold()
        known = _UNITS.get(low) or _UNITS.get(low.removesuffix("s"))
        if known is not None:
            figure = _FIGURES.get(match[1].casefold()) or float(match[1])
            yield Amount(figure, *known, match.group())
