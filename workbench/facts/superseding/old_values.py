"""Whether a later sentence names the value that an earlier one gave, hands it over, or ends it."""

from __future__ import annotations

import re

from gates.language.similarity import statement
from workbench.facts.superseding.clause_pair import ClausePair
from workbench.facts.superseding.owners import owners
from workbench.facts.superseding.replacement_words import ENDS, HANDED
from workbench.facts.superseding.revision import distinct
from workbench.facts.superseding.stated_clauses import VERBS, StatedClause, clauses_of, shared
from workbench.facts.superseding.stated_values import amounts_of

MOST = 0.6
"""Smallest share of the earlier topic that a sentence must name to end or deny it."""

_TITLED = re.compile(r"\b(?:mr|mrs|ms|dr|prof)\b", re.IGNORECASE)
_WORDED = ("frequency", "colour")
"""Value types that are words of their own: naming one names the statement."""


def hands_over(pair: ClausePair) -> bool:
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


def names_the_old(pair: ClausePair) -> bool:
    """Return whether the later message names the old value as over, and gives another one."""
    other = any(pair.new.values.get(kind, frozenset()) - held for kind, held in pair.old.values.items())
    named = other and (pair.over or (pair.change and bool(pair.common))) and _restates_value(pair)
    return named or (bool(pair.typed) and (pair.over or pair.change) and _restates_amount(pair))


def _restates_amount(pair: ClausePair) -> bool:
    """Return whether the later sentence repeats an amount of the earlier clause, and gives another one.

    `Scrap the 20, it's 50 now`, `30 is too long, go with 10`.
    """
    mentioned = frozenset[str]().union(*(amounts_of(clause.values) for clause in clauses_of(pair.context)))
    before = amounts_of({kind: pair.old.values[kind] for kind in pair.typed if kind in pair.old.values})
    return bool(before & mentioned) and bool(amounts_of(pair.new.values) - before)


def _restates_value(pair: ClausePair) -> bool:
    """Return whether the later message repeats a value that the earlier clause gave.

    A day or a time may belong to anything, so another word must tie it to the earlier clause.
    """
    kinds = ("name", "code", "weekday", "clock", "month") if pair.common else ("name", "code")
    text = pair.context.casefold()
    last = [value.split(" ")[-1] for kind in kinds for value in pair.old.values.get(kind, ())]
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in last)


def complement_named(pair: ClausePair) -> bool:
    """Return whether the later message mentions all that the earlier clause states about its subject.

    An owner of another thing (`Acme's quota is too small`) is not mentioned as the old value.
    """
    old, held = pair.old, statement(pair.context).stems - owners(pair.context)
    source_stems = old.own - old.subject - VERBS
    values = [statement(value).stems for kind in _WORDED for value in old.values.get(kind, ())]
    known = (bool(source_stems) and source_stems <= held) or any(stems <= held for stems in values)
    return known and bool(pair.new.own or pair.new.values)


def ends(context: str, new: tuple[StatedClause, ...], old: StatedClause) -> bool:
    """Return whether the later sentence ends the earlier thing: `the late fee was abolished`."""
    if ENDS.search(context) is None or not old.topic:
        return False
    stems = frozenset[str]().union(*(each.topic for each in new))
    share = len(shared(old.topic, stems)) / len(old.topic)
    return share >= (MOST if len(old.topic) > 1 else 1.0)
