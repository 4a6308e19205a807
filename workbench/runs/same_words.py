"""Whether two sentences are the same words but for one figure or date, in whatever language they are.

No word of it is known but the names of months: what is left when the figures are taken out must be the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.runs.asked_alike import names_asked
from workbench.runs.month_names import MONTH_NAMES, whole_dates
from workbench.runs.questions import wanted
from workbench.runs.scoring import RankedPassage
from workbench.runs.scripts import is_unspaced
from workbench.runs.sentence_ends import sentence_spans

LEAST_WORDS = 3
"""Words that two sentences have in common at least."""
LEAST_SIGNS = 5
"""Letters, where words are written without spaces."""
_FIGURE = re.compile(
    rf"\d{{1,2}}(?:\.|er)?\s(?:de\s)?{MONTH_NAMES}\b|\d{{1,2}}\s?[月월]\s?\d{{1,2}}\s?[日일号]?|\d+(?:[.,:]\d+)*",
    re.I,
)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_WORD = re.compile(r"[^\W\d_]+")
_BEFORE = re.compile(r"([^\W\d_]+)\s$")
"""A word right before a figure."""


@dataclass(frozen=True)
class _Sentence:
    """A sentence with its figures apart."""

    between: tuple[str, ...]
    """What stands before, between and behind them, case and spaces folded."""
    figures: tuple[str, ...]
    named: tuple[bool, ...]
    """Whether each begins the sentence or has a word with a capital right before it, as in `Raum 5`."""


def differ_in_a_figure(question: str, answer: RankedPassage, other: RankedPassage) -> str:
    """What a sentence of each says otherwise in the same words; empty where none does."""
    kind = wanted(question).kind
    if kind == "person" or names_asked(question, answer) - names_asked(question, other):
        return ""
    for mine in _sentences(answer.text):
        for theirs in _sentences(other.text):
            stated = _differing(question, mine, theirs, asks_when=kind == "time")
            if stated:
                return stated
    return ""


def _sentences(text: str) -> list[_Sentence]:
    return [_sentence(text[start:end]) for start, end in whole_dates(text, sentence_spans(text))]


def _sentence(text: str) -> _Sentence:
    between, figures, named, at = [], [], [], 0
    for match in _FIGURE.finditer(text):
        before = text[at : match.start()]
        word = _BEFORE.search(before)
        named.append(not text[: match.start()].strip() or (word is not None and word[1][0].isupper()))
        between.append(_folded(before))
        figures.append(match.group())
        at = match.end()
    return _Sentence((*between, _folded(text[at:])), tuple(figures), tuple(named))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!。！ ")


def _differing(question: str, mine: _Sentence, theirs: _Sentence, *, asks_when: bool) -> str:
    """The one figure in which two sentences differ; empty where it is none, or names something else."""
    if mine.between != theirs.between or not _says_enough(mine):
        return ""
    pairs = list(zip(mine.figures, theirs.figures, strict=True))
    apart = [place for place, pair in enumerate(pairs) if _values(pair[0]).isdisjoint(_values(pair[1]))]
    if len(apart) != 1:
        return ""
    place = apart[0]
    first, second = pairs[place]
    named = mine.named[place] or theirs.named[place]
    year = any(_YEAR.fullmatch(each) for each in (first, second)) and not mine.between[place + 1].startswith(
        "円"
    )
    asked = {found.group() for found in _FIGURE.finditer(question)}
    if named or (year and not asks_when) or not asked.isdisjoint((first, second)):
        return ""
    return f"other figures ({first} against {second})"


def _says_enough(sentence: _Sentence) -> bool:
    words = [word for part in sentence.between for word in _WORD.findall(part)]
    if any(is_unspaced(word[:1]) for word in words):
        return sum(map(len, words)) >= LEAST_SIGNS
    return len(words) >= LEAST_WORDS


def _values(figure: str) -> frozenset[str]:
    """How a figure may be read: its points and commas between thousands, or before decimals."""
    if not figure[-1].isdigit() or ":" in figure:
        return frozenset([" ".join(figure.casefold().replace(".", " ").split())])
    whole, comma, decimals = figure.replace(",", ".").rpartition(".")
    if not comma:
        return frozenset([figure.lstrip("0") or "0"])
    rest = decimals.rstrip("0")
    read = whole.replace(".", "").lstrip("0") or "0"
    return frozenset([(whole + decimals).replace(".", "").lstrip("0"), f"{read}.{rest}" if rest else read])
