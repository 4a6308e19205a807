"""Prices of models from the configuration file; the program has none built in.

A table `[prices."anthropic:NAME"]` contains amounts per million tokens: `input`, `output`, and optionally
`cache_read` and `cache_write`, with `currency` as a word to show beside them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.config_file import tables
from workbench.errors import InputError, UsageError
from workbench.models.settings import setting_of

PER = 1_000_000
"""Number of tokens that a price is for."""

CURRENCY = "USD"
_AMOUNTS = ("input", "output", "cache_read", "cache_write")
_MOST_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Price:
    """The prices of one model per million tokens."""

    model: str
    """The name as for `--model`, such as `openai:NAME`."""
    input: float
    output: float
    cache_read: float
    """Price of input that the provider's cache still has from an earlier call.

    By default the price of input.
    """
    currency: str = CURRENCY
    cache_write: float | None = None
    """Price of input that the provider is asked to cache, as drafts do; None: the price of input."""

    def of(self, fresh: int, cached: int, output: int) -> float:
        """Return the amount for tokens sent for the first time, sent again and received."""
        return self._of(0, cached, fresh, output)

    def spent(
        self, given: int | None, cache_read: int | None, cache_write: int | None, output: int | None
    ) -> float | None:
        """Return the amount for the four token counts of a generation, or None if one is unknown."""
        if given is None or cache_read is None or cache_write is None or output is None:
            return None
        return self._of(given, cache_read, cache_write, output)

    def _of(self, given: int, cache_read: int, cache_write: int, output: int) -> float:
        write = self.input if self.cache_write is None else self.cache_write
        asked = given * self.input + cache_read * self.cache_read + cache_write * write
        return (asked + output * self.output) / PER


def amount(value: float) -> str:
    """Format an amount of money: two decimals, or four if it is below 1."""
    return f"{value:,.2f}" if value >= 1 or value == 0 else f"{value:.4f}"


def read_prices(path: Path) -> tuple[Price, ...]:
    """Return the prices in a configuration file, sorted by model; empty if there is no file or no table.

    Raises:
        InputError: the file is not valid TOML, or a table has no valid amounts.
    """
    found = tables(path).get("prices", {})
    if not isinstance(found, dict):
        raise _bad(path, "prices is not a table")
    return tuple(_price(name, found[name], path) for name in sorted(found))


def prices_of(path: Path, model: str | None) -> tuple[Price, ...]:
    """Return the price of one model, or all prices if `model` is None.

    The model may be named as the configuration file names it, as `draft --model` accepts it.

    Raises:
        InputError: the configuration cannot be read.
        UsageError: the configuration has no price for that model, or describes no model of that name.
    """
    known = read_prices(path)
    if model is None:
        return known
    named = model if ":" in model else setting_of(model, path).named
    chosen = tuple(price for price in known if price.model == named)
    if not chosen:
        raise UsageError(
            f"no price of {named!r} is configured",
            f'add [prices."{named}"] with input and output per million tokens to {path}, '
            "or leave --model out",
            code="unknown_name",
        )
    return chosen


def currency_of(path: Path, model: str | None) -> str:
    """Return the currency of a model's price; the default one if there is no model or no price.

    The model may be named as the configuration file names it. Raises as `prices_of`, but not without a price.
    """
    named = model if model is None or ":" in model else setting_of(model, path).named
    return next((price.currency for price in read_prices(path) if price.model == named), CURRENCY)


def _price(name: str, table: Any, path: Path) -> Price:  # noqa: ANN401 - TOML not checked yet
    if not isinstance(table, Mapping) or set(table) - {*_AMOUNTS, "currency"}:
        raise _bad(path, f'[prices."{name}"] takes only input, output, cache_read, cache_write and currency')
    if ":" not in name.strip(":"):
        raise _bad(path, f'[prices."{name}"] names no model as PROVIDER:NAME')
    amounts = {key: table[key] for key in _AMOUNTS if key in table}
    if not {"input", "output"} <= set(amounts) or not all(map(_is_amount, amounts.values())):
        raise _bad(path, f'[prices."{name}"] needs input and output as amounts of 0 or more')
    currency = table.get("currency", CURRENCY)
    if not isinstance(currency, str) or not 0 < len(currency.strip()) <= _MOST_LETTERS:
        raise _bad(path, f'[prices."{name}"] currency is a short word, such as "{CURRENCY}"')
    cache_read = float(amounts.get("cache_read", amounts["input"]))
    write = float(amounts["cache_write"]) if "cache_write" in amounts else None
    return Price(name, float(amounts["input"]), float(amounts["output"]), cache_read, currency.strip(), write)


def _is_amount(value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(float(str(value))) and float(str(value)) >= 0


def _bad(path: Path, what: str) -> InputError:
    return InputError(f"the configuration {path}: {what}", f"correct or remove that table in {path}")
