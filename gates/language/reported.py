"""Recognises statements that report what the user said, wants or did, and strips the speaker from them."""

from __future__ import annotations

import re

_REPORTED = re.compile(
    r"\W{0,4}(?:the )?(?:human |end )?user(?:'s (?:preference|request|requirement|wish|decision)s?"
    r"(?: (?:is|was|are|were))?:?| (?:\w{2,12}ly |also |then |later |first |has |had )?"
    r"(?:asked|asks|confirmed|confirms|decided|expects|insisted|insists|likes|noted|preferred|prefers"
    r"|reported|reports|requested|requests|requires|said|says|stated|states|told|wanted|wants|wished|wishes"
    r"|would (?:like|prefer)|chose|agreed|approved|rejected|demanded|instructed|specified|suggested)\b)"
    r"(?: (?:that|to|for|if|whether))?\W{0,3}",
    re.IGNORECASE,
)


def without_speaker(text: str) -> str:
    """Return what a statement reports of the user, or the text itself if it is no such report."""
    reported = _REPORTED.match(text)
    rest = text[reported.end() :] if reported is not None else ""
    return rest or text
