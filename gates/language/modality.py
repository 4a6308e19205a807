"""Reads how a statement binds: what it forbids, limits, demands, softens or lifts (S1 gate C).

A rule survives a compaction only with its force: "never" restated as "try not to" is weaker, "no longer
applies" is the opposite. Only cue words are read, from `gates.language.modal_cues`; topics are not known, and
unknown words count as plain. Sarcasm and force that only the context gives are not recognised.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gates.language.lexicon import ANTONYMS
from gates.language.modal_cues import (
    ANCHORED,
    DEMANDS,
    EXCLUDES,
    FORBIDS,
    HEDGES,
    LIFTS,
    LIMITS,
    MAY,
    NEAR_NUMBER,
    UNDOES,
    whole_phrases,
)
from gates.language.similarity import statement
from gates.language.tokens import stem_of

_CUES = {
    cue: name
    for name, listed in (
        ("forbids", FORBIDS),
        ("limits", LIMITS),
        ("demands", DEMANDS),
        ("excludes", EXCLUDES),
        ("hedges", HEDGES),
        ("lifts", LIFTS),
        ("undoes", UNDOES),
        ("may", MAY),
    )
    for cue in listed
}
_KINDS = ("forbids", "limits", "demands", "excludes", "hedges", "lifts", "undoes")
_CUE = whole_phrases(tuple(_CUES))
_NEAR_NUMBER = re.compile(rf"\b(?:{'|'.join(NEAR_NUMBER)}) [$€£]?\d")
_BOUND = re.compile(r"\b(?:under|below|within|beneath) (?:the )?[$€£]?\d")
_LEAVE_ALONE = re.compile(
    r"\b(?:leave [^.;,\n]{1,60}"
    r"|(?:must|shall|should|(?:is|are|has|have|needs?) to) (?:stay|remain|be left|be kept)) "
    r"(?:alone|un(?!der|i(?:ted|fied))[a-z]{3,20}(?:ed|en)|as (?:it|they) (?:is|are))\b"
)
_AS_NEEDED = re.compile(
    r"\bas (?:much|many|large|long|often|far)\b[^.;\n]{0,60}\bas (?:needed|necessary|you like)\b"
)
_SWITCH = re.compile(
    r"(?:\bdefaults? (?:to |is )?|\bturn(?:ed|s)? |\bswitch(?:ed)? |\bset to |[\"'“‘])[\"'“‘]?(on|off)\b"
)
_NO_BOUND = re.compile(r"\bno (?:\w{1,20} ){0,2}(?:limits?|caps?|restrictions?|quotas?|budget)\b")
_KEEP_OUT = re.compile(r"\b(?:keep|keeps|kept) (?:[^.;,\n]{1,60} )?(?:out of|clear of|free of|away from)\b")
_NOTHING_MAY = re.compile(
    r"\b(?:nothing|nobody|no one|none|neither|no (?!longer\b|more\b|limit|problem)(?:[\w'-]{1,30} ){1,4}?)"
    r"[^.,;:?\n]{0,60}?\b(?:may|can|could|must|should|shall|(?:is|are) (?:allowed|permitted|to be))\b"
)
"""Forbids by its subject: `nothing in the folder may be deleted`."""
_BUT_ONE = re.compile(
    r"\b(?:nobody|no one|none|nothing|(?:not|never|n't)\b[^.,;:\n]{0,60}? any(?:one|body|thing)(?: else)?)"
    r" (?:but|except|other than)\b"
)
"""Bars all but one, as `only Ann is allowed to` does."""
_SHAPES = (
    (_BUT_ONE, "limits", "nobody but"),
    (_LEAVE_ALONE, "forbids", "leave alone"),
    (_KEEP_OUT, "forbids", "keep out of"),
    (_BOUND, "limits", "bound"),
    (_NEAR_NUMBER, "hedges", "about"),
    (_AS_NEEDED, "lifts", "as needed"),
    (_NO_BOUND, "lifts", "no limit"),
)
_ANCHOR = tuple(re.compile(pattern, re.IGNORECASE) for pattern in ANCHORED)
_EXCLUDED = re.compile(
    r"(?:\b(?:do not|don't|never|must not|mustn't|should not|shouldn't|cannot|can't|shall not)|, not)"
    r"\s+(?:be )?"
    r"([^.;,\n]{3,120})"
)
_CONDITION = re.compile(
    r"\b(?:unless|except (?:when|if|for|in|on)|only (?:if|when|after|for|on|in)|until|provided that)\s+"
    r"([^.;,\n]{3,120})"
)
_QUESTION = re.compile(r"\b(?:can|could|may) (?:we|you|i|they|it)\b(?=[^.;?\n]{1,200}\?)")
"""The beginning of a question, which permits nothing."""
_RUN = re.compile(r"[^\W_]+")
_ENDS = "no longer"
_ENDED_RULE = re.compile(
    r"\bno longer (?:\w{1,20} ){0,2}?(?:a (?:hard )?(?:rule|constraint|requirement)|appl|avoid|banned|barred"
    r"|binding|enforced|has to|have to|holds?\b|in (?:effect|force)|limited|must|necessary|need|off|requir"
    r"|restrict|valid)"
)
"""States that a rule ended; `no longer deletes them` keeps one."""
_AT_TIMES = frozenset(("whenever", "any time", "at any"))
_EACH_TIME = re.compile(r"\b(?:every|each) time\b|\bwhenever\b")
_COUNTING = frozenset(("all", "each", "every", "has to", "have to", "need to", "needs to"))
"""Demands that also occur in plain accounts of finished work: alone they make no rule."""


@dataclass(frozen=True, slots=True)
class ModalForce:
    """The cues of one statement; each field is the set of phrases found."""

    forbids: frozenset[str]
    limits: frozenset[str]
    demands: frozenset[str]
    excludes: frozenset[str]
    hedges: frozenset[str]
    lifts: frozenset[str]
    undoes: frozenset[str]

    @property
    def restricts(self) -> bool:
        """Whether the statement forbids, limits or excludes something."""
        return bool(self.forbids or self.limits or self.excludes)

    @property
    def firm(self) -> bool:
        """Whether the statement restricts or demands in words that leave no choice."""
        return self.restricts or bool(self.demands)


@lru_cache(maxsize=20_000)
def force(text: str) -> ModalForce:
    """Return the force of a statement; equal texts are read once."""
    plain = _QUESTION.sub(" ", _plain(text))
    cues: dict[str, set[str]] = {name: set() for name in (*_KINDS, "may")}
    for match in _CUE.finditer(plain):
        cues[_CUES[match.group()]].add(match.group())
    for pattern, name, cue in _SHAPES:
        if pattern.search(plain):
            cues[name].add(cue)
    if _NOTHING_MAY.search(plain):
        cues["forbids"].add("nothing may")
        cues["lifts"] -= _ALLOWED
    # "may only", "can at most", "not allowed" restrict; "may", "can", "allowed" by themselves permit.
    if cues["may"] and not cues["limits"] and not cues["forbids"]:
        cues["lifts"].add("may")
    return ModalForce(**{name: frozenset(cues[name]) for name in _KINDS})


_SOLE = frozenset(("only", "solely", "exclusively"))
_ALLOWED = frozenset(("is allowed", "are allowed", "is permitted", "are permitted"))


_NEEDS = re.compile(
    r"\bneeds? (?:an?|the|my|our|two|three|four|five|\d+|at least|approval)\b"
    r"|\b(?:ask|consult|tell|check with)\b[^.;\n]{1,60}\b(?:before|first|beforehand)\b"
)
_OPENING_NO = re.compile(
    r"(?:^|[,;:] )no (?!longer\b|more\b|need\b|problem|worries|idea|one\b)[\w'-]{3,}(?=[ .!]|$)"
    r"|\b(?:nothing|nobody|no one)\b(?! else| but)"
)


def bars(text: str) -> bool:
    """Return whether a statement forbids something, also with no other word than `no meetings on Sunday`."""
    rule = force(text)
    return bool(rule.forbids or rule.excludes) or _OPENING_NO.search(_plain(text)) is not None


def stands_as_rule(text: str) -> bool:
    """Return whether a statement restricts or demands something, also as a need: `it needs two approvals`."""
    return force(text).firm or bars(text) or _NEEDS.search(_plain(text)) is not None


@lru_cache(maxsize=20_000)
def anchors(text: str) -> frozenset[str]:
    """Return the addresses, hosts and dotted numbers of a text, case folded.

    A changed one names something else.
    """
    return frozenset(
        match.group().rstrip(".").casefold() for pattern in _ANCHOR for match in pattern.finditer(text)
    )


@lru_cache(maxsize=20_000)
def runs(text: str) -> str:
    """Return the runs of letters and digits of a text, separated by spaces.

    Texts with equal runs differ in punctuation and case only.
    """
    return f" {' '.join(_RUN.findall(text.casefold()))} "


@lru_cache(maxsize=20_000)
def excluded(text: str) -> frozenset[str]:
    """Return the stems of what a statement excludes: the words after its negations."""
    return _stems_after(_EXCLUDED, text)


@lru_cache(maxsize=20_000)
def condition(text: str) -> frozenset[str]:
    """Return the stems of the condition that a statement names: unless, except when, only if, until."""
    return _stems_after(_CONDITION, text)


def _stems_after(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    stems: set[str] = set()
    for match in pattern.finditer(_plain(text)):
        stems |= statement(match.group(1)).stems
    return frozenset(stems)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())


def negated(text: str) -> bool:
    """Return whether a negation reverses the statement; `no more than` and `not just` do not."""
    return bool(statement(text).tokens.negations) and bool(
        statement(_CUE.sub(_bounding, _plain(text))).tokens.negations
    )


def _bounding(match: re.Match[str]) -> str:
    return " " if _CUES[match.group()] in ("limits", "lifts", "hedges") else match.group()


def turned(original: str, stated: str) -> bool:
    """Return whether one of two statements denies the other; two restrictions may use different words."""
    rule, other = force(original), force(stated)
    if rule.restricts and other.restricts:
        return False
    return negated(original) != negated(stated)


def opposite(original: str, stated: str) -> str | None:
    """Return the antonym that `stated` has in place of the original's word, as in `off` restated as `on`."""
    mine, theirs = _sides(original), _sides(stated)
    for pair in ANTONYMS:
        if len(pair & mine) == 1 and len(pair & theirs) == 1 and pair & mine != pair & theirs:
            if "never" in pair and "without" in (mine if "never" in mine else theirs):
                continue  # `never without X` is `always with X`
            if _occurs_inflected(pair & mine, theirs) and _occurs_inflected(pair & theirs, mine):
                continue  # `open one, close the other` and `one was opened, the other closed`
            return min(pair & theirs)
    return None


