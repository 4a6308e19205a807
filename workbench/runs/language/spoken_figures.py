"""Numbers that are spelled with several words, as figures: `forty-five`, `half an hour`.

Other modules read a figure from one word, so that `forty-five minutes` would be forty of them, or five.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gates.language.lexicon import SPOKEN_NUMBERS

_WORDS = {**SPOKEN_NUMBERS, "one": 1}
_SCALES = {"hundred": 100, "thousand": 1_000}
_ONES = {word: value for word, value in _WORDS.items() if value < 20 and word != "dozen"}
_TENS = {word: value for word, value in _WORDS.items() if 20 <= value < 100}


def _either(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_BELOW_HUNDRED = rf"(?:(?:{_either(_TENS)})(?:[\s-](?:{_either(_ONES)}))?|{_either(_ONES)})"
_SPELLED = re.compile(
    rf"\b(?:(?P<thousands>{_BELOW_HUNDRED}|a) thousand(?: and)?(?:[\s,]+|\b))?"
    rf"(?:(?P<hundreds>{_BELOW_HUNDRED}|a) hundred(?: and)?(?:\s+|\b))?"
    rf"(?P<rest>{_BELOW_HUNDRED})?\b",
    re.I,
)
_UNIT = r"[a-z\u00e0-\u00ff]{2,20}"
_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_SIGNS = {"\u00bd": ".5", "\u00bc": ".25", "\u00be": ".75"}
_SHARES = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}
_PARTED = re.compile(r"(?: [a-z]+)? and an? (?:half|quarter)\b| quarters?\b| thirds\b", re.I)
"""Text after a number of one word that has a fraction."""
_AND_A_SHARE = re.compile(rf"\b(?P<whole>{_NUMBER}) and an? (?P<share>half|quarter)(?= {_UNIT})", re.I)
_UNIT_AND_A_SHARE = re.compile(
    rf"\b(?P<whole>an?|{_NUMBER}) (?P<unit>(?!and\b){_UNIT}) and an? (?P<share>half|quarter)\b(?! of)", re.I
)
_SHARE_OF_A_UNIT = re.compile(
    rf"\b(?:(?:(?P<many>\d)|an?) )?(?P<share>quarter|third)s? of an? (?={_UNIT})", re.I
)
_HALF_A_UNIT = re.compile(rf"(?<!and a )\bhalf an? (?={_UNIT})", re.I)
_A_COUPLE = re.compile(r"\ba couple(?: of)?\b", re.I)


@lru_cache(maxsize=20_000)
def in_figures(text: str) -> str:
    """Replace spelled numbers of several words, halves and quarters in a text by figures.

    Numbers of one word stay unchanged, unless they have a half or a quarter.
    """
    text = _A_COUPLE.sub("two", text)
    for sign, decimals in _SIGNS.items():
        text = re.sub(rf"(?<=\d)\s?{sign}", decimals, text).replace(sign, f"0{decimals}")
    spelled = _SPELLED.sub(_value_of, text)
    made = _HALF_A_UNIT.sub("0.5 ", spelled)
    made = _SHARE_OF_A_UNIT.sub(lambda m: f"{int(m['many'] or 1) * _SHARES[m['share'].lower()]:g} ", made)
    made = _AND_A_SHARE.sub(lambda m: _added(m["whole"], m["share"]), made)
    return _UNIT_AND_A_SHARE.sub(lambda m: f"{_added(m['whole'], m['share'])} {m['unit']}", made)


def _value_of(found: re.Match[str]) -> str:
    stated = found.group()
    alone = not re.search(r"[\s-]", stated.strip())
    if not stated.strip() or (alone and not _PARTED.match(found.string, found.end())):
        return stated
    total = sum(
        scale * _below_hundred(found[name])
        for name, scale in (("thousands", _SCALES["thousand"]), ("hundreds", _SCALES["hundred"]), ("rest", 1))
        if found[name]
    )
    return f"{total}{stated[len(stated.rstrip(' ,')) :]}"


def _below_hundred(words: str) -> int:
    return sum(1 if word == "a" else _WORDS[word] for word in re.split(r"[\s-]+", words.casefold()))


def _added(whole: str, share: str) -> str:
    first = 1.0 if whole.casefold() in ("a", "an") else float(whole.replace(",", ""))
    return f"{first + _SHARES[share.casefold()]:g}"
