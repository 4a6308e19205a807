"""The separate questions of an objective, each with an object that it shares with the next one."""

from __future__ import annotations

import re
from itertools import pairwise

from gates.language.past_tense import irregular
from gates.language.sentence_spans import sentence_texts
from workbench.runs.language.terms import asked_stems

_ASKING = "who|whom|whose|what|when|where|why|how|which"
_PARTS = re.compile(
    r"(?<=[?؟])\s+|(?<=？)(?=.)|;\s+|,?\s+and\s+(?=(?:(?:at|by|for|from|in|of|on|since|to|until|with|within)\s+)?"
    rf"(?:{_ASKING})\b)",
    re.IGNORECASE,
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
_REFERS = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|his|one|ones)\b", re.I
)
MOST_UNNAMED = 1
"""Maximum words of a question that names no subject if it refers to the sentence before it."""


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
    parts = [part.strip() for part in _PARTS.split(_asking_twice(text)) if part.strip()]
    for at, (one, other) in reversed(list(enumerate(pairwise(parts)))):
        whole = _WHOLE.fullmatch(other)
        if whole is not None and _BARE.fullmatch(one):
            parts[at] = f"{one} {whole['object']}"
    return [part for part in parts if asked_stems(part)]


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
