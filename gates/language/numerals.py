"""Numbers as people write and say them: spoken compounds, scale words, roundings, support by a source.

The module answers one question: does the source support this value in some form? It judges no claim by
itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from gates.language.lexicon import SPOKEN_NUMBERS

SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_KNOWN = {*SPOKEN_NUMBERS, "one", *SCALES}
_NAMES = "|".join(sorted(_KNOWN, key=lambda name: (-len(name), name)))
_RUN = re.compile(
    rf"\b(?:{_NAMES})(?:[\s-]{{1,2}}(?:(?:and|point|euros?|dollars?|pounds?)[\s-])?(?:{_NAMES})){{1,7}}\b",
    re.IGNORECASE,
)
_PART = re.compile(_NAMES, re.IGNORECASE)
_SCALED = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)\s?(thousand|million|billion|trillion)\b", re.IGNORECASE)


_BOUNDS = {
    words: bound
    for bound, every in (
        ("about", "about,around,approximately,roughly,some,circa,ca,ca."),
        ("over", "over,above,exceeding,more than,greater than,at least"),
        ("under", "under,below,nearly,almost,less than,fewer than,at most,up to"),
    )
    for words in every.split(",")
}


def number_names() -> str:
    """Return an alternation of the number words, in lower case."""
    return _NAMES


def bound_of(before: str, word: str) -> str:
    """Return the bound that the two words before a number express: `about`, `over`, `under`, or ""."""
    return _BOUNDS.get(word) or _BOUNDS.get(f"{before} {word}", "")


def spoken_values(text: str) -> frozenset[float]:
    """Return the values of numbers in words: `twenty five` is 25.

    `twelve fifty` is 12.5 and 1250, `8.2 million` is 8,200,000.
    """
    scaled = ((float(m.group(1)), SCALES.get(m.group(2).casefold())) for m in _SCALED.finditer(text))
    found = {value * scale for value, scale in scaled if scale is not None}
    for match in _RUN.finditer(text):
        names = [name.casefold() for name in _PART.findall(match.group())]
        found |= _readings(names) if _KNOWN.issuperset(names) else set()
    return frozenset(round(value, 6) for value in found)


_GOES_ON = re.compile(rf"[\s-]?(?:and|point|euros?|dollars?|pounds?|{_NAMES})", re.IGNORECASE)


def goes_on(above: str, below: str) -> bool:
    """Return whether a number in words may begin in one text and continue in the text below it."""
    end = above[-2:-1] if above[-1:].isspace() or above[-1:] == "-" else above[-1:]
    return (not end or end.isalnum()) and _GOES_ON.match(below) is not None


class SpokenValues:
    """`spoken_values` of consecutive texts, each read once."""

    def __init__(self) -> None:
        self._settled: set[float] = set()
        self._last: str | None = None
        """The last text, with the earlier ones from which a number may reach into it."""
        self._counts = False
        """Whether it may contain a number."""

    def add(self, text: str, *, counts: bool = True) -> None:
        """Append a text; `counts` states whether it may contain a number word."""
        if self._last is None:
            self._last, self._counts = text, counts
        elif not text or goes_on(self._last, text):
            self._last, self._counts = f"{self._last}\n{text}", self._counts or counts
        else:
            self._settled |= self._of_last()
            self._last, self._counts = text, counts

    def _of_last(self) -> frozenset[float]:
        return spoken_values(self._last) if self._last and self._counts else frozenset()

    def state(self) -> list[object]:
        """Return the complete state, as plain values."""
        return [sorted(self._settled), self._last, self._counts]

    def restore(self, state: list[Any]) -> None:
        """Restore what `state` returned."""
        self._settled, self._last, self._counts = set(state[0]), state[1], state[2]

    @property
    def last(self) -> str:
        """The last text, with earlier text from which a number may reach below it."""
        return self._last or ""

    def values(self) -> frozenset[float]:
        """Return the values so far."""
        return frozenset(self._settled | self._of_last())


def _readings(names: list[str]) -> set[float]:
    values = [SPOKEN_NUMBERS.get(name, 1 if name == "one" else 0) for name in names]
    found = {_summed(names)}
    if len(names) == 2 and values[0] < 10 and values[1] < 10:
        found.add(values[0] + values[1] / 10)
    if len(names) == 2 and 10 <= values[0] < 100 and 10 <= values[1] < 100:
        found |= {values[0] * 100 + values[1], values[0] + values[1] / 100}
    if len(names) == 3 and all(10 <= value < 100 for value in values[:2]) and values[2] < 10:
        found |= {values[0] * 100 + values[1] + values[2]}
    return {float(value) for value in found}


def _summed(names: Iterable[str]) -> float:
    total = current = 0.0
    for name in names:
        if name in SCALES:
            total += max(1.0, current) * SCALES[name]
            current = 0.0
        elif name == "hundred":
            current = max(1.0, current) * 100
        else:
            current += 1 if name == "one" else SPOKEN_NUMBERS[name]
    return total + current


def same_number(a: float, b: float) -> bool:
    """Return whether two values are equal, apart from floating-point representation."""
    return abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))


def rounds_to(source: float, claimed: float) -> bool:
    """Return whether a claimed value is a rounding of a source's value, to two digits or more."""
    return _digits(claimed) >= 2 and _rounded(source, claimed)


def _rounded(source: float, claimed: float) -> bool:
    return abs(source - claimed) <= _grain(claimed) / 2 + 1e-9 and _grain(source) < _grain(claimed)


def _shown(value: float) -> tuple[str, str]:
    whole, _, decimals = f"{abs(value):.6f}".rstrip("0").partition(".")
    return whole, decimals


@lru_cache(maxsize=20_000)
def _digits(value: float) -> int:
    """Return the significant digits of a value: two for 1,200 and for 3.5."""
    whole, decimals = _shown(value)
    return len((whole + decimals).strip("0")) if not decimals else len((whole + decimals).lstrip("0"))


@lru_cache(maxsize=20_000)
def _grain(value: float) -> float:
    """Return the unit of a value's last significant digit: 100 for 1,200, 0.1 for 3.5."""
    whole, decimals = _shown(value)
    if decimals:
        return float(10 ** -len(decimals))
    bare = whole.rstrip("0")
    return float(10 ** (len(whole) - len(bare))) if bare else 1.0


def within(value: float, other: float, bound: str) -> bool:
    """Return whether another value fits a value stated as about, over or under."""
    if bound == "about":
        return abs(other - value) <= 0.1 * abs(value)
    if bound == "over":
        return 0 <= other - value <= 0.2 * abs(value)
    return bound == "under" and 0 <= value - other <= 0.2 * abs(value)


def value_supported(
    value: float, known: Iterable[float], bound: str = "", exact: Iterable[float] = ()
) -> bool:
    """Return whether some known value is this one, scaled (8.2 for 8,200,000), as a share, or rounded.

    A value stated as about, over or under needs one of the `exact` values near it; a limit is no such value
    (`under 5` is not `under 6`). A date is supported only by itself.
    """
    if value < 0:
        return value in known
    if any(within(value, other, bound) for other in exact):
        return True
    loose = bound in ("", "about")
    for other in known:
        if loose and rounds_to(other, value):
            return True
        if (abs(other) < 1 and same_number(other * 100, value)) or (
            same_number(value * 100, other) and value < 1
        ):
            return True
        for scale in (1.0, 1e3, 1e6, 1e9):
            if same_number(other * scale, value) or same_number(value * scale, other):
                return True
    return False
