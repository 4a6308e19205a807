"""The separate questions of an objective, each with an object that it shares with the next one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from gates.language.past_tense import irregular
from gates.language.sentence_spans import sentence_texts
from workbench.runs.language.ranked_names import asked_ranks
from workbench.runs.language.terms import asked_stems

_ASKING = "who|whom|whose|what|when|where|why|how|which"
_THEY = "(?:it|they|he|she|there|this|that|these|those)"
_PARTS = re.compile(
    r"(?<=[?؟])\s+|(?<=？)(?=.)|;\s+|,?\s+and\s+(?=(?:(?:at|by|for|from|in|of|on|since|to|until|with|within)\s+)?"
    rf"(?:{_ASKING})\b|(?:is|are|was|were)\s+(?:{_THEY}|our|its|their|his|her)\b|"
    rf"(?:does|do|did|can|could|will|may|must|should|has|have|had)\s+(?:{_THEY}|the|an?|our|its|their)\b)",
    re.IGNORECASE,
)
_COMMA = re.compile(
    rf",\s+(?=(?:and\s+)?(?:(?:at|by|for|from|in|of|on|since|to|until|with|within)\s+)?(?:{_ASKING})\b)", re.I
)
"""A comma between two questions of a list."""
_LAST = re.compile(r"and\s", re.I)
_SHORT = re.compile(
    r"(?:(?:at|by|for|from|in|on|since|until|within)\s+)?"
    r"(?:when|where|why|how(?:\s+(?:long|often|much|far))?|(?:what|which)\s+\w+)\s*\??",
    re.I,
)
"""A question that shares the verb of the one before it: `and in what year?`."""
_WHO_DID = re.compile(r"\s*(?:who|what)\s+(?P<did>[a-z]{3,})\s+(?P<object>[^,?]+?)\s*\??", re.I)
_HOW_WAS = re.compile(
    r"\s*(?:when|where|why|how)\s+(?P<rest>(?:was|were|is|are|did|does|do|has|have|had|will)\s+[^,?]+?)\s*\??",
    re.I,
)
_DID = r"(?P<who>who|what)\s+(?P<did>[a-z]{3,}(?:\s+(?:for|of|to|by|with|after|at|on|over|up|out|down|off))?)"
_BARE = re.compile(rf"\s*{_DID}\s*", re.I)
"""A question without its object: `who built`."""
_WHOLE = re.compile(rf"\s*{_DID}\s+(?P<object>(?:the|an?|our|its|their|this|that|his|her)\s.+)", re.I)
_TWICE = re.compile(
    r"\s*(?P<asking>who|what)\s+(?P<first>[a-z]{3,})\s+and\s+(?:then\s+)?(?P<second>[a-z]{3,})\b(?P<rest>.+)",
    re.I,
)
_QUESTION = re.compile(r"[?؟？]\s*$")
_ASKS = re.compile(
    rf"^\W*(?:{_ASKING}|list|name|find|tell|explain|describe|compare|say|give|show|check|sum)\b"
    rf"|\b(?:know|wonder\w*|find out|tell|ask\w*|learn|question|sure|interested"
    rf"|need|want)\b.*\b(?:{_ASKING}|whether|if)\b",
    re.I,
)
"""A sentence that asks without a question mark."""
_ASKED_FIRST = re.compile(rf"(?:\w+\s+)?(?:{_ASKING})\b", re.I)
_REFERS = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|his|one|ones)\b", re.I
)
MOST_UNNAMED = 1
"""Maximum words of a question that names no subject if it refers to the sentence before it."""

LEAST_LISTED = 3
"""Minimum questions of a list with commas; of two, the second may be a relative clause."""


def asking_of(text: str) -> str:
    """Return a text without the sentences around its questions that ask nothing.

    `We plan the season. When does the ferry start?` asks only when the ferry starts. The sentence before a
    question is kept, after it, if the question refers to it and names nothing itself. A text without a
    question mark is returned as it is.
    """
    sentences = [each.strip() for each in sentence_texts(text) if each.strip()]
    asks = [bool(_QUESTION.search(each)) or bool(_ASKS.search(each)) for each in sentences]
    if not any(_QUESTION.search(each) for each in sentences) or all(asks):
        return text
    kept: list[str] = []
    for at, (sentence, asking) in enumerate(zip(sentences, asks, strict=True)):
        if not asking:
            continue
        alone = len(asked_stems(sentence)) <= MOST_UNNAMED and _REFERS.search(sentence)
        before = sentences[at - 1].rstrip(".! ") if alone and at and not any(asks[:at]) else ""
        kept.append(f"{sentence.rstrip('?؟？ ')}, {before}?" if before else sentence)
    return " ".join(kept)


def parts_of(text: str) -> list[str]:
    """Return the questions of a text that name a subject, in order.

    `Who built and who paid for the organ?` includes the question who built the organ, as does `who built and
    paid for it`.
    """
    parts = [part.strip() for listed in _listed(_asking_twice(text)) for part in _PARTS.split(listed)]
    parts = [part for part in parts if part]
    for at, (one, other) in enumerate(pairwise(parts[:]), 1):
        if _SHORT.fullmatch(other):
            parts[at] = _with_verb(one, other)
    for at, (one, other) in reversed(list(enumerate(pairwise(parts)))):
        whole = _WHOLE.fullmatch(other)
        if whole is not None and _BARE.fullmatch(one):
            parts[at] = f"{one} {whole['object']}"
    parts = [_naming(parts, at) for at in range(len(parts))]
    asks = _QUESTION.search(text) is not None
    return [_marked(part) if asks else part for part in parts if asked_stems(part)]


def _naming(parts: Sequence[str], at: int) -> str:
    """Return a question; one that names nothing but by a pronoun takes the thing of the one beside it.

    So does one that refers to a thing by its rank: `which boat is the longest and who owns it`.
    """
    part = parts[at]
    alone = asked_stems(part) and not (at and asked_ranks(parts[at - 1]))
    found = None if alone else _REFERS.search(part)
    if found is None or len(parts) < 2:
        return part
    beside = parts[at - 1 if at else 1].rstrip("?. ")
    did = _WHO_DID.fullmatch(beside)
    if at and did is not None and asked_stems(did["object"]):
        return f"{part[: found.start()]}{did['object']}{part[found.end() :]}"
    return f"{part.rstrip('?. ')}, {beside}?"


def _marked(part: str) -> str:
    """Return a question with the mark that only the last one of several had."""
    bare = _QUESTION.search(part) is None and _ASKED_FIRST.match(part)
    return f"{part.rstrip('. ')}?" if bare else part


def _listed(text: str) -> list[str]:
    """Return the questions of a list with commas; the text alone if it is none.

    Each begins with a question word, the last one after `and`, with or without a comma before it. A clause
    such as `, which was old,` is followed by words that ask nothing, so that the text is no list.
    """
    found = _COMMA.split(text)
    if (
        len(found) + 1 == LEAST_LISTED == len(re.split(r",\s+", text)) + 1
        and len(_PARTS.split(found[-1])) > 1
    ):
        return found
    if len(found) < LEAST_LISTED or len(found) != len(re.split(r",\s+", text)) or not _LAST.match(found[-1]):
        return [text]
    return [*found[:-1], _LAST.sub("", found[-1], count=1)]


def _with_verb(one: str, short: str) -> str:
    """Return a question without a verb, with the verb and object of the one before it."""
    asked = short.rstrip("? ")
    did, was = _WHO_DID.fullmatch(one), _HOW_WAS.fullmatch(one)
    if did is not None and _is_past(did["did"].lower()):
        return f"{asked} was {did['object']} {did['did'].lower()}?"
    return f"{asked} {was['rest']}?" if was is not None else short


def _asking_twice(text: str) -> str:
    """Repeat the question word before the second of two verbs in the past: `who built and who paid`."""
    found = _TWICE.fullmatch(text)
    if found is None or not all(map(_is_past, (found["first"], found["second"]))):
        return text
    return (
        f"{found['asking']} {found['first']} and {found['asking'].lower()} {found['second']}{found['rest']}"
    )


def _is_past(word: str) -> bool:
    """Return whether a word may be the past of a verb."""
    return word.endswith("ed") or any(word in past for past in irregular().values())
