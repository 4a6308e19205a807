"""Whether a later sentence of plain talk gives the subject of an earlier one another value, or ends it.

The two may be worded freely. They are about one thing if the subject of one is mentioned in the other, and
neither has a word of its own that distinguishes two things of a kind. Without such a tie, the later sentence
must refer back (`make it 900`) and have a value of a type that the earlier one gives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property, lru_cache

from gates.language.similarity import statement
from gates.language.synonyms import synonyms
from workbench.facts.superseding.replacement_words import (
    AGAIN,
    BESIDE,
    CHANGE,
    CHOSEN,
    DENIES,
    ENDS,
    HANDED,
    LEANS,
    ONE_OFF,
    OVER,
    PAST,
    POLITE,
    STAYS,
    UNSURE,
)
from workbench.facts.superseding.revision import distinct
from workbench.facts.superseding.stated_clauses import VERBS, StatedClause, clauses_of, shared
from workbench.facts.superseding.stated_values import BARE, amounts_of, rivals
from workbench.facts.superseding.updates import apart

MOST = 0.6
"""Smallest share of the earlier topic that a sentence must name to end or deny it."""
HALF = 0.5
"""Smallest share of the earlier topic that another value must name if nothing else ties the two."""
FEW = 5
"""Most words of an earlier topic whose value is its one word that differs."""
OWN = 2
"""Most other words of a clause with a value that does not name the value's thing."""
FRAGMENT = 4
"""Most words of a clause without a verb that only gives a value."""

_TITLED = re.compile(r"\b(?:mr|mrs|ms|dr|prof)\b", re.IGNORECASE)
_SELF = re.compile(r"\b(?:i|we)\b", re.IGNORECASE)
"""A user who reports doing something differently names it, unless a word of change is used."""
_MORE = re.compile(r"\b(?:also|too|as well|another|besides)\b", re.IGNORECASE)
_THING = re.compile(r"\b(?:the|our|my|his|her|their|this|that|an?) [a-z]", re.IGNORECASE)
_VERB_FORM = re.compile(
    r"\s*([a-z]+)(?:\s+(?:through|in|into|on|at|to|with|from|by|via|for|as|under|over)\b)?", re.IGNORECASE
)
_COPULA = frozenset("is are was were has have had can may will must should".split())
_BY_NAME = frozenset(("name", "code"))
_TIMES = frozenset("clock weekday frequency date".split())
_WORDED = ("frequency", "colour")
"""Value types that are words of their own: naming one names the statement."""

_TYPE_WORDS = {
    kind: statement(words).stems
    for kind, words in {
        "date": "date day deadline due appointment",
        "weekday": "day date",
        "clock": "time hour start end",
        "part of day": "time day",
        "money": "price cost fee rate budget amount",
        "percent": "share rate",
        "duration": "time length period",
        "frequency": "time",
        "colour": "colour color",
        "month": "month date",
        "mark": "prefix sign symbol character",
        "code": "address code id key number right correct",
    }.items()
}
"""Types with few values in a conversation, each with the words that only name the type."""


class Tie(IntEnum):
    """The tie between a later sentence and the one that it replaces, the surest last."""

    ALONE = 1
    """It gives a value of the type that the earlier one gives, and names nothing else that has one."""
    LEANS = 2
    """It refers back to an earlier statement, and this one has a value of the type that it gives."""
    WORDS = 3
    """It mentions the same thing and states something else about it."""
    VALUE = 4
    """It mentions the same thing and gives another value of the same type."""
    NAMED = 5
    """It names the old value, or ends it."""


Rank = tuple[Tie, float]
"""The tie, and the share of the earlier words that the later sentence repeats."""


@lru_cache(maxsize=128)
def speaks_of_now(sentence: str) -> bool:
    """Return whether a sentence may change a valid statement: no question, no supposition, no exception."""
    plain, requests = POLITE.subn("", sentence)
    plain = plain.rstrip("?") if requests else plain
    return not plain.rstrip("\"')* ").endswith("?") and UNSURE.search(plain) is None


def may_set_value(sentence: str) -> bool:
    """Return whether a sentence may give a value that is valid until another one is given."""
    passing = ONE_OFF.match(sentence.replace("’", "'")) or PAST.search(sentence)
    return speaks_of_now(sentence) and (passing is None or STAYS.search(sentence) is not None)


