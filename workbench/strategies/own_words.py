"""The user's own words, for a statement that no single passage supports.

A summary reports requests in its own words. If those cannot be traced, the user's nearest statement about the
matter can: verbatim, with its link. The agent's prose is not used: near a statement it is mostly about the
way to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gates.artifact import Item, ItemKind
from gates.capture import Capture
from gates.language.reported import without_speaker
from gates.language.similarity import coverage, statement
from gates.search.linking import ScoredSpan, SpanSearch
from workbench.facts.sentences.mood import imperative
from workbench.facts.spans import fold

NEAR_AT = 0.4
"""Share of the statement's words, weighted, from which a passage is about the same thing."""
SAME_ACTION_AT = 0.35
"""The same for work that a passage asks for with the same verb."""
FEWEST_WORDS, MOST_CHARACTERS = 3, 300
"""A shorter passage says too little alone, a longer one is no statement."""


_FOLLOWED = (ItemKind.DECISION, ItemKind.CONSTRAINT, ItemKind.OPEN_WORK)
"""Kinds that guide an agent: without a passage, the nearest words are better than nothing."""


def is_followed(item: Item) -> bool:
    """Return whether a statement guides an agent: by its kind, or because it reports the user's wish."""
    return item.kind in _FOLLOWED or without_speaker(item.text) != item.text


def in_own_words(item: Item, search: SpanSearch, capture: Capture) -> Item | None:
    """Return the item with the nearest words of a human; None if there are none.

    Kind and status are the item's. Words from before the range are found too: gate B decides whether they
    count. Open work is its action: words that ask for another one, or for what was done, do not replace it.
    """
    index = search.index
    span = search.best(statement(without_speaker(item.text)).stems, human=True)
    if span is None or span.support < NEAR_AT or not _may_replace(item, span, search, capture):
        span = _same_action(item, search, capture)
    if span is None:
        return None
    words = index.events[span.ordinal].text[span.start : span.end].split()
    text = " ".join(words)
    states = len(words) >= FEWEST_WORDS and len(text) <= MOST_CHARACTERS
    if not (states and index.is_human(span.ordinal, span.start, span.end)):
        return None
    return item.model_copy(update={"text": text, "links": (search.link(span),), "speaker": "user"})


_CHECKS = frozenset("check confirm ensure run test validate verify".split())
_LABEL = re.compile(r"(?:^|(?<=[.!?\n] ))[\w .-]{1,40}:\s")
_PARTS = re.compile(r"[;,.!?\n]\s+|\s(?:then|but)\s")
_LEAD = re.compile(r"^(?:[\W\d_]+|(?:please|also|now|next|(?:can|could|would) you)\b)+", re.IGNORECASE)


def actions(text: str) -> frozenset[str]:
    """Return the verbs with which the clauses of a text ask for something; all checks are one of them."""
    parts = _PARTS.split(_LABEL.sub("", text))
    leads = (_LEAD.sub("", part).casefold().split() for part in parts)
    verbs = {words[0] for words in leads if len(words) > 1 and imperative(words) is not None}
    return frozenset("check" if verb in _CHECKS else verb for verb in verbs)


def _may_replace(item: Item, span: ScoredSpan, search: SpanSearch, capture: Capture) -> bool:
    """Return whether a passage asks for an item's action, or none, and for nothing that was done."""
    if item.kind is not ItemKind.OPEN_WORK:
        return True
    asked = actions(search.index.events[span.ordinal].text[span.start : span.end])
    wanted = actions(item.text)
    return not (asked and wanted and not asked & wanted) and not _is_done(span, capture)


def _is_done(span: ScoredSpan, capture: Capture) -> bool:
    """Return whether a captured item that was carried out or no longer holds was said in a passage."""
    over = (each for each in capture.items if each.carried_out or not each.counts)
    return any(
        link.ordinal == span.ordinal and link.span.start < span.end and span.start < link.span.end
        for each in over
        for link in each.evidence
    )


def _same_action(item: Item, search: SpanSearch, capture: Capture) -> ScoredSpan | None:
    """Return a human's sentence that asks for the action of open work, with most of its words."""
    wanted = actions(item.text) if item.kind is ItemKind.OPEN_WORK else frozenset()
    if not wanted:
        return None
    index, stems = search.index, statement(item.text).stems
    ordinals = dict.fromkeys(ordinal for ordinal, _, _ in index.human if ordinal in index.source)
    found = [
        ScoredSpan(segment.ordinal, segment.start, segment.end, share)
        for ordinal in ordinals
        for segment in index.segments(ordinal)
        if (share := coverage(stems, segment.stems, index.weight)) >= SAME_ACTION_AT
    ]
    asked = (
        span
        for span in found
        if actions(index.events[span.ordinal].text[span.start : span.end]) & wanted
        and not _is_done(span, capture)
    )
    return max(asked, key=lambda span: span.support, default=None)


def within(text: str, others: Iterable[str]) -> bool:
    """Return whether one of some longer texts contains all words of a text in a row."""
    words = fold(text).casefold()
    whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)" if words else "")
    return any(whole.search(fold(other).casefold()) for other in others)
