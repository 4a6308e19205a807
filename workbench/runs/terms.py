"""What passages and queries are found by: stems, and vectors of hashed character n-grams.

Deterministic and without a fitted model: the same text gives the same stems and the same vector everywhere.
"""

from __future__ import annotations

import math
import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import cast

from gates.language.lexicon import STOPWORDS
from gates.language.tokens import stem_of
from store.run_values import AskedTerm
from workbench.runs.kinds_of_things import related
from workbench.runs.phrases import spelled_out

VECTOR_MODEL = "char-3-5/1024/2"
"""Names what makes the vectors: n-grams of 3 to 5 characters within words, hashed to 1,024 places; those of
passages in whole numbers, as they are compared by their direction alone."""
INDEX_VERSION = "index/2"
"""Of what is looked up of a passage: its stems and its vector."""
DIMENSIONS = 1024
_NO_LETTER = re.compile(r"'(?:(?<![^\W_]')|(?![^\W_])|s(?![^\W_]|'[^\W_]))")
"""An apostrophe that does not stand within a word, and a possessive ending."""
_ASKING = frozenset(
    "who whom whose what which when where why how did does do is are was were may might can could should "
    "would will shall has have had be been there their they she he her him his its it this that these those "
    "much many soon any some somebody someone anybody anyone something anything happen happened happens tell "
    "please become becomes became "
    "say says said find list name give explain describe".split()
)
"""Words of a question that say nothing of what is asked for."""
_MEASURING = re.compile(
    r"\bhow (?:old|long|far|close|near|deep|high|tall|wide|heavy|big|large|often|"
    r"fast|quickly|soon|frequently)\b",
    re.I,
)
"""They name the measure that is asked for, which `questions` reads; a passage seldom repeats them."""
MOST_LETTERS = 40
"""Letters of the longest word that carries something."""
SYNONYM_WEIGHT = 0.35


class _Parted(dict[int, int]):
    """What each character becomes where words are parted: itself within a word, else a blank."""

    def __missing__(self, code: int) -> int:
        made = code if code == ord("'") or (chr(code).isalnum() and chr(code) != "_") else ord(" ")
        if code < _KNOWN_CHARACTERS:
            self[code] = made
        return made


_KNOWN_CHARACTERS = 0x3000
_parted = _Parted()


def words(text: str) -> list[str]:
    """The words of a text in lower case, without possessive endings."""
    folded = text.casefold().replace("’", "'")
    if "'" in folded:
        folded = _NO_LETTER.sub(" ", folded)
    return folded.translate(_parted).split()


MOST_WORDS = 200_000
"""Words whose stems are kept; those met after so many are stemmed each time."""
_stems: dict[str, str] = {}


def _content(word: str) -> str:
    """The stem of a word that carries something; empty for any other."""
    made = _stems.get(word)
    if made is None:
        made = "" if word in STOPWORDS or len(word) > MOST_LETTERS else stem_of(word)
        if len(_stems) < MOST_WORDS:
            _stems[word] = made
    return made


def stems(text: str) -> list[str]:
    """The stems of the content words of a text, in order."""
    return [stem for stem in map(_content, words(text)) if stem]


def counted(text: str) -> dict[str, int]:
    """The stems of a passage with their counts, in order of their first occurrence."""
    found = words(text)
    made = list(map(_stems.get, found))
    if None in made:
        made = [*map(_content, found)]
    counts = Counter(cast("list[str]", made))
    del counts[""]
    return dict(counts)


def asked_stems(query: str) -> tuple[str, ...]:
    """The stems that a query asks for, once each, without the words of asking."""
    asked = words(spelled_out(_MEASURING.sub(" ", query)))
    found = [_content(word) for word in asked if word not in _ASKING]
    return tuple(dict.fromkeys(stem for stem in found if stem))


def weighed(query: str, *, wide: bool = True) -> dict[str, AskedTerm]:
    """The stems of a query and, where it is `wide`, of related words, with what each counts for."""
    asked = asked_stems(query)
    found = {stem: AskedTerm(1.0, number) for number, stem in enumerate(asked)}
    for number, stem in enumerate(asked if wide else ()):
        for other in sorted(related(stem)):
            found.setdefault(other, AskedTerm(SYNONYM_WEIGHT, number))
    return found


@lru_cache(maxsize=60_000)
def _place(gram: str) -> tuple[int, int]:
    """Where an n-gram counts, and with which sign."""
    hashed = int.from_bytes(blake2b(gram.encode(), digest_size=4).digest(), "big")
    return hashed % DIMENSIONS, 1 if hashed & 0x80000000 else -1


