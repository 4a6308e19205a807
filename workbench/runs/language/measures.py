"""Measures in a text: figures in units of a kind, and dates and lengths of time as values.

They are read from English words and figures, to see whether a passage has the value that a question asks for,
and whether two passages have different values.
"""

from __future__ import annotations

import re

from gates.language.lexicon import SPOKEN_NUMBERS
from workbench.runs.language.spoken_figures import in_figures

_WORDS = {**SPOKEN_NUMBERS, "a": 1, "an": 1, "one": 1, "half": 0.5}
_FIGURE = rf"(?:\d[\d,.]*|{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
"""The longest word comes first: `sixteen` is not read as `six`."""
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
MONTH = "|".join([*(each for name in MONTHS for each in (name, name[:3]) if name != "may"), "sept"])
"""Pattern of a month by its name or its first three letters; `may` is mostly a verb."""
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
    rf"\b(?:(?P<least>{_FIGURE})(?: (?:to|or) |-))?(?P<count>{_FIGURE})[\s-](?:\w+[\s-])?"
    rf"(?P<unit>second|minute|hour|day|week|fortnight|month|year)s?\b",
    re.I,
)
_SUMMED = re.compile(r"(?:,? and |,? )")
"""Text between two lengths that form one: `two hours and ten minutes`."""
_ROUNDED, _MONTHLY = 0.001, 0.09
"""Shares by which two equal lengths of time may differ: by arithmetic, and if months are counted."""
_RATE = re.compile(
    rf"\b{_FIGURE}[\s-](?:\w+[\s-])?(?:second|minute|hour|day|night|week|month)s?"
    r" (?:an?|per|each|every) (?:minute|hour|day|night|week|month|season|year)\b"
    r"|\b\d[\d,.]*[\s#-]{1,4}\w{2,20}s (?:an?|per|each|every) "
    r"(?:second|minute|hour|day|night|week|month|year)\b"
    rf"|\b(?:every|each) (?:{_FIGURE} )?(?:second|minute|hour|day|night|week|month|year)s?\b"
    r"|[€$£]\s?\d[\d,.]* (?:an?|per|each|every) (?:second|minute|hour|day|night|week|month|year)\b",
    re.I,
)
"""Rates and frequencies, such as hours of each day: they are not lengths of time."""
_AHEAD = re.compile(r"'?,? (?:before|ahead|in advance|beforehand|notice|prior|earlier)\b", re.I)
"""Text after a length of time that is advance notice."""
_SECONDS = {
    "second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800, "fortnight": 1_209_600,
    "month": 2_629_800, "year": 31_557_600,
}  # fmt: skip
_UNIT = "|".join(_SECONDS)
_ADVERBS = {
    "hourly": "hour", "daily": "day", "nightly": "day", "weekly": "week", "fortnightly": "fortnight",
    "monthly": "month", "quarterly": "quarter",
    "yearly": "year", "annually": "year",
}  # fmt: skip
_EVERY = re.compile(
    rf"\b(?:every|each)\s(?:(?P<count>{_FIGURE})\s)?(?P<unit>{_UNIT}|night|quarter)s?\b"
    rf"|\b(?P<many>once|twice|thrice|{_FIGURE} times)\s(?:an?|per|each|every)\s(?P<per>{_UNIT})\b"
    rf"|\b(?P<adverb>{'|'.join(_ADVERBS)})\b",
    re.I,
)
_SECONDS |= {"night": _SECONDS["day"], "quarter": 3 * _SECONDS["month"]}
_AGE = re.compile(
    rf"\b(?:under|over|below|above|aged|until|to|from|than|turn|turned|age|age of)\s(?:the age of\s)?"
    rf"(?P<age>{_FIGURE})\b(?!\s?(?:%|:|\.\d|metres?|meters?|euros?|pounds?|dollars?|people|beds))",
    re.I,
)
_OLDEST = 120
_BELOW_BEFORE = re.compile(r"(?:(?<![\w.)])[-\u2212]|\bminus )$", re.I)
_BELOW_AFTER = re.compile(r"(?: (?:celsius|fahrenheit))? below (?:zero|freezing)\b", re.I)
"""Signs and words for a temperature below zero. A dash after a figure, as in `8-12`, is not a sign."""
_SCALE = re.compile(r" (celsius|fahrenheit|[CF]\b)", re.I)
"""The scale, after degrees."""
_SIGN_REACH = 7
"""Characters before a figure in which its sign is searched for."""
Date = tuple[int | None, int | None, int | None]
"""Year, month and day, each None if not stated; seasons are months 13 to 16."""


_DIMENSIONS = (
    ("tall", "high", "height"), ("deep", "depth"), ("wide", "broad", "width"),
    ("long", "length"), ("thick", "thickness"),
)  # fmt: skip
_OF_DIMENSION = re.compile(
    rf"\W{{1,2}}(?:in )?({'|'.join(word for each in _DIMENSIONS for word in each)})\b", re.I
)
"""The dimension after a figure that measures it."""


