"""Extracts the values in a sentence of plain talk, by type: times, dates, amounts, names, codes.

Two values of one type can replace each other. A bare number may be any amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.language.capitals import CAPITAL
from gates.language.tokens import stem_of

_NUMERALS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_RANKS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|fifteenth|"
    "twentieth|last"
)
_PARTS = "breakfast|lunch|dinner|supper|bedtime|mornings?|evenings?|afternoons?|nights?"
_AMOUNT = rf"(?:\d[\d.,]*|{_NUMERALS}|half an?|one)"
_SPAN = r"(?:second|minute|min|sec|hour|hr|day|night|evening|morning|week|weekend|month|quarter|year)s?"
_MONTHS = (
    "January|February|March|April|June|July|August|September|October|November|December|"
    "(?:in|of|since|from|until) May"
)
_DAYS = "Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?"
_TYPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "date",
        re.compile(
            rf"\b\d{{4}}-\d\d?-\d\d?\b|\b(?:{_MONTHS}|May) \d{{1,2}}(?:st|nd|rd|th)?\b"
            rf"|\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS}|May)\b|\bthe \d{{1,2}}(?:st|nd|rd|th)\b"
            rf"|\bon the (?:{_RANKS})\b(?! \w)",
        ),
    ),
    (
        "frequency",
        re.compile(
            rf"\b(?:once|twice|(?:\d+|{_NUMERALS}) times)(?: (?:an?|per|each|every) {_SPAN})?\b"
            rf"|\bevery (?:(?:other|\d+|{_NUMERALS}) )?{_SPAN}\b"
            rf"|\b(?:hourly|daily|nightly|weekly|monthly|quarterly|yearly)\b|\bon (?:weekends|weekdays)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "clock",
        re.compile(
            r"\b\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|a\.m\.|p\.m\.|o'clock|sharp)(?!\w)|\b\d{1,2}:\d\d\b"
            rf"|\b(?:half|quarter|five|ten|twenty) (?:past|to) \w+\b|\b(?:{_HOURS}) (?:o'clock|sharp)\b"
            rf"|\b(?:at|by|until|from|around|before|after) (?:{_HOURS})\b(?: sharp)?(?! \w+s\b)"
            r"|\b(?:noon|midnight)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "weekday",
        re.compile(rf"\b(?:(?:first|second|third|fourth|last|every other) )?(?:{_DAYS})\b", re.IGNORECASE),
    ),
    ("part of day", re.compile(rf"\b(?:at|with|before|after|during|in the) (?:{_PARTS})\b", re.IGNORECASE)),
    (
        "colour",
        re.compile(
            r"\b(?:black|white|gr[ae]y|red|green|blue|yellow|orange|purple|pink|brown|beige|turquoise|violet|"
            r"apricot|burgundy|charcoal|coral|cream|crimson|cyan|gold|indigo|ivory|lavender|lilac|magenta|"
            r"maroon|mauve|mint|mustard|navy|ochre|olive|peach|plum|scarlet|silver|teal|terracotta)\b",
            re.IGNORECASE,
        ),
    ),
    ("month", re.compile(rf"\b(?:{_MONTHS})\b")),
    (
        "money",
        re.compile(
            r"[$€£] ?\d[\d.,]*(?: ?[kKmM]\b)?"
            r"|\b\d[\d.,]*k? ?(?:dollars?|euros?|pounds?|cents?|usd|eur|gbp|€)(?!\w)",
            re.IGNORECASE,
        ),
    ),
    ("thousands", re.compile(r"(?<![\w.,])\d[\d.,]*[kK]\b")),
    ("percent", re.compile(r"\b\d[\d.,]* ?(?:%|percent\b|per cent\b)", re.IGNORECASE)),
    ("duration", re.compile(rf"\b{_AMOUNT}[ -]{_SPAN}\b", re.IGNORECASE)),
    (
        "code",
        re.compile(
            r"(?<![\w@])[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,20}){1,3}"
            r"|(?<![\w/])(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z])[A-Za-z][\w.]*(?:[/_-]+[\w.]*\w)+"
            r"|(?<![\w/])[A-Z]{2,6}-(?!\w)|\b\d{1,4}[a-f]\b|\b\d{1,3}(?:-\d{1,3}){2,}\b",
        ),
    ),
    (
        "rank",
        re.compile(
            rf"\b(?:{_RANKS})(?= [a-z])|\b\d{{1,2}}(?:st|nd|rd|th)\b",
            re.IGNORECASE,
        ),
    ),
    ("mark", re.compile(r"(?<=\s)[!?#$%&*+~^@](?=\s)")),
)
_NAME = re.compile(
    rf"(?<![\w'])(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?{CAPITAL}[\w+#]*(?:[ -]{CAPITAL}[\w+#]*)*(?:'s)?"
)
_OPENS = re.compile(r"(?:^|[.:;!?(]\s*)$")
_COUNT = re.compile(
    rf"(?<![\w.,:/-])(\d[\d.,]*\d|\d|half an?|{_NUMERALS}|one(?= \w+$| \w+ (?:of|for|per|in|on)))"
    r"(?: ([A-Za-z][a-z]+))?(?![\w/])",
    re.IGNORECASE,
)
_NOT_COUNTED = frozenset(
    "and or to at in on of for from by with per is are was the a an not now instead but so as if then than "
    "since because until till before after".split()
)
_NOT_A_NAME = frozenset("I OK Ok".split())
_WORD_AND_IS = re.compile(r"(?:It|He|She|That|There|What|Who|Here|Where|How|Let)'s")
BARE = "number"
"""The type of a number without a unit."""
_DIGITS = re.compile(r"\d[\d.,]*\d|\d")
_AMOUNTS = ("money", "percent", "duration", "clock", BARE)


def values_of(text: str) -> tuple[dict[str, frozenset[str]], str]:
    """Return the values of a text by type, and the text without them."""
    found: dict[str, frozenset[str]] = {}
    rest = text
    for kind, pattern in _TYPES:
        texts = [match.group() for match in pattern.finditer(rest)]
        if texts:
            found[kind] = frozenset(_form(each) for each in texts)
            rest = pattern.sub(" , ", rest)
    names = list(_names(rest))
    if names:
        found["name"] = frozenset(name.removesuffix("'s").casefold() for name in names)
    for name in names:
        rest = rest.replace(name, " , ", 1)
    for match in _COUNT.finditer(rest):
        unit = (match.group(2) or "").casefold()
        kind = BARE if not unit or unit in _NOT_COUNTED else f"of {stem_of(unit)}"
        found[kind] = found.get(kind, frozenset()) | {match.group(1).casefold()}
    return found, _COUNT.sub(lambda match: f" {match.group(2) or ''} ", rest)


def _form(value: str) -> str:
    plain = value.casefold().removeprefix("in ").removeprefix("of ")
    return plain[:-1] if plain.endswith("days") else plain


def _names(text: str) -> Iterator[str]:
    """Yield names inside a sentence; its first word is capitalized anyway and does not count by itself."""
    for match in _NAME.finditer(text):
        name = match.group()
        if name in _NOT_A_NAME or _WORD_AND_IS.fullmatch(name) or name.startswith(("I'", "I ")):
            continue
        first = _OPENS.search(text[: match.start()]) is not None
        if not first or " " in name or (len(name) > 1 and name.isupper()) or name.endswith("'s"):
            yield name


def rivals(new: dict[str, frozenset[str]], old: dict[str, frozenset[str]]) -> list[str]:
    """Return the types of the old values that a new value of the same type replaces."""
    same = [kind for kind in old if kind in new and new[kind] - old[kind] and old[kind] - new[kind]]
    if not same and BARE in new:
        same = [kind for kind in old if is_amount(kind)][:1]
    if not same and BARE in old:
        same = [BARE for kind in new if is_amount(kind)][:1]
    return same


def is_amount(kind: str) -> bool:
    """Return whether values of a type are amounts, which a bare number may replace."""
    return kind in _AMOUNTS or kind.startswith("of ")


def shares_unit(new: dict[str, frozenset[str]], old: dict[str, frozenset[str]]) -> bool:
    """Return whether two durations have a common unit, such as minutes; without one there is no doubt."""
    one, two = ({_unit(value) for value in values.get("duration", ())} for values in (new, old))
    return not one or not two or bool(one & two)


def _unit(duration: str) -> str:
    word = re.split(r"[ -]", duration)[-1]
    return "hou" if word.startswith("hr") else word[:3]


def amounts_of(values: dict[str, frozenset[str]]) -> frozenset[str]:
    """Return the numbers in digits, without those of dates and times."""
    kinds = (kind for kind in values if kind != "clock" and is_amount(kind))
    return frozenset(number for kind in kinds for value in values[kind] for number in _DIGITS.findall(value))
