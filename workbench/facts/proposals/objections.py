"""Detects messages that begin by objecting to the agent's work, so that the request stays open."""

from __future__ import annotations

import re

_OBJECTS = re.compile(
    r"\W{0,6}(?:(?:hm+|well|ok(?:ay)?|but|dude|man|sorry|wait|ah+|oh|actually|so|and|please)\b[\s,.!:]{0,4}){0,3}"
    r"(?:no\b(?! (?:problem|worries|need))|nope|nah"
    r"|not (?:quite|what|like|so|this|that|right)"
    r"|(?:do not|don't|dont) (?!we|you|i)"
    r"|stop\b|wrong|undo|revert"
    r"|you (?:didn't|did not|forgot|missed|broke|still|should(?:n't| not| have))"
    r"|still (?:fail|not|broken|wrong|the same|no)"
    r"|why did you"
    r"|(?:this|that|it|they)(?:'s| is| are)? ?"
    r"(?:still|not|isn't|aren't|wrong|doesn't|does not|didn't|did not|broken|broke|fails?|failed)\b"
    r"|(?:doesn't|didn't) work)",
    re.IGNORECASE,
)


def objects(message: str) -> bool:
    """Return whether a message begins with an objection; `no problem` is none."""
    return _OBJECTS.match(message.replace("’", "'")) is not None
