"""Measured quantities in a text, in any unit: two of one kind are compared in a common unit."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.runs.language.measures import figures_in_units

ROUNDED = 0.04
"""Share by which two equal quantities in different units may differ, because either was rounded."""
ROUNDED_DEGREES = 1.0
"""The same tolerance for temperatures, in degrees Celsius."""
_PER_HOUR = {"knot": 1.852, "kt": 1.852, "km/h": 1.0, "kph": 1.0, "mph": 1.609344, "m/s": 3.6}
_METRES = {
    "millimetre": 0.001, "mm": 0.001, "centimetre": 0.01, "cm": 0.01, "metre": 1.0, "meter": 1.0, "m": 1.0,
    "kilometre": 1_000.0, "km": 1_000.0, "mile": 1_609.344, "nautical mile": 1_852.0, "foot": 0.3048,
    "feet": 0.3048, "ft": 0.3048, "inch": 0.0254, "yard": 0.9144, "fathom": 1.8288,
}  # fmt: skip
_KILOGRAMS = {
    "tonne": 1_000.0, "ton": 1_000.0, "metric ton": 1_000.0, "metric tonne": 1_000.0,
    "kilo": 1.0, "kilogram": 1.0,
    "kilogramme": 1.0, "kg": 1.0, "gram": 0.001, "g": 0.001, "pound": 0.45359237, "lb": 0.45359237,
    "stone": 6.35029318,
}  # fmt: skip
_BASES = {"speed": _PER_HOUR, "distance": _METRES, "weight": _KILOGRAMS}
MEASURED = (*_BASES, "heat")
"""The kinds of quantities."""
_AMERICAN = re.compile(r"meter\b")
_PER = re.compile(r"(?P<unit>\w+)s? (?:per|an?) (?P<time>hour|minute|second)")
_HOURLY = {"hour": 1.0, "minute": 60.0, "second": 3_600.0}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A measured quantity."""

    shown: str
    """Figure and unit, normalised: `2.5 tonne`."""
    unit: str
    figure: float
    base: float | None
    """Value in kilometres an hour, metres, kilograms or degrees Celsius; None if the unit is unknown."""


def quantities(kind: str, text: str) -> list[Quantity]:
    """Return the quantities of a kind (`speed`, `distance`, `weight`, `heat`) in a text, in order."""
    return [
        Quantity(
            f"{figure:g} {unit.upper() if unit.startswith('°') else unit}",
            unit,
            figure,
            _base(kind, unit, figure),
        )
        for figure, unit in figures_in_units(kind, text)
    ]


def same_quantity(kind: str, one: Quantity, other: Quantity) -> bool:
    """Return whether two quantities of one kind may be equal: exactly in one unit, rounded in two units.

    Degrees without a stated scale may be Celsius or Fahrenheit.
    """
    if one.unit == other.unit or one.base is None or other.base is None:
        return one.figure == other.figure
    if kind != "heat":
        return abs(one.base - other.base) <= ROUNDED * max(abs(one.base), abs(other.base))
    bare = [each for each in (one, other) if each.unit == "degree"]
    if bare and one.figure == other.figure:
        return True
    return abs(one.base - other.base) <= ROUNDED_DEGREES


def _base(kind: str, unit: str, figure: float) -> float | None:
    if kind == "heat":
        return (figure - 32) / 1.8 if unit == "°f" else figure
    known = _BASES[kind]
    unit = _AMERICAN.sub("metre", unit)
    per = _PER.fullmatch(unit)
    if per is None:
        return figure * known[unit] if unit in known else None
    metres = _METRES.get(per["unit"].removesuffix("s"))
    return figure * metres / 1_000 * _HOURLY[per["time"]] if metres is not None else None
