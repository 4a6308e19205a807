"""Whether two sentences are the same words except for one figure or date, in whatever language.

Only the names of months are known: the words that remain without the figures must be the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.runs.conflicts.asked_alike import names_asked
from workbench.runs.language.month_names import MONTH_NAMES, whole_dates
from workbench.runs.language.scripts import is_unspaced
from workbench.runs.language.sentence_ends import sentence_spans
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import RankedPassage

LEAST_WORDS = 3
"""Minimum words that two sentences have in common."""
LEAST_SIGNS = 5
"""Minimum letters in common, if words are written without spaces."""
_FIGURE = re.compile(
    rf"\d{{1,2}}(?:\.|er)?\s(?:de\s)?{MONTH_NAMES}\b|\d{{1,2}}\s?[月월]\s?\d{{1,2}}\s?[日일号]?|\d+(?:[.,:]\d+)*",
    re.I,
)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_WORD = re.compile(r"[^\W\d_]+")
_NAMING = re.compile(
    r"\b(?:le|la|les|el|los|las|il|lo|gli|i|o|a|os|as|du|de la|del|della|au|al|alla|het|de|den|det|dans|en|in"
    r"|na|no|på|\u0432|\u043d\u0430|\u0438\u0437|\u0443|\u043a)\s[^\W\d_]{4,}\s$|第$"
    r"|\b(?:numm?er|num[eé]ro|n[úu]mero|nr|\u043d\u043e\u043c\u0435\u0440)\.?\s$",
    re.I,
)
"""Words before a figure that identifies one of several: `la salle 5`."""
_NUMBERED = re.compile(r"\s?(?:号(?!に|分)|號|番|室|호|번)")
"""Signs after such a figure."""
_COUNTING = re.compile(
    r"\s?(?:[€£$%]|(?:euros?|eur|uhr|prozent|meter|metros?|mètres?|metri|km|kg|cm|mm|tonn\w*|stunden?|minut\w*|tage?|"
    r"wochen?|monate?|jahre?|h|heures?|horas?|ore|uur)\b)",
    re.I,
)
"""Units and signs after a figure that counts or measures."""
_BEFORE = re.compile(r"([^\W\d_]+)\s$")
"""A word right before a figure."""


@dataclass(frozen=True)
class _Sentence:
    """A sentence with its figures separated."""

    between: tuple[str, ...]
    """The text before, between and after the figures, with case and spaces folded."""
    figures: tuple[str, ...]
    named: tuple[bool, ...]
    """Whether each figure identifies one of several, as in `Raum 5`, instead of counting."""


def differ_in_a_figure(question: str, answer: RankedPassage, other: RankedPassage) -> str:
    """Return how a sentence of each differs in the same words; empty if none does."""
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
        named.append(_names_one(text, before, match))
        between.append(_folded(before))
        figures.append(match.group())
        at = match.end()
    return _Sentence((*between, _folded(text[at:])), tuple(figures), tuple(named))


def _names_one(text: str, before: str, figure: re.Match[str]) -> bool:
    """Return whether a figure identifies one of several, as in `Raum 5`, and counts nothing."""
    if re.search(r"\b(?:Jahre?|im|in|seit|år|año|anno|ano)\s$", before) and _YEAR.fullmatch(figure.group()):
        return False
    if not text[: figure.start()].strip() or _NUMBERED.match(text, figure.end()):
        return True
    if _COUNTING.match(text, figure.end()):
        return False
    word = _BEFORE.search(before)
    return (word is not None and word[1][0].isupper()) or bool(_NAMING.search(before))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!。！ ")


def _differing(question: str, mine: _Sentence, theirs: _Sentence, *, asks_when: bool) -> str:
    """Return the one figure in which two sentences differ.

    Empty if there is none, or it identifies something.
    """
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
    """Return the readings of a figure: its points and commas between thousands, or before decimals."""
    if not figure[-1].isdigit() or ":" in figure:
        return frozenset([" ".join(figure.casefold().replace(".", " ").split())])
    whole, comma, decimals = figure.replace(",", ".").rpartition(".")
    if not comma:
        return frozenset([figure.lstrip("0") or "0"])
    rest = decimals.rstrip("0")
    read = whole.replace(".", "").lstrip("0") or "0"
    return frozenset([(whole + decimals).replace(".", "").lstrip("0"), f"{read}.{rest}" if rest else read])
