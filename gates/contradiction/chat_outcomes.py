"""Outcomes and states of a short chat that a claim reports differently.

All warn: `outcome_differs`, passed instead of failed or the reverse; `only_planned`, done instead of planned;
`state_differs`, done instead of not done, or the reverse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gates.artifact import Item, ItemKind
from gates.contradiction.message_clauses import (
    MATTER_AT,
    ChatClause,
    clause_of,
    plain_stems,
    share_of,
    spoken,
    spoken_or_shown,
    warned,
)
from gates.findings import Found
from gates.language.lexicon import FAIL_WORDS, NEGATIONS, PASS_WORDS
from gates.language.past_tense import bases_of_past
from gates.language.tokens import stem_of
from gates.language.word_bounds import stands_before
from gates.search.index import SourceIndex
from gates.source import EventKind

_GOOD = frozenset(
    map(
        stem_of,
        PASS_WORDS
        | frozenset("success successful successfully succeed approve approved accept accepted".split()),
    )
)
_BAD = frozenset(
    map(stem_of, FAIL_WORDS - {"red"} | frozenset("crash crashed reject rejected unsuccessful".split()))
)
_ALL = re.compile(r"\b(?:all|every|both|none|no)\b", re.IGNORECASE)
_LOOKS_AHEAD = re.compile(
    r"\b(?:will|would|shall|should|must|may|might|can|could|to|if|once|until|when|whether|next|still|yet"
    r"|wait\w*|plan\w*|remain\w*|pending|open|todo|not|never|going|want\w*|wish\w*|ask\w*|propos\w*|suggest\w*"
    r"|request\w*|need\w*|soon|tomorrow|later)\b"
    r"|'ll\b|n't\b",
    re.IGNORECASE,
)
_NONE = re.compile(r"\b(?:0|no|zero|without)\s(?:\w+\s){0,2}(?:fail\w*|errors?|crash\w*)\b", re.IGNORECASE)


_CONDITION = re.compile(r"\b(?:if|should|must|will|until|once|when|whether)\b", re.IGNORECASE)
_YET_TO = re.compile(
    r"\bnot yet\b|\b(?:yet|still|remains?|has|have) to\b|\b(?:pending|waiting|awaits?)\b", re.IGNORECASE
)


def _sign(clause: ChatClause) -> int:
    """Return whether a clause reports success (1), failure (-1), or both or neither (0)."""
    good = clause.stems & _GOOD
    bad = clause.stems & _BAD if not _NONE.search(clause.text) else frozenset()
    if bool(good) == bool(bad):
        return 0
    sign = 1 if good else -1
    return -sign if (good | bad) & clause.denied or _YET_TO.search(clause.text) else sign


def outcome(item: Item, index: SourceIndex) -> list[Found]:
    """Find a pass that the session only reports as a failure, or the reverse."""
    claim = clause_of(-1, EventKind.ASSISTANT, item.text)
    sign = _sign(claim)
    if sign == 0 or item.kind is ItemKind.OPEN_WORK or _CONDITION.search(item.text):
        return []
    about = frozenset(s for s in claim.stems - _GOOD - _BAD if not s.startswith("#"))
    signed = [each for each in spoken_or_shown(index) if _sign(each)]
    related = [each for each in signed if about <= each.stems]
    related = related or [each for each in signed if share_of(about, each.stems) >= MATTER_AT]
    every = _ALL.search(item.text) is not None
    if not about or not related or (_has_figure(claim) and not every):
        return []
    last = [each for each in related if each.ordinal == related[-1].ordinal]
    against = [each for each in last if _sign(each) == -sign]
    borne_out = len(against) < len(last) and not (sign == 1 and every)
    if borne_out or not against:
        return []
    return warned("outcome_differs", "the session has the opposite outcome", item, index, against[-1])


_RAN = re.compile(r"\b(?:tests?|specs?|suite|checks?|build|lint)\b", re.IGNORECASE)
_ANY_FAILURE = re.compile(r"fail|error|broke|crash|fatal|exception|✗|✘|\bnot ok\b|\bred\b", re.IGNORECASE)
_SHOWS_PASS = re.compile(r"\b(?:\d+ passed|passed|pass \d+|passing|0 fail\w*|ok|success\w*)\b", re.IGNORECASE)


def nothing_failed_last(index: SourceIndex) -> bool:
    """Return whether the last result that reports a pass reports no failure."""
    results = (event for event in index.range_events if event.kind is EventKind.TOOL_RESULT)
    shown = [event.text for event in results if _SHOWS_PASS.search(event.text)]
    return bool(shown) and not _ANY_FAILURE.search(_NONE.sub("", shown[-1]))


def runs(item: Item, index: SourceIndex) -> list[Found]:
    """Find failed tests reported of runs that all passed."""
    words = set(re.findall(r"[a-z']+", item.text.casefold()))
    if not words & FAIL_WORDS or words & (NEGATIONS | PASS_WORDS) or not _RAN.search(item.text):
        return []
    if item.kind is ItemKind.OPEN_WORK or _CONDITION.search(item.text):
        return []
    bare = [re.sub(_NONE, "", event.text) for event in index.range_events]
    if any(_ANY_FAILURE.search(text) for text in bare):
        return []
    passed = [e for e in index.range_events if e.kind is EventKind.TOOL_RESULT and _SHOWS_PASS.search(e.text)]
    if not passed:
        return []
    line = next(line for line in passed[-1].text.splitlines() if _SHOWS_PASS.search(line))
    at = clause_of(passed[-1].ordinal, passed[-1].kind, line)
    return warned("outcome_differs", "nothing in the session failed", item, index, at)


def _has_figure(clause: ChatClause) -> bool:
    return any(stem.startswith("#") for stem in clause.stems) or bool(re.search(r"\d", clause.text))


_AHEAD = re.compile(
    r"\b(?:will|would|shall|should|could|can|may|might|must|going to|(?:still|yet) to|to be|plan\w* to"
    r"|wants? to|need\w* to|have to|has to|let me|let's|before you|once|until|next|tomorrow|tonight|later"
    r"|soon|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|is due|expected)\b|'ll\b|'d like\b",
    re.IGNORECASE,
)
_ONLY_SAID = frozenset(
    "agree ask choose decide invite mention offer plan promise propose recommend report request say state"
    " suggest tell want".split()
)
_HELPS = frozenset(("be", "do", "have"))
"""Auxiliary verbs; another verb beside them names the action."""
_ACTED_ON = re.compile(r"\b(?:be|been|being|get|gets|got|had|has|have|is|are|was|were)\s(?:\w+ly\s)?$")
_PRESENT = re.compile(r"\b(?:is|are|be|being|gets?)\s(?:\w+ly\s)?$", re.IGNORECASE)
_DENIES = r"(?:\b(?:not|never|cannot|yet to be|without being)|n't)\b(?:\s\w+){0,2}\s"


def _past_words(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the past forms in a claim with their base forms; not those that state how things are done."""
    low = text.casefold()
    for match in re.finditer(r"[a-z]{3,20}", low):
        bases = bases_of_past(match.group())
        if bases & _HELPS or (match.group() in bases and not stands_before(_ACTED_ON, low, match.start())):
            continue  # `the run`, `to put`
        if bases and bases.isdisjoint(_ONLY_SAID) and not stands_before(_PRESENT, low, match.start()):
            yield match.group(), bases


