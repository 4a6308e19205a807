"""Detects standing rules, facts and preferences that a user states outright, by a label or by their wording.

It reads one sentence. Questions, thanks and reports of what happened state nothing lasting.
"""

from __future__ import annotations

import re

from workbench.facts.sentences.courtesy import is_courtesy
from workbench.facts.sentences.lasting import bans_all, states_habit, states_taste
from workbench.facts.sentences.words import ACTION_VERBS

_NAMES = (
    "rule|rules|constraint|requirement|policy|fact|preference|limit|goal|state|status|note|remember|reminder|"
    "important|decision|convention|invariant|deadline|budget|assumption|guideline|update|fyi"
)
_BEFORE = "hard|safety|project|team|standing|quick|current|user|my|house|style|design"
_LABEL = re.compile(
    rf"^(?:(?:[A-Z][A-Z/&-]{{1,20}} ){{0,3}}(?:{_NAMES})|(?:(?:{_BEFORE}) ){{0,2}}(?:{_NAMES}))"
    r"(?: ?(?:#|no\. ?)?\d{1,4})?\s?[:=]\s+(?=\S+ \S+)",
    re.IGNORECASE,
)
"""A label of a standing statement: `SAFETY RULE:`, `House rule:`."""
_WEAK = re.compile(r"^(?:note|status|state|update|quick update|fyi|important)\b", re.IGNORECASE)
"""Labels that open a report as often as a rule, unless written in capitals."""
_FROM_NOW = re.compile(
    r"\b(?:from now on|from here on(?: out)?|going forward|henceforth|in future\b|as of (?:now|today)|"
    r"at all times|under no circumstances|no exceptions)\b",
    re.IGNORECASE,
)
_SOME_DAY = re.compile(r"\b(?:might|may|could|maybe|perhaps)\b[^.?!\n]{0,80}\bin future\b", re.IGNORECASE)
"""A possible future, which does not apply yet."""
_PREFERS = re.compile(
    r"\b(?:i|we|user|she|he|they)(?:'d| would| do| always| usually| generally| really)? {1,2}"
    r"(?:rather|prefers?|(?:always |only )?(?:wants?|likes?)) "
    r"(?!to\b)[\w'-]+(?: [\w',-]+){0,14}",
    re.IGNORECASE,
)
_STYLE = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|responses?|explanations?|units?|tone|language|spelling|emojis?|dashes|bullets?)\b",
    re.IGNORECASE,
)
_THINGS = (
    "name|email|username|handle|budget|limit|cap|deadline|timezone|time zone|codename|password|key|code|"
    "region|address|birthday|allergy|diet|owner"
)
_OWN = re.compile(
    rf"\b(?:my|our|the) (?:[\w-]+ ){{0,3}}(?:{_THINGS})(?: [\w-]+){{0,4}}? (?:is|are|must be|should be) "
    r"(?!not\b|n't\b|why|what|how|wrong|missing|broken|failing|being|still|also)\S",
    re.IGNORECASE,
)
_VALUE_CHANGED = (
    "moved|changed|switched|renamed|rotated|postponed|raised|lowered|extended|bumped|"
    "pushed back|brought forward"
)
_STILL_SO = (
    "getting|failing|seeing|broken|working|passing|done|ready|clear|green|red|running|able|showing|complete|"
    "correct|fixed|needed|required|used|there|in|on|at|a|an|the|empty|gone|missing|wrong|way|much|too|so"
)
_CHANGED = re.compile(
    rf"\b(?:(?:is|are|was|were|has|have)(?: been)? (?:now |just )?(?:{_VALUE_CHANGED}) (?:to|from|by)\b"
    rf"|(?:{_VALUE_CHANGED}|rebased|migrated|slipped) (?:to|onto|over to) [\w#@/-]*[\d/A-Z]"
    r"|(?:are|is|now) (?:calling|called|named) (?:it|this|that|the)\b"
    r"|now (?:owns|leads|covers|reports|costs|belongs)\b"
    rf"|(?:is|are) now (?!(?:{_STILL_SO})\b|[\w'-]+er than\b)[\w'-]+"
    r"|rotated\b)",
    re.IGNORECASE,
)
_REPORT = re.compile(
    r"\b(?:i (?:just |also |have |had |am |'m )?(?:got|get|see|saw|tried|ran|noticed|found|moved|changed)|"
    r"error|failed|fails|failing|seems|looks like|(?:giv(?:es|ing)|gave) me|"
    r"iiuc|iirc|afaik|apparently|probably)\b",
    re.IGNORECASE,
)
_BARS = re.compile(
    r"^(?:(?:and|but|so|also|please|just|\(?\d\)) )?"
    r"(?:only|never|always|nothing|nobody|no one|just not|not ever)\b(?! (?:thing|problem|issue|question)\b)"
    r"(?! (?:[\w'-]+ ){1,3}(?:failing|found|left|logged|printed|raised|remaining|reported|seen|shown|thrown) "
    r"(?:is|are|was|were)\b(?! (?:to|accepted|allowed|kept|permitted|sent)\b))"  # what a look brought up
    r"|\b(?:out of the question|a no-go|nowhere else|nobody else|no one else|off limits|not allowed|"
    r"may not(?! (?:apply|be|have|need|work|match|exist|matter|always|even)\b)|may only|"
    r"must not|mustn't|must never|not a \w+ (?:more|above|over|later)|and no more|"
    r"not more|not less|no more than|at most|at least|"
    r"or less|(?<!one )or more|not (?:before|after|until)|"
    r"is the (?:ceiling|limit|maximum|minimum)|without any|"
    r"without exception|, ever\b|won't \w+ (?:\w+ ){0,4}any ?more)",
    re.IGNORECASE,
)
"""Words that forbid or bound something without a label."""
_ALONE = re.compile(
    r"(?:(?:and|but|just|so|the),? ){0,2}(?!(?:it|read|that|this|those|view|write)\b|it's\b)"
    r"[\w'/.-]+(?: (?!(?:is|are|was|were|works?|does|can|if|when)\b)[\w'/.-]+){0,4} only(?: please)?[.!]*",
    re.IGNORECASE,
)
"""A name and `only`: `E2E tests only`."""
_WEIGHS = re.compile(
    r"\b(?:i think|i guess|maybe|perhaps|might|probably|wonder|could|would be|seems?)\b", re.IGNORECASE
)
_PAST = re.compile(
    r"\b(?:yesterday|last (?:night|week|month|year|time)|this morning|earlier|ago|was|were|did|had|got|came|"
    r"went|took|tried|told|said|hung|ran|worked|looked|found|asked|saw|felt|sent|gave|made|just \w+ed)\b",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\b(?:is|are|am|has|have|needs?|must|will|shall|goes?|go|stays?|begins?|starts?|ends?|lives?|uses?|runs?|"
    r"works?|costs?|means?|belongs?|falls?|owns?|decides?|approves?|checks?|handles?|gets?|carr(?:y|ies)|counts?|"
    r"comes?|takes?|may(?! (?:be|have)\b)|"
    r"can|can't|cannot|don't|doesn't|isn't|aren't)\b|\w'(?:s|m|re|ve|ll)\b",
    re.IGNORECASE,
)
_ABOUT_TALK = re.compile(
    r"^(?:that|this|it|there|what|which|thanks?|thank|great|good|nice|perfect|lovely|ok(?:ay)?|fine|sounds|looks|"
    r"cool|yes|no|here|these|those|hm+|ah|oh|wow|hi|hello|hey|let me|can you|could you|"
    r"one more (?:question|thing)|"
    r"i (?:want|wanted|would like|need|see|think|love|like that|can't (?:see|find|get)|"
    r"have (?:a|another|one) "
    r"(?:question|request))|i'd like|(?:i'm|i am|we're|we are) (?:trying|writing|looking|planning|not sure|"
    r"wondering|building|making|migrating))\b",
    re.IGNORECASE,
)
"""The beginning of a sentence that asks, comments or describes current work."""
_ASKS = re.compile(
    r"^(?:(?:and|but|so|then|ok(?:ay)?),? )?"
    r"(?:(?:what|where|who|why|which|how|when)"
    r"(?:'?s| (?:is|are|do|does|did|can|could|should|will|would|much|many))"
    r"|do|does|did|shall|(?:is|are|can|could|will|would|should|has|have) "
    r"(?:i|you|we|he|she|it|they|that|this|there|the|a|an|my|our|your))\b"
    r"|, (?:do|does|did|is|are|can|will|would|shall|should) (?:i|you|we|he|she|it|they|that|this)\b",
    re.IGNORECASE,
)
"""Questions, with or without a question mark."""
_ASIDE = r"(?:(?:by the way|btw|anyway|oh|gosh|wow|phew|ugh|man|haha|lol)\b[,.!]* ){0,2}"
_AWAY = (
    r"(?:(?:i'll |i will |will )?be )?(?:right )?back (?:in|at|by|after|soon|later|tomorrow)\b[^.;!?\n]{0,20}"
)
_SMALL_TALK = re.compile(
    rf"{_ASIDE}(?:(?:the |what |this |our )?(?:weather|sun|sky|day|weekend|heat|rain)\b[^.;!?\n]{{0,20}}?"
    r"(?:\b(?:is|was|looks|got|(?:has|had) been)|'s)(?: \w+)? "
    r"(?:lovely|nice|great|beautiful|awful|terrible|gorgeous|sunny|rainy|cold|hot|grey|horrible|miserable|wonderful)\b"
    r"|it's (?:\w+ )?(?:hot|cold|sunny|rainy|raining|snowing|freezing|boiling|windy|foggy)"
    r"(?: (?:in here|out there|outside|here|today|again|tonight|this morning))*[.!]*$"
    rf"|(?:(?:brb|afk)\b|(?:i'm|i am|i'll be|going) (?:\w+ )?(?:having|getting|grabbing|off|out|on|for|to)"
    r" (?:(?:to|for|on|a|my|some|quick|short) ){0,3}(?:lunch|coffee|tea|breakfast|dinner|break|walk|bed)\b"
    rf"(?: now| first)?(?:[,;.]? (?:and )?{_AWAY})?[.!]*$|{_AWAY}[.!]*$))",
    re.IGNORECASE,
)
"""Talk of the weather or the day, and of a pause."""
_WANTS_HELP = re.compile(
    r"\b(?:i'd like|i (?:need|want|would like)|(?:i )?could use) (?:your |some |a bit of |a little )?help\b",
    re.IGNORECASE,
)
"""A general request for help, with what the conversation is about."""
_MASKED = re.compile(
    r"\b(?:key|password|passphrase|token|secret|pin)\b[^.!?\n]{0,60}"
    r"(?:\[(?:masked|redacted)[^\]\n]{0,40}\]|\*{4,}|\bREDACTED\b|-REDACTED\b)",
    re.IGNORECASE,
)
"""A secret whose value was masked: nothing of it is left to keep."""
FEWEST = 4
"""Fewest words of a statement of fact."""
LONGEST = 400


def states_outright(sentence: str) -> bool:
    """Return whether a sentence explicitly states a rule, a fact to remember, a preference or a new value."""
    plain = sentence.replace("’", "'").strip().lstrip("*_-# ")
    if len(plain) > LONGEST or plain.rstrip("\"')* ").endswith("?") or _MASKED.search(plain):
        return False
    label = _LABEL.match(plain)
    if label is not None and (plain[: label.end()].isupper() or not _WEAK.match(plain)):
        return True
    if _FROM_NOW.search(plain) and not _SOME_DAY.search(plain):
        return True
    if _PREFERS.search(plain) and _STYLE.search(plain):
        return True
    if _BARS.search(plain) and not _WEIGHS.search(plain) and not _PAST.search(plain):
        return True
    if bans_all(plain):
        return True
    if (
        _ALONE.fullmatch(plain)
        and plain.casefold().split()[0] not in ACTION_VERBS
        and not _PAST.search(plain)
    ):
        return True
    return not _REPORT.search(plain) and bool(_OWN.search(plain) or _CHANGED.search(plain))


_STATES_OF = re.compile(
    r"^(?:(?:ok(?:ay)?|hm+|ah+|oh|so|but|and|yes|no|yeah|well|now|also|still)[, .]+){0,3}"
    r"(?:i (?:just |also |have |had |am |still |'m )?"
    r"(?:got|get|see|saw|tried|ran|noticed|am getting|can't|cannot)|"
    r"i'm (?:still )?(?:getting|seeing)|"
    r"(?:still |it's |its |it is )?(?:getting|giving me|seeing|failing|showing)|"
    r"(?:it|this|that|there)(?:'s| is)? (?:still |just )?"
    r"(?:fail(?:s|ed|ing)?|doesn't|does not|didn't|crash(?:es|ed)|breaks?|broke|hangs?|an? error|errors?))\b",
    re.IGNORECASE,
)
"""The beginning of a sentence that reports what happened to somebody."""
_DIRECTS = re.compile(
    r"\b(?:must|should|shall|need(?:s|ed)? to|have to|has to|wants?|please|let'?s|don't|do not|never|always|"
    r"instead|make sure|ensure|can (?:you|we)|could (?:you|we)|fix|change|use|keep|avoid|rather|prefer)\b",
    re.IGNORECASE,
)


def states_what_happened(sentence: str) -> bool:
    """Return whether a sentence only reports what somebody saw or got, and directs nothing."""
    plain = sentence.replace("’", "'").strip()
    return _STATES_OF.match(plain) is not None and _DIRECTS.search(plain) is None


def without_label(sentence: str) -> str:
    """Return the sentence without the label that it opens with."""
    label = _LABEL.match(sentence)
    return sentence[label.end() :] if label is not None else sentence


def states_fact(sentence: str) -> bool:
    """Return whether a sentence of plain talk states a fact, instead of asking, reporting or commenting."""
    plain = sentence.replace("’", "'").strip().lstrip("*_-# ")
    if _SMALL_TALK.match(plain) or _WANTS_HELP.search(plain) or _MASKED.search(plain) or is_courtesy(plain):
        return False
    if (
        not len(plain.split()) >= FEWEST
        or len(plain) > LONGEST
        or plain.rstrip("\"')* ").endswith(("?", ":"))
    ):
        return False
    if states_taste(plain):
        return True
    if _ASKS.search(plain) or _ABOUT_TALK.match(plain) or _WEIGHS.search(plain) or _PAST.search(plain):
        return False
    return _STATES.search(plain) is not None or states_habit(plain)
