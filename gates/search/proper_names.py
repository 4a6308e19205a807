"""Finds names in prose (capitalised words that do not start a sentence) and checks whether a source has them.

It handles weekday and month abbreviations, acronyms of spelled-out names and the reverse, possessives,
demonyms, and the parts of hyphenated words. Code identifiers are checked in `gates.search.identifiers`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gates.language.capitals import capitalised, caseless_runs
from gates.language.lexicon import STOPWORDS
from gates.language.quantities import has_month, is_month, is_unit
from gates.language.tokens import stem_of
from gates.search.index import SourceIndex

_WORD = capitalised()
_RUN = re.compile(rf"(?<![\w.`/'-]){_WORD}(?:\s(?:of\s|and\s|the\s)?{_WORD}){{0,4}}")
_START = re.compile(r"(?:^|[.!?:;\n]|[-*•>]\s)[\s\"'“‘(*_`#>\d.)-]{0,8}$")
_PERIOD = re.compile(r"(?:[QH][1-4]|[1-4][QH]|FY\d{0,4}|\d.*)", re.IGNORECASE)
_CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august"
    " september october november december".split()
)
_SHORT = {"friday": "tgif", "september": "sept", "thursday": "thurs"}
_COMMON = frozenset(
    "api ascii cd ci cli cpu crud css csv db dns dom gpu gui html http https id ide io ip json jwt kb mb"
    " ok orm os pdf pr ram rest rpc sdk sql ssh ssl tls toml ui uri url ux vm wip xml yaml".split()
)
"""Generic abbreviations: a summary may use them for what its source spells out."""
_DEMONYM = re.compile(r"(?:ians?|ans?|ese|ish|i|ic|s)$")


@dataclass(frozen=True, slots=True)
class Name:
    """One word of a name, with the whole name around it."""

    word: str
    text: str
    quoted: bool = False
    """Whether it is in quotation marks: a title or a saying."""


def names_of(text: str) -> tuple[Name, ...]:
    """Return the words of a text's names; none if most words are capitalised, as in a heading."""
    words = [w for w in re.findall(r"[^\W\d_]{3,40}", text) if w.casefold() not in STOPWORDS]
    if not words or sum(w[0].isupper() for w in words) > 0.6 * len(words):
        return ()
    found = []
    for match in _RUN.finditer(text):
        starts = _START.search(text[max(0, match.start() - 10) : match.start()]) is not None
        for place, raw in enumerate(match.group().split()):
            word = raw.removesuffix("'s").removesuffix("’s").strip("'’-&")
            if (starts and place == 0) or len(word) < 2 or not word[0].isupper():
                continue
            if word.casefold() in STOPWORDS or _PERIOD.fullmatch(word) or is_unit(word):
                continue
            found.append(Name(word, match.group(), _quoted(text, match.start())))
    found += [Name(m.group(), m.group(), _quoted(text, m.start())) for m in caseless_runs(text)]
    return tuple(dict.fromkeys(found))


def _quoted(text: str, at: int) -> bool:
    """Return whether a position lies between double quotation marks."""
    before = text[:at]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”")


def has_form_of(name: Name, index: SourceIndex) -> bool:
    """Return whether the session has a name's word in some form."""
    low = name.word.casefold()
    if (
        (
            not name.word[0].isupper() and index.mentions_prefix(low)
        )  # scripts that need no space between words
        or (low.removesuffix("s") in _COMMON and name.word[:2].isupper())
        or index.mentions(low)
        or index.mentions(low.removesuffix("s"))
        or index.mentions(low + "s")
    ):
        return True
    if low in _CALENDAR and any(index.mentions(form) for form in (low[:3], low[:4], _SHORT.get(low, low))):
        return True
    if is_month(low) and has_month(index.numbers, low):
        return True
    parts = [part for part in re.split(r"[-&'’]", low) if len(part) > 1 and not part.isdigit()]
    if parts != [low] and (not parts or any(index.mentions(part) for part in parts)):
        return True
    if "-" in name.word and name.word.partition("-")[2].islower():
        return True
    root = _DEMONYM.sub("", low)
    if root != low and len(root) >= 4 and index.mentions_prefix(root):
        return True
    if index.mentions_prefix(stem_of(low)) and len(stem_of(low)) >= 4:
        return True
    return _initials(name, index)


def _initials(name: Name, index: SourceIndex) -> bool:
    if name.word.isupper() and 2 <= len(name.word) <= 6 and name.word.isalpha():
        apart = any(index.mentions_prefix(mark.join(name.word.casefold())) for mark in ("_", ". ", ".", " "))
        return apart or index.spells_out(name.word)
    words = [word for word in name.text.split() if word[0].isupper()]
    return len(words) > 1 and index.mentions("".join(word[0] for word in words))