def planned(item: Item, index: SourceIndex) -> list[Found]:
    """Find something reported as done although every sentence with that verb looks ahead."""
    if item.kind is ItemKind.OPEN_WORK or _LOOKS_AHEAD.search(item.text):
        return []
    stems = plain_stems(item.text)
    clauses, whole = spoken(index, clauses=True), spoken(index, clauses=False)
    for word, bases in _past_words(item.text):
        verbs = {stem_of(base) for base in bases}
        rest = stems - verbs - {stem_of(word)}
        if any(_reports_done(each, bases) for each in clauses):
            continue
        near = [
            each
            for each in whole
            if verbs & _words(each.text)
            and share_of(rest, _around(each, index)) >= (MATTER_AT if rest else 0)
        ]
        if near and all(_AHEAD.search(each.text) for each in near) and index.last_action <= near[-1].ordinal:
            message = f"`{word}` is reported as done; the session only looks ahead to it"
            return warned("only_planned", message, item, index, near[-1])
    return []


def _reports_done(clause: ChatClause, bases: frozenset[str]) -> bool:
    """Return whether a clause has a past form of a verb and does not look ahead."""
    if _AHEAD.search(clause.text):
        return False
    return any(bases_of_past(word) & bases for word in re.findall(r"[a-z]{3,20}", clause.text.casefold()))


