"""Splits a sentence of plain talk into clauses, each with its subject, its statement and its values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gates.language.lexicon import STOPWORDS
from gates.language.similarity import statement
from workbench.facts.sentences.stated import without_label
from workbench.facts.superseding.stated_values import values_of
from workbench.facts.superseding.updates import SHORTEST, same_stem

_PART = re.compile(
    r"(?:[;:]\s+|\s[-–—]+\s|,\s+(?=(?:so|and|but|because|since|as|which|who|therefore|thus|that|he|she|they|we|"
    r"(?:[\w'-]+ ){1,3}(?:is|are|has|have|will|takes|does|must|goes?|gets?|needs?|runs?|stays?)|"
    r"I|i|I'm|i'm|we're|we'll|it|it's|you|our|my|the|then|"
    r"(?:begin|deploy|go|keep|make|meet|run|send|ship|start|take|use) (?:at|from|it|on|that|the|to|with))\b)"
    r"|\s(?=because\b))"
)
_BASES = (
    "go run live get start begin end use cost take make meet leave move need keep stay come sell "
    "spend sleep eat write send charge pay sign listen store ship deploy build test check review own "
    "lead play work cover handle want prefer like open close belong report count expect promise last "
    "hold sit stand serve host read become approve teach bake cook train drive arrive book order buy "
    "call carry proofread assign land fetch accept publish release measure lend speak answer supply "
    "deliver depart compile sing add enter contain include log name"
).split()
VERBS = statement(" ".join(_BASES)).stems
"""Stems of verbs."""
_FORMS = "|".join(sorted({form for base in _BASES for form in (base, f"{base}s", f"{base}es")}, reverse=True))
_AUXILIARY = re.compile(
    r"\b(?:is|are|am|was|were|be|been|has|have|had|must|should|shall|will|can|can't"
    r"|(?<!\d )may(?! \d)|do|does|don't|gonna)\b"
    r"|(?<=\bit|\bhe)'s\b(?= )|(?<=\bshe)'s\b(?= )|(?<=\bthat)'s\b(?= )|'(?:re|ve|ll|m|d)\b(?= )",
    re.IGNORECASE,
)
_VERB = re.compile(
    rf"\b(?:says?|demands?|requires?|insists?|asks?|expects?|needs?|gets?|got|{_FORMS})\b", re.IGNORECASE
)
_PRONOUN = re.compile(
    r"^(?:(?:and|so|but|then|now|well|ok(?:ay)?|actually|also|hence|therefore|"
    r"(?:after|from|since|until|in|on|as of|starting) (?:[\w'-]+ ){1,3}?(?:on|onwards?)?)[, ]*)*"
    r"(?:i|we|it|he|she|they|you|that|this|there|which|who|everything|everyone|"
    r"\w+ it(?:'s|'ll be| is| will be))\b",
    re.IGNORECASE,
)
_NO_TOPIC = statement(
    "update new now change changed moved move switched switch rotated renamed rather instead current "
    "currently quick total any every user want wants get gets got keep still old actually make put "
    "take go goes going up down more less again after before today week year number please just only "
    "always must should set bump raise lower use next month mean say says tell told around about "
    "roughly everything thing therefore hence"
).stems


@dataclass(frozen=True, slots=True)
class StatedClause:
    """One clause of a sentence."""

    head: str
    """The text before its verb."""
    text: str
    subject: frozenset[str]
    """Stems before its verb, including names; empty if a pronoun stands there."""
    topic: frozenset[str]
    """Its stems except values and words of change, with those of what a pronoun in it refers to."""
    own: frozenset[str]
    """Like `topic`, without what a pronoun refers to."""
    values: dict[str, frozenset[str]]
    """The values that it gives, by type; names before the verb are no values."""
    names: frozenset[str]
    """Every name in it, and its first word if that is capitalized."""
    which: dict[str, frozenset[str]]
    """Values before the verb, which identify one thing of a kind."""
    reported: bool
    """Whether it reports somebody's demand: `Legal wants 90 days of logs`."""
    purpose: frozenset[str]
    """Stems of the stated purpose of a value."""


_MEMO = re.compile(
    r",\s+(?:and |so )?(?:please )?(?:remember|note|don't forget|keep) (?:that|this|it|in mind)\b"
    r"[^,;]{0,120}$",
    re.IGNORECASE,
)
"""The end of a sentence that asks to remember what it says: `I'm left-handed, remember that when ...`."""


def without_memo(sentence: str) -> str:
    """Return a sentence without the request at its end to remember what it says."""
    return _MEMO.sub("", sentence.replace("’", "'"))


_TITLED = re.compile(r"((?:[\w'-]+ ){0,2}[\w'-]+): ((?:[^\s:]+ ){0,3}[^\s:]+)")
"""A heading of few words and its value: `Main course: duck`."""