def replaces(later: str, earlier: str, before: str = "") -> Rank | None:
    """Return how surely `later` replaces or ends the value that `earlier` gave, or None if it does not.

    `before` is the text of the later message ahead of the sentence.
    """
    if not speaks_of_now(later):
        return None
    context = f"{before} {later}".strip().replace("’", "'")
    new_clauses = clauses_of(POLITE.sub("", later))
    found: list[Rank] = []
    for old in clauses_of(earlier):
        pairs = (_Pair(_without_reporter(new, old), old, context) for new in new_clauses)
        found += [rank for pair in pairs if (rank := _rank(pair, before)) is not None]
        if _ends(context, new_clauses, old):
            found.append((Tie.NAMED, 0.0))
    return max(found, default=None)


def _without_reporter(new: StatedClause, old: StatedClause) -> StatedClause:
    """Return a clause without the person who demands it, unless the earlier one reports a demand too."""
    if not new.reported or old.reported:
        return new
    return replace(new, subject=frozenset(), topic=new.topic - new.subject)


@dataclass(frozen=True)
class _Pair:
    """A later clause with an earlier one."""

    new: StatedClause
    old: StatedClause
    context: str
    """The later sentence with the text of its message before it."""

    @cached_property
    def typed(self) -> list[str]:
        """Types of the old values for which there is another value."""
        return rivals(self.new.values, self.old.values)

    @cached_property
    def change(self) -> bool:
        """Whether the later message states that something has changed."""
        return CHANGE.search(self.context) is not None

    @cached_property
    def over(self) -> bool:
        """Whether the later message states that something is no longer valid."""
        return OVER.search(self.context) is not None

    @cached_property
    def only_reports(self) -> bool:
        """Whether the later clause only reports what happened."""
        return PAST.search(self.new.text) is not None

    @cached_property
    def common(self) -> frozenset[str]:
        """The earlier words that the later clause repeats."""
        named = (stem for name in self.new.names for stem in statement(name).stems)
        return shared(self.old.topic, self.new.topic.union(named))

    @cached_property
    def share(self) -> float:
        """Share of the earlier words that the later clause repeats."""
        return round(len(self.common) / len(self.old.topic), 6) if self.old.topic else 0.0

    @cached_property
    def share_of_message(self) -> float:
        """Share of the earlier words that the later sentence, or the message before it, repeats."""
        common = shared(self.old.topic, statement(self.context).stems | self.new.topic)
        return round(len(common) / len(self.old.topic), 6) if self.old.topic else 0.0

    @cached_property
    def left(self) -> frozenset[str]:
        """The earlier words that the later clause does not repeat."""
        return self.old.topic - self.common

    @cached_property
    def came(self) -> frozenset[str]:
        """The later words that the earlier clause does not contain."""
        return self.new.topic - shared(self.new.topic, self.old.topic)


def _rank(pair: _Pair, before: str) -> Rank | None:
    tie = _tie(pair, before) or (Tie.ALONE if _of_nothing_else(pair) else None)
    if tie is None:
        return None
    return tie, pair.share_of_message if tie in (Tie.ALONE, Tie.LEANS) else pair.share


def _of_nothing_else(pair: _Pair) -> bool:
    """Return whether a clause gives a value of the type and names no other thing that could have it.

    `It's 12 square metres`, `we'll go until 21:15`, `the deadline is 14 October` replace the only such value
    given before. If there are two, it is unknown which.
    """
    old, context = pair.old, pair.new.text
    kinds = [kind for kind in pair.typed if _tells_its_thing(kind, pair.new, old)]
    if not kinds or _MORE.search(context) or (pair.only_reports and not pair.change):
        return False
    known = frozenset[str]().union(*(_TYPE_WORDS.get(kind, frozenset()) for kind in kinds)) | VERBS
    subject, own = pair.new.subject - known, pair.new.own - known
    new = replace(pair.new, subject=subject, topic=own, own=own)
    if (subject - shared(subject, old.topic)) or _apart(new, old):
        return False
    if distinct(_without_codes(new), _without_codes(old)):
        return False
    if new.names or new.which or new.purpose - shared(new.purpose, old.topic):
        return False
    foreign = own - shared(own, old.topic)
    own_act = _SELF.search(new.head) is not None and not (pair.change or pair.over)
    return len(foreign) <= (0 if own_act or not new.head else OWN)


