"""What a generation cost in money, where the configuration gives its model's price."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gates.artifact import GenerationRecord
from workbench.errors import InputError
from workbench.models.prices import amount, read_prices


@dataclass(frozen=True, slots=True)
class MoneySpent:
    """An amount and its currency."""

    amount: float
    currency: str

    def __str__(self) -> str:
        """`0.0312 USD`."""
        return f"{amount(self.amount)} {self.currency}"


def money_spent(path: Path, record: GenerationRecord) -> MoneySpent | None:
    """The money for a record's four counts; None where a count or the model's price is not known.

    A configuration whose prices cannot be read gives none here: `plan` says what is wrong with them.

    Args:
        path: the configuration file, which need not exist.
        record: of one generation.
    """
    if record.model is None:
        return None
    try:
        prices = read_prices(path)
    except InputError:
        return None
    for price in prices:
        if price.model == record.model:
            found = price.spent(*record.counts())
            return None if found is None else MoneySpent(found, price.currency)
    return None
