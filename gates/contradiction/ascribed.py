"""Acts and wishes that a claim ascribes, against who said to do them and what the human barred or kept.

All warn, about short sources: `actor_differs`, an act that somebody else said to do; `wish_denied`, what a
human barred; `wish_kept`, what a human wanted left as it is; `still_ahead`, an act reported as done that was
still ahead when it was last spoken of.
"""

from __future__ import annotations

import re
from itertools import pairwise

from gates.artifact import Item, ItemKind
from gates.contradiction.clauses import BOUNDED, clauses_of, said
from gates.contradiction.clauses import found as _found
from gates.findings import Found
from gates.language.past_tense import bases_of_past
from gates.language.similarity import statement
from gates.language.synonyms import synonyms
from gates.language.tokens import stem_of
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent

MOST_BARRED = 3
"""Words of what is barred, from which on it is a story."""
_ACTED = (EventKind.TOOL_CALL, EventKind.TOOL_RESULT)


def ascribed(item: Item, index: SourceIndex) -> list[Found]:
    """What these rules find in one item, the first of each."""
    return [entry for rule in (_actor, _denied, _refused, _kept, _ahead) for entry in rule(item, index)[:1]]


_I_WILL = re.compile(
    r"\b(?:i'll|i will|i'm going to|i am going to|i'd like to|let me)\s+(?:also )?([a-z]{2,14})\b(.*)",
    re.I | re.S,
)
_BY_AGENT = re.compile(
    r"\bby the (?:agent|assistant)\b|\b(?:agent|assistant) (?:is to|will|has to|is going to|was to)\b",
    re.I,
)
_BY_USER = re.compile(
    r"\bby the user\b|\b(?:the )?user (?:is to|will|has to|is going to|still has to|was to)\b", re.I
)


_BY_NAME = re.compile(
    r"^(?!The\b|User\b|Agent\b)[A-Z][a-z]+ (?:is going to|will|wants to|would like to|asked to|has to|is to) "
    r".*\bthe user\b"
)


def _actor(item: Item, index: SourceIndex) -> list[Found]:
    """What one side is to do, where the other side said `I'll`."""
    agent, user = _BY_AGENT.search(item.text), _BY_USER.search(item.text)
    named = _BY_NAME.match(item.text)
    if (agent is not None) + (user is not None) + (named is not None) != 1:
        return []
    other = EventKind.ASSISTANT if user else EventKind.USER
    claimed = statement(item.text).stems
    for event, clause in said(index, other):
        match = _I_WILL.search(clause)
        if match is None:
            continue
        verb, rest = stem_of(match.group(1).casefold()), statement(match.group(2)).stems
        if (verb in claimed or synonyms(verb) & claimed) and (rest & claimed or not rest):
            return _found("actor_differs", f"the other side said so: {clause[:120]}", item, index, event)
    return []


_BARS = re.compile(
    r"(?:\b(?:no|never|without|nobody's?)|\b(?:do|does|is|did)(?:n't| not)(?: want to| want)?"
    r"|\bnot (?:on|in|to|for|with)?)\s+(.{2,60})",
    re.I,
)


def _denied(item: Item, index: SourceIndex) -> list[Found]:
    """What a human barred, affirmed."""
    for event, clause in said(index, EventKind.USER):
        match = _BARS.search(clause)
        barred = (
            statement(match.group(1)).stems if match is not None and not clause.endswith("?") else frozenset()
        )
        if not 0 < len(barred) <= MOST_BARRED:
            continue
        for mine in clauses_of(item.text):
            if barred <= statement(mine).stems and BOUNDED.search(mine) is None:
                return _found("wish_denied", f"the user barred it: {clause[:120]}", item, index, event)
    return []


