"""A number or a name of an item that stands in the place of another one in its quotation.

`421 checks are green` beside `all 318 checks are green`, or `server.toml` beside `client.toml`, even where
the item words the rest in its own way. Rounded and reckoned numbers, and values that another sentence of the
quoted messages states of the same matter, are no replacement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from gates.language.numerals import rounds_to, spoken_values, within
from gates.language.sentence_spans import sentences
from gates.language.similarity import coverage, statement
from gates.language.tokens import Number
from workbench.facts.spans import fold
from workbench.strategies.modelled.told_amounts import ROUGH

SAME_MATTER = 0.5
"""Share of an item's words, without the value, that a sentence about the same matter has."""
LEAST_ABOUT = 2
"""Fewest of these words that the sentence has."""
_CODE = re.compile(r"`([^`\n]{1,80})`")
_PROPER = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]{2,30}(?:-[A-Z][a-z]+)?\b(?! [A-Z])")
"""A name of prose: one word with a capital letter, behind a word of the same sentence."""
_LABEL = re.compile(r"#(\d{1,7})\b")
"""A number that names something."""
BESIDE = 3
"""Topical words on each side of two names, one of which both have if the names are in the same place."""
WHOLE_MATTER = 0.8
"""Like `SAME_MATTER`, where the messages name the item's name elsewhere."""
PAIR = 2
"""Numbers of a text that says what a value was and what it is."""
_PART = re.compile(r"[a-z]+|\d+", re.IGNORECASE)


class ToldName(NamedTuple):
    """A name of a text."""

    text: str
    code: bool
    """Whether it is in code marks or in the form of a name of code."""

    @property
    def form(self) -> str:
        """The kind of thing that it names by its form: a file or path, another name of code, or of prose."""
        if not self.code:
            return "prose"
        return "path" if "/" in self.text or re.search(r"\.[a-z]{1,5}$", self.text) else "code"


def other_value(text: str, touched: Sequence[str], messages: Sequence[str]) -> bool:
    """Return whether an item has another number or name than the sentences that it quotes.

    Args:
        text: the item's.
        touched: the sentences that its quotations touch.
        messages: the whole quoted messages.
    """
    said = [fold(message[a:b]) for message in messages for a, b in sentences(message)]
    return any(_stated_otherwise(text, each, said) for each in touched)


def numbers_alike(text: str, sentence: str) -> bool:
    """Return whether each number of a text is a sentence's, or rounds, bounds or adds up its numbers."""
    values = [number.value for number in statement(sentence).tokens.numbers]
    return all(
        _reckoned(number.value, values)
        or (number.bound and any(within(number.value, each, number.bound) for each in values))
        for number in statement(text).tokens.numbers
    )


def _stated_otherwise(text: str, sentence: str, said: Sequence[str]) -> bool:
    return _other_number(text, sentence, said) or _other_name(text, sentence, said)


def _other_number(text: str, sentence: str, said: Sequence[str]) -> bool:
    mine, theirs = statement(text).tokens.numbers, statement(sentence).tokens.numbers
    if not mine or ROUGH.search(text):
        return False
    about = frozenset(stem for stem in statement(text).stems if not any(map(str.isdigit, stem)))
    own = {number.value for number in mine}
    labels = {float(found) for found in _LABEL.findall(sentence)}
    rivals = [number for number in theirs if number.value not in own | labels]
    values = [number.value for number in theirs]
    paired = _paired(mine, theirs) and bool(about & statement(sentence).stems)
    for number in mine:
        like = [each for each in rivals if _counts_alike(number, each)]
        if not like or _reckoned(number.value, values):
            continue
        having = [each for each in said if _has_number(each, number.value)]
        if _about(about, sentence) and not any(_about(about, each) for each in having):
            return True
        if paired and not having:
            return True
    return False


def _paired(mine: Sequence[Number], theirs: Sequence[Number]) -> bool:
    """Return whether two texts have two numbers each, of which one is in both: `30 to 45`, `30 to 44`."""
    own, other = {number.value for number in mine}, {number.value for number in theirs}
    return len(own) == len(other) == PAIR and len(own & other) == 1


