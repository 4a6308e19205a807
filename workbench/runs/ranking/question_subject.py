"""What a question is about, where its form says it: its thing, by the last of several words that name it."""

from __future__ import annotations

import re

from workbench.runs.language.terms import asked_stems
from workbench.runs.ranking.questions import LIGHT

_FOCUS = re.compile(
    r"^\s*(?:(?:at |by |in |for |of |to )?(?:what|which|when|where|who)\b\s*"
    r"(?:is|are|was|were|does|did|do|has|have|had)?|(?:is|are|was|were) there (?:any )?)\s*"
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
"""What several words name is what the last of them does: a season ticket is a ticket."""
_MEASURES = frozenset(
    "share percentage proportion fraction price fare fee number rate amount sum age speed height depth "
    "length size capacity time day date month year name happened happens kind colour color shape material "
    "make brand model type title place country language".split()
)


def head_of(question: str) -> str:
    """The stem of the last of several words that name what is asked about; empty where one word names it."""
    found = _HEADED.match(question)
    return next(iter(asked_stems(found.group("head"))), "") if found else ""


def focus_of(question: str) -> str:
    """The stem of what a question is about, where its form says it; empty where it does not."""
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
