"""Greetings, thanks, wishes and fillers, in messages of both sides: they state nothing that could be kept."""

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
_WORD = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_GREETS = re.compile(
    r"\s{0,8}(?:(?:hi|hello|hey|howdy|greetings|dear|good (?:morning|afternoon|evening|day))\b"
    r"(?: [\w-]{1,20}){0,3}"
    r"|(?:i )?hope (?:you(?:'re|’re| are)|all is|this finds)\b[^.!?,\n]{0,40}"
    r"|(?:how are|how's|hows) (?:you|it|things)\b[^.!?,\n]{0,20})"
    r"(?:[.!?]{1,3}(?:\s{1,8}[:;]-?[()D])?\s{1,8}|[,.!? ]{0,4}\n\s{0,20})",
    re.IGNORECASE,
)
"""A sentence or a line at the beginning of a message that only greets."""
LEAD = r"(?:(?:and|also|btw|but|hm+|now|ok(?:ay)?|please|so|then|well|yeah|yes)\b[,.!:]* +){0,3}"
_FILLER = re.compile(
    r"(?:(?:message|round|step|turn) \d{1,4}[:.,)]? *)?"
    + LEAD
    + r"(?:(?:keep going|go on|carry on|move on|continue|proceed|go)\b"
    r"(?:,? (?:and|then) (?:note|remember|log) (?:this|that|it))?|(?:note|remember) (?:this|that|it)\b)"
    r"(?:\W*$|(?=[:,;.]? ))",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"(?:you're (?:absolutely )?right|great|good (?:question|point|catch|idea)|perfect|thanks?|"
    r"(?:please )?(?:let me know|feel free))\b",
    re.IGNORECASE,
)
LONGEST_REMARK = 59
"""Most characters of an agent's sentence that its polite beginning makes a remark."""
_IT = r"(?:it|that|this|them|everything|things)"
_BIT = r"(?:a|one) (?:bit|minute|moment|sec(?:ond)?|while)"
_SOON = (
    r"(?: (?:first|now|then|later|soon|again|too|please|yet|today|tomorrow|tonight"
    rf"|(?:for )?{_BIT}|for now))"
)
_PHRASES = (
    r"(?:really )?(?:don't|do not) know",
    r"(?:i'm |i am |we're |we are )?not (?:so |too )?(?:sure|certain)",
    r"(?:have |i've )?no idea",
    r"(?:let me|will|i'll|must|(?:i )?(?:need|have|want) to|(?:need|give me) (?:some |a bit of )?time to) "
    rf"(?:think|sleep|mull|reflect)(?: {_IT})?(?: (?:about|on|over) {_IT})?(?: over| through)?",
    r"let me (?:check|look|see|ask)(?: (?:with|my) (?:\w+ ){0,2}\w+)?",
    r"(?:let me know|tell me|let me hear|what are) (?:what you think|your (?:thoughts|opinion|view))"
    rf"(?: (?:of|about|on) {_IT})?",
    r"(?:let me know|tell me|ask|feel free to ask)(?: (?:if|when|should) (?:you|there)(?:'s|'re)?"
    r"(?: (?:is|are|have|need|want|any|some|more|further|other|anything|something|else|help"
    r"|questions?|ready)){0,5})?",
    r"tell me more|go on|keep going|carry on|take your time|no (?:worries|problem|rush|hurry)|fair enough",
    rf"never ?mind|give me {_BIT}|(?:one|just a) (?:moment|minute|sec(?:ond)?)"
    rf"|(?:wait|hold on|hang on)(?: {_BIT})?",
    rf"(?:i'll|will|we'll|we will|we can|let's) (?:get back to you|(?:talk|think|speak) about {_IT}"
    rf"|(?:discuss|decide|see)(?: {_IT})?|come back to {_IT})(?: (?:on|about) {_IT})?",
    r"(?:have|enjoy) (?:a|an|your|the) (?:nice |good |great |lovely )?(?:day|evening|night|week(?:end)?)",
    r"(?:that's |that is |how |very )?interesting|good to know|(?:that )?makes sense|see|got it|understood",
    r"(?:that(?:'s| is| was)|this is) (?:(?:exactly|just|precisely) )?what (?:i|we) "
    r"(?:needed|was looking for|were looking for|was hoping for|were hoping for)",
    r"super|brilliant|awesome|excellent|wonderful|fantastic",
    r"you(?:'re| are) (?:(?:absolutely|completely|totally) )?(?:the best|welcome|right|great|(?:too )?kind)"
    r"|(?:nothing|what|anything) else|that's (?:all|it)",
    r"sorry|sounds good|i'm back|hm+|oh|ah|well",
)
_FILLS = re.compile(
    r"(?:(?:hm+|oh|ah|well|so|ok(?:ay)?|then|please|just|sorry|thanks|great|fine|sure|yes|no)[ ,]+){0,3}"
    rf"(?:i )?(?:{'|'.join(_PHRASES)}){_SOON}{{0,2}}",
    re.IGNORECASE,
)
"""A clause that asks for time or opinions, defers, or keeps a conversation going, and names nothing."""
_CLAUSE = re.compile(r"[,;.!?:–—]+\s*|\s+-\s+|\s+(?:and|but)\s+")


def is_courtesy(text: str) -> bool:
    """Return whether a sentence only greets, wishes well, thanks or fills; an assent is more than that."""
    plain = text.replace("’", "'")
    rest, wishes = _WISH.subn(" ", plain)
    if any(map(str.isdigit, rest)):
        return False
    clauses = [each for each in _CLAUSE.split(rest) if each.strip()]
    fillers = [each for each in clauses if _FILLS.fullmatch(each.strip())]
    rest = " ".join(each for each in clauses if each not in fillers)
    if _LETTERS.search(rest) and has_substance(rest):
        return False
    if fillers or wishes:
        return True
    greets = not CONFIRMATIONS.issuperset(_LETTERS.findall(rest.casefold()))
    return greets or _THANKS.search(rest) is not None


def is_polite_remark(text: str) -> bool:
    """Return whether a short sentence of the agent begins politely, and so states nothing."""
    return len(text) <= LONGEST_REMARK and _REMARK.match(text) is not None


def without_greeting(text: str) -> str:
    """Return a message without the sentences at its beginning that only greet, if anything follows them."""
    rest = text
    while (greeting := _GREETS.match(rest)) is not None and has_substance(rest[greeting.end() :]):
        rest = rest[greeting.end() :]
    return rest


def after_filler(text: str) -> str | None:
    """Return the rest of a sentence after words that let the agent continue, or None without such words."""
    match = _FILLER.match(text.strip())
    if match is None:
        return None
    rest = text.strip()[match.end() :]
    if _is_padding(rest):
        return ""
    return None if rest.startswith(" ") else rest.strip(" ,:;.!")


def lets_go_on(text: str) -> bool:
    """Return whether a sentence begins with words that only let the agent continue."""
    return after_filler(text) is not None


def _is_padding(text: str) -> bool:
    """Return whether a text repeats the same words, as a script does to fill a message.

    For each word it computes how many of the first words are repeated in the words that end there.
    """
    words = _WORD.findall(text.casefold())
    border = [0] * len(words)
    for n in range(1, len(words)):
        known = border[n - 1]
        while known and words[n] != words[known]:
            known = border[known - 1]
        border[n] = known + (words[n] == words[known])
    return bool(words) and 2 * border[-1] >= len(words)
