"""Finds where the user did what a statement reports: approved a plan, refused a call, answered a question.

Such an act is one event with a signal. Its words may be few (`User has approved your plan`) and stand in
other events too, so it is found by what it is, and the statement's words only choose among several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex
from gates.search.linked_passages import MOST_TARGET
from gates.search.span_search import SpanSearch
from gates.search.windows import ScoredSpan, beginning
from gates.source import Signal, SignalKind, SourceEvent

SAID_AT = 0.4
"""Weighted share of the words attributed to the user that a human message must contain, or an answer or a
refusal together with what it is to."""

_WHO = r"(?:the )?(?:user|human)(?:'s)?"
_ADVERB = r"(?:(?:also|then|later|finally|has|had|have|\w{2,12}ly) ){0,2}"
_YES = r"(?:approv(?:ed|es)|accept(?:ed|s)|agreed (?:to|with)|confirmed|okayed|signed off(?: on)?)"
_NO = r"(?:reject(?:ed|s)|declin(?:ed|es)|refus(?:ed|es)|den(?:ied|ies)|turned down)"
_CHOSE = r"(?:answer(?:ed|s)|chose|chooses|select(?:ed|s)|pick(?:ed|s)|opt(?:ed|s) for|decided (?:on|for))"
_PLAN = r"[^.;\n]{0,40}?\bplan\b"


class _Act(NamedTuple):
    """A kind of act: how statements report it and which signals its event has."""

    words: re.Pattern[str]
    kinds: tuple[SignalKind, ...]
    any_words: bool
    """Whether the statement's other words need not be there: a plan may stand in another event."""


def _act(active: str, passive: str, kinds: tuple[SignalKind, ...], *, any_words: bool) -> _Act:
    words = rf"\b{_WHO} {_ADVERB}{active}|{passive} by {_WHO}\b"
    return _Act(re.compile(words, re.IGNORECASE), kinds, any_words)


_ACTS = (
    _act(
        rf"{_YES}\b{_PLAN}",
        rf"\bplan (?:\w+ ){{0,4}}?{_YES}",
        (SignalKind.PLAN_APPROVED,),
        any_words=True,
    ),
    _act(
        rf"(?:{_NO}\b{_PLAN}|turned {_PLAN} down)",
        rf"\bplan (?:\w+ ){{0,4}}?{_NO}",
        (SignalKind.PLAN_REJECTED,),
        any_words=True,
    ),
    _act(
        rf"{_NO}\b",
        rf"\b(?:was|were|got|been) {_NO}",
        (SignalKind.REFUSAL,),
        any_words=False,
    ),
    _act(rf"{_CHOSE}\b", rf"\b(?:was|were|got|been) {_CHOSE}", (SignalKind.ANSWER,), any_words=False),
)
_USER = re.compile(r"(?:\W{0,3}\d{1,2}\.\s*)?(?:the )?user(?:'s)?\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|never|nobody|yet to)\b", re.IGNORECASE)
_STEMS = statement(
    "user human plan approved approves accepted agreed confirmed okayed signed rejected declined refused"
    " denied turned down answered answers chose chooses selected selects picked opted decided first second"
    " new question option let run running execute command tool call"
).stems


def is_of_user(text: str) -> bool:
    """Return whether a statement begins with the user as the one who acts."""
    return _USER.match(text) is not None


def spans_of_user(text: str, search: SpanSearch) -> list[ScoredSpan]:
    """Return where the user did what a statement reports; empty if it reports nothing of the user.

    The events of the reported acts come first; without one it is the message that has most of the words.
    """
    acts = _acts(text, search)
    if acts or not is_of_user(text):
        return acts
    stems = statement(_USER.sub("", text, count=1)).stems
    best = search.best(stems, human=True)
    return [best] if best is not None and best.support >= SAID_AT else []


def _acts(text: str, search: SpanSearch) -> list[ScoredSpan]:
    """Return the events of the range in which the user did what a statement reports, one for each act."""
    if _DENIED.search(text):
        return []
    found = []
    for act in _ACTS:
        if act.words.search(text):
            best = _best(act, statement(text).stems - _STEMS, search)
            found += [best] if best is not None else []
    return found


def _best(act: _Act, needed: frozenset[str], search: SpanSearch) -> ScoredSpan | None:
    """Return the event of an act that has most of the words; the latest of equal ones."""
    index = search.index
    best: tuple[float, SourceEvent, Signal] | None = None
    for event, signal in _signalled(act.kinds, index):
        share = coverage(needed, statement(_said(event, signal)).stems, index.weight) if needed else 1.0
        if (act.any_words or share >= SAID_AT) and (best is None or share >= best[0]):
            best = share, event, signal
    return None if best is None else _span(best[1], best[2], needed, search)


def _signalled(kinds: tuple[SignalKind, ...], index: SourceIndex) -> Iterator[tuple[SourceEvent, Signal]]:
    for event in index.range_events:
        if event.sidechain is None and event.text:
            yield from ((event, signal) for signal in event.signals if signal.kind in kinds)


def _said(event: SourceEvent, signal: Signal) -> str:
    """Return the words of an act with what it answers."""
    parts = [f"{entry.context[:MOST_TARGET]}\n{entry.text[:MOST_TARGET]}" for entry in signal.entries]
    target = "" if event.tool is None else event.tool.target[:MOST_TARGET]
    return "\n".join([target, *(parts or [event.text[:MOST_TARGET]])])


def _span(event: SourceEvent, signal: Signal, needed: frozenset[str], search: SpanSearch) -> ScoredSpan:
    """Return the entry that has most of the words if the event's text has it, else the event's beginning."""
    placed = [entry for entry in signal.entries if 0 <= entry.start < entry.end <= len(event.text)]
    if placed and signal.kind in (SignalKind.ANSWER, SignalKind.REFUSAL):
        weigh = search.index.weight
        entry = max(placed, key=lambda e: coverage(needed, statement(f"{e.context}\n{e.text}").stems, weigh))
        return ScoredSpan(event.ordinal, entry.start, entry.end, 1.0)
    return beginning(event.ordinal, len(event.text))
