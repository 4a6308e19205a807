"""Requests that name an action and nothing that lasts: once it was done and the talk went on, they are over.

`Commit and push.` is over when its turn is; `put the check into the handler` says how the work is to be.
"""

from __future__ import annotations

import re

MOST_WORDS = 14
"""Words of the longest clause that is an action alone; longer ones say how the work is to be."""

_LEAD = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|yeah|yep|sure|great|perfect|good|thanks?|please|now|just|and|also|then"
    r"|first|so|but"
    r"|next|for now|can you|could you|can we|could we|let's|lets|let us|we can|you can|i want you to"
    r"|go ahead and|want me to|ready (?:for me )?to|shall i|should i"
    r"|do you want me to|would you like me to|maybe|quickly"
    r"|actually|hm+|ah+|i think|we need to|we should|you need to|i need you to)\b"
    r"[\s,:;.!?-]{0,4})+",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;.!?]\s|[,;.!?]$|\b(?:and then|and|then)\b", re.IGNORECASE)
_DEED = re.compile(
    r"(?:analy[sz]e|amend|check|commit|compare|continue|debug|document|double[- ]check|execute|explain|fetch"
    r"|investigate|kill|lint|list|log|look|mark|merge|proceed|pull|push|read|rebase|rerun|re-run|research|respond"
    r"|reply|restart|resume|retry|review|run|search|show|stash|start|stop(?! \w+ing\b)|take a look|test|try"
    r"|verify"
    r"|(?:create|make|open|raise|submit) (?:a |an |the |another )?(?:draft |new )?(?:pr\b|pull request|branch"
    r"|commit|issue|ticket)"
    r"|(?:do|make) (?:a |an )?(?:\w+ )?(?:analysis|review|comparison|research)"
    r"|(?:provide|give|show|send|tell) (?:me|us) (?:with )?(?:a|an|the|your|some|what|how|why|which)"
    r"|(?:fix|address|resolve|do) (?:it|them|this|that|all|the (?:issues?|errors?|lint\w*|tests?"
    r"|rest|mediums?|highs?|lows?|first|next))"
    r"|(?:add|write) (?:a |an |some |the )?(?:unit |integration |e2e )?"
    r"tests?(?: (?:for|to) (?:this|that|it))?"
    r"(?: please)?$"
    r"|(?:delete|remove|revert|undo|clean up) (?:it|that|this|the (?:one|file|branch)))\b",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"\b(?:always|never|only|every|each|all tests|don't|dont|do not|not|no|without|instead|keep|skip|must"
    r"|make sure|ensure|from now on|before|until|unless|as is|later|should|prefer)\b",
    re.IGNORECASE,
)
"""Words by which a request also says how something is to be."""


def is_one_off(text: str) -> bool:
    """Whether every clause of a request only names an action."""
    clauses = [_LEAD.sub("", part.strip()) for part in _CLAUSE.split(text)]
    said = [each for each in clauses if each and each.casefold() not in _FILLING and not _PRAISE.match(each)]
    if any(map(_LASTS.search, said)):
        return False
    return bool(said) and all(_DEED.match(each) and len(each.split()) <= MOST_WORDS for each in said)


_PRAISE = re.compile(
    r"(?:this|that|it|all|everything)?(?: (?:all|really))? ?(?:looks?|sounds?|is|seems?|works?) "
    r"(?:\w+ )?(?:amazing|awesome|excellent|fine|good|great|nice|perfect|right)$",
    re.IGNORECASE,
)
_FILLING = frozenset("please thanks too again though ok okay yes yeah sure now first now please".split())


_ALTERNATIVE = re.compile(
    r"^(?:\W{0,3}\w{1,12},? ){0,2}?(?:can|could|should|do|does|is|are|shall|would|will) [^?\n]{3,160}"
    r"\bor (?:can|could|should|do|does|is|are|shall|would|will) [^?\n]{3,160}\?",
    re.IGNORECASE,
)


def asks_which(text: str) -> bool:
    """Whether a sentence asks which of two ways it is to be, and so directs neither."""
    return _ALTERNATIVE.search(text) is not None


_WHY = re.compile(
    r"(?:\W|and|but|so|ok(?:ay)?|hm+|wait){0,3}(?:why|how come|what do you mean)\b", re.IGNORECASE
)
_WHETHER = re.compile(
    r"(?:^|[,.:;] )(?:and |but |so )?(?:was|were|is|are|do|does|did|has|have|had)(?:n't)? "
    r"(?:that|it|this|these|those|they|there|we|you|i|the|a|any)\b[^?\n]{0,200}\?$",
    re.IGNORECASE,
)


_WISHES = re.compile(
    r"\b(?:should|must|shall|want|need|let's|lets|please|only|never|always|don't|keep|use|instead|prefer|rather)\b",
    re.IGNORECASE,
)
"""Words of a question that also says how something is to be."""


def says_how(text: str) -> bool:
    """Whether a text limits what it asks for or agrees to: `yes, but don't push`."""
    return _LASTS.search(text) is not None


def asks_to_know(text: str) -> bool:
    """Whether a sentence only wants to know something: `why is it not set?`, `..., was that removed?`."""
    said = text.rstrip()
    if _WISHES.search(said) is not None:
        return False
    return said.endswith("?") and (_WHY.match(said) is not None or _WHETHER.search(said) is not None)
