"""The separate questions of an objective, each with an object that it shares with the next one."""

from __future__ import annotations

import re
from itertools import pairwise

from gates.language.past_tense import irregular
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
