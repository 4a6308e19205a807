"""Recognizes requests for one action, which are closed once it was done and the conversation went on.

`Commit and push.` ends with its turn; `put the check into the handler` describes how the work must be.
"""

from __future__ import annotations

import re

from workbench.facts.sentences.mood import orders

MOST_WORDS = 14
"""Most words of a clause that is only an action; longer ones describe the work."""

_LEAD = re.compile(
    r"^(?:(?:ok(?:ay)?|alright|yes|yeah|yep|sure|great|perfect|good|thanks?|please|now|just|and|also|then"
    r"|first|so|but"
    r"|next|for now|can you|could you|can we|could we|let's|lets|let us|we can|you can"
    r"|go ahead and|want me to|ready (?:for me )?to|shall i|should i"
    r"|do you want me to|would you like me to|maybe|quickly"
    r"|actually|hm+|ah+|i think|i feel|i'd like to|i would like to|i want to|i'd like you to"
    r"|it'?s (?:all )?(?:fine|ok(?:ay)?|good)|we need to|we should|you need to"
    r"|i(?: also| just)? (?:need|want) you to)\b"
    r"[\s,:;.!?-]{0,4})+",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;.!?]\s|[,;.!?]$|\b(?:and then|and|then)\b", re.IGNORECASE)
_ACTION = re.compile(
    r"(?:analy[sz]e|amend|ask (?:me|us)\b|check|checkout|close|commit|compare|continue|debug|document"
    r"|double[- ]check|execute|explain|fetch|investigate|kill|lint|list|log|look|mark|merge|proceed|pull|push"
    r"|read|rebase|release|rerun|re-run|research|respond|reply|restart|resume|retry|review|run|search|show|stash|start"
    r"|stop(?! \w+ing\b)|take a look|test|try|verify"
    r"|(?:create|make|open|raise|submit) (?:a |an |the |another )?(?:draft |new )?(?:pr\b|pull request|branch"
    r"|commit|issue|ticket)"
    r"|(?:do|make) (?:a |an |another |one more |some )?(?:\w+ )?"
    r"(?:analysis|changes?|check|comparison|fix|fixes|release|research|review|round|run)\b"
    r"(?! (?:to|so|that))"
    r"|get (?:yourself )?an? (?:\w+ )?(?:idea|impression|overview)|kick off"
    r"|(?:output|post|print|write) (?:\w+ ){1,4}(?:here )?in (?:the |this )?chat"
    r"|write (?:up )?(?:a|an|the) (?:\w+ ){0,2}"
    r"(?:docs?|document|issue|plan|report|summary|write-?up)$"
    r"|fix (?:\w+ ){0,3}(?:ci|lint|linter|build)$"
    r"|(?:bun|cargo|go|make|mise|npm|pnpm|yarn) (?:run |test\b|build\b|lint\b|check\b)"
    r"|(?:fetch|find|generate|get|give|print|provide|send|show|tell) (?:me|us) (?:with )?"
    r"(?:a|an|the|your|some|what|how|why|which)"
    r"|(?:fix|address|resolve|do) (?:it|them|this|that|all|the (?:issues?|errors?|lint\w*|tests?"
    r"|rest|mediums?|highs?|lows?|first|next))"
    r"|(?:add|write) (?:a |an |some |the )?(?:unit |integration |e2e )?"
    r"tests?(?: (?:for|to) (?:this|that|it))?"
    r"(?: please)?$"
    r"|(?:delete|remove|revert|undo|clean up) (?:it|that|this|the (?:one|file|branch)))\b",
    re.IGNORECASE,
)
_IN_WORDS = re.compile(r"\bask (?:me|us)\b|\bin (?:the |this )?chat\b", re.IGNORECASE)


def done_in_words(text: str) -> bool:
    """Return whether a request needs only an answer, no tool: `ask me`, `write it here in chat`."""
    return _IN_WORDS.search(text) is not None


_LASTS = re.compile(
    r"\b(?:always|never|only|(?:every|each)(?! (?:[\w-]+ ){0,4}(?:comment|finding|issue|point|thread)s?\b)"
    r"|all tests|don't|dont|do not|not|no|without|instead|keep|skip|must"
    r"|make sure|ensure|from now on|before|until|unless|as is|later|should|prefer)\b",
    re.IGNORECASE,
)
"""Words by which a request also states a lasting condition."""


def is_one_off(text: str) -> bool:
    """Return whether every clause of a request only names an action."""
    clauses = [_LEAD.sub("", part.strip()) for part in _CLAUSE.split(text)]
    texts = [each for each in clauses if each and each.casefold() not in _FILLING and not _ASIDE.match(each)]
    if any(map(_LASTS.search, texts)):
        return False
    return bool(texts) and all(_ACTION.match(each) and len(each.split()) <= MOST_WORDS for each in texts)


_ASIDE = re.compile(
    r"(?:(?:the )?[\w-]+ )?(?:(?:all|really) )?(?:looks?|sounds?|is|seems?|works?) "
    r"(?:\w+ )?(?:amazing|awesome|excellent|fine|good|great|nice|perfect|right)(?: now)?$"
    r"|(?:i |i've |we |just )?(?:changed|cleaned|did|fixed|made|pushed|reverted|tweaked|updated) "
    r"(?:(?:it|some|more|other|one|a|few|the|this|that|these|up|stuff|things?|changes?|shit|bits?|fix(?:es)?)"
    r" ?){1,6}$"
    r"|(?:i |i've |i have |we |just )"
    r"(?:checked|looked (?:at|over|through)|read|rev\w{2,5}ed|skimmed|went (?:over|through)) [\w .'-]{2,40}$"
    r"|(?:the )?[\w-]+ should (?:be|work) (?:\w+ )?(?:again|better|fine|now|ok(?:ay)?)$"
    r"|anything (?:you|that) [\w .'-]{2,40}$"
    r"|(?:now )?going back to [\w .'-]{2,40}$",
    re.IGNORECASE,
)
"""Remarks beside a request that ask for nothing: praise, the user's own actions, what works again."""
_FILLING = frozenset(
    "please thanks too again though ok okay alright beautiful nice cool yes yeah sure now first".split()
)


