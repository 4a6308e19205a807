"""The index terms of passages and queries: stems, and vectors of hashed character n-grams.

Deterministic and without a fitted model: the same text gives the same stems and the same vector everywhere.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from gates.language.lexicon import STOPWORDS
from gates.language.past_tense import forms
from gates.language.tokens import stem_of
from store.ngrams import DIMENSIONS, TAKEN, places
from store.run_values import AskedTerm
from workbench.runs.language.kinds_of_things import related
from workbench.runs.language.languages import in_other_script, is_grammar, language_of, unasked
from workbench.runs.language.phrases import spelled_out
from workbench.runs.language.scripts import UNSPACED, composed, is_unspaced, parts_of, stem_elsewhere, stemmed
from workbench.runs.language.verb_senses import stem_in_sense

INDEX_VERSION = "index/4"
"""Version of a passage's index terms: its stems, and pairs of characters if no spaces separate its words."""
_NO_LETTER = re.compile(r"'(?:(?<![^\W_]')|(?![^\W_])|s(?![^\W_]|'[^\W_]))")
"""An apostrophe that is not within a word, and a possessive ending."""
_ASKING = frozenset(
    "who whom whose what which when where why how did does do is are was were may might can could should "
    "would will shall has have had be been there their they she he her him his its it this that these those "
    "much many soon any some somebody someone anybody anyone something anything happen happened happens tell "
    "please become becomes became "
    "say says said find list name give explain describe exactly precisely actually really".split()
)
"""Words of a question that do not name its subject."""
_MEASURING = re.compile(
    r"\bhow (?:old|long|far|close|near|deep|high|tall|wide|heavy|big|large|often|"
    r"fast|quickly|soon|frequently)\b",
    re.I,
)
"""Phrases for the expected measure, which `questions` reads; a passage seldom repeats them."""
MOST_LETTERS = 40
"""Maximum letters of a content word."""
SYNONYM_WEIGHT = 0.35


class _Parted(dict[int, int]):
    """Maps each character for splitting words: to itself within a word, else to a space."""

    def __missing__(self, code: int) -> int:
        sign = chr(code)
        within = (sign.isalnum() and sign != "_") or unicodedata.category(sign) in ("Mn", "Mc")
        within = within and not "\ufe00" <= sign <= "\ufe0f"  # variation selectors
        made = code if sign == "'" or within else ord(" ")
        if code < _KNOWN_CHARACTERS:
            self[code] = made
        return made


