"""Whether a later statement gives the subject of an earlier one a new value.

Unlike a revision in the same words (`revision`), the two may be worded freely. Required are a word of change,
a common topic and a differing value of the same type; two statements whose topics differ in the qualifying
word (`primary region`, `backup region`) are about different things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gates.language.capitals import SMALL, capitalised
from gates.language.similarity import statement
from gates.language.tokens import stem_of
from workbench.facts.sentences.stated import without_label
from workbench.facts.superseding.owners import owners

_CHANGE = re.compile(
    r"\b(?:from now on|going forward|henceforth|as of (?:now|today)|update|now|new|no longer|instead|rather|"
    r"moved|changed|switched|renamed|rotated|rebased|migrated|replaced|replaces|postponed|raised|lowered|"
    r"extended|bumped|retired|superseded|calling|as of|any ?more|took over|taking over|takes over|"
    r"scrap|forget|"
    r"gonna be|make it|make that|here on|bump)\b",
    re.IGNORECASE,
)
_MONTHS = "january february march april may june july august september october november december".split()
_DATE = re.compile(
    rf"\b(?:\d{{4}}-\d\d?-\d\d?|\d\d?[-/]\d\d?(?:[-/]\d\d(?:\d\d)?)?|(?:{'|'.join(_MONTHS)})\s\d{{1,2}})\b",
    re.I,
)
_MONEY = re.compile(
    r"[$€£]\s?\d[\d,.]*\s?[kKmM]?\b|\b(?:[\w-]+ ){1,3}(?:dollars|euros?|pounds|usd|eur|gbp)\b", re.I
)
_CODED = re.compile(r"\b[A-Za-z][\w.]{0,30}(?:[/-][\w.]{1,30}){1,4}\b")
_ACRONYM = re.compile(r"\b[A-Z]{2,6}\b")
_NAME = capitalised(SMALL[1:-1], least=1, most=20)
_PERSON = re.compile(rf"\b{_NAME} {_NAME}\b")
_NUMBER = re.compile(r"\b\d[\d.,]{0,12}\s?(%|[A-Za-z]{0,12})")
_NO_TOPIC = statement(
    "update new now change changed moved switched rotated renamed rather instead current currently "
    "quick total all any every user want wants get gets keep call calling still old"
).stems
TENSE = 3
"""Letters by which two forms of a word may differ: `own`, `owner`."""
SHORTEST = 3
"""Fewest letters of a stem that another form may extend."""
_FULL = 0.6
"""Smallest share of the earlier topic at which statements without a common value type are about one thing."""


@dataclass(frozen=True, slots=True)
class _ValueStatement:
    topic: tuple[str, ...]
    values: dict[str, frozenset[str]]
    """The values of the statement by type: date, money, code, person, acronym or number."""
    changes: bool
    text: str


@lru_cache(maxsize=8_192)
def _value_statement(text: str) -> _ValueStatement:
    plain = without_label(text)
    values: dict[str, frozenset[str]] = {}
    rest = plain
    for name, pattern in (("date", _DATE), ("money", _MONEY), ("code", _CODED), ("person", _PERSON)):
        found = [each for each in pattern.findall(rest) if name != "code" or _is_code(each)]
        if found:
            values[name] = frozenset(each.casefold() for each in found)
            for each in found:
                rest = rest.replace(each, " ")
    acronyms = [each for each in _ACRONYM.findall(rest) if not rest.isupper()]
    if acronyms:
        values["acronym"] = frozenset(acronyms)
    numbers = frozenset(m.group().strip() for m in _NUMBER.finditer(rest))
    if numbers:
        values["number"] = numbers
    stems = statement(rest).tokens.stems
    topic = tuple(dict.fromkeys(s for s in stems if s[0] != "#" and s not in _NO_TOPIC))
    return _ValueStatement(topic, values, _CHANGE.search(text) is not None, plain)


@dataclass(frozen=True, slots=True)
class Topic:
    """The keys by which a statement is found that another may update."""

    stems: frozenset[str]
    families: frozenset[str]
    """The common forms of its coded names."""
    words: frozenset[str]


def topic_of(text: str) -> Topic:
    """Return the parts of a statement that `updates` compares."""
    stated = _value_statement(text)
    families = frozenset(map(_shape, stated.values.get("code", ())))
    return Topic(frozenset(stated.topic), families, frozenset(_WORD.findall(text)))


def named_old(later: str) -> frozenset[str]:
    """Return the words of the values that a statement names as replaced."""
    return frozenset(word for match in _OLD.finditer(later) for word in _WORD.findall(match.group(1)))


_WORD = re.compile(r"\w+")


def _is_code(word: str) -> bool:
    return any(map(str.isdigit, word)) or "/" in word


def changes_something(text: str) -> bool:
    """Return whether a statement has a word of change and is no question."""
    return _value_statement(text).changes and not text.rstrip().endswith("?")


def same_stem(one: str, other: str) -> bool:
    """Return whether two stems are forms of one word."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= SHORTEST and long.startswith(short) and len(long) - len(short) <= TENSE


