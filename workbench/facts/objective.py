"""What a session is about, in the human's own words: the first message that says something."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gates.source import EventKind, SourceEvent
from workbench.facts.spans import shorten
from workbench.facts.words import CONFIRMATIONS

LIMIT = 500
"""Most characters of an objective."""
_LETTERS = re.compile(r"[a-z']+")
_GREETINGS = CONFIRMATIONS | frozenset(
    "hi hello hey there everyone all team folks good morning afternoon evening day how are you today "
    "claude codex again back dear greetings howdy test testing ping".split()
)


def objective_of(events: Iterable[SourceEvent]) -> str:
    """The first human message or plan that is more than a greeting, cut to 500 characters at a sentence.

    Where every message is a greeting the first one, and nothing where no human speaks.
    """
    first = ""
    for event in events:
        if event.kind not in (EventKind.USER, EventKind.PLAN) or event.lane is not None:
            continue
        first = first or event.text.strip()
        if says_something(event.text):
            return shorten(event.text.strip(), LIMIT)
    return shorten(first, LIMIT)


def says_something(text: str) -> bool:
    """Whether a message is more than a greeting, thanks or a confirmation."""
    words = _LETTERS.findall(text[:2_000].casefold())
    return not _GREETINGS.issuperset(words) if words else bool(text.strip())