def _counts_alike(one: Number, other: Number) -> bool:
    """Return whether two numbers count the same thing."""
    return one.noun == other.noun


def _has_number(text: str, value: float) -> bool:
    return value in spoken_values(text) or any(n.value == value for n in statement(text).tokens.numbers)


def _reckoned(value: float, values: Sequence[float]) -> bool:
    """Return whether a value is there, is a rounding, or the sum, the difference or the share of two."""
    sums = [made for a, b in combinations(values, 2) for made in (a + b, abs(a - b))]
    shares = [100 * a / b for a in values for b in values if b and a < b]
    total = [sum(values)] if len(values) > 2 else []
    return value in (*values, *sums, *total) or any(
        rounds_to(each, value) for each in (*values, *sums, *shares, *total)
    )


def _other_name(text: str, sentence: str, said: Sequence[str]) -> bool:
    mine, theirs = list(_names(text)), list(_names(sentence))
    named = frozenset[str]().union(*(statement(name.text).stems for name in (*mine, *theirs)))
    about = statement(text).stems - named
    for name in mine:
        if _occurs(name.text, sentence) or not _about(about, sentence):
            continue
        elsewhere = any(_occurs(name.text, each) for each in said)
        if elsewhere and coverage(about, statement(sentence).stems) < WHOLE_MATTER:
            continue
        if any(_occurs(name.text, each) and _about(about, each, 1) for each in said):
            continue
        if any(
            _in_its_place(name, other, text, sentence) and not _named(other, mine, text) for other in theirs
        ):
            return True
    return False


def _in_its_place(name: ToldName, other: ToldName, text: str, sentence: str) -> bool:
    """Return whether a sentence has another name of the same form beside the same word."""
    if name.form != other.form or _akin(name.text, other.text):
        return False
    near, their = _beside(name.text, text), _beside(other.text, sentence)
    return bool(near & their)


def _beside(name: str, text: str) -> frozenset[str]:
    before, _, behind = text.partition(name)
    left, right = statement(before).tokens.stems, statement(behind).tokens.stems
    return frozenset((*left[-BESIDE:], *right[:BESIDE]))


def _named(name: ToldName, names: Sequence[ToldName], text: str) -> bool:
    """Return whether a text has a name: of code as a name of its own, of prose anywhere."""
    if name.code and name.text.isidentifier() and any(each.code for each in names):
        return any(_akin(name.text, each.text) for each in names)
    return _occurs(name.text, text)


def _names(text: str) -> Iterator[ToldName]:
    """Yield the names of code and of prose of a text, each once."""
    marked = [found.strip() for found in _CODE.findall(text)]
    bare = [name for name, _ in statement(_CODE.sub(" ", text)).tokens.identifiers]
    for each in dict.fromkeys((*marked, *bare)):
        yield ToldName(each, code=True)
    for each in dict.fromkeys(_PROPER.findall(_CODE.sub("x", text))):
        if each not in bare:
            yield ToldName(each, code=False)


def _occurs(name: str, text: str) -> bool:
    """Return whether a text has a name, or all parts of its words in prose."""
    low = text.casefold()
    if name.casefold() in low:
        return True
    parts = [part for part in _PART.findall(name.casefold()) if len(part) > 2]
    return bool(parts) and all(re.search(rf"\b{re.escape(part[:6])}", low) for part in parts)


def _akin(one: str, other: str) -> bool:
    """Return whether one name is a part of the other: a file of a path, a method of a class."""
    low, high = sorted((one.casefold(), other.casefold()), key=len)
    return low in high and not low.isdigit()


def _about(about: frozenset[str], sentence: str, least: int = LEAST_ABOUT) -> bool:
    stems = statement(sentence).stems
    return len(about & stems) >= min(least, len(about)) and coverage(about, stems) >= SAME_MATTER