@lru_cache(maxsize=8_192)
def clauses_of(sentence: str) -> tuple[StatedClause, ...]:
    """Return the clauses of a sentence, in order."""
    plain = without_label(without_memo(sentence)).strip()
    titled = _TITLED.fullmatch(plain)
    return tuple(_clauses(f"{titled.group(1)} is {titled.group(2)}" if titled else plain))


def _clauses(plain: str) -> Iterator[StatedClause]:
    topic: frozenset[str] = frozenset()
    for part in _PART.split(plain):
        text = _SINCE.sub(" ", _LEAD.sub("", part.strip(" ,."))).strip()
        if not text:
            continue
        split = _split_at(text)
        head = text[:split]
        values, rest = values_of(text)
        before, about = values_of(head)
        leading = before.get("name", frozenset())
        subject = frozenset() if _PRONOUN.match(text) else _words(about) | _words(" ".join(sorted(leading)))
        names = values.get("name", frozenset()) | _first_name(text)
        if "name" in values and values["name"] - leading:
            values["name"] -= leading
        else:
            values.pop("name", None)
        reported = _DEMANDS.match(text[split:]) is not None
        which = {kind: held for kind, held in before.items() if kind != "name"}
        if not subject and "code" in which and _IS_NOW.match(text[split:]):
            del which["code"]  # `stg-7 is the host now`: the value stands first
        spoken_of = topic if _REFERS.match(text) else frozenset()
        topic = _words(rest) | subject
        yield StatedClause(
            head, text, subject, topic | spoken_of, topic, values, names, which, reported, _purpose(rest)
        )


_IS_NOW = re.compile(r"(?:is|are|becomes?|serves as|takes over as)\b(?! \w+ing\b)", re.IGNORECASE)
"""A verb after which a clause names the thing that has the value."""
_LEAD = re.compile(
    r"^(?:(?:and|so|but|then|ok(?:ay)?|well|hm+|also|hence|therefore|\w{4,}ly),? )*"
    r"(?:(?:after|since|until|starting|as of|because of|due to|with)\b[^,;:]{3,60}?,? )?"
    r"(?=(?:i|we|he|she|they|it|you|the|our|my)\b)",
    re.IGNORECASE,
)
"""The introduction of a clause: connectives, and its time or reason."""
_SINCE = re.compile(
    r"\b(?:as of|since|starting|effective) (?:(?:the|this|next|last|early|late|mid) )?[\w'-]+(?: \d{1,2})?\b",
    re.IGNORECASE,
)
"""The time from which something is valid, which is no value of it."""
_REFERS = re.compile(r"^(?:(?:and|so|but|now) )?(?:it|he|she|they|that)\b", re.IGNORECASE)
"""A clause that continues about the thing that the one before it names."""
_DEMANDS = re.compile(
    r"(?:says?|wants?|demands?|requires?|insists?|asks?|expects?|needs?|prescribes?|recommends?)\b",
    re.IGNORECASE,
)
_FOR = re.compile(r"\b(?:for|of)\s+((?:[\w/.'-]{1,40}[ ]?){1,4})", re.IGNORECASE)


def _purpose(text: str) -> frozenset[str]:
    return frozenset(stem for found in _FOR.finditer(text) for stem in _words(found.group(1)))


def _first_name(text: str) -> frozenset[str]:
    word = text.split(" ", 1)[0].removesuffix("'s")
    named = word[:1].isupper() and not word.isupper() and word.casefold() not in STOPWORDS
    return frozenset((word.casefold(),)) if named else frozenset()


def _split_at(text: str) -> int:
    """Return where the verb of a clause begins, or 0 if none is known."""
    pronoun = _PRONOUN.match(text)
    if pronoun is not None:
        return pronoun.end()
    found = _AUXILIARY.search(text)
    if found is not None:
        return found.start()
    for match in _VERB.finditer(text):
        head = text[: match.start()]
        if _PRONOUN.match(head) or statement(head).stems - _NO_TOPIC:
            return match.start()
    return 0


def _words(text: str) -> frozenset[str]:
    return frozenset(stem for stem in statement(text).stems if stem[0] != "#") - _NO_TOPIC


def shared(of: frozenset[str], among: frozenset[str]) -> frozenset[str]:
    """Return the stems that occur among the others, in any form."""
    left = of - among
    if not left:
        return of
    begun = _by_beginning(among)
    forms = (stem for stem in left if any(same_stem(stem, each) for each in begun.get(stem[:SHORTEST], ())))
    return (of & among).union(forms)


@lru_cache(maxsize=8_192)
def _by_beginning(stems: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Group stems by the letters that all forms of one word begin with."""
    found: dict[str, tuple[str, ...]] = {}
    for stem in stems:
        found[stem[:SHORTEST]] = (*found.get(stem[:SHORTEST], ()), stem)
    return found
