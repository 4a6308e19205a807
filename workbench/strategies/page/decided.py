"""Whether a sentence of the agent decides something."""

from __future__ import annotations

import re

from workbench.facts.proposals.cues import cues

_DECIDES = re.compile(
    r"^\W{0,4}(?:(?:the )?(?:\w{1,12} )?(?:approach|solution|decision)\b"
    r"|the (?:\w{1,12} )?fix\b|(?:\w{1,12} )?fix(?=:| (?:is|was|will|needs?|should|must)\b))",
    re.IGNORECASE,
)
"""The beginning of a sentence about a fix or an approach; `Fix the reader` only advises one."""
_WEIGHS = re.compile(
    r"\b(?:would|could|might)(?: (?:also|then|probably|likely|easily))? "
    r"(?:allow|avoid|be|fit|give|help|let|make|need|reduce|require|save|simplify|work)\b",
    re.IGNORECASE,
)
"""Words of a suggestion: what something would be like if it were chosen."""
_CHOSEN = re.compile(
    r"\b(?:decid\w{1,6}|chose|chosen|settled? on|opted|going with|went with|go with)\b", re.I
)


def decides(text: str, marks: frozenset[str] | None = None) -> bool:
    """Return whether a sentence says what is to be: no finding, suggestion, or action that was done.

    `marks` are its cues, if they are known.
    """
    known = frozenset(cues(text)) if marks is None else marks
    if _WEIGHS.search(text) and not _CHOSEN.search(text):
        return False
    return ("cue:decides" in known or _DECIDES.match(text) is not None) and "cue:done" not in known
