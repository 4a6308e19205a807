"""Detects a summariser's narration of its own summarising: no statement about the session, so no item.

Only whole sentences count, and only a purpose may follow the announcement, so that nothing that could be
false about the session is taken for narration.
"""

from __future__ import annotations

import re

MAX_NARRATION = 240
"""Most characters of narration; longer sentences say more than that somebody is about to summarise."""

_TALK = (
    r"(?:the |this |our |that |my |a |an )?(?:entire |whole |full |above |recent |previous )?"
    r"(?:conversation|chat|discussion|transcript|session|exchange|dialogue|messages?|interaction)"
    r"(?:'s)?(?: history| log| flow| so far| above| here)?"
)
_SUMMARY = (
    r"(?:a |the |this |my |an )?(?:\w+,? ){0,4}?(?:conversation |session )?"
    r"(?:summary|recap|overview|analysis)"
)
_HOW = (
    r"(?:,? (?:chronologically|carefully|thoroughly|systematically|again|now|so far|in detail|step by step"
    r"|in (?:chronological )?order|section by section|message by message"
    r"|from (?:the )?(?:start|beginning)(?: to (?:the )?end)?))"
)
_PURPOSE = (
    r"(?:,? (?:to|and|so that i|so i|in order to|to be able to) (?:\w+ ){0,2}?"
    r"(?:ensure|capture|make|identify|extract|create|produce|write|provide|summari[sz]e|build|understand"
    r"|prepare|note|find|cover|organi[sz]e|compile|catch|gather)\b(?: [\w'-]+,?){0,10})"
)
_ABOUT_TO = (
    r"(?:okay,? |ok,? |now,? |first,? |so,? |alright,? )?"
    r"(?:let me|let's|i'll|i will|i should|i need to|i'm going to|i am going to|i must|i want to|i have to)"
    r"(?: (?:now|first|also|just|carefully|chronologically|thoroughly|systematically|briefly|then)){0,3}"
)
_LOOKING = (
    r"(?:analy[sz]e|review|trace(?: through)?|go (?:back )?(?:through|over)|walk through|work through"
    r"|look (?:at|through|back (?:at|over))|summari[sz]e|recap|examine|re-?read|read(?: through)?|scan"
    r"|think (?:about|through)|cover|capture|organi[sz]e|break down|outline|reconstruct)"
)
_WRITING = r"(?:write|create|provide|produce|prepare|compile|draft|give|make|put together|structure)"
_NARRATION = re.compile(
    "|".join(
        (
            rf"{_ABOUT_TO} {_LOOKING} {_TALK}{_HOW}{{0,3}}{_PURPOSE}?",
            rf"{_ABOUT_TO} {_LOOKING}{_HOW} {_TALK}{_PURPOSE}?",
            rf"{_ABOUT_TO} {_WRITING} {_SUMMARY}(?: of {_TALK})?{_HOW}{{0,2}}{_PURPOSE}?",
            rf"(?:here is|here's|below is|this is|the following is|what follows is) {_SUMMARY}"
            rf"(?: (?:of|for) {_TALK})?{_HOW}?",
            r"based on (?:my|this|the|that) (?:\w+ ){0,2}?(?:analysis|review|reading|conversation|summary"
            rf"|discussion|above)(?: of {_TALK})?",
            rf"(?:looking at|looking back at|going through|reviewing|analy[sz]ing|tracing(?: through)?"
            rf"|walking through|working through) {_TALK}{_HOW}{{0,3}}",
            r"(?:the )?user (?:then |also |finally |next |now |later ){0,2}"
            r"(?:asked|said|replied|responded|requested|wrote|provided|continued|followed up|asks|says)"
            r"(?: (?:me|with|to|for|that|about))?",
            r"(?:and |then |finally )*(?:the )?(?:user|they) (?:then |finally |now ){0,2}(?:asked|requested)"
            rf"(?: for| me to {_WRITING})? {_SUMMARY}(?: instead)?",
            r"(?:this|that|which) (?:directly |is directly )?(?:continues|continuing|resumes) the "
            r"(?:[\w-]+ ){1,5}(?:that )?(?:was |were )?interrupted by (?:the|this) "
            r"(?:summary|compaction)(?: request)?",
            rf"(?:this|the) (?:conversation|session) (?:is|was) (?:being )?continued from {_TALK}"
            r"(?: that ran out of context)?",
            r"(?:the )?(?:conversation|session) (?:began|started|starts|begins|ended|ends)(?: here)?",
            r"no(?:ne)?(?: (?:additional|explicit|further|open|other|outstanding|pending|remaining"
            r"|specific)){0,2}(?: (?:work )?items?| tasks?| work| next steps?| steps?| blockers?| issues?"
            r"| requests?| goals?| results?)?(?: (?:was|were|are|is|have been))?"
            r"(?: explicitly| specifically| currently)? (?:mentioned|listed|specified|stated)"
            r"(?: so far| yet| explicitly)?",
        )
    ),
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"[,;]? (?:and |but )?(?:then )?(?:(?:when|before|until|just before|right before|at the time) "
    r"(?:the |this |a )?(?:conversation |session )?(?:summary|compaction)(?: request)?"
    r"(?: (?:was|came|got) (?:requested|triggered|made|in|asked for))?"
    r"|(?:the )?(?:user|they) (?:then )?(?:requested|asked for) (?:this|the|a) (?:\w+ )?summary(?: instead)?)"
    r"(?=[.!]?$)",
    re.IGNORECASE,
)
_EDGES = " \t\n:.…!*_#-–—"


def is_narration(text: str) -> bool:
    """Return whether a sentence only reports summarising, or announces speech without any of its words."""
    bare = text.strip(_EDGES)
    if not bare:
        return True
    return len(bare) <= MAX_NARRATION and _NARRATION.fullmatch(bare) is not None


def without_aside(text: str) -> str:
    """Return the sentence without a final clause that only dates it by the request for the summary."""
    if len(text) > 4 * MAX_NARRATION or ("summary" not in text and "compaction" not in text):
        return text
    cut = _ASIDE.sub("", text)
    return cut if len(cut.split()) > 2 else text