_KNOWN_CHARACTERS = 0x3000
_parted = _Parted()


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without possessive endings.

    Pairs in scripts without spaces.
    """
    return _words(text, asked=False)


def _words(text: str, *, asked: bool) -> list[str]:
    folded = text.casefold().replace("’", "'")
    if not folded.isascii():
        folded = composed(folded)
    if "'" in folded:
        folded = _NO_LETTER.sub(" ", folded)
    found = folded.translate(_parted).split()
    if folded.isascii() or max(folded) < chr(UNSPACED):
        return found
    return [part for word in found for part in parts_of(word, asked=asked)]


MOST_WORDS = 200_000
"""Maximum number of words whose stems are cached."""
_stems: dict[str, str] = {}


def _content(word: str) -> str:
    """Return the stem of a content word; empty for any other."""
    made = _stems.get(word)
    if made is None:
        made = "" if word in STOPWORDS or len(word) > MOST_LETTERS else _stem(word)
        if len(_stems) < MOST_WORDS:
            _stems[word] = made
    return made


def _stem(word: str) -> str:
    if word.isascii():
        return stem_in_sense(word)
    other = stem_elsewhere(word)
    if other is not None:
        return other
    return word if is_unspaced(word) else stem_of(_unaccented(word))


def _unaccented(word: str) -> str:
    """Remove the marks above and below letters: `café` is indexed as `cafe`."""
    marked = unicodedata.normalize("NFD", word)
    return "".join(each for each in marked if unicodedata.category(each) != "Mn")


def _german(word: str) -> str:
    carries = not is_grammar(word) and len(word) <= MOST_LETTERS
    return _unaccented(stemmed(word, "german")) if carries else ""


def _stemmed(found: Sequence[str], language: str) -> list[str]:
    return list(map(_german if language else _content, found))


def language(text: str) -> str:
    """Return `de` for a text in German; empty for any other, which is recognised by its letters."""
    return language_of(_words(text, asked=False))


def stems(text: str, told: str | None = None) -> list[str]:
    """Return the stems of the content words of a text, in order.

    Args:
        text: any text.
        told: its language, as `language` returns it, if the text is too short; None: by its words.
    """
    found = words(text)
    return [stem for stem in _stemmed(found, language_of(found) if told is None else told) if stem]


def stems_of_forms(verbs: str) -> frozenset[str]:
    """Return the stems of every form of some verbs, given as a text."""
    return frozenset(stem for verb in verbs.split() for form in forms(verb) for stem in stems(form))


def counted(text: str) -> dict[str, int]:
    """Return the stems of a passage with their counts, in order of their first occurrence."""
    found = words(text)
    told = language_of(found)
    made = [None] if told else [*map(_stems.get, found)]
    counts = Counter(_stemmed(found, told) if None in made else cast("list[str]", made))
    del counts[""]
    return dict(counts)


def asked_stems(query: str) -> tuple[str, ...]:
    """Return the stems of a query, once each, without question words."""
    told = language_of(words(query))
    plain = (
        unasked(query.casefold())
        if told or in_other_script(query)
        else spelled_out(_MEASURING.sub(" ", query))
    )
    asked = [word for word in _words(plain, asked=True) if told or word not in _ASKING]
    return tuple(dict.fromkeys(stem for stem in _stemmed(asked, told) if stem))


def weighed(query: str, *, wide: bool = True) -> dict[str, AskedTerm]:
    """Return the weighted stems of a query and, if `wide`, of related words."""
    asked = asked_stems(query)
    found = {stem: AskedTerm(1.0, number) for number, stem in enumerate(asked)}
    for number, stem in enumerate(asked if wide else ()):
        for other in sorted(related(stem)):
            found.setdefault(other, AskedTerm(SYNONYM_WEIGHT, number))
    return found


def vector(weights: Mapping[str, float]) -> list[float]:
    """Return the vector of a query's weighted stems, of length 1; all zeros if there are none."""
    made = [0.0] * DIMENSIONS
    for stem, weight in weights.items():
        found = places(stem)
        share = weight / math.sqrt(len(found))
        for place in found:
            made[place % DIMENSIONS] += share if place < TAKEN else -share
    norm = math.hypot(*made)
    return [value / norm for value in made] if norm else made


UNKNOWN = 0.6
"""Rarity of a stem that no passage has, nor any related stem: only the question uses the word."""


def rarity(total: int, frequencies: Mapping[str, int], wanted: Iterable[str]) -> dict[str, float]:
    """Return how specific each stem is among `total` passages: near 0 for one in all of them, at most 1.

    Every wanted stem has a value; one that no passage has gets the value of the commonest related stem. Other
    counted stems that occur have values too: a replacement is as specific as it is itself.
    """
    most = math.log(1 + max(total, 1))
    found = {
        stem: math.log(1 + max(total, 1) / (1 + known)) / most for stem, known in frequencies.items() if known
    }
    for stem in wanted:
        if stem not in found:
            found[stem] = min((found[o] for o in related(stem) if frequencies.get(o)), default=UNKNOWN)
    return found


OF_A_PAIR = 0.4
"""Match of a pair of characters with one of the two."""


def near(one: str, other: str) -> float:
    """Return the similarity of two stems, from 0 to 1: equal, or one at the beginning or end of the other."""
    if one == other:
        return 1.0
    short, long_ = sorted((one, other), key=len)
    if is_unspaced(long_):
        return OF_A_PAIR if short in long_ else 0.0
    if len(short) >= 5 and long_.startswith(short):
        return 0.85
    if len(short) >= 5 and long_.endswith(short):
        return 0.6
    return 0.0
