"""Values of a short chat that a claim states differently: a unit, a rejected value, a branch or stage.

All warn: `unit_differs`, a figure with another unit; `value_ruled_out`, a value that the session rejects for
another; `place_differs`, another branch or stage than in the session.
"""

from __future__ import annotations

import re

from gates.artifact import Item
from gates.contradiction.message_clauses import (
    MATTER_AT,
    ChatClause,
    holds_term,
    plain_stems,
    share_of,
    spoken,
    spoken_or_shown,
    warned,
)
from gates.contradiction.opposites import siblings
from gates.findings import Found
from gates.language.amounts import amounts
from gates.language.capitals import CAPITAL
from gates.language.lexicon import STOPWORDS
from gates.language.tokens import stem_of
from gates.language.word_bounds import stands_before
from gates.search.index import SourceIndex


def unit(item: Item, index: SourceIndex) -> list[Found]:
    """Find a figure that the session has only with another unit."""
    known = [(clause, each) for clause in spoken(index, clauses=False) for each in amounts(clause.text)]
    for claimed in amounts(item.text):
        same_kind = [(clause, each) for clause, each in known if each.base == claimed.base]
        if any(each.equals(claimed) for _, each in same_kind):
            continue
        for clause, each in same_kind:
            if each.figure == claimed.figure:
                message = f"claims {claimed.written}; the session has {each.written}"
                return warned("unit_differs", message, item, index, clause)
    return []


