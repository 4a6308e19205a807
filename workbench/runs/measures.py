"""Measures in a text: which kinds of units stand in it, and its dates and lengths of time as values.

Read off English words and figures; used to see whether a passage has what a question wants, and whether two
passages give other values of it.
"""

from __future__ import annotations

import re

from gates.language.lexicon import SPOKEN_NUMBERS

_WORDS = {**SPOKEN_NUMBERS, "a": 1, "an": 1, "one": 1, "half": 0.5}
_FIGURE = rf"(?:\d[\d,.]*|{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
"""The longest word first: `sixteen` is not read as `six`."""
_UNITS = {
    "speed": r"knots?|kts?|km/h|kph|mph|m/s|(?:miles|kilomet(?:re|er)s|met(?:re|er)s) (?:per|an|a) \w+",
    "distance": (
        r"(?:milli|centi|kilo|nautical )?(?:met(?:re|er)s?|miles?)|mm|cm|m|km|feet|foot|ft|inch(?:es)?|"
        r"yards?|fathoms?"
    ),
    "weight": r"(?:metric )?ton(?:ne)?s?|kilo(?:gram)?(?:me)?s?|kg|grams?|g|pounds?|lbs?|stone",
    "heat": r"degrees?|°\s?[CF]?|celsius|fahrenheit",
}
_FREQUENT = re.compile(
    rf"\b(?:every|each|daily|hourly|weekly|monthly|quarterly|yearly|annual(?:ly)?|fortnightly|nightly|always|never|"
    rf"once|twice|thrice|{_FIGURE} times|(?:a|per) (?:day|night|week|month|quarter|season|year))\b",
    re.I,
)
_FIRST = re.compile(_FIGURE, re.I)
_PATTERNS = {
    kind: re.compile(rf"\b{_FIGURE}[\s-]?(?:{units})(?!\w)", re.I) for kind, units in _UNITS.items()
} | {"frequency": _FREQUENT}

MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(
    [*(name.capitalize() for name in MONTHS), *(name[:3].capitalize() for name in MONTHS if len(name) > 4)]
)
_SEASONS = ("spring", "summer", "autumn", "winter")
_DATE = re.compile(
    rf"\b(?:(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\s+)?(?P<month>{_MONTH})\b(?:\s+(?P<after>[0-3]?\d)\b(?!\d))?,?"
    rf"(?:\s+(?P<year>(?:1[5-9]|20)\d\d)\b)?"
    rf"|\b(?P<season>{'|'.join(_SEASONS)})(?:\s+of)?\s+(?P<of>(?:1[5-9]|20)\d\d)\b"
    rf"|\b(?P<iso>(?:1[5-9]|20)\d\d)-(?P<isomonth>[01]\d)-(?P<isoday>[0-3]\d)\b"
    rf"|\b(?P<only>(?:1[5-9]|20)\d\d)\b",
)
_LENGTH = re.compile(
    rf"\b(?P<count>{_FIGURE})[\s-](?:\w+[\s-])?(?P<unit>second|minute|hour|day|week|fortnight|month|year)s?\b",
    re.I,
)
_SECONDS = {
    "second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800, "fortnight": 1_209_600,
    "month": 2_629_800, "year": 31_557_600,
}  # fmt: skip
Date = tuple[int | None, int | None, int | None]
"""Year, month and day, each None where it is not said; seasons are months 13 to 16."""


def has_measure(kind: str, text: str) -> bool:
    """Whether a text has a figure in a unit of a kind: `speed`, `distance`, `weight`, `heat`, `frequency`."""
    return _PATTERNS[kind].search(text) is not None


def measures(kind: str, text: str) -> dict[str, set[float]]:
    """The figures of a text in units of a kind, by unit in the singular."""
    found: dict[str, set[float]] = {}
    for match in _PATTERNS[kind].finditer(text):
        figure = _FIRST.match(match.group())
        value = _value(figure.group()) if figure else None
        if figure and value is not None:
            unit = match.group()[figure.end() :].strip(" -").lower()
            found.setdefault(unit.removesuffix("s"), set()).add(value)
    return found


def dates(text: str) -> set[Date]:
    """The dates of a text. `May` counts only with a day or a year, as it is a word besides."""
    found: set[Date] = set()
    for match in _DATE.finditer(text):
        stated = match.groupdict()
        if stated["iso"]:
            found.add((int(stated["iso"]), int(stated["isomonth"]), int(stated["isoday"])))
        elif stated["season"]:
            found.add((int(stated["of"]), 13 + _SEASONS.index(stated["season"]), None))
        elif stated["only"]:
            found.add((int(stated["only"]), None, None))
        else:
            month = 1 + next(n for n, name in enumerate(MONTHS) if name.startswith(stated["month"].lower()))
            day, year = stated["day"] or stated["after"], stated["year"]
            if year or day or month != MONTHS.index("may") + 1:
                found.add((int(year) if year else None, month, int(day) if day else None))
    return found


def apart(one: Date, other: Date) -> bool:
    """Whether two dates cannot be the same: a part that both say is another."""
    for place, (first, second) in enumerate(zip(one, other, strict=True)):
        if first is None or second is None or first == second:
            continue
        if place == 1 and (first > 12) != (second > 12):
            month, season = min(first, second), max(first, second)
            if (month % 12) // 3 == (season - 12) % 4:
                continue
        return True
    return False


def lengths(text: str) -> set[float]:
    """The lengths of time in a text, in seconds."""
    found = set()
    for match in _LENGTH.finditer(text):
        value = _value(match.group("count"))
        if value is not None:
            found.add(value * _SECONDS[match.group("unit").lower()])
    return found


def _value(word: str) -> float | None:
    known = _WORDS.get(word.lower())
    if known is not None:
        return float(known)
    try:
        return float(word.replace(",", "").rstrip("."))
    except ValueError:
        return None
