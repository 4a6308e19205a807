"""Something that an item tells as done or passed, although its quotation says that it was not.

`The tests passed` beside `I can't run the tests`, or `the index is finished` beside `Still open: the index`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.artifact import Item, ItemKind
from gates.language.lexicon import DONE_WORDS, PASS_WORDS
from gates.language.past_tense import bases_of_past
from gates.language.similarity import coverage, statement
from gates.language.synonyms import synonyms
from gates.language.tokens import stem_of
from workbench.strategies.modelled.clause_parts import ToldClause, clauses
from workbench.strategies.modelled.turned import ChangedSense

SAME_THING = 0.5
"""Share of the words for a thing that a clause about it has."""
_OUTCOMES = frozenset(map(stem_of, DONE_WORDS | PASS_WORDS | frozenset("ready works worked working".split())))
"""Stems of words that tell that something is done, whatever the action was."""
_HELPS = frozenset(("be", "do", "have"))
_ACTED_ON = re.compile(
    r"\b(?:am|is|are|was|were|been|being|has|have|had|got|agent|assistant|model|user|i|we"
    r"|they|it)\s(?:\w+ly\s)?$"
)
_AHEAD = re.compile(
    r"\b(?:will|would|shall|should|must|may|might|can|could|to be|if|until|once|when|before|need\w*|going to"
    r"|planned|wants?|asked|requested|proposed|open|pending|todo)\b",
    re.IGNORECASE,
)
"""Words by which an item tells of something ahead, or of a condition."""
_POINTS_BACK = re.compile(r"\b(?:it|they|them|that|this|these|those|all|both|everything)\b", re.IGNORECASE)
_TELLS_NOTHING = frozenset({ItemKind.CONFLICT, ItemKind.OPEN_QUESTION, ItemKind.FAILURE})


def told_done(item: Item, touched: Sequence[str], near: Sequence[str]) -> ChangedSense | None:
    """Return how an item tells something as done that its quotations say is not.

    Args:
        item: as the draft would contain it.
        touched: the sentences that its quotations touch.
        near: the texts around its quotations.
    """
    if item.kind in _TELLS_NOTHING or (item.kind is ItemKind.OPEN_WORK and item.status != "done"):
        return None
    said, around = clauses(touched), clauses(near)
    done = item.status == "done"
    found = [_of_clause(each, said, around, done=done) for each in clauses([item.text])]
    if ChangedSense.TURNED in found:
        return ChangedSense.TURNED
    return ChangedSense.OTHERWISE if ChangedSense.OTHERWISE in found else None


def _of_clause(
    claim: ToldClause, said: Sequence[ToldClause], around: Sequence[ToldClause], *, done: bool
) -> ChangedSense | None:
    verbs, outcome = _acts(claim.text), bool(claim.stems & _OUTCOMES) or done
    denies = statement(claim.text).tokens.negations
    if claim.unmet or denies or _AHEAD.search(claim.text) or not (verbs or outcome):
        return None
    about = claim.stems - _OUTCOMES - verbs
    if not about:
        return None
    against = [each for each in said if each.unmet and coverage(about, each.stems) >= SAME_THING]
    if not against or _affirmed(claim, about, verbs, said):
        return None
    same_act = outcome or any(verbs & each.stems for each in against)
    elsewhere = _affirmed(claim, about, verbs, around, pointing=False)
    return ChangedSense.TURNED if same_act and not elsewhere else ChangedSense.OTHERWISE


def _affirmed(
    claim: ToldClause,
    about: frozenset[str],
    verbs: frozenset[str],
    said: Sequence[ToldClause],
    *,
    pointing: bool = True,
) -> bool:
    """Return whether a clause affirms what a claim tells as done."""
    acts = verbs | (_OUTCOMES if claim.stems & _OUTCOMES else frozenset())
    affirming = [each for each in said if not each.unmet and (acts or _OUTCOMES) & each.stems]
    return any(
        about & each.stems or (pointing and _POINTS_BACK.search(each.text) is not None) for each in affirming
    )


def _acts(text: str) -> frozenset[str]:
    """Return the stems of the past forms by which a clause tells an action, with their synonyms."""
    low = text.casefold()
    found: set[str] = set()
    for match in re.finditer(r"[a-z]{3,20}", low):
        bases = bases_of_past(match.group())
        if bases and not bases & _HELPS and _ACTED_ON.search(low[: match.start()]):
            found |= {stem_of(match.group()), *map(stem_of, bases)}
    return frozenset(found).union(*(synonyms(stem) for stem in found))
