"""Tokens of a text: stems, identifiers and numbers, by which statements and sources are compared.

Every pattern here is a single character class repeated, or bounded: transcripts are hostile input. Equal text
gives equal tokens on every machine (GF).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import islice

from snowballstemmer import stemmer

from gates.language.lexicon import (
    ABBREVIATIONS,
    AUXILIARIES,
    BRANDS,
    FILE_EXTENSIONS,
    NEGATIONS,
    SPOKEN_NUMBERS,
    STOPWORDS,
)
from gates.language.numerals import bound_of
from gates.language.quantities import DATE, YEAR, date_value
from gates.language.spelling import spelled_out

MAX_TOKEN = 240
"""Longest token; longer runs without a separator (base64, minified code) are no words and are skipped."""

# Instances are never changed. The classes are not frozen, because setting each field of a frozen instance
# takes a call, and a session has millions.


class IdentifierKind(StrEnum):
    """The kind of an identifier; the strong kinds are those whose absence is significant."""

    PATH = "path"
    FILE = "file"
    SYMBOL = "symbol"
    FLAG = "flag"
    SHA = "sha"
    URL = "url"
    CAMEL = "camel"
    """A camel-case word outside code; it may be a brand, so its absence is only a hint."""


FILE_KINDS = (IdentifierKind.PATH, IdentifierKind.FILE)
SYMBOL_KINDS = (IdentifierKind.SYMBOL, IdentifierKind.CAMEL)


@dataclass(slots=True, unsafe_hash=True)
class Token:
    """The content of one run of non-separator characters."""

    stems: tuple[str, ...] = ()
    identifier: str | None = None
    kind: IdentifierKind | None = None
    number: float | None = None
    unit: str = ""
    negation: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Number:
    """A number with its noun: a unit attached to it, or the stem of the next word."""

    value: float
    noun: str
    bound: str = ""
    """`about`, `over` or `under`, if the words before it say that the true value is near, more or less."""


@dataclass(slots=True, unsafe_hash=True)
class Tokens:
    """The tokens of a text, in order."""

    stems: tuple[str, ...]
    identifiers: tuple[tuple[str, IdentifierKind], ...]
    numbers: tuple[Number, ...]
    negations: int
    _distinct: frozenset[str] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def distinct(self) -> frozenset[str]:
        """The distinct stems, computed on first use."""
        made = self._distinct
        if made is None:
            made = frozenset(self.stems)
            self._distinct = made
        return made


_RAW = re.compile(r"[^\s\"'`“”‘’()\[\]{}<>,;|=→│┃•…!?\\^]+")
_EDGE = ".:*_~#&+$%@/-–—"
_WORD = re.compile(r"[^\W\d_]+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NUMBER = re.compile(r"[-+]?[$€£~]?(\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,9})?)([a-zA-Z%µ]{0,4})")
_SHA = re.compile(r"(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}")
_FLAG = re.compile(r"--?[A-Za-z][\w-]{1,60}")
_FILE = re.compile(r"[\w.@+-]{1,120}\.([A-Za-z][A-Za-z0-9]{0,9})")
_SYMBOL = re.compile(r"[A-Za-z_$][\w$]{0,120}(?:(?:\.|::|->|#)[A-Za-z_$][\w$]{0,120}){0,6}")
_LOCATION = re.compile(r"(?::\d{1,7}(?:[-:]\d{1,7})?|#L\d{1,7}(?:-L?\d{1,7})?)$")
_VERSION = re.compile(r"v?\d{1,6}(?:\.\d{1,6}){2,4}")
_UNITS = {"k": 1e3, "m": 1e6, "b": 1e9, "K": 1e3, "M": 1e6, "B": 1e9, "G": 1e9, "bn": 1e9}


@lru_cache(maxsize=200_000)
def _snowball(word: str) -> str:
    """Return the stem of a word as it is spelled; cached, because names share their parts.

    Each word gets a new stemmer: a stemmer keeps its current word, so that two threads sharing one would get
    wrong stems.
    """
    return str(stemmer("english").stemWord(word))


def _stem(word: str) -> str:
    return _snowball(ABBREVIATIONS.get(word, word))


def stem_of(word: str) -> str:
    """Return the stem of one word in lower case."""
    return _stem(word)


@lru_cache(maxsize=300_000)
def classify(raw: str) -> Token | None:
    """Return the token of one raw run, or None if it has no content."""
    if len(raw) > MAX_TOKEN:
        return None
    if raw[0] == "@":
        value = _VALUE.fullmatch(raw.rstrip(_EDGE))
        if value is not None:
            return _of_value(value.group(1), value.group(2))
    if raw.startswith(("http://", "https://")):
        return Token(_sub_stems(raw), raw.rstrip(_EDGE), IdentifierKind.URL)
    bare = raw.strip("*_~#:.") if raw[:1] in "*_~#:" else raw.rstrip(".:*~")
    flag = _FLAG.fullmatch(bare)
    if flag and (bare.startswith("--") or len(bare) == 2):
        return Token(_sub_stems(bare), bare, IdentifierKind.FLAG)
    located = _LOCATION.sub("", bare)
    core = located.strip(_EDGE.replace("/", "").replace("_", "").replace("~", "").replace("@", ""))
    number = _number(core, raw)
    if number is not None:
        return number
    found = _identify(core.removeprefix("@") if "/" not in core else core)
    if found is not None:
        return Token(_sub_stems(core), found[0], found[1])
    return _plain(core)


_VALUE = re.compile(
    rf"@(?:(?={DATE}-(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))|(?={YEAR}-))({DATE}|{YEAR})-(\d{{4}})"
)
"""A month and day, or a year, as `gates.language.quantities` writes it; other digits are no date."""


def _of_value(name: str, digits: str) -> Token:
    """Return the token of a date or its year, as `gates.language.quantities` writes it."""
    if name == YEAR:
        return Token((f"#{int(digits)}",), None, None, float(digits), YEAR)
    return Token((f"#{digits[:2]}-{digits[2:]}",), None, None, date_value(digits), DATE)


def _number(core: str, raw: str) -> Token | None:
    if not core[:3].strip("-+$€£~")[:1].isdigit():
        return None
    compound = _compound(core.removeprefix("-"))
    if compound is not None:
        return compound
    if _VERSION.fullmatch(core):
        return Token((core.casefold().lstrip("v"),), None)
    match = _NUMBER.fullmatch(
        core + ("%" if raw.rstrip(".:*").endswith("%") and not core.endswith("%") else "")
    )
    if match is None:
        return None
    value, unit = float(match.group(1).replace(",", "")), match.group(2)
    if unit in _UNITS:
        value, unit = round(value * _UNITS[unit], 6), ""
    return Token((f"#{value:g}",), None, None, value, unit.casefold())


_COMPOUND = re.compile(r"[$€£]?(\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,4})?)[-/]([a-z]{2,14})")


def _compound(core: str) -> Token | None:
    """Return the token of a number joined to what it counts: `14-day`, `$599/month`."""
    match = _COMPOUND.fullmatch(core)
    if match is None:
        return None
    value, noun = float(match.group(1).replace(",", "")), _stem(match.group(2))
    return Token((f"#{value:g}", noun), None, None, value, noun)


def _identify(core: str) -> tuple[str, IdentifierKind] | None:
    if len(core) < 3:
        return None
    if "/" in core:
        return _path(core)
    file = _FILE.fullmatch(core)
    if file and file.group(1).casefold() in FILE_EXTENSIONS and _WORD.search(core):
        return core, IdentifierKind.FILE
    if _SHA.fullmatch(core):
        return core, IdentifierKind.SHA
    if _SYMBOL.fullmatch(core):
        joined = any(mark in core for mark in (".", "::", "->", "#"))
        inner = core.strip("_$")
        if "_" in inner or core.startswith("__"):
            return core, IdentifierKind.SYMBOL
        if joined and all(len(part) > 1 for part in re.split(r"\.|::|->|#", core)) and not core.isupper():
            return core, IdentifierKind.SYMBOL
        if _is_camel(inner) and core.casefold() not in BRANDS:
            return core, IdentifierKind.CAMEL
    return None


def _is_camel(word: str) -> bool:
    parts = humps(word)
    return (
        len(parts) > 1 and any(map(str.islower, word)) and any(map(str.isupper, word[1:])) and len(word) > 3
    )


def _path(core: str) -> tuple[str, IdentifierKind] | None:
    trimmed = core.rstrip("/")
    parts = [part for part in trimmed.split("/") if part not in ("", ".", "..", "~")]
    if not parts or any(mark in core for mark in ("*", "$", "//", "@{")):
        return None
    last = _FILE.fullmatch(parts[-1])
    has_file = last is not None and last.group(1).casefold() in FILE_EXTENSIONS
    rooted = core.startswith(("/", "./", "../", "~/"))
    if has_file or (rooted and len(parts) > 1) or (len(parts) > 2 and all(map(_pathlike, parts))):
        return trimmed, IdentifierKind.PATH
    return None


def _pathlike(part: str) -> bool:
    return (part.islower() and not part.isalpha()) or any(mark in part for mark in "._-")


def humps(name: str) -> list[str]:
    """Return the parts of a name: camel-case humps, runs between underscores, digits."""
    return _PART.findall(name)


def _sub_stems(text: str) -> tuple[str, ...]:
    """Return the stems of the words in a name as it spells them: `repo` in code is no abbreviation."""
    stems = []
    for part in humps(text):
        low = part.casefold()
        if len(low) > 1 and low not in STOPWORDS:
            stems.append(f"#{float(low):g}" if low.isdigit() and len(low) < 16 else _snowball(low))
    return tuple(stems)


def _plain(core: str) -> Token | None:
    low = core.casefold()
    negation = low in NEGATIONS
    if low in SPOKEN_NUMBERS:
        value = float(SPOKEN_NUMBERS[low])
        return Token((f"#{value:g}",), None, None, value)
    topical = (w for w in _WORD.findall(low) if len(w) > 1 and w not in STOPWORDS and w not in NEGATIONS)
    stems = [_stem(word) for word in topical]
    stems += [f"#{float(digits):g}" for digits in re.findall(r"\d{1,15}", low)]
    if not stems and not negation:
        return None
    return Token(tuple(stems), negation=negation)


def tokenise(text: str) -> Tokens:
    """Return the tokens of a text. Contractions of `not` count as negations."""
    text = spelled_out(text)
    raws = _RAW.findall(text)
    tokens = list(map(classify, raws))
    stems: list[str] = []
    identifiers: list[tuple[str, IdentifierKind]] = []
    informative: list[int] = []
    for place, token in enumerate(tokens):
        if token is not None:
            stems += token.stems
            if token.identifier is not None and token.kind is not None:
                identifiers.append((token.identifier, token.kind))
            if token.number is not None or token.negation:
                informative.append(place)
    numbers, negations = _in_context(text, raws, tokens, informative) if informative else ((), 0)
    return Tokens(tuple(stems), tuple(identifiers), numbers, negations)


def _in_context(
    text: str, raws: list[str], tokens: list[Token | None], informative: list[int]
) -> tuple[tuple[Number, ...], int]:
    """Return the numbers at some places with their context, and how many negations reverse the statement."""
    spans = [match.span() for match in islice(_RAW.finditer(text), informative[-1] + 2)]
    numbers: list[Number] = []
    negations = 0
    for place in informative:
        raw, token, end = raws[place], tokens[place], spans[place][1]
        previous = raws[place - 1].casefold() if place else ""
        if token is None:
            continue
        if token.negation:
            negations += _turns(raw.casefold(), previous, text[end : end + 24])
        if token.number is not None:
            before = raws[place - 2].casefold() if place > 1 else ""
            bound = "about" if "~" in raw else bound_of(before, previous)
            bare = spans[place][0] + len(raw.rstrip(_EDGE))
            noun = token.unit or _noun_after(place, bare, text, spans, tokens)
            numbers.append(Number(token.number, noun, bound))
    return tuple(numbers), negations


def _noun_after(
    place: int, bare: int, text: str, spans: list[tuple[int, int]], tokens: list[Token | None]
) -> str:
    """Return the stem of the word after a number that ends at `bare`; empty if something separates them."""
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if after is None or text[bare : spans[place + 1][0]].strip():
        return ""
    return next((stem for stem in after.stems if stem[0] != "#"), "")


_REPLY = re.compile(
    r"[,.!;:]|\s+(?:add|do|don|go|i|it|just|keep|leave|let|make|not|please|put|remove|that|this|use|we|you)\b"
)


_ENDS = ".:;"
"""Marks that end a sentence or a speaker's name, as a raw run may contain them."""


def _turns(word: str, previous: str, after: str) -> bool:
    """Return whether a negation reverses its statement: `no` as a reply and `not` inside a phrase do not."""
    bare = word.strip(_EDGE)
    if bare == "no":
        return previous != "" or not _REPLY.match(after.casefold())
    if bare == "not":
        return previous == "" or previous[-1] in _ENDS or previous.strip(_EDGE) in AUXILIARIES
    return True
