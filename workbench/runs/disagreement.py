"""Whether two passages answer a question differently: other numbers for the same thing, or yes against no."""

from __future__ import annotations

import re

from gates.language.tokens import Number, sentences, tokenise
from workbench.runs.kinds_of_things import related
from workbench.runs.terms import asked_stems, stems

_LEAST_SHARED = 2
_DENIES = re.compile(
    r"\b(?:not|no|never|nor|cannot|can't|isn't|aren't|won't|without|forbidden|banned|prohibited|refused|"
    r"rejected|except)\b",
    re.IGNORECASE,
)
_ALLOWS = re.compile(
    r"\b(?:welcome|allowed|permitted|may|can|free|always|accepted|approved)\b", re.IGNORECASE
)


def disagree(question: str, one: str, other: str) -> str:
    """What the two disagree about, in a few words; empty where they do not."""
    asked = asked_stems(question)
    first, second = _relevant(asked, one), _relevant(asked, other)
    if not first or not second:
        return ""
    shared = _about(asked, first) & _about(asked, second)
    both = set(stems(first)) & set(stems(second))
    if not shared or len(both | shared) < _LEAST_SHARED:
        return ""
    different = _numbers(first, second)
    if different:
        return different
    if _stance(first) * _stance(second) < 0:
        return "one allows what the other denies"
    return ""


def _relevant(asked: tuple[str, ...], text: str) -> str:
    """The sentence that says most of what is asked; the earlier of equals."""
    found = [text[start:end] for start, end in sentences(text)]
    return max(found, key=lambda each: len(_about(asked, each)), default="")


def _about(asked: tuple[str, ...], text: str) -> set[str]:
    own = set(stems(text))
    return {stem for stem in asked if stem in own or not own.isdisjoint(related(stem))}


def _stance(text: str) -> int:
    """1 for a sentence that allows, -1 for one that denies, 0 for neither."""
    if _DENIES.search(text):
        return -1
    return 1 if _ALLOWS.search(text) else 0


def _numbers(one: str, other: str) -> str:
    first, second = _by_noun(tokenise(one).numbers), _by_noun(tokenise(other).numbers)
    for noun in first.keys() & second.keys():
        if noun and not first[noun] & second[noun]:
            return f"other figures ({_shown(first[noun])} against {_shown(second[noun])} {noun})"
    return ""


def _by_noun(numbers: tuple[Number, ...]) -> dict[str, set[float]]:
    found: dict[str, set[float]] = {}
    for number in numbers:
        found.setdefault(number.noun, set()).add(number.value)
    return found


def _shown(values: set[float]) -> str:
    return " and ".join(f"{value:g}" for value in sorted(values))