@lru_cache(maxsize=60_000)
def _features(stem: str) -> tuple[float, array[int], array[int]]:
    """What each n-gram of a word counts, the places of those added and of those taken away.

    A sign by hash has several that meet at a place cancel by chance. Packed, as all words of a store pass
    through here.
    """
    padded = f" {stem} "
    found: dict[int, int] = {}
    for size in (3, 4, 5):
        for start in range(len(padded) - size + 1):
            place, sign = _place(padded[start : start + size])
            found[place] = found.get(place, 0) + sign
    norm = math.sqrt(sum(value * value for value in found.values())) or 1.0
    added = array("h", (place for place, value in found.items() for _ in range(value)))
    taken = array("h", (place for place, value in found.items() for _ in range(-value)))
    return 1 / norm, added, taken


def vector(counts: Mapping[str, float]) -> list[float]:
    """The vector of weighed stems, of length 1; all zeros for none."""
    made = [0.0] * DIMENSIONS
    for stem, count in counts.items():
        share, added, taken = _features(stem)
        weight = share * (1 + math.log(count) if count > 1 else count)
        for place in added:
            made[place] += weight
        for place in taken:
            made[place] -= weight
    norm = math.hypot(*made)
    return [value / norm for value in made] if norm else made


_PART = 64
"""Whole numbers by which a stem of one n-gram counts in the vector of a passage."""
_BITS = 16
_ZERO = sum(1 << (_BITS * place + _BITS - 1) for place in range(DIMENSIONS))
"""The highest bit of each number."""
_ALL = (1 << _BITS * DIMENSIONS) - 1
"""All bits of all numbers: sums leave out what goes over, as adding what is not negative is quicker."""


_MOST_COMMON = 30_000
"""Stems that are kept as large numbers, of two kilobytes each."""
_common: dict[tuple[str, int], int] = {}
_met: set[tuple[str, int]] = set()
"""Stems with their counts that were met once; those met again are common until there are enough."""


def _weights(stem: str, count: int) -> tuple[int, array[int], array[int]]:
    """What a stem that occurs so often counts, and the places that it is added to and taken from."""
    share, added, taken = _features(stem)
    return round(_PART * share * (1 + math.log(count))), added, taken


def _packed(stem: str, count: int) -> int:
    """What a stem adds to a passage's vector, all numbers of it in one."""
    weight, added, taken = _weights(stem, count)
    made = [array("H", bytes(2 * DIMENSIONS)) for _ in (added, taken)]
    for row, places in zip(made, (added, taken), strict=True):
        for place in places:
            row[place] += weight
    more, less = (int.from_bytes(row.tobytes(), sys.byteorder) for row in made)
    return more - less & _ALL


def packed_vector(counts: Mapping[str, int]) -> bytes:
    """The vector of a passage's stems with their counts: 1,024 signed numbers of 16 bits, all 0 for none.

    Common stems are added up as one large number each, which is quicker than place by place.
    """
    found: list[int | None] = list(map(_common.get, counts.items()))
    rare = _rare(counts, found) if None in found else []
    total = sum(cast("list[int]", found))
    made = ((total + _ZERO & _ALL) ^ _ZERO).to_bytes(DIMENSIONS * _BITS // 8, sys.byteorder)
    if not rare:
        return made
    row = array("h", made)
    for stem, count in rare:
        weight, added, taken = _weights(stem, count)
        for place in added:
            row[place] += weight
        for place in taken:
            row[place] -= weight
    return row.tobytes()


def _rare(counts: Mapping[str, int], found: list[int | None]) -> list[tuple[str, int]]:
    """Stems with their counts that are no large numbers; those that just became one go into `found`."""
    rare = [each for each, known in zip(counts.items(), found, strict=True) if known is None]
    found[:] = [known for known in found if known is not None]
    if len(_common) >= _MOST_COMMON:
        return rare
    for each in [each for each in rare if each in _met]:
        _common[each] = _packed(*each)
        found.append(_common[each])
        rare.remove(each)
    _met.update(rare)
    return rare


UNKNOWN = 0.6
"""What a stem counts for that no passage has, nor anything related: a word that the question alone uses."""


def rarity(total: int, frequencies: Mapping[str, int], wanted: Iterable[str]) -> dict[str, float]:
    """How much a stem tells among so many passages, from just above 0 for one in all of them to about 1.

    Every stem wanted has a value, one that no passage has that of the commonest word related to it; so has
    each other stem counted that occurs: a word that stands for another tells no more than it does itself.
    """
    most = math.log(1 + max(total, 1))
    found = {
        stem: math.log(1 + max(total, 1) / (1 + known)) / most for stem, known in frequencies.items() if known
    }
    for stem in wanted:
        if stem not in found:
            found[stem] = min((found[o] for o in related(stem) if frequencies.get(o)), default=UNKNOWN)
    return found


def near(one: str, other: str) -> float:
    """How alike two stems are, from 0 to 1: the same, one the other's beginning, or of the same n-grams."""
    if one == other:
        return 1.0
    short, long_ = sorted((one, other), key=len)
    if len(short) >= 5 and long_.startswith(short):
        return 0.85
    if len(short) >= 5 and long_.endswith(short):
        return 0.6
    return 0.0