_KEEP = re.compile(
    r"\b(?:keep|leave)\s+(.{2,40}?)(?:\s(?:as|for now|alone|untouched|out)\b|$)"
    r"|^(?:the )?(.{2,40}?)\s(?:stays?|remains?|is ok|can stay)\b",
    re.I,
)
_GONE = re.compile(
    r"\b(?:gone|delet\w+|remov\w+|drop\w*|cut|chang\w+|alter\w*|mov\w+|replac\w+|rewrit\w+|applied|shard\w*)\b",
    re.I,
)


_AGREED = re.compile(r"\buser (?:\w+ly )?(?:agreed|accepted|approved|said yes|consented|confirmed)\b", re.I)
_NO = re.compile(r"\W*(?:no|nope|nah|don't|please don't|not)\b", re.I)


def _refused(item: Item, index: SourceIndex) -> list[Found]:
    """What a human answered with no, as agreed to."""
    if _AGREED.search(item.text) is None or BOUNDED.search(item.text):
        return []
    claimed = statement(item.text).stems
    for asked, answer in pairwise(index.range_events):
        if asked.kind is EventKind.ASSISTANT and answer.kind is EventKind.USER and _NO.match(answer.text):
            question = next((part for part in asked.text.split(". ") if part.rstrip().endswith("?")), "")
            if statement(question).stems & claimed:
                return _found("wish_denied", f"the user said no: {answer.text[:120]}", item, index, answer)
    return []


_HELD = re.compile(r"\b(?:ke(?:ep|pt)\w*|stay\w*|remain\w*|left|leaves?|retain\w*)\b", re.I)


def _kept(item: Item, index: SourceIndex) -> list[Found]:
    """What a human wanted left as it is, as changed or gone."""
    if _GONE.search(item.text) is None or _HELD.search(item.text) or BOUNDED.search(item.text):
        return []
    claimed = statement(item.text).stems
    for event, clause in said(index, EventKind.USER):
        match = _KEEP.search(clause)
        held = statement(match.group(1) or match.group(2)).stems if match is not None else frozenset()
        if held and held <= claimed:
            return _found("wish_kept", f"the user wanted it left: {clause[:120]}", item, index, event)
    return []


_TO_COME = re.compile(
    r"\b(?:still (?:have|has|need|needs) to|has to be|have to be|needs? to be|still to be|goes|'ll|will|"
    r"going to|to be|i'd|once|tomorrow|tonight|next|later|yet|when|"
    r"on (?:mon|tues|wednes|thurs|fri|satur|sun)day|after|until|could|in the plan)\b|\bi'd\b|\bisn't\b",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:will|to be|plan\w*|still|yet|pending|intend\w*|going to|remain\w*|agreed|asked|wanted|not)\b"
    r"|n't\b",
    re.I,
)
_WORD = re.compile(r"[a-z]{3,16}")
_SPOKEN = frozenset(
    map(stem_of, "suggest propose ask mention say tell draft plan agree offer recommend want".split())
)
"""What is done by saying it, or is itself ahead of the act."""


def _ahead(item: Item, index: SourceIndex) -> list[Found]:
    """An act reported as done that the last clause about it looks ahead to, and nothing was run since."""
    if item.kind is ItemKind.OPEN_WORK and item.status != "done":
        return []
    for mine in clauses_of(item.text):
        if _OPEN.search(mine):
            continue
        words = _WORD.findall(mine.casefold())
        bases = {stem_of(base) for word in words for base in bases_of_past(word)} - _SPOKEN
        claimed = statement(mine).stems
        for event, clause in said(index, EventKind.USER, EventKind.ASSISTANT):
            stems = statement(clause).stems
            verbs = bases & stems
            if not verbs or not (claimed - bases) & stems:
                continue
            if _TO_COME.search(clause) is None or _ran_since(event, index):
                break
            return _found("still_ahead", f"the source looks ahead to it: {clause[:120]}", item, index, event)
    return []


def _ran_since(event: SourceEvent, index: SourceIndex) -> bool:
    return any(each.kind in _ACTED and each.ordinal > event.ordinal for each in index.range_events)