def _shape(code: str) -> str:
    """Return the common form of related coded names, such as `spike/x-12` and `spike/y-3`."""
    head = re.split(r"[/]", code, maxsplit=1)[0] if "/" in code else ""
    return head or re.sub(r"\d+", "9", re.sub(r"[a-z]+", "a", code.casefold()))


def updates(later: str, earlier: str) -> float:
    """Return how surely `later` replaces the value that `earlier` gave, from 0 to 1.

    The caller takes the best of all earlier statements; a tie between two of them is no evidence.
    """
    new, old = _value_statement(later), _value_statement(earlier)
    if _names_the_old(later, earlier):
        return 1.0
    if not new.changes or not old.topic or later.rstrip().endswith("?") or _other_one(new, old):
        return 0.0
    shared = [stem for stem in old.topic if any(same_stem(stem, each) for each in new.topic)]
    if owners(later).issuperset(shared):
        shared = []  # `Acme's quota` is about the quota
    share = len(shared) / len(old.topic)
    typed = [name for name in old.values if name in new.values and old.values[name] != new.values[name]]
    if any(_same_name(name, old, new) for name in typed):
        return round(0.5 + 0.5 * share, 6)
    if typed and shared:
        return round(0.4 + 0.5 * share, 6)
    prefers = _prefers(old) and _prefers(new)
    if len(shared) >= 2 and share >= _FULL and (old.values or prefers):
        return round(0.3 + 0.4 * share, 6)
    return round(0.35 + 0.4 * share, 6) if shared and prefers else 0.0


_OLD = re.compile(
    r"\b(?:took over from|takes over from|taking over from|instead of|rather than|no longer|"
    r"forget(?: about)?|"
    r"what i said about|not) (?:the |a |an |mr\.? |mrs\.? )?([\w'-]{3,30})",
    re.IGNORECASE,
)


@lru_cache(maxsize=128)
def _named_old(later: str) -> tuple[re.Match[str], ...]:
    return tuple(_OLD.finditer(later))


def _names_the_old(later: str, earlier: str) -> bool:
    """Return whether a later statement names the old value: `Lena took over from Tom` after Tom."""
    for match in _named_old(later):
        name = match.group(1)
        held = re.search(rf"\b{re.escape(name)}\b", earlier)
        if held is not None and (name[0].isupper() or match.group().lower().startswith("what")):
            return True
    return False


_PREFERENCE = re.compile(r"\b(?:prefers?|rather|wants?|likes?)\b", re.IGNORECASE)


def _prefers(stated: _ValueStatement) -> bool:
    return _PREFERENCE.search(stated.text) is not None


def _same_name(kind: str, old: _ValueStatement, new: _ValueStatement) -> bool:
    """Return whether two coded names are of one family, so that the new one replaces the old one."""
    if kind != "code":
        return False
    families = {_shape(each) for each in old.values[kind]}
    return any("/" in each and _shape(each) in families for each in new.values[kind])


_PAIRS = tuple(
    frozenset(map(stem_of, pair.split()))
    for pair in (
        "primary backup secondary",
        "production staging development test",
        "unit integration end smoke",
        "source target",
        "read write",
        "input output",
        "client server",
        "front back",
        "inbound outbound",
        "internal external",
        "public private",
        "local remote",
        "first second third fourth last",
        "minimum maximum",
        "upload download",
        "monday tuesday wednesday thursday friday saturday sunday",
        "morning evening afternoon night",
        "left right",
        "home office",
    )
)
"""Rows of words that distinguish things of one kind."""
_ROWED = frozenset[str]().union(*_PAIRS)


def _other_one(new: _ValueStatement, old: _ValueStatement) -> bool:
    """Return whether a word of a row shows that the two are about different things."""
    return apart(frozenset(new.topic), frozenset(old.topic))


def apart(one: frozenset[str], two: frozenset[str]) -> bool:
    """Return whether two topics have different words of one row, such as `primary` and `backup`."""
    one, two = one & _ROWED, two & _ROWED
    if not one or not two or one == two:
        return False
    return any(one & row and two & row and not (one & row) & (two & row) for row in _PAIRS)