_TERM = r"(?:'[^'\n]{1,40}'|[\w@/.:%-]{0,40}\w)"
_PREPOSITION = r"(?:(?:as|at|by|for|from|in|into|of|on|to|via|with)\s)?(?:(?:the|a|an|my|our)\s)?"
_CHOSEN = re.compile(
    rf"(?P<new>{_TERM}),? (?:and |but )?(?:not|instead of|rather than|in place of|over) {_PREPOSITION}"
    rf"(?P<old>{_TERM})"
    rf"(?=[.,;!?]|$|\s(?:and|but|for|in|at|on|either|please|now|as)\b)",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\b(?:comes? (?:out|back)|came (?:out|back)|computes?|computed|counts?|counted|evaluates?|evaluated|"
    r"found|gives?|gave|got|gets?|measured|outputs?|prints?|printed|produces?|produced|reads|reports?|reported|"
    r"results?|resulted|returns?|returned|shows?|showed|yields?|yielded)\b(?:\s[\w'-]{1,12}){0,2}\s?$",
    re.IGNORECASE,
)
"""Words before a result; `returned 3, not 4` reports an outcome and rejects no value."""
_BARRED = (
    re.compile(
        r"\b(?:never use|do(?:n't| not) use|avoid|stop using|no more)\s(?P<old>[\w@/.:-]{0,40}\w)", re.I
    ),
    re.compile(rf"(?<![\w.])[Nn]o (?P<old>{CAPITAL}[\w.]{{0,40}}\w)(?= either|[.,;!]|$)"),
    re.compile(
        r"(?<![\w.])(?P<old>[$€£]?\d[\w.:%]{0,20}) (?:is|are|was|were|would be) (?:far |much )?too [a-z]+",
        re.I,
    ),
)
_NEWLY_SET = re.compile(r"\bmake (?:it|that) (?:on |at )?(?P<new>[A-Za-z]{3,20})\b", re.IGNORECASE)
_BEFORE = re.compile(
    r"\b(?:had|originally|initially|previous\w*|earlier|formerly|before|used to|instead|rather|old"
    r"|at first|no longer|replac\w+|until|over|switch\w*|default|propos\w+|suggest\w+|offer\w*"
    r"|ask\w*|reject\w*|not|never|no|without|avoid\w*|forbid\w*|bann?\w*|exclud\w*|rul\w+ out|declin\w*"
    r"|refus\w*|don't|isn't|won't|first|idea|wish|wants?|wanted|consider\w*)\b",
    re.IGNORECASE,
)
_SMALL = frozenset("me quite them today tomorrow".split())


def ruled_out(item: Item, index: SourceIndex) -> list[Found]:
    """Find a value stated as in force that the session rejects for another."""
    text = item.text
    for clause in reversed(spoken(index, clauses=False)):
        pairs = [
            (m["new"], m["old"])
            for m in _CHOSEN.finditer(clause.text)
            if not _RESULT.search(clause.text[: m.start()]) or _is_result(text, m["old"])
        ]
        pairs += [("", m["old"]) for pattern in _BARRED for m in pattern.finditer(clause.text)]
        pairs += _newly_set(clause, text)
        for new, old in ((one.strip("'"), other.strip("'")) for one, other in pairs):
            if (
                old.casefold() in STOPWORDS | _SMALL
                or new.casefold() in STOPWORDS  # `was not counted` denies; it rejects no value
                or not holds_term(text, old)
                or (new and holds_term(text, new))
            ):
                continue
            rest = plain_stems(text) - plain_stems(old)
            if _states_otherwise(text, old) or _affirmed_elsewhere(rest, old, clause, index):
                continue
            if not new and not rest & clause.stems and len(rest) > 1:
                continue
            return warned("value_ruled_out", f"claims {old}, which the session rejects", item, index, clause)
    return []


def _is_result(text: str, value: str) -> bool:
    """Return whether a claim states a value as a result, too."""
    match = re.search(re.escape(value.strip("'")), text, re.IGNORECASE)
    return match is not None and _RESULT.search(text[: match.start()]) is not None


def _newly_set(clause: ChatClause, text: str) -> list[tuple[str, str]]:
    """Return the day or month that a sentence sets, paired with each of the same class in a claim."""
    new = [match["new"] for match in _NEWLY_SET.finditer(clause.text)]
    words = re.findall(r"[A-Za-z]{3,20}", text)
    return [
        (each, word)
        for each in new
        for word in words
        if stem_of(word.casefold()) in siblings(stem_of(each.casefold()))
    ]


def _states_otherwise(text: str, old: str) -> bool:
    """Return whether a claim states the old value as past, denied or proposed."""
    return is_past_or_proposed(re.sub(re.escape(old), " ", text, flags=re.IGNORECASE))


def is_past_or_proposed(text: str) -> bool:
    """Return whether any word of a claim marks it as past, denied or proposed."""
    return _BEFORE.search(text) is not None


def _affirmed_elsewhere(rest: frozenset[str], old: str, but: ChatClause, index: SourceIndex) -> bool:
    """Return whether another sentence, not earlier, affirms of the old value what the claim does."""
    return any(
        each.text != but.text
        and holds_term(each.text, old)
        and not each.denied & plain_stems(old)
        and rest
        and (share_of(rest, each.stems) >= MATTER_AT and each.ordinal >= but.ordinal)
        for each in spoken(index, clauses=False)
    )


_PLACED = re.compile(
    r"\b(?P<how>against|into|onto|from|to|on|in|at)\s(?:the\s)?(?:branch\s)?(?P<where>[\w@/.-]{2,60}\w)",
    re.IGNORECASE,
)
_NOT_THERE = re.compile(r"\b(?:instead of|not|rather than)\s$", re.IGNORECASE)
_STAGE = re.compile(
    r"main|master|trunk|develop|dev|staging|prod(?:uction)?|qa|next|\w+[/-]\w[\w./-]*", re.IGNORECASE
)


def branch_or_stage(item: Item, index: SourceIndex) -> list[Found]:
    """Find a branch or stage if a clause with the rest of the claim has another."""
    for match in _PLACED.finditer(item.text):
        where = match["where"]
        if _STAGE.fullmatch(where) is None or stands_before(_NOT_THERE, item.text, match.start()):
            continue
        rest = plain_stems(item.text) - plain_stems(where)
        rival: ChatClause | None = None
        for clause in spoken_or_shown(index):
            if share_of(rest, clause.stems) < MATTER_AT:
                continue
            if holds_term(clause.text, where):
                rival = None
                break
            for other in _PLACED.finditer(clause.text):
                if other["how"].casefold() == match["how"].casefold() and _STAGE.fullmatch(other["where"]):
                    rival = clause
        if rival is not None:
            return warned("place_differs", f"claims {match.group()}", item, index, rival)
    return []
