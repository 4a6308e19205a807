"""User sentences that direct nothing by themselves: expectations, loose conditions, complaints.

Some have the form of an order. `ngrok should be installed` states an assumption, and `if the latter, reload
them` applies only once a question is answered.
"""

from __future__ import annotations

import re

from workbench.facts.sentences.courtesy import LEAD
from workbench.facts.sentences.stated import states_outright

_EXPECTED = re.compile(
    LEAD + r"(?:the )?[\w./@-]+(?: [\w./@-]+)? should (?:already |now |all )*be (?:already |all )*"
    r"(?:installed|set up|configured|running|up|there|here|online|deployed|in place)"
    r"(?: (?:already|now|by now))?\W*$",
    re.IGNORECASE,
)
_HANGING = re.compile(
    LEAD + r"(?:if (?:(?:it(?:'s| is)|that(?:'s| is)) )?"
    r"(?:the (?:latter|former|first|second|other)|so|not|neither|either)\b"
    r"|(?:i'?m|i am|we'?re|we are) not (?:sure|certain) (?:if|whether|what|which|why|how)\b[^?\n]{1,80}:$)",
    re.IGNORECASE,
)
"""The beginning of a sentence that depends on an open question, or doubts what follows its colon."""
_EXAMPLE = re.compile(LEAD + r"(?:e\.g\.|for (?:example|instance)\b)", re.IGNORECASE)
_MUSED = re.compile(
    LEAD
    + r"i (?:think|guess|suppose|feel|believe)(?: that)? (?:we|you|i|it) (?:might |may |probably |also )?"
    r"(?:need|needs|have|has) to [a-z]+ (?:a bit|a few|further|more|some(?:thing)?)\b",
    re.IGNORECASE,
)
"""Thoughts of more work that name none; `I think we need to use the finder` does decide something."""
_STEP_TITLE = re.compile(
    r"(?:(?i:phase|step) )?(?:\d{1,2}[.:)] )?(?:[A-Z]{5,20}|[A-Z]{2,20}(?: [A-Z]{2,20}){1,3}): "
)
"""The title of a step in a prompt's procedure: `TEST CREATION: before implementing any fix, ...`."""
_NUMBERED = re.compile(r"^(?:(?:phase|step) )?\d{1,2}[.:)] ", re.IGNORECASE)
_MANNER = re.compile(
    LEAD + r"(?:be (?:very |as )?(?:careful|complete|diligent|methodical|systematic|thorough)"
    r"|take your time|think (?:hard(?:er)?|deeply|step[ -]by[ -]step))\b(?! (?:not|to|with|about)\b)",
    re.IGNORECASE,
)
"""A general manner of working, without an object."""
_LEAVES_FREE = re.compile(
    r"\b(?:all|any|whatever)\b[^.?!\n]{0,60}\byou (?:like|need|see fit|want|wish)(?: to)?[.!]*$",
    re.IGNORECASE,
)
"""Leave to do as much as somebody likes: `run any of the checks that you want`."""
_DESCRIBES = re.compile(
    LEAD + r"(?:we|there|they|it)(?:'(?:s|ve)| (?:have|has|had|is|are|was|were|got))\b", re.IGNORECASE
)
_EQUIPS = re.compile(
    LEAD + r"you (?:can|may|are able to|have access to|have the ability to) "
    r"(?:(?!(?:the|this|these|those|my|our|your)\b)[\w-]+ ){1,4}(?:commands|tools|functions)\b",
    re.IGNORECASE,
)
"""What a prompt says that its agent is able to do: `you can run shell commands`."""
_ADMITS = re.compile(
    r"(?:(?:ah|oh|oops|sorry|no|yes|yeah)\b[,.!]* +){0,3}(?:(?:that|it) was me\b|my (?:bad|fault|mistake)\b"
    r"|i was (?:just |only )?(?:playing|testing|trying)\b)",
    re.IGNORECASE,
)
"""An admission of something done by hand."""
_DEMANDS = re.compile(
    r"\b(?:should|must|shall|want|need|needs|let's|lets|please|only|never|always|don't|do not|keep|instead"
    r"|prefer|rather|decided|agreed|have to|has to|no longer|would|expect\w*|important|required?|supposed"
    r"|ok to|fine to|(?:can|could|will|would) (?:you|we|u))\b",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"\[[^\[\]\n]{1,60}\]|\([A-Z][\w ]{0,40}: [^\s()]{1,200}\)")
_REPORTS_OWN = re.compile(
    r"(?:\w+[,.!]* ){1,3}?(?:so )?"
    r"(?:i(?:'ve| have| did| just|'d already| already)\b(?! (?:a|an|the|no|some) )"
    r"|(?:just|j[us]{2}t|already|have|i) "
    r"(?:checked|did|looked|pushed|ran|restarted|saw|tested|tried|updated)\b)",
    re.IGNORECASE,
)
"""Reports of one's own action, including hasty ones without a subject: `ok jsut tested the flow`."""


def is_placeholder(text: str) -> bool:
    """Return whether a text only stands for cut text or shows a status: `[trimmed]`, `(File: a.py)`."""
    return _PLACEHOLDER.fullmatch(text.strip()) is not None


def expects(text: str) -> bool:
    """Return whether a sentence states an assumption about the environment: `ngrok should be installed`."""
    return _EXPECTED.match(text.strip()) is not None


def is_loose(text: str) -> bool:
    """Return whether a sentence depends on a question, is an example, muses, or names a step or manner.

    Nor does one bind that only leaves somebody free.
    """
    plain = _plain(text)
    title = _STEP_TITLE.match(plain)
    if title is not None and not _labels_rule(title.group()):
        return True
    if _LEAVES_FREE.search(plain):
        return True
    return any(form.match(plain) is not None for form in (_HANGING, _EXAMPLE, _MUSED, _MANNER))


def _labels_rule(title: str) -> bool:
    """Return whether a title labels the text after it as a standing rule: `HARD CONSTRAINT:`, `RULES:`."""
    return states_outright(_NUMBERED.sub("", title) + "two words")


def only_describes(text: str) -> bool:
    """Return whether a sentence describes or admits, and demands nothing: `we have files in src/`."""
    plain = _plain(text)
    described = any(form.match(plain) for form in (_DESCRIBES, _EQUIPS, _ADMITS))
    return described and _DEMANDS.search(plain) is None


def reports_own(text: str) -> bool:
    """Return whether an assent reports the user's own action: `ok i have updated the endpoint`."""
    return _REPORTS_OWN.match(_plain(text)) is not None


def _plain(text: str) -> str:
    """Return the text with straight apostrophes, which the patterns use."""
    return text.strip().replace("’", "'")