def _without_codes(clause: StatedClause) -> str:
    codes = "|".join(map(re.escape, sorted(clause.values.get("code", ()))))
    return re.sub(codes, " ", clause.text, flags=re.IGNORECASE) if codes else clause.text


def _tells_its_thing(kind: str, new: StatedClause, old: StatedClause) -> bool:
    """Return whether a value type identifies its thing: an amount with unit, a time, a code of one family."""
    if kind == "code":
        return _same_family(new, old)
    return kind in new.values and (kind in _TYPE_WORDS or kind.startswith("of "))


def _tie(pair: _Pair, before: str) -> Tie | None:
    if _hands_over(pair) or _names_the_old(pair):
        return Tie.NAMED
    if pair.over and _complement_named(pair) and not pair.only_reports and not _apart(pair.new, pair.old):
        return Tie.WORDS
    if _only_leans(pair, before):
        return Tie.LEANS
    if (
        _apart(pair.new, pair.old)
        or not _same_subject(pair.new, pair.old)
        or (pair.only_reports and not pair.change)
    ):
        return None
    if pair.typed and pair.common:
        return Tie.VALUE if pair.change or _plainly_another(pair) else None
    return Tie.WORDS if not pair.typed and _other_words(pair) else None


def _plainly_another(pair: _Pair) -> bool:
    """Return whether a value replaces another one without a word of change, as the rest is the same."""
    new, old = pair.new, pair.old
    other = [stem for stem in pair.left - VERBS if synonyms(stem).isdisjoint(pair.came)]
    if distinct(new.text, old.text) or (other and pair.came):
        return False
    if new.subject and not shared(new.subject, old.topic):
        return False
    return pair.share >= HALF or not pair.came


def _other_words(pair: _Pair) -> bool:
    """Return whether a clause states something else about the same thing, if no type identifies the value."""
    new, old = pair.new, pair.old
    if not pair.came:
        denied = (DENIES.search(new.text) is None) != (DENIES.search(old.text) is None)
        return denied and pair.share >= MOST
    if _same_slot(new, old):
        return True
    if not (pair.change or pair.over) or not (pair.left or old.values) or len(old.topic) > FEW:
        return False
    whole = bool(old.subject) and old.subject <= pair.common and CHOSEN.search(pair.context) is not None
    return pair.share >= HALF or whole


def _same_slot(new: StatedClause, old: StatedClause) -> bool:
    """Return whether subject and verb are the same: `guests use the gate`, `guests use the door`."""
    if BESIDE.search(new.text) or not old.subject or new.subject != old.subject:
        return False
    one, two = (_VERB_FORM.match(each.text[len(each.head) :]) for each in (new, old))
    return bool(one and two and one.group().split() == two.group().split() and one.group(1) not in _COPULA)


def _hands_over(pair: _Pair) -> bool:
    """Return whether another person than before does it: `Wim checks the texts, it's Wim who ...`."""
    new, old = pair.new, pair.old
    others = new.values.get("name", new.names) - old.names
    if not (others and old.names) or distinct(new.head, old.head):
        return False
    if not HANDED.search(new.text) and not (pair.over and pair.common):
        return False
    if pair.over and _TITLED.search(new.text) and any(map(_TITLED.match, old.names)):
        return True
    named = any(
        re.search(rf"\b(?:{re.escape(name.title())}|{re.escape(name.upper())})(?!\w)", pair.context)
        for name in old.names
    )
    return (named or _restates_value(pair)) and (pair.change or pair.over or len(pair.common) > 1)


def _names_the_old(pair: _Pair) -> bool:
    """Return whether the later message names the old value as over, and gives another one."""
    other = any(pair.new.values.get(kind, frozenset()) - held for kind, held in pair.old.values.items())
    named = other and (pair.over or (pair.change and bool(pair.common))) and _restates_value(pair)
    return named or (bool(pair.typed) and (pair.over or pair.change) and _restates_amount(pair))


