"""Whether a later sentence of plain talk gives the subject of an earlier one another value, or ends it.

The two may be worded freely. They are about one thing if the subject of one is mentioned in the other, and
neither has a word of its own that distinguishes two things of a kind. Without such a tie, the later sentence
must refer back (`make it 900`) and have a value of a type that the earlier one gives.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import IntEnum
from functools import lru_cache

from gates.language.similarity import statement
from gates.language.synonyms import synonyms
from workbench.facts.sentences.courtesy import is_courtesy
from workbench.facts.superseding.clause_pair import ClausePair, is_about_another, same_family, same_subject
from workbench.facts.superseding.old_values import MOST, complement_named, ends, hands_over, names_the_old
from workbench.facts.superseding.replacement_words import (
    AGAIN,
    BESIDE,
    CHOSEN,
    DENIES,
    LEANS,
    ONE_OFF,
    PAST,
    POLITE,
    STAYS,
    UNSURE,
)
from workbench.facts.superseding.revision import distinct
from workbench.facts.superseding.stated_clauses import VERBS, StatedClause, clauses_of, shared, without_memo
from workbench.facts.superseding.stated_values import BARE, shares_unit

HALF = 0.5
"""Smallest share of the earlier topic that another value must name if nothing else ties the two."""
FEW = 5
"""Most words of an earlier topic whose value is its one word that differs."""
OWN = 2
"""Most other words of a clause with a value that does not name the value's thing."""
FRAGMENT = 4
"""Most words of a clause without a verb that only gives a value."""

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
_DEADLINE = statement("deadline").stems

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
    plain, requests = POLITE.subn("", without_memo(sentence))
    plain = plain.rstrip("?") if requests else plain
    return (
        not is_courtesy(plain) and not plain.rstrip("\"')* ").endswith("?") and UNSURE.search(plain) is None
    )


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
    for stated in clauses_of(earlier):
        old = _with_deadline(stated, new_clauses)
        pairs = (ClausePair(_without_reporter(new, old), old, context) for new in new_clauses)
        found += [rank for pair in pairs if (rank := _rank(pair, before)) is not None]
        if ends(context, new_clauses, old):
            found.append((Tie.NAMED, 0.0))
    return max(found, default=None)


def _with_deadline(old: StatedClause, new: tuple[StatedClause, ...]) -> StatedClause:
    """Return an earlier clause as one about a deadline, if a later one is and it gives a time to be met."""
    if not any(clause.topic >= _DEADLINE for clause in new):
        return old
    times = [re.escape(value) for kind in _TIMES for value in old.values.get(kind, ())]
    due = re.search(
        rf"\b(?:by|before|until|till|due|than) (?:\w+ )?(?:{'|'.join(times)})", old.text.casefold()
    )
    return replace(old, topic=old.topic | _DEADLINE) if times and due is not None else old


def _without_reporter(new: StatedClause, old: StatedClause) -> StatedClause:
    """Return a clause without the person who demands it, unless the earlier one reports a demand too."""
    if not new.reported or old.reported:
        return new
    return replace(new, subject=frozenset(), topic=new.topic - new.subject)


def _rank(pair: ClausePair, before: str) -> Rank | None:
    tie = _tie(pair, before) or (Tie.ALONE if _of_nothing_else(pair) else None)
    if tie is None:
        return None
    return tie, pair.share_of_message if tie in (Tie.ALONE, Tie.LEANS) else pair.share


def _of_nothing_else(pair: ClausePair) -> bool:
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
    if (subject - shared(subject, old.topic)) or is_about_another(new, old):
        return False
    if distinct(_without_codes(new), _without_codes(old)):
        return False
    if new.names or new.which or new.purpose - shared(new.purpose, old.topic):
        return False
    foreign = own - shared(own, old.topic)
    if foreign and not shares_unit(new.values, old.values):
        return False
    own_act = _SELF.search(new.head) is not None and not (pair.change or pair.over)
    return len(foreign) <= (0 if own_act or not new.head else OWN)


def _without_codes(clause: StatedClause) -> str:
    codes = "|".join(map(re.escape, sorted(clause.values.get("code", ()))))
    return re.sub(codes, " ", clause.text, flags=re.IGNORECASE) if codes else clause.text


def _tells_its_thing(kind: str, new: StatedClause, old: StatedClause) -> bool:
    """Return whether a value type identifies its thing: an amount with unit, a time, a code of one family."""
    if kind == "code":
        return same_family(new, old)
    return kind in new.values and (kind in _TYPE_WORDS or kind.startswith("of "))


def _tie(pair: ClausePair, before: str) -> Tie | None:
    if hands_over(pair) or names_the_old(pair):
        return Tie.NAMED
    if (
        pair.over
        and complement_named(pair)
        and not pair.only_reports
        and not is_about_another(pair.new, pair.old)
    ):
        return Tie.WORDS
    if _only_leans(pair, before):
        return Tie.LEANS
    if (
        is_about_another(pair.new, pair.old)
        or not same_subject(pair.new, pair.old)
        or (pair.only_reports and not pair.change)
    ):
        return None
    if pair.typed and pair.common and not _only_does_the_work(pair):
        return Tie.VALUE if pair.change or _plainly_another(pair) else None
    return Tie.WORDS if not pair.typed and _other_words(pair) else None


def _only_does_the_work(pair: ClausePair) -> bool:
    """Return whether an order mentions a role only by its work: `order the X paint` beside a painter.

    The name in it is that of a thing, and nobody takes over the role.
    """
    named = not pair.new.subject and set(pair.typed) == {"name"}
    return named and not pair.old.topic & pair.new.topic


def _plainly_another(pair: ClausePair) -> bool:
    """Return whether a value replaces another one without a word of change, as the rest is the same."""
    new, old = pair.new, pair.old
    other = [stem for stem in pair.left - VERBS if synonyms(stem).isdisjoint(pair.came)]
    if distinct(new.text, old.text) or (other and pair.came):
        return False
    if new.subject and not shared(new.subject, old.topic):
        return False
    return pair.share >= HALF or not pair.came


def _other_words(pair: ClausePair) -> bool:
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


def _only_leans(pair: ClausePair, before: str) -> bool:
    """Return whether a clause gives a value and only makes sense with an earlier statement."""
    new, typed = pair.new, pair.typed
    if not typed:
        return False
    if before and typed != [BARE] and not new.head and not new.subject and len(new.text.split()) <= FRAGMENT:
        return True
    if pair.change and not new.subject and same_family(new, pair.old):
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