_ALTERNATIVE = re.compile(
    r"^(?:\W{0,3}\w{1,12},? ){0,2}?(?:can|could|should|do|does|is|are|shall|would|will) [^?\n]{3,160}"
    r"\bor (?:can|could|should|do|does|is|are|shall|would|will) [^?\n]{3,160}\?",
    re.IGNORECASE,
)


def asks_which(text: str) -> bool:
    """Return whether a sentence asks which of two ways to take, and so directs neither."""
    return _ALTERNATIVE.search(text) is not None


_OPENS_WHY = re.compile(
    r"^(?:\W|and|but|so|ok(?:ay)?|hm+|wait){0,3}"
    r"(?:why(?! (?:not|don't (?:we|you)))|how come|what do you mean)\b",
    re.IGNORECASE,
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
"""Words of a question that also states how something must be."""


def limits_scope(text: str) -> bool:
    """Return whether a text limits its request or agreement: `yes, but don't push`."""
    return _LASTS.search(text) is not None


_WAITS = re.compile(
    r"\b(?:after|always|as soon as|before|don't|dont|do not|every time|each time|from now on|keep|later"
    r"|must|never|not yet|once|only|unless|until|when|whenever)\b",
    re.IGNORECASE,
)


def holds_on(text: str) -> bool:
    """Return whether a request outlasts its turn: `run it before the switch goes on`, `only read it`."""
    return _WAITS.search(text.replace("’", "'")) is not None


_WH = re.compile(
    r"(?:\W|and|but|so|ok(?:ay)?|hm+|wait|also|now|btw|yeah|first){0,4}(?:"
    r"why(?! (?:not|don't (?:we|you)))|how come"
    r"|how (?:do|does|did|is|are|was|were|am|can|could|much|many|long|often)"
    r"|what(?:'s| is| are| was| were| do| does| did)"
    r"|where(?:'s| is| are| was| do| does| did)|when (?:is|was|did|does|do)|who(?:'s| is| was| did)"
    r"|which (?:\w+ ){1,3}(?:is|are|was|were|do|does|did))\b(?! (?:about|if)\b)",
    re.IGNORECASE,
)
"""The first words of a question, with or without a question mark at its end."""
_YES_NO = re.compile(
    r"(?:\W|and|but|so|ok(?:ay)?|hm+|wait|also|now|btw|yeah|first){0,4}"
    r"(?:(?:is|are|was|were|does|did|has|had)(?:n't)? "
    r"(?:that|it|this|these|those|they|there|we|you|i|the|a|any)"
    r"|(?:do|have)(?:n't)? (?:you|we|they|i))\b(?! (?:able|free|welcome) to\b)",
    re.IGNORECASE,
)
"""The first words of a question to answer with yes or no; a mark at its end is often left out."""
_GOES_ON = re.compile(r"[.?!:]\s|[.:!]$|\n")
"""The end of a sentence within the text, so that it is more than one question, or none."""
_COULD_BE = re.compile(
    r"(?:^|[,.:;] )(?:and |but |so )?(?:could|can|might) (?:this|that|it|these|they) be\b[^?\n]{0,120}\?$",
    re.IGNORECASE,
)
_ECHO = re.compile(
    r"(?:,? (?:is|was|are|were|do|does|did|has|have)n't"
    r"|, (?:is|was|are|were|do|does|did|has|have)) (?:it|that|they|we|you|there|i)\?$",
    re.IGNORECASE,
)
"""The echo of a statement that makes it a question: `nothing calls it, does it?`."""
_DEMANDS = re.compile(r"\b(?:should|must|shall|let's|please|wants?|prefers?|rather|instead)\b", re.IGNORECASE)
_TAG = re.compile(r", (?:no|right|correct)\?$", re.IGNORECASE)


def asks_to_know(text: str) -> bool:
    """Return whether a sentence only asks for information: `why is it not set`, `..., was that removed?`."""
    source_text = text.rstrip().replace("’", "'")
    if _ECHO.search(source_text) is not None and _DEMANDS.search(source_text) is None:
        return True
    if _WISHES.search(source_text) is not None:
        return False
    if any(form.match(source_text) for form in (_WH, _YES_NO)) and not (
        _GOES_ON.search(source_text) or orders(source_text)
    ):
        return True
    return source_text.endswith("?") and any(
        form.search(source_text) is not None for form in (_OPENS_WHY, _WHETHER, _COULD_BE)
    )


def asks_nothing_else(text: str) -> bool:
    """Return whether a text is one sentence that only asks for information."""
    return asks_to_know(text) and _GOES_ON.search(text.rstrip()) is None


def asks_to_confirm(text: str) -> bool:
    """Return whether a sentence ends by asking for confirmation: `the listeners stay, right?`."""
    plain = text.rstrip().replace("’", "'")
    return any(form.search(plain) is not None for form in (_TAG, _ECHO))
