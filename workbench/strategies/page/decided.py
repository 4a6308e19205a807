"""Whether a sentence of the agent decides something."""

from __future__ import annotations

import re

from workbench.facts.proposals.cues import cues

_DECIDES = re.compile(r"^\W{0,4}(?:the )?(?:\w{1,12} )?(?:fix|approach|solution|decision)\b", re.IGNORECASE)


def decides(text: str, marks: frozenset[str] | None = None) -> bool:
    """Return whether a sentence says what is to be: not a finding, and not an action that was done.

    `marks` are its cues, if they are known.
    """
    known = frozenset(cues(text)) if marks is None else marks
    return ("cue:decides" in known or _DECIDES.match(text) is not None) and "cue:done" not in known
