"""Normalises values as people write them: dates, numbers in words, scales, ordinals, units.

A text and its source are compared in this form: `March 5, 2026` is `2026-03-05`, and `300 ms` is `0.3 s`.
Ambiguous values (`03/04/2026`, `twelve fifty`, names of files) are left unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gates.language.anchored_search import sub_near
from gates.language.lexicon import SPOKEN_NUMBERS

DATE = "date"
YEAR = "year"
SECONDS = "s"
BYTES = "byte"

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH_NAMES = (
    "Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|Jun[e.]?|Jul[y.]?|Aug(?:ust|\\.)?"
    "|Sep(?:t?\\.?|tember)|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?"
)
_ISO = re.compile(
    r"(?<![\w./-])(\d{4})([-/])(\d{2})\2(\d{2})"
    r"(?:T\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w/-]|\.\w)"
)
_SLASHED = re.compile(r"(?<![\w./-])(\d{1,2})/(\d{1,2})/(\d{4})(?![\w/-]|\.\w)")
_MONTH_FIRST = re.compile(
    rf"(?<!\b\d )(?<!\b\d\d )\b({_MONTH_NAMES}) (\d{{1,2}})(?:st|nd|rd|th)?"
    r"(?:,? (\d{4}))?(?![\w/-]|[.,:]\d)"
)
_DAY_FIRST = re.compile(
    rf"(?<![\w./:,-])(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH_NAMES})(?![\w-])(?:,? (\d{{4}})(?![\w/-]))?"
)

_UNIT_VALUES = {name: value for name, value in SPOKEN_NUMBERS.items() if value < 100 and name != "dozen"}
_UNIT_VALUES["one"] = 1
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ORDINALS = {
    "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40,
    "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90,
}  # fmt: skip
_TENS = {name: value for name, value in _UNIT_VALUES.items() if value >= 20}
_WORDS = "|".join(sorted((*_UNIT_VALUES, *_SCALES, "hundred", "dozen"), key=lambda name: (-len(name), name)))
_RUN = re.compile(
    rf"\b(?:an?\s(?=hundred|thousand|million|billion|dozen))?(?:{_WORDS})(?:[\s-](?:and\s)?(?:{_WORDS})){{0,9}}\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"[\s-]+")
_ORDINAL = re.compile(
    rf"\b(?:({'|'.join(_TENS)})[\s-](first|second|{'|'.join(_ORDINALS)})|({'|'.join(_ORDINALS)}))\b"
    r"(?![\s-](?:part(?:y|ies)|of)\b)",
    re.IGNORECASE,
)
_SHORT_ORDINAL = re.compile(r"(?<![\w.,:/-])(1st|2nd|(\d{1,4})(?:st|nd|rd|th))\b", re.IGNORECASE)
_SCALED = re.compile(
    r"(?<![\w.])(\d{1,9}(?:\.\d{1,6})?)(?:[ -]?(thousand|million|billion|trillion)\b|([kK])\b(?!/))"
)
_MONEY = re.compile(r"([$€£])(\d{1,9}(?:\.\d{1,6})?) ?(k|mm?|mn|bn?)\b", re.IGNORECASE)
FACTORS = {
    "ms": (1e-3, SECONDS), "msec": (1e-3, SECONDS), "millisecond": (1e-3, SECONDS),
    "\u03bcs": (1e-6, SECONDS), "us": (1e-6, SECONDS), "microsecond": (1e-6, SECONDS),
    "s": (1.0, SECONDS), "sec": (1.0, SECONDS), "second": (1.0, SECONDS),
    "min": (60.0, SECONDS), "minute": (60.0, SECONDS),
    "h": (3600.0, SECONDS), "hr": (3600.0, SECONDS), "hour": (3600.0, SECONDS),
    "kb": (1e3, BYTES), "kib": (1e3, BYTES), "kilobyte": (1e3, BYTES),
    "mb": (1e6, BYTES), "mib": (1e6, BYTES), "megabyte": (1e6, BYTES),
    "gb": (1e9, BYTES), "gib": (1e9, BYTES), "gigabyte": (1e9, BYTES),
    "tb": (1e12, BYTES), "tib": (1e12, BYTES), "terabyte": (1e12, BYTES),
}  # fmt: skip
"""Case-folded units to their factor and base; `_bytes` handles powers of 1,024."""
_QUANTITY = re.compile(
    r"(?<![\w./:-])(\d{1,9}(?:\.\d{1,6})?)"
    r"(?:[ -]?(ms|msecs?|milliseconds?|µs|microseconds?|secs?|seconds?|mins?|minutes?|hrs?|hours?"
    r"|[kmgt]i?b|(?:kilo|mega|giga|tera)bytes?)| ?(us|s|h))(?![\w/-])",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"(?<=\d)\s?(?:percent|per cent|pct)\b", re.IGNORECASE)
_PULL = re.compile(r"\b(?:pull|merge) request(s?)\b", re.IGNORECASE)
_THOUSANDS = re.compile(r",(?<=\d,)(?=\d{3}(?!\d))")


_RUN_ANCHOR = re.compile(r"undred|housand|illion|ozen|ty[\s-]")
"""Letters that every number of several words contains; numbers in capitals are left unchanged."""
_RUN_REACH = 150
_ORDINAL_ANCHOR = re.compile(r"[efhnrx]th\b|hird\b|irst\b|econd\b")
_ORDINAL_ENDS = ("eth", "fth", "hth", "nth", "rth", "xth", "hird", "irst", "econd")
"""Like `_ORDINAL_ANCHOR`, without the end of the word: plain letters are found faster than a pattern."""
_ORDINAL_REACH = 40
_CURRENCY = re.compile("[$€£]")
_MONTH_HINT = re.compile("|".join(map(str.capitalize, _MONTHS)))
_ISO_ANCHOR = re.compile(r"[-/]\d\d[-/]\d\d")
_SLASHED_ANCHOR = re.compile(r"/\d{4}")
_SHORT_ORDINAL_ANCHOR = re.compile(r"\d(?:[sS][tT]|[nNrR][dD]|[tT][hH])\b")
_PERCENT_ANCHOR = re.compile(r"[pP](?:[eE][rR] ?[cC][eE][nN][tT]|[cC][tT])\b")
_SIZED = re.compile(r"\d[ -]?[mkgtbrsuhµ]", re.IGNORECASE)
"""A figure before the first letter of any scale or unit."""
_SCALED_ANCHOR = re.compile(r"\d(?:[ -]?(?:thousand|[mbtr]+illion)|[kK])\b")
_QUANTITY_ANCHOR = re.compile(r"\d(?:[ -]?(?:[mkgt][sibe]|µ|se|h)| ?(?:us|s))", re.IGNORECASE)
_FIGURE_REACH = 60
_DIGIT = re.compile(r"\d")
_SPOKEN_DURATION = re.compile(
    rf"\b({'|'.join(sorted(_UNIT_VALUES, key=lambda name: (-len(name), name)))})"
    r"[ -](?=(?:second|minute|hour)s?\b)",
    re.IGNORECASE,
)
_DURATION_ANCHOR = re.compile(r"[ -](?:[sS]econd|[mM]inute|[hH]our)")
_CLOCK = re.compile(r"(?<![\w.:,/-])(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))? ?([ap])(?:m\b|\.m\.)", re.IGNORECASE)
_SHORT_HOUR = re.compile(r"(?<![\w.:,/-])(\d):([0-5]\d)(?![\w:]|[.,]\d)")
_RANGE = re.compile(
    r"(?<![\w./:,-])(\d{1,9}(?:\.\d{1,3})?)[-–]"
    r"(?=\d{1,9}(?:\.\d{1,3})? ?(?:[%°]|(?!st\b|nd\b|rd\b|th\b)[a-zA-Z]{1,20}\b))"
)
_NOON = re.compile(r"\bnoon\b")
_CLOCK_ANCHOR = re.compile(r"\d ?[aApP]\.?[mM]")


def written(text: str) -> str:
    """Return a text with every value in normal form; the rest is unchanged."""
    if "," in text:
        text = _THOUSANDS.sub("", text)
    if "ty" in text or "illion" in text or "undred" in text or "housand" in text or "ozen" in text:
        text = sub_near(_RUN, _spoken, text, _RUN_ANCHOR, _RUN_REACH)
    if _DURATION_ANCHOR.search(text):
        text = sub_near(_SPOKEN_DURATION, _spoken_duration, text, _DURATION_ANCHOR, _FIGURE_REACH)
    if "noon" in text:
        text = _NOON.sub("12:00", text)
    if " request" in text:
        text = _PULL.sub(r"PR\1", text)
    if ("th" in text or "ird" in text or "irst" in text or "econd" in text) and _has_ordinal(text):
        text = sub_near(_ORDINAL, _ordinal, text, _ORDINAL_ANCHOR, _ORDINAL_REACH)
    return text if _DIGIT.search(text) is None else _figures(text)


def _has_ordinal(text: str) -> bool:
    return any(map(text.__contains__, _ORDINAL_ENDS))


def _figures(text: str) -> str:
    if "-" in text or "/" in text:
        text = sub_near(_ISO, _iso, text, _ISO_ANCHOR, _FIGURE_REACH)
        text = sub_near(_SLASHED, _slashed, text, _SLASHED_ANCHOR, _FIGURE_REACH)
        text = _RANGE.sub(r"\1 to ", text)
    if _MONTH_HINT.search(text):
        text = _DAY_FIRST.sub(_day_first, _MONTH_FIRST.sub(_month_first, text))
    if "th" in text or "st" in text or "nd" in text or "rd" in text:
        text = sub_near(_SHORT_ORDINAL, _short_ordinal, text, _SHORT_ORDINAL_ANCHOR, _FIGURE_REACH)
    if "per" in text or "pct" in text:
        text = sub_near(_PERCENT, "%", text, _PERCENT_ANCHOR, _FIGURE_REACH)
    if _CLOCK_ANCHOR.search(text):
        text = sub_near(_CLOCK, _clock, text, _CLOCK_ANCHOR, _FIGURE_REACH)
    if ":" in text:
        text = _SHORT_HOUR.sub(r"0\1:\2", text)
    if _CURRENCY.search(text):
        text = _MONEY.sub(_money, text)
    if "time." in text:
        text = _CODED.sub(_coded, text)
    if _SIZED.search(text) is None:
        return text
    text = sub_near(_SCALED, _scaled, text, _SCALED_ANCHOR, _FIGURE_REACH)
    return sub_near(_QUANTITY, _quantity, text, _QUANTITY_ANCHOR, _FIGURE_REACH)


_CODED = re.compile(r"(?<![\w.])(\d{1,9})\s?\*\s?time\.(Hour|Minute|Second|Millisecond)\b")
"""A duration in code: `2 * time.Hour`."""


def _coded(match: re.Match[str]) -> str:
    return f"{match[1]} {match[2].lower()}s"


# Dates


def _dated(match: re.Match[str], year: str | None, month: int, day: int) -> str:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return match.group()
    return f"@{DATE}-{month:02}{day:02}" + (f" @{YEAR}-{year}" if year else "")


def _iso(match: re.Match[str]) -> str:
    return _dated(match, match.group(1), int(match.group(3)), int(match.group(4)))


def _slashed(match: re.Match[str]) -> str:
    """Return the normal form of a date of which only one part can be the month."""
    one, two = int(match.group(1)), int(match.group(2))
    if one <= 12 and two <= 12 and one != two:
        return match.group()
    month, day = (one, two) if one <= 12 else (two, one)
    return _dated(match, match.group(3), month, day)


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].casefold()) + 1


def _month_first(match: re.Match[str]) -> str:
    return _dated(match, match.group(3), _month(match.group(1)), int(match.group(2)))


def _day_first(match: re.Match[str]) -> str:
    return _dated(match, match.group(3), _month(match.group(2)), int(match.group(1)))


def date_value(digits: str) -> float:
    """Return the number that represents a month and day: below zero, as no number of a text is."""
    return -float(int(digits))


def is_date(value: float, noun: str) -> bool:
    """Return whether a number is a month and day; the noun of `14 dates` is the same, its value is not."""
    return noun == DATE and value < 0


def is_year(value: float, noun: str) -> bool:
    """Return whether a number is a year of the calendar; the noun of `3 years` is the same."""
    return noun == YEAR and 1_000 <= value < 10_000


def is_month(name: str) -> bool:
    """Return whether a word names a month, in full or short."""
    return re.fullmatch(_MONTH_NAMES, name.capitalize()) is not None


_TIME_UNITS = {
    "ms": "millisecond", "s": "second", "sec": "second", "m": "minute", "min": "minute", "h": "hour",
    "hr": "hour", "d": "day", **{name: name for name in ("millisecond", "second", "minute", "hour", "day")},
}  # fmt: skip


def time_unit(word: str) -> str | None:
    """Return the canonical name of a unit of time, or None for another word."""
    low = word.casefold()
    return _TIME_UNITS.get(low) or _TIME_UNITS.get(low.removesuffix("s"))


def is_unit(word: str) -> bool:
    """Return whether a word is a unit of time or size."""
    return word.casefold() in FACTORS


def has_month(values: Iterable[float], name: str) -> bool:
    """Return whether dates among these values lie in a month."""
    month = _month(name)
    return any(value < 0 and -value // 100 == month for value in values)


# Numbers


def _spoken(match: re.Match[str]) -> str:
    value = _read(_SPLIT.split(match.group().casefold()))
    return match.group() if value is None else str(value)


def _read(words: list[str]) -> int | None:
    """Return the value of a number in words; None for a single word or words that are not one number."""
    if words[-1] == "dozen" and len(words) > 1:
        count = 1 if words[:-1] in (["a"], ["an"]) else _below_thousand(words[:-1])
        return count * 12 if count else None
    total, low = 0, 10**15
    part: list[str] = []
    for word in words if len(words) > 1 else ():
        if word not in _SCALES:
            part.append(word)
            continue
        count = _below_thousand(part)
        if not count or _SCALES[word] >= low:
            return None
        low, part = _SCALES[word], []
        total += count * low
    rest = _below_thousand(part[1:] if total and part[:1] == ["and"] else part) if part else 0
    return None if rest is None else total + rest or None


def _below_thousand(words: list[str]) -> int | None:
    """Return the value of a number in words below a thousand, or of `twelve hundred`."""
    if words in (["a"], ["an"]):
        return 1
    hundreds, rest = 0, words
    if "hundred" in words:
        at = words.index("hundred")
        count = _below_thousand(words[:at])
        if at != 1 or not count or count > 19:
            return None
        hundreds, rest = count * 100, words[at + 1 :]
        rest = rest[1:] if rest[:1] == ["and"] else rest
    values = [_UNIT_VALUES.get(word, 0) for word in rest]
    if 0 in values or len(values) > 2 or not (hundreds or values):
        return None
    if len(values) == 2 and not (rest[0] in _TENS and values[1] < 10):
        return None
    return hundreds + sum(values)


def _spoken_duration(match: re.Match[str]) -> str:
    """Write the number of `two seconds` in digits, so that the duration is read as `2 seconds` is."""
    value = _UNIT_VALUES.get(match.group(1).casefold())
    return match.group() if value is None else f"{value} "


def _clock(match: re.Match[str]) -> str:
    """Write `6:30 pm` as `18:30`."""
    hour = int(match.group(1)) % 12 + (12 if match.group(3) in "pP" else 0)
    return f"{hour:02}:{match.group(2) or '00'}"


def _ordinal(match: re.Match[str]) -> str:
    tens, unit, alone = (each and each.casefold() for each in match.groups())
    # Ignoring case a pattern also matches look-alike letters, such as a dotless i; such a word is no ordinal.
    if alone:
        return f"{_ORDINALS[alone]}th" if alone in _ORDINALS else match.group()
    value = {"first": 1, "second": 2, **_ORDINALS}.get(unit or "", 10)
    return f"{_TENS[tens] + value}th" if value < 10 and tens in _TENS else match.group()


def _short_ordinal(match: re.Match[str]) -> str:
    """Write `3rd` as `3th`, which is no word; the first two are written in words."""
    low = match.group(1).casefold()
    return {"1st": "first", "2nd": "second"}.get(low, f"{match.group(2)}th")


def _plain(value: float) -> str:
    return f"{value:.9f}".rstrip("0").rstrip(".")


def _scaled(match: re.Match[str]) -> str:
    factor = _SCALES[match.group(2)] if match.group(2) else 1000
    return _plain(round(float(match.group(1)) * factor, 6))


def _money(match: re.Match[str]) -> str:
    factor = {"k": 1e3, "m": 1e6}.get(match.group(3)[0].casefold(), 1e9)
    return match.group(1) + _plain(round(float(match.group(2)) * factor, 6))


def _quantity(match: re.Match[str]) -> str:
    low = (match.group(2) or match.group(3)).casefold()
    unit = low if low in FACTORS else low.removesuffix("s")
    if unit not in FACTORS:
        return match.group()
    factor, base = FACTORS[unit]
    value = float(match.group(1))
    return _plain(_bytes(value, factor) if base == BYTES else round(value * factor, 9)) + base


def _bytes(value: float, factor: float) -> float:
    """Return bytes in decimal units; 1,536 MB is 1.5 GB, as meant by those who count in powers of two."""
    while value >= 1000 and factor < 1e12:
        value, factor = value / (1024 if value % 256 == 0 else 1000), factor * 1000
    while 0 < value < 1 and factor > 1e3:
        value, factor = value * (1024 if (value * 1024) % 256 == 0 else 1000), factor / 1000
    return round(value * factor, 3)


def shown(value: float, noun: str) -> str:
    """Format a value with its noun, for a message: seconds as hours or minutes if they are a whole number."""
    if is_date(value, noun):
        return f"{_MONTHS[int(-value) // 100 - 1].capitalize()} {int(-value) % 100}"
    if noun == BYTES:
        size, name = next(((value / f, n) for f, n in _SIZES if value >= f), (value, "bytes"))
        return f"{size:.6g} {name}"
    if noun == SECONDS and value:
        factor, name = next(
            (entry for entry in _DURATIONS if value % entry[0] == 0 and value >= entry[0]), (1.0, "second")
        )
        value, noun = (value / factor, name) if value >= 1 else (round(value * 1e3, 6), "millisecond")
    unit = time_unit(noun)
    return f"{value:.12g} {f'{unit}s' if unit and value != 1 else unit or noun}".strip()


_DURATIONS = ((3600.0, "hour"), (60.0, "minute"))


_SIZES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "KB"))
