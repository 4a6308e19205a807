"""Names of currencies: beside a figure each is a unit of money, and no subject of a statement."""

from __future__ import annotations

from gates.language.tokens import stem_of

CURRENCIES = frozenset(
    "pound euro dollar pence cent krone crown franc yen rupee shilling guilder zloty peso".split()
)
CURRENCY_STEMS = frozenset(map(stem_of, CURRENCIES))
