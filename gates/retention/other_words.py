"""Whether a statement that differs from an item says it in words of its own (S1 gate C).

A difference alters what was said where the statement repeats the item's words. A statement mostly in words of
its own leaves names and numbers to its neighbours, and readers of real summaries call four in five of these
retained; the likelihood of a loss decides there.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gates.capture import CapturedItem
from gates.language.modality import force, negated
from gates.language.similarity import coverage, statement
from gates.report import Retention
from gates.retention.likelihood import loss_likelihood
from gates.retention.match import Match

REPEATED_AT = 0.5
"""Share of a statement's words that are the item's from which it repeats them."""
LOST_FROM = 0.5
"""Likelihood of a loss from which a statement in other words is not taken to retain an item."""
_LEFT_OUT = frozenset(
    "identifier_lost name_changed number_lost score_between verb_changed words_left_out".split()
)
"""Rules of what a statement leaves out or words otherwise; those of something else in its place alter it."""
_DIFFERENT = (Retention.UNCERTAIN, Retention.WEAKENED)


_BAN = re.compile(r"(?:(?:and|but|please|so),? ){0,2}no (?P<what>[^.!?,;:\n]{3,60})[.!]*", re.IGNORECASE)
_GONE = re.compile(
    r"(?<!not )(?<!n't )\b(?:deleted|dropped|eliminated|no|removed|without"
    r"|(?:not|never|n't) (?:added|kept|needed|used))\b",
    re.IGNORECASE,
)


def as_ban(wanted: CapturedItem, match: Match) -> Match | None:
    """A paraphrase where a short ban is told by what became of it: `no aliases`, `aliases were removed`."""
    ban = _BAN.fullmatch(wanted.text.strip())
    if ban is None or match.unit is None or match.verdict not in _DIFFERENT:
        return None
    what, stated = statement(ban["what"]).stems, match.unit.said
    named = what and all(any(_same(stem, other) for other in stated.stems) for stem in what)
    if not named or _GONE.search(stated.text) is None:
        return None
    return replace(match, verdict=Retention.PARAPHRASED, rule="ban_kept")


def _same(one: str, other: str) -> bool:
    """Whether two stems are forms of one word: stemming leaves `alia` of alias, and `alias` of aliases."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) > 3 and long[:-1] == short)


def as_retold(wanted: CapturedItem, match: Match) -> Match:
    """The match, or a paraphrase where a statement in words of its own is likely to say the item."""
    if match.verdict not in _DIFFERENT or match.unit is None or match.rule not in _LEFT_OUT:
        return match
    if force(wanted.text).firm or negated(wanted.text) != negated(match.unit.said.text):
        return match
    repeated = coverage(match.unit.said.stems, statement(wanted.text).stems)
    if repeated >= REPEATED_AT or loss_likelihood(wanted, match) >= LOST_FROM:
        return match
    return replace(match, verdict=Retention.PARAPHRASED, rule="in_other_words")
