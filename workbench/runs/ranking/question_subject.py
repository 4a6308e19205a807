"""The subject of a question, if its form shows it; of a compound, its last word."""

from __future__ import annotations

import re

from workbench.runs.language.terms import asked_stems
from workbench.runs.ranking.questions import LIGHT

_FOCUS = re.compile(
    r"^\s*(?:(?:at |by |in |for |of |to )?(?:what|which|when|where|who)\b\s*"
    r"(?:(?:is|are|was|were|does|did|do|has|have|had)\b)?|(?:is|are|was|were) there (?:any )?)\s*"
    r"(?P<verb>(?:(?<=what )[a-z]{3,}ed|(?<=who )[a-z]{3,}(?:ed|s)) (?=(?:the|an?|our|their|its) ))?"
    r"(?:the|a|an|her|his|its|their|our)?\s*(?P<first>[\w'-]+)"
    r"(?:\s+of\s+(?:the\s+|a\s+)?(?P<second>[\w'-]+))?",
    re.I,
)
_HEADED = re.compile(
    r"\s*what (?:does|do|did|will|would) (?:an?|the|our|your|one) (?:[\w'-]+ ){1,2}?(?P<head>[\w'-]+) "
    r"(?:(?:for|of|in|on|at|to|from|with|per) .+ )?(?:cost|weigh|measure|contain|hold|include)\b",
    re.I,
)
"""A compound whose last word names the thing: a season ticket is a ticket."""
_NUMBERED = re.compile(
    r"\s*(?:and )?where (?:is|was|are|were|did) (?:the|an?|our|its|their|his|her|[\w'’ -]{2,40}['’]s?) "
    r"(?:first|second|third|last|next|earliest|latest|original) (?P<head>[a-z][\w'-]+)"
    r"(?=\s*\??\s*$|\s+(?:of|in|at|for)\b|\s+\w+(?:ed|en|t|ld)\s*\??\s*$)",
    re.I,
)
"""A thing with its place in an order: the first workshop is not the first Monday."""
_WHY_DID = re.compile(
    r"\s*(?:and )?why (?:did|does|do|will) (?:the|an?|our|your|its|their|his|her) (?P<head>[a-z][\w'-]+)"
    r" [a-z]{3,}(?: (?:up|down|out|off|again|in|on|at|after|during)\b[^?]*)?\s*\??\s*$",
    re.I,
)
"""What did something of itself: why the pump failed is not why a mill did."""
_MEASURES = frozenset(
    "share percentage proportion fraction price fare fee number rate amount sum age speed height depth "
    "length size capacity time day date month year name happened happens kind colour color shape material "
    "make brand model type title place country language".split()
)


def head_of(question: str) -> str:
    """Return the stem of the thing that a question's form says an answer must name; empty if there is none.

    That is the last word of a compound, or what failed, stopped or fell of itself.
    """
    found = _HEADED.match(question) or _NUMBERED.match(question) or _WHY_DID.match(question)
    return next(iter(asked_stems(found.group("head"))), "") if found else ""


def focus_of(question: str) -> str:
    """Return the stem of a question's subject, if its form shows it; else an empty string."""
    if head_of(question):
        return head_of(question)
    found = _FOCUS.match(question)
    if found is None:
        return ""
    if found.group("verb"):  # as in: who repaired the roof
        return ""
    first, second = found.group("first").casefold(), (found.group("second") or "").casefold()
    word = second if first in _MEASURES else first
    asked = asked_stems(word)
    return asked[0] if asked and asked[0] not in LIGHT and word not in _MEASURES else ""