def _restates_amount(pair: _Pair) -> bool:
    """Return whether the later sentence repeats an amount of the earlier clause, and gives another one.

    `Scrap the 20, it's 50 now`, `30 is too long, go with 10`.
    """
    mentioned = frozenset[str]().union(*(amounts_of(clause.values) for clause in clauses_of(pair.context)))
    before = amounts_of({kind: pair.old.values[kind] for kind in pair.typed if kind in pair.old.values})
    return bool(before & mentioned) and bool(amounts_of(pair.new.values) - before)


def _restates_value(pair: _Pair) -> bool:
    """Return whether the later message repeats a value that the earlier clause gave.

    A day or a time may belong to anything, so another word must tie it to the earlier clause.
    """
    kinds = ("name", "code", "weekday", "clock", "month") if pair.common else ("name", "code")
    text = pair.context.casefold()
    last = [value.split(" ")[-1] for kind in kinds for value in pair.old.values.get(kind, ())]
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in last)


def _complement_named(pair: _Pair) -> bool:
    """Return whether the later message mentions all that the earlier clause states about its subject."""
    old, held = pair.old, statement(pair.context).stems
    source_stems = old.own - old.subject - VERBS
    values = [statement(value).stems for kind in _WORDED for value in old.values.get(kind, ())]
    known = (bool(source_stems) and source_stems <= held) or any(stems <= held for stems in values)
    return known and bool(pair.new.own or pair.new.values)


def _only_leans(pair: _Pair, before: str) -> bool:
    """Return whether a clause gives a value and only makes sense with an earlier statement."""
    new, typed = pair.new, pair.typed
    if not typed:
        return False
    if before and typed != [BARE] and not new.head and not new.subject and len(new.text.split()) <= FRAGMENT:
        return True
    if pair.change and not new.subject and _same_family(new, pair.old):
        return True
    if pair.common or pair.only_reports:
        return False
    if AGAIN.search(pair.context) or (pair.change and _only_does(new, typed)):
        return True
    return not new.subject and _BY_NAME.isdisjoint(typed) and LEANS.search(pair.context) is not None


def _only_does(new: StatedClause, typed: list[str]) -> bool:
    """Return whether a clause states the time of an action without naming anything: `we begin at 7:30`."""
    plain = not new.subject and not new.names and _THING.search(new.text) is None
    return plain and bool(new.own) and len(new.own - VERBS) <= 1 and not _TIMES.isdisjoint(typed)


def _apart(new: StatedClause, old: StatedClause) -> bool:
    """Return whether each of two clauses has a word of its own that identifies one thing of a kind."""
    if apart(new.topic, old.topic) or distinct(new.head, old.head):
        return True
    if any(new.which[kind] != old.which[kind] for kind in new.which.keys() & old.which.keys()):
        return True
    if new.purpose and old.purpose and not shared(new.purpose, old.purpose):
        return True
    if not (new.subject and old.subject) or (_same_family(new, old) and shared(new.subject, old.subject)):
        return False
    return bool(new.subject - shared(new.subject, old.topic) and old.subject - shared(old.subject, new.topic))


def _same_family(new: StatedClause, old: StatedClause) -> bool:
    """Return whether both give a code of one family (`stg-4`, `stg-7`), which renames the same thing."""
    families = {re.sub(r"\d+", "0", code) for code in old.values.get("code", ())}
    return any(re.sub(r"\d+", "0", code) in families for code in new.values.get("code", ()))


def _same_subject(new: StatedClause, old: StatedClause) -> bool:
    """Return whether the subject of one is mentioned in the other, or is a pronoun."""
    if not old.subject or not new.subject:
        return True
    return bool(shared(old.subject, new.topic) or shared(new.subject, old.topic))


def _ends(context: str, new: tuple[StatedClause, ...], old: StatedClause) -> bool:
    """Return whether the later sentence ends the earlier thing: `the late fee was abolished`."""
    if ENDS.search(context) is None or not old.topic:
        return False
    stems = frozenset[str]().union(*(each.topic for each in new))
    share = len(shared(old.topic, stems)) / len(old.topic)
    return share >= (MOST if len(old.topic) > 1 else 1.0)
