"""Who or what goes first, wins, or acts on the other, in an item and in the sentences that it quotes.

`Shared notes win over local notes` beside `local notes are read first (they win), then shared notes`, or
`the collector starts the scheduler` beside `the scheduler starts the collector`. Both are read as relations
between two sides; a passive, an opposite (`faster`, `slower`) or another order of words is the same relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gates.contradiction.opposites import opposites
from gates.language.past_tense import bases_of_past
from gates.language.similarity import statement
from gates.language.tokens import stem_of
from workbench.strategies.modelled.clause_parts import clauses

_WINS = (
    r"(?:take|takes|took|have|has|had|get|gets|given|with) (?:the )?(?:priority|precedence) over"
    r"|wins? (?:over|against)|won over"
    r"|overrid(?:e|es|den by)|overrode|overrules?|overruled by|prevails? over|outranks?|trumps?|supersedes?"
    r"|beats?|goes before|go before"
)
_BEFORE = r"before|precedes?|earlier than|prior to|ahead of|followed by"
_AFTER = r"after|follows?|later than|behind"
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being|gets?|got)\s(?:\w+\s){0,2}$", re.IGNORECASE)
_RELATION = re.compile(
    rf"\b(?:(?P<wins>{_WINS})|(?P<loses>los(?:es?|t) (?:to|against)|yields? to|gives? way to)"
    rf"|(?P<before>{_BEFORE})|(?P<after>{_AFTER})"
    r"|(?:is|are|was|were|runs?|ran|be|seems?)\s(?:\w+ly\s)?"
    r"(?:(?P<grade>\w{2,20}er|worse|better)|(?P<sign>more|less)"
    r"\s(?P<quality>\w{3,20}))\sthan)\b",
    re.IGNORECASE,
)
_FROM_TO = re.compile(
    r"\bfrom (.{2,60}?) (?:in)?to (.{2,60})|\b(?:in)?to (.{2,60}?) from (.{2,60})", re.IGNORECASE
)
_FIRST = re.compile(
    r"\bfirst\b|\b(?:takes?|has|have|gets?) (?:priority|precedence)\b(?! over)|\b(?:they|it|which) wins?\b",
    re.IGNORECASE,
)
_THEN = re.compile(r"[,;.]?\s(?:and\s)?(?:only\s)?(?:then|afterwards|after that|second)\b", re.IGNORECASE)
_WORD = re.compile(r"[\w'./-]+")
_BY = re.compile(r"(?:\s\w+){0,2}\sby\s", re.IGNORECASE)
_MODAL = re.compile(r"\b(?:can|could|may|might|must|shall|should|will|would|not|never)\s$", re.IGNORECASE)
_NOUN_BEFORE = re.compile(
    r"\b(?:the|a|an|each|every|of|its|their|this|that|these|those|no)\s$", re.IGNORECASE
)
"""Words behind which the next one is a noun, and no verb."""
_END = re.compile(
    r"[,;:()]|\s(?:and|or|for|to|in|on|at|with|from|of|into|when|while|once|if|that|which|who|by|as)\s",
    re.IGNORECASE,
)
"""Where the thing next to a verb ends."""
SIDE = 4
"""Most words of that thing."""
_MUTUAL = frozenset(
    map(
        stem_of,
        "be have do match matches equal differ meet share conflict compare resemble agree join combine mix"
        " merge contain hold stand exist remain stay use need work fit cost".split(),
    )
)
"""Stems of verbs whose sides may change places, or that act on nothing."""


class Relation(NamedTuple):
    """What a text says of two sides."""

    how: str
    """`wins`, `before`, `from`, or the stem of a quality or of a verb."""
    one: frozenset[str]
    """Stems of the side that wins, is earlier, is more, or acts."""
    other: frozenset[str]

    def turned_like(self, said: Relation) -> Relation | None:
        """Return another relation as one of this kind (`slower` as `faster`, sides exchanged), or None."""
        if self.how == said.how:
            return said
        return Relation(self.how, said.other, said.one) if said.how in opposites(self.how) else None

    def turned_by(self, said: Relation) -> bool:
        """Return whether another relation has the two sides the other way round."""
        return self._crosses(said) and not self._agrees(said)

    def same_as(self, said: Relation) -> bool:
        """Return whether another relation has the same side in each place."""
        return self._agrees(said) and not self._crosses(said)

    def _agrees(self, said: Relation) -> bool:
        return bool(self.one & said.one - said.other and self.other & said.other - said.one)

    def _crosses(self, said: Relation) -> bool:
        return bool(self.one & said.other - said.one and self.other & said.one - said.other)


def roles_turned(text: str, touched: Sequence[str]) -> bool | None:
    """Return whether an item turns the sides of a relation round that its quotations state.

    False if it states the same relation, None if no relation of the item is one of theirs.

    Args:
        text: the item's.
        touched: the sentences that its quotations touch.
    """
    said = list(_relations(touched))
    found = [(each, other) for each in _relations([text]) for other in map(each.turned_like, said) if other]
    if any(each.same_as(other) for each, other in found):
        return False
    if any(each.turned_by(other) for each, other in found):
        return True
    return True if _acts_turned(text, touched) else None


def _acts_turned(text: str, touched: Sequence[str]) -> bool:
    """Return whether an item has who acts and on what the other way round, by a verb of both texts."""
    shared = frozenset[str]().union(*(statement(each).stems for each in touched)) & statement(text).stems
    acts = [
        (mine, said)
        for verb in sorted(shared - _MUTUAL)
        for mine in _acting(text, verb)
        for each in touched
        for said in _acting(each, verb)
    ]
    return any(a.turned_by(b) for a, b in acts) and not any(a.same_as(b) for a, b in acts)


def _relations(texts: Sequence[str]) -> Iterator[Relation]:
    for text in texts:
        yield from _of_order(text)
        for clause in clauses([text]):
            yield from _of_clause(clause.text)


def _of_clause(text: str) -> Iterator[Relation]:
    found = _RELATION.search(text)
    if found is not None:
        left, right = _stems(text[: found.start()]), _stems(text[found.end() :])
        how, turned = _kind(found, text[: found.start()])
        if left and right:
            yield Relation(how, right, left) if turned else Relation(how, left, right)
    for moved in _FROM_TO.finditer(text):
        start, end = (moved[1], moved[2]) if moved[1] else (moved[4], moved[3])
        yield Relation("from", _stems(start), _stems(end))


def _kind(found: re.Match[str], before: str) -> tuple[str, bool]:
    """Return how two sides relate by the words between them, and whether the later side is the first one."""
    if found["wins"]:
        return "wins", found["wins"].casefold().endswith(" by") and _PASSIVE.search(before) is not None
    if found["loses"]:
        return "wins", True
    if found["before"] or found["after"]:
        return "before", bool(found["after"])
    return _quality(found["quality"] or found["grade"]), (found["sign"] or "").casefold() == "less"


def _quality(word: str) -> str:
    """Return the stem of a quality without the ending of its grade."""
    low = word.casefold()
    bare = low.removesuffix("er") if low.endswith("er") else low
    if len(bare) > 2 and bare[-1] == bare[-2]:
        bare = bare[:-1]
    return stem_of({"wors": "bad", "worse": "bad", "bett": "good"}.get(bare, bare))


def _of_order(text: str) -> Iterator[Relation]:
    """Yield what comes first and so wins by `A first (it wins), then B`."""
    parts = _THEN.split(text, maxsplit=1)
    if len(parts) == 2 and _FIRST.search(parts[0]):
        head, tail = _stems(_FIRST.split(parts[0])[0]), _stems(parts[1])
        yield Relation("before", head, tail)
        if any(word in parts[0].casefold() for word in ("priority", "precedence", "win")):
            yield Relation("wins", head, tail)


def _acting(text: str, verb: str) -> Iterator[Relation]:
    """Yield who does something to what by a verb: the words next to it; reversed in the passive."""
    for clause in clauses([text]):
        for word in _WORD.finditer(clause.text):
            before, behind = clause.text[: word.start()], clause.text[word.end() :]
            if stem_of(word.group().casefold()) != verb or not _is_verb(word.group(), before):
                continue
            by = _BY.match(behind)
            if _PASSIVE.search(before) is None:
                yield Relation(verb, _last(before), _first(behind))
            elif by is not None:
                yield Relation(verb, _first(behind[by.end() :]), _last(before))


def _is_verb(word: str, before: str) -> bool:
    """Return whether a word has the form of a verb that tells: `starts`, `started`, `may start`."""
    low = word.casefold()
    return (
        (low.endswith("s") and not low.endswith("ings"))
        or bool(bases_of_past(low))
        or _MODAL.search(before) is not None
    ) and (_NOUN_BEFORE.search(before) is None)


def _last(text: str) -> frozenset[str]:
    """Return the stems of the thing right before a verb."""
    words = _END.split(text)[-1].split()
    return _stems(" ".join(words[-SIDE:]))


def _first(text: str) -> frozenset[str]:
    """Return the stems of the thing right behind a verb."""
    return _stems(" ".join(_END.split(text.lstrip(), maxsplit=1)[0].split()[:SIDE]))


def _stems(text: str) -> frozenset[str]:
    return statement(text).stems