def has_measure(kind: str, text: str, question: str = "") -> bool:
    """Return whether a text has a figure in a unit of `speed`, `distance`, `weight`, `heat` or `frequency`.

    A figure of a stated dimension, as in `38 metres deep`, does not count for a question about another one.
    """
    asked = [each for each in _DIMENSIONS if any(re.search(rf"\b{word}\b", question, re.I) for word in each)]
    text = in_figures(text)
    for found in _PATTERNS[kind].finditer(text):
        match = _OF_DIMENSION.match(text, found.end())
        if match is None or not asked or any(match.group(1).lower() in each for each in asked):
            return True
    return False


def figures_in_units(kind: str, text: str) -> list[tuple[float, str]]:
    """Return the figures of a text in units of a kind, each with its sign and its unit in the singular."""
    found: list[tuple[float, str]] = []
    text = in_figures(text)
    for match in _PATTERNS[kind].finditer(text):
        figure = _FIRST.match(match.group())
        value = _value(figure.group()) if figure else None
        if figure and value is not None:
            unit = _singular(
                match.group()[figure.end() :].strip(" -").lower(), _SCALE.match(text, match.end())
            )
            below = kind == "heat" and _is_below_zero(text, match)
            found.append((-value if below else value, unit))
    return found


def _singular(unit: str, scale: re.Match[str] | None) -> str:
    """Return a unit in the form of the tables; degrees with their scale, if a text names one."""
    if unit.startswith("\u00b0"):
        letter = unit[1:].strip()
        return f"\u00b0{letter}" if letter else "degree"
    if unit.startswith("degree"):
        return f"\u00b0{scale.group(1)[0].lower()}" if scale else "degree"
    known = {"celsius": "\u00b0c", "fahrenheit": "\u00b0f", "inches": "inch"}
    return known.get(unit) or unit.removesuffix("s")


def _is_below_zero(text: str, figure: re.Match[str]) -> bool:
    """Return whether a figure has a minus sign, or words with the same meaning."""
    lead = text[max(0, figure.start() - _SIGN_REACH) : figure.start()]
    return _BELOW_BEFORE.search(lead) is not None or _BELOW_AFTER.match(text, figure.end()) is not None


def dates(text: str) -> set[Date]:
    """Return the dates of a text. `May` counts only with a day or a year, because it is also a verb."""
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
    """Return whether two dates cannot be the same: they differ in a part that both state."""
    for place, (first, second) in enumerate(zip(one, other, strict=True)):
        if first is None or second is None or first == second:
            continue
        if place == 1 and (first > 12) != (second > 12):
            month, season = min(first, second), max(first, second)
            if (month % 12) // 3 == (season - 12) % 4:
                continue
        return True
    return False


def without_rates(text: str) -> str:
    """Remove rates and frequencies from a text."""
    return _RATE.sub(" ", text)


def lengths_in_units(text: str, *, ahead: bool | None = None) -> set[tuple[float, str]]:
    """Return the lengths of time in a text: seconds and smallest unit.

    `two hours and ten minutes` is (7800.0, "minute"). `ahead`: only advance notice (True) or all others
    (False).
    """
    found: list[tuple[float, str]] = []
    text = without_rates(in_figures(text))
    end = -1
    for match in _LENGTH.finditer(text):
        value = _value(match.group("count"))
        before = _AHEAD.match(text, match.end()) is not None
        if value is None or ahead not in (None, before):
            continue
        unit = match.group("unit").lower()
        seconds = value * _SECONDS[unit]
        if found and _SUMMED.fullmatch(text, end, match.start()) and _SECONDS[unit] < _SECONDS[found[-1][1]]:
            seconds += found.pop()[0]
        first = _value(match.group("least") or "")
        found += [(first * _SECONDS[unit], unit)] if first is not None else []
        found.append((seconds, unit))
        end = match.end()
    return set(found)


def same_length(one: tuple[float, str], other: tuple[float, str]) -> bool:
    """Return whether two lengths of time may be equal: a month may be four weeks or thirty days."""
    if one[1] == other[1] or not {one[1], other[1]} & {"month", "year"}:
        return abs(one[0] - other[0]) <= _ROUNDED * max(one[0], other[0])
    return abs(one[0] - other[0]) <= _MONTHLY * max(one[0], other[0])


def intervals(text: str) -> set[float]:
    """Return the intervals of repeated events in a text, in seconds."""
    found = set()
    for match in _EVERY.finditer(in_figures(text)):
        stated = match.groupdict()
        unit = stated["unit"] or stated["per"] or _ADVERBS.get((stated["adverb"] or "").lower(), "")
        times = _value(stated["count"] or "one") or 1.0
        many = {"once": 1.0, "twice": 2.0, "thrice": 3.0}.get((stated["many"] or "").lower())
        many = many or _value((stated["many"] or "one").removesuffix("times").strip()) or 1.0
        if unit and times:
            found.add(_SECONDS[unit.lower()] * times / many)
    return found


def ages(text: str) -> set[float]:
    """Return the ages that a text states, alone or as a limit: `under eight`, `from 12 years`, `aged 60`."""
    found = {_value(match.group("age")) for match in _AGE.finditer(text)}
    return {value for value in found if value is not None and value <= _OLDEST}


def _value(word: str) -> float | None:
    known = _WORDS.get(word.lower())
    if known is not None:
        return float(known)
    try:
        return float(word.replace(",", "").rstrip("."))
    except ValueError:
        return None