def _words(text: str) -> frozenset[str]:
    return frozenset(map(stem_of, re.findall(r"[a-z]+", text.casefold())))


_POINTS_BACK = re.compile(r"\b(?:it|that|them|this|these|those)\b", re.IGNORECASE)


def _around(clause: ChatClause, index: SourceIndex) -> frozenset[str]:
    """Return the stems of a clause's message, and of the one before if the clause refers back."""
    own = plain_stems(index.events[clause.ordinal].text)
    before = index.events[clause.ordinal - 1] if clause.ordinal in index.source and clause.ordinal else None
    return own | plain_stems(before.text) if before and _POINTS_BACK.search(clause.text) else own


def state(item: Item, index: SourceIndex) -> list[Found]:
    """Find something reported as done that the session says is not, or the reverse."""
    if item.kind is ItemKind.OPEN_WORK:
        return []
    low = item.text.casefold()
    stems = plain_stems(item.text)
    for word in _past_in(low):
        bases = bases_of_past(word)
        denied = _is_denied(word, low)
        if not denied and _AHEAD.search(item.text):
            continue  # a future state is not a present one
        rest = stems - {stem_of(word)} - {stem_of(base) for base in bases}
        against: ChatClause | None = None
        for clause in spoken(index, clauses=True):
            theirs = [w for w in _past_in(clause.text.casefold()) if bases_of_past(w) & bases]
            if not theirs or clause.text.endswith("?") or (not denied and _AHEAD.search(clause.text)):
                continue
            if rest and share_of(rest, _around(clause, index)) < MATTER_AT:
                continue
            same = _is_denied(theirs[0], clause.text.casefold()) == denied
            against = None if same else clause
            if same:
                break
        if against is not None:
            return warned("state_differs", f"`{word}`: the session says the opposite", item, index, against)
    return []


_NO_SUCH = (
    r"\b(?:no|nothing|nobody|none)\b(?:\s\w+){0,4}?\s(?:was|were|is|are|has|have|had|been|yet|be)\s(?:\w+\s)?"
)
_OF_KIND = r"(?:^|\b(?:the|an?|all|any|every|each|your|my|our|its|their)\s)"


def _is_denied(word: str, low: str) -> bool:
    """Return whether a word is negated in a lower-case text."""
    plain = low.replace("’", "'")
    return any(re.search(before + word + r"\b", plain) for before in (_DENIES, _NO_SUCH))


@lru_cache(maxsize=4_000)
def _past_in(text: str) -> tuple[str, ...]:
    """Return the past forms in a lower-case text, without those used as adjectives (`the merged branch`)."""
    words = dict.fromkeys(re.findall(r"[a-z]{3,20}", text))
    past = [w for w in words if bases_of_past(w) - {w} - _HELPS and w not in bases_of_past(w)]
    return tuple(w for w in past if not re.search(_OF_KIND + w + r"\s[a-z]", text))