def _occurs_inflected(words: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether each word occurs among others in some form."""
    return {stem_of(word) for word in words} <= {stem_of(other) for other in others}


@lru_cache(maxsize=20_000)
def _sides(text: str) -> frozenset[str]:
    """Return the words of a text, with `on` and `off` only as states."""
    plain = _plain(text)
    found = set(runs(plain).split()) - {"true", "false"}
    state = _SWITCH.search(plain)
    return frozenset(found | {"true" if state.group(1) == "on" else "false"} if state else found)


def lifted(original: str, stated: str) -> str | None:
    """Return the cue by which `stated` lifts the firm rule of `original`; both have the same topic.

    What restates the rule in one clause does not lift it in another (`no X without asking; Y may be done`).
    """
    clauses = stated.split("; ")
    if len(clauses) > 1 and _restated_once(original, clauses):
        return None
    rule, other = force(original), force(stated)
    takes_back = other.lifts | other.undoes
    if other.demands or _EACH_TIME.search(_plain(original)):
        takes_back -= _AT_TIMES  # `it has to be checked whenever it changes`
    alone = _BUT_ONE.search(_plain(original)) or not _SOLE.isdisjoint(rule.limits)
    if alone and not _SOLE.isdisjoint(other.limits):
        takes_back -= _ALLOWED
    if rule.forbids and _ENDED_RULE.search(_plain(stated)) is None:
        takes_back -= {_ENDS}
    if not (rule.restricts or rule.demands - _COUNTING) or other.forbids or (other.limits and not takes_back):
        return None
    return min(takes_back - rule.lifts - rule.undoes, default=None)


def _restated_once(original: str, clauses: list[str]) -> bool:
    """Return whether one clause restates a rule, and the others are about something else."""
    about, negations = topic(original), statement(original).tokens.negations
    shared = [about & statement(clause).stems for clause in clauses]
    whole = [clause for clause, common in zip(clauses, shared, strict=True) if common == about]
    if (
        not negations
        or len(whole) != 1
        or any(2 * len(each) >= len(about) for each in shared if each != about)
    ):
        return False
    return statement(whole[0]).tokens.negations == negations and lifted(original, whole[0]) is None


def affirmed(original: str, stated: str) -> bool:
    """Return whether `stated` affirms plainly what `original` forbids."""
    barred = excluded(original)
    other = force(stated)
    if "without" in force(original).excludes and stands_as_rule(stated):
        return False  # `every merge needs a review` is `never merge without a review`
    if (
        not barred
        or barred <= excluded(stated)
        or other.restricts
        or other.hedges
        or statement(stated).tokens.negations
    ):
        return False
    return barred <= statement(stated).stems


def weakened(original: str, stated: str) -> str | None:
    """Return what weakens a restated firm rule: a hedge, a lost prohibition, a lost condition; else None."""
    rule, other = force(original), force(stated)
    if not rule.firm:
        return None
    hedge = min(other.hedges - rule.hedges, default=None)
    if hedge is not None:
        return hedge
    doubled = "without" in rule.excludes and stands_as_rule(stated)  # `nobody may enter without` demands
    if rule.forbids and not (
        doubled or other.restricts or other.undoes or statement(stated).tokens.negations
    ):
        return "no prohibition"
    named = condition(original)
    if named and 2 * len(named & statement(stated).stems) < len(named):
        return "no condition"
    return None


MODAL_STEMS = frozenset(stem for cue in _CUES for stem in statement(cue).stems)
"""Stems by which a statement binds, rather than those of its topic."""


def topic(text: str) -> frozenset[str]:
    """Return the stems of a statement's topic."""
    stems = statement(text).stems
    return stems - MODAL_STEMS or stems
