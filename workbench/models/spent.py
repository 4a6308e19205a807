"""The cost of a generation in money, if the configuration has its model's price."""

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
        """Format the amount, such as `0.0312 USD`."""
        return f"{amount(self.amount)} {self.currency}"


def money_spent(path: Path, record: GenerationRecord) -> MoneySpent | None:
    """Return the cost of a record's four token counts; None if a count or the model's price is unknown.

    If the prices in the configuration cannot be read, the result is None too: `plan` reports their errors.

    Args:
        path: the configuration file, which need not exist.
        record: the record of one generation.
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
