"""Who said or did it: words, acts and requests that a claim credits to the user.

All warn: `quote_altered`, words in quotation marks that the user is said to have used and did not;
`credited_to_user`, an act of the user that no human message tells; `summary_requested`, a request for the
summary that nobody made; `quote_unknown`, words in quotation marks that stand nowhere.
"""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from gates.artifact import Item
from gates.findings import Found
from gates.language.similarity import coverage, statement
from gates.search.course_texts import letters
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch

LEAST_QUOTED = 5
"""Words of a quotation that is looked up."""
ALTERED_FROM, ALTERED_BELOW = 60.0, 92.0
"""Likeness, of 100, of a quotation to the user's nearest words, from which it is a version of them, and from
which only its spelling differs."""
STATED_AT = 0.35
"""Share of an act's words that a human message must hold to tell of it."""
KNOWN_AT = 0.6
"""Share of a quotation's words that one passage must hold for it to be an abridged version of that."""

_QUOTED = re.compile(r"[\"“]([^\"“”\n]{15,400})[\"”]")
_PLACEHOLDER = re.compile(r"[\[\]<>{}`\\|=]|\.\.\.|…|%[a-z]")
_BY_USER = re.compile(
    r"\b(?:user|they|he|she)\b[^\"“.;\n]{0,60}$|\b(?:user's|their) [\w ]{0,30}[:,-]?\s*$", re.IGNORECASE
)
_ACTED = re.compile(
    r"\b(?:the )?user (?:\w{2,12}ly |also |then |later |had |has )?"
    r"(acknowledged|admitted|agreed that|agreed to|asked to keep|caught|changed|checked|chose"
    r"|confirmed|decided|deleted|discovered|edited|explained|fixed|found|merged|modified|noted|ran|removed|renamed|reverted"
    r"|suggested|tested|verified)\b([^.;\n]{0,200})",
    re.IGNORECASE,
)
_SPOKEN = frozenset(
    "acknowledged admitted agreed asked caught chose confirmed decided discovered explained found noted"
    " suggested".split()
)
"""Acts of speech and insights: they are told in other words, so that a claim with a source tells them."""
_SUMMARY = re.compile(
    r"\b(?:user|they)\b[^.\n]{0,60}\b(?:ask\w*|request\w*|want\w*)\b[^.\n]{0,40}\b(?:this|a|the"
    r"|detailed) (?:\w+ ){0,2}summar",
    re.IGNORECASE,
)


def credited(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """What these rules find in one item."""
    if item.speaker == "user":
        return []
    found = [*_quotations(item, index, search), *_acts(item, search)]
    if _SUMMARY.search(item.text) and not _asked_for_summary(index):
        message = "claims that a summary was asked for, but no human message asks for one"
        found.append(Found("summary_requested", "warning", message, item.links))
    return found


def _quotations(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    found: list[Found] = []
    if not index.scope_complete or "\n" in item.text:
        return found
    for match in _QUOTED.finditer(item.text):
        quote = match.group(1)
        if len(quote.split()) < LEAST_QUOTED or _PLACEHOLDER.search(quote) or _said(quote, index):
            continue
        likeness = _nearest(quote, index)
        by_user = _BY_USER.search(item.text[: match.start()]) is not None
        if by_user and ALTERED_FROM <= likeness < ALTERED_BELOW:
            message = f"quotes the user with words that no human message holds: {quote[:120]}"
            found.append(Found("quote_altered", "warning", message, item.links, quote[:60]))
        elif _nowhere(quote, search):
            message = f"puts in quotation marks what nobody said: {quote[:120]}"
            found.append(Found("quote_unknown", "warning", message, item.links, quote[:60]))
    return found[:1]


def _said(quote: str, index: SourceIndex) -> bool:
    """Whether the letters and digits of a quotation stand in a row anywhere in the session."""
    return index.spells(letters(quote), len(quote) // 2)


def _nearest(quote: str, index: SourceIndex) -> float:
    """Likeness of a quotation to the nearest words of a human."""
    low = quote.casefold()
    return max((fuzz.partial_ratio(low, words) for words in index.human_words_small), default=0.0)


def _nowhere(quote: str, search: SpanSearch) -> bool:
    stems = statement(quote).stems
    best = search.best(stems)
    return len(stems) >= LEAST_QUOTED - 1 and (best is None or best.support < KNOWN_AT)


_BY_SIGN = re.compile(r"\s+(?:the )?(?:(?:option|answer|number|choice)\b|`?/)", re.IGNORECASE)
"""An option taken by its number, or a command typed: the words of what was done stand elsewhere."""


_ASSENT = re.compile(
    r"\W{0,3}(?:yes|yep|yeah|ok|okay|sure|sounds good|go ahead|do it|please do)\b", re.IGNORECASE
)
"""An answer that agrees in a word: to what, the agent's words say."""


def _acts(item: Item, search: SpanSearch) -> list[Found]:
    match = _ACTED.search(item.text)
    if match is None or _BY_SIGN.match(match.group(2)):
        return []
    if match.group(1).casefold().startswith("agreed") and any(map(_ASSENT.match, search.index.human_words)):
        return []
    stems = statement(match.group(2)).stems | statement(match.group(1)).stems
    near = search.best(stems, human=True)
    share = coverage(stems, search.stems_of(near)) if near is not None else 0.0
    if len(stems) < 3 or share >= STATED_AT:
        return []
    act = match.group(1).casefold()
    message = f'claims that the user "{act}", but no human message says so'
    if act.split()[0] in _SPOKEN and item.links:
        return []
    return [Found("credited_to_user", "warning", message, item.links, act)]


_WANTS_SUMMARY = re.compile(r"\bsummar|\bcompact\b|\brecap\b", re.IGNORECASE)


def _asked_for_summary(index: SourceIndex) -> bool:
    return any(map(_WANTS_SUMMARY.search, index.human_words))
