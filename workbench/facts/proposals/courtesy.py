"""Sentences that only greet, wish well or thank: they state nothing that could be kept."""

from __future__ import annotations

import re

from gates.language.opening import CONFIRMATIONS, has_substance

_WISH = re.compile(
    r"\b(?:i )?hop(?:e|ing) (?:(?:that )?(?:you(?:'re| are)(?: all)?|all is|everything is|all's)"
    r"(?: doing| keeping)? (?:well|fine|good|great|okay|ok)|this (?:message |mail )?finds you well"
    r"|you (?:had|have) a (?:good|great|nice|lovely) (?:day|week|weekend|morning|evening))\b",
    re.IGNORECASE,
)
_THANKS = re.compile(r"\b(?:thanks|thank you|thx|cheers)\b", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def is_courtesy(text: str) -> bool:
    """Return whether a sentence only greets, wishes well or thanks; an assent is more than that."""
    plain = text.replace("’", "'")
    rest, wishes = _WISH.subn(" ", plain)
    if any(map(str.isdigit, rest)) or (_LETTERS.search(rest) and has_substance(rest)):
        return False
    greets = not CONFIRMATIONS.issuperset(_LETTERS.findall(rest.casefold()))
    return bool(wishes) or greets or _THANKS.search(rest) is not None
