"""Tells requests that apply beyond their turn from requests for one action, and promises from answers.

A request for one action ends with an answer that delivers. A condition, a limit or a preference does not end
by an answer, and a mere acknowledgement ends neither.
"""

from __future__ import annotations

import re

from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from workbench.facts.sentences.words import ACTION_VERBS

_CONDITION = re.compile(
    r"\bbefore (?:you|anyone|anybody|we)\b"
    r"|\b(?:ask|call|consult|tell|warn|check with|confirm with|talk to) (?:me|us)\b[^.?!\n]{0,40}"
    r"\b(?:before|first|whenever)\b"
    r"|\bwithout (?:first )?(?:(?:ask|call|check|clear|confirm|consult|discuss|inform|notify|tell|warn)ing\b"
    r"|(?:my|our|an?|the|any) (?:\w+ )?"
    r"(?:approval|consent|go-?ahead|knowledge|ok(?:ay)?|permission|say-?so)\b)"
    r"|\b(?:whenever|every time|each time|from now on|from here on|in future|as long as)\b",
    re.IGNORECASE,
)
"""A condition on whatever is done later."""
_LIMIT = re.compile(
    r"\b(?:should|ought to|has to|have to|needs? to) (?:\w+ )?(?:be|stay|remain|keep|last|run)\b"
    r"[^.?!\n]{0,40}"
    r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b)",
    re.IGNORECASE,
)
"""How large something is to be: `the pool should be 5`."""
_VERBS = "|".join(
    sorted(ACTION_VERBS | set("alert disclose escalate page ping reveal say show tell".split()))
)
_BANS = re.compile(
    rf"^(?:(?:and|but|so|also|please|just),? )*(?:{_VERBS}) "
    r"(?:(?:to )?(?:me|us|him|her|them|anyone|anybody|(?:the|our|my) \w+) )?nothing\b(?! (?:but|wrong)\b)",
    re.IGNORECASE,
)
"""A verb and `nothing`: `buy nothing`, `tell the press nothing`."""
_TASTE = re.compile(
    r"^(?:(?:and|but|so|also|well|ok(?:ay)?),? )*(?:i|we) (?:(?:really|just|generally|usually|do|much) )*"
    r"(?:(?:hate|dislike|detest|can't stand|cannot stand|don't like)"
    r" (?!this\b|that\b|it\b|how\b|when\b|what\b|your\b|to\b|those\b|these\b|the way\b)\w"
    r"|(?:like|love|prefer) (?!this\b|that\b|it\b|how\b|to\b)[^.?!,;\n]{2,60} "
    r"(?:better than|more than|over|rather than)\b)",
    re.IGNORECASE,
)
"""What the user likes or dislikes in general."""


def states_taste(text: str) -> bool:
    """Return whether a sentence says what the user likes or dislikes in general."""
    return _TASTE.match(text.replace("’", "'")) is not None


def bans_all(text: str) -> bool:
    """Return whether a sentence forbids by `nothing` after its verb: `tell the press nothing`."""
    return _BANS.match(text) is not None


_LEAVE = re.compile(
    r"\b(?:check|confirm|verify|clear (?:it|this|that)) with (?:me|us)\b[^.?!\n]{0,20}\b(?:before|first)\b",
    re.IGNORECASE,
)


_IN_CASE = re.compile(
    rf"^(?:(?:and|but|so|also|ok(?:ay)?),? )*(?:if|when|in case|as soon as) "
    r"(?!(?:you|i|it|that|this|these|possible|needed|necessary|so|we|there|not|anything|something)\b)"
    rf"[^,.?!;:\n]{{3,60}}, (?:then |please |just |always )*(?:{_VERBS})\b[^?]*$",
    re.IGNORECASE,
)
"""An order for a case that may come: `if the boiler leaks, phone Bo`."""
_HABIT = re.compile(
    rf"^(?:(?:and|but|so|also),? )*we (?:(?:always|usually|normally|only) )?"
    rf"(?!(?:get|try|need|want|come|think|go|make|have|look|put|give)\b)(?:{_VERBS})\b(?!\?)",
    re.IGNORECASE,
)
"""What a group does as a rule: `we wash on Mondays`."""


def states_habit(text: str) -> bool:
    """Return whether a sentence says what is done as a rule, or in a case that may come."""
    return _IN_CASE.match(text) is not None or _HABIT.match(text) is not None


def asks_for_leave(text: str) -> bool:
    """Return whether a sentence wants to be asked first: `check with me before you send it`."""
    return _LEAVE.search(text) is not None


def lasts(text: str) -> bool:
    """Return whether a request states a condition, a limit or a preference that applies beyond its turn."""
    plain = text.replace("’", "'")
    return bool(_CONDITION.search(plain) or _LIMIT.search(plain)) or bans_all(plain) or states_taste(plain)


_HEARD = re.compile(
    r"(?:(?:ok(?:ay)?|yes|sure|alright|all right|great|fine|perfect|thanks?|thank you|of course|certainly"
    r"|absolutely|agreed|sounds good|makes sense|no problem|you got it|will do|good(?: to know)?|roger)\b"
    r"(?: thing| then)?[\s,.;:!–—-]*)+",
    re.IGNORECASE,
)
_NOTED = re.compile(
    r"(?:(?:ok(?:ay)?|yes|sure|alright|great|fine|perfect)[\s,.;:!-]+)*(?:i(?:'ve| have)? )?"
    r"(?:got (?:it|that)|(?:duly )?noted|understood|understand|remembered|copy that)\b",
    re.IGNORECASE,
)
_PROMISES = re.compile(
    r"(?:and |so |then )?(?:i|we)(?:'ll| will|'m going to| am going to| won't|'d| would| shall| promise)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:(?:i|we)(?:'ve| have)?|is|are|was|were|been) (?:(?:just|now|also|all|already) )?"
    r"(?!noted\b|need|allowed\b|barred\b|preferred\b)(?:\w{2,20}ed|bought|built|cut|done|drawn|found|kept|made|paid|put"
    r"|rebuilt|sent|set|sold|split|taken|took|told|written|wrote)\b",
    re.IGNORECASE,
)
"""A report of what was done: `I sent the parcel`, `the parcel is sent`."""
MOST_WORDS = 14
"""Most words of a sentence that only notes a request or promises to follow it."""
_REPEATED = 0.6
_HANDS = re.compile(r"\b(?:here(?:'s| is| are| you go| it is| they are)|attached|see below)\b", re.IGNORECASE)
"""Words by which a reply hands over what was asked for."""
_NEW_LINE = re.compile(r"\n\s*(?:[-*+|#>]|\d{1,3}[.)]|`{3})")


def only_acknowledges(reply: str, request: str) -> bool:
    """Return whether an agent's reply only notes a request, repeats it, or promises to follow it."""
    plain = reply.replace("’", "'").strip(" *_\n")
    if not plain or _NEW_LINE.search(plain):
        return False
    asked = statement(request).stems
    return all(_acknowledges(plain[start:end].strip(), asked) for start, end in sentences(plain))


def _acknowledges(sentence: str, asked: frozenset[str]) -> bool:
    if len(sentence.split()) > MOST_WORDS or _HANDS.search(sentence):
        return False
    if _NOTED.match(sentence):
        return True
    heard = _HEARD.match(sentence)
    rest = sentence[heard.end() :] if heard is not None else sentence
    if not rest.strip(" .,!") or _PROMISES.match(rest):
        return True
    if _DONE.search(rest):
        return False
    stems = statement(rest).stems
    return bool(stems) and len(stems & asked) >= _REPEATED * len(stems)
