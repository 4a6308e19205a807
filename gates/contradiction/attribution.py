"""Actions, words and proposals that a claim attributes to the user or to the agent.

All warn: `credited_to_user`, an action of the user that no human message reports; `question_as_statement`, a
question of the user reported as his statement; `credited_to_agent`, something that the user said first.
"""

from __future__ import annotations

import re

from gates.artifact import Item
from gates.contradiction.in_place import CANDIDATES, LEAST_REST, text_of
from gates.findings import Found
from gates.language.lexicon import ASSENT_WORDS
from gates.language.similarity import coverage, statement
from gates.language.speech_verbs import ASSENTS, SPEAKS, past_of
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch
from gates.source import EventKind

STATED_AT = 0.35
"""Share of an action's words that a human message must contain to report it."""

LEAST_ACT = 3
"""Fewest words of an action that is looked up."""
ASKED_AT = 0.3
"""Share of a claim's words that a question of the user must contain to be the claim's source."""

SAID_AT = 0.4
"""Share of the reported words that a human message must contain, or an earlier passage of the agent."""


def credited(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Return these rules' findings on one item."""
    if item.speaker == "user":
        return []
    return [
        *_acts(item, index, search),
        *_questions(item, index, search),
        *_by_agent(item, index, search),
    ]


_ACTED = re.compile(
    r"\b(?:the )?user (?:\w{2,12}ly |also |then |later |had |has )?"
    r"(accepted|acknowledged|admitted|agreed that|agreed to|approved|asked to keep|caught|changed|checked"
    r"|chose|confirmed|decided|deleted|discovered|edited|explained|fixed|found|merged|modified|noted|ran|removed|renamed|reverted"
    r"|suggested|tested|verified)\b([^.;\n]{0,200})",
    re.IGNORECASE,
)

_SPOKEN = frozenset(map(past_of, ASSENTS | SPEAKS)) | {"caught", "chose", "discovered", "found"}
"""Acts of speech and insights: reported in other words, so a claim of one that has a source is accepted."""

_BY_SIGN = re.compile(r"\s+(?:the )?(?:(?:option|answer|number|choice)\b|`?/)", re.IGNORECASE)
"""An option chosen by its number, or a typed command: the action is described elsewhere."""

_ASSENT = re.compile(
    r"\W{0,3}(?:yes|yep|yeah|ok|okay|sure|sounds good|go ahead|do it|please do)\b", re.IGNORECASE
)
"""An answer that agrees in one word; the agent's message says to what."""


_ASSENTED = frozenset("accepted approved confirmed tested verified".split())
"""Actions that a message reports at least by a word of assent."""
_WORD = re.compile(r"[a-z]+")


def _assents(index: SourceIndex) -> bool:
    """Return whether any human message contains a word of assent, or says that something was seen to work."""
    messages = (_WORD.findall(words.casefold()) for words in index.human_words)
    return any(not ASSENT_WORDS.isdisjoint(words) for words in messages)


def _acts(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    match = _ACTED.search(item.text)
    if match is None or _BY_SIGN.match(match.group(2)):
        return []
    if match.group(1).casefold().startswith("agreed") and any(map(_ASSENT.match, index.human_words)):
        return []
    act = match.group(1).casefold()
    stems = statement(match.group(2)).stems | statement(act).stems
    near = search.best(stems, human=True)
    share = coverage(stems, search.stems_of(near)) if near is not None else 0.0
    if share >= STATED_AT:
        return []
    denied = act in _ASSENTED and index.scope_complete and index.human_words and not _assents(index)
    if not denied and (len(stems) < LEAST_ACT or (act.split()[0] in _SPOKEN and item.links)):
        return []
    message = f'claims that the user "{act}", but no human message says so'
    return [Found("credited_to_user", "warning", message, item.links, act)]


_STATED = re.compile(
    r"\b(?:the )?user (?:\w{2,12}ly |also |then |later |had |has |have )?"
    r"(?:acknowledg\w+|admit\w*|agree[sd]?|conclud\w+|confirm\w+|decid\w+|explain\w*|realiz\w+|stat(?:es|ed))\b",
    re.IGNORECASE,
)

_ASKS = re.compile(
    r"\?|^\W{0,3}(?:so |but |and |hm+,? |wait,? |ok(?:ay)?,? ){0,2}(?:is|isn't|are|aren't|does|doesn't|do"
    r"|don't|did|didn't|can|can't|could|couldn't|would|should|shouldn't|why|what|how|where|when|which|who)\b",
    re.IGNORECASE,
)


def _questions(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    match = _STATED.search(item.text)
    if match is None or "?" in item.text or "\n" in item.text:
        return []
    stems = statement(item.text[match.end() :]).stems
    best = search.best(stems, human=True)
    if len(stems) < 3 or best is None or best.support < ASKED_AT:
        return []
    segments = [s for s in index.segments(best.ordinal) if s.start < best.end and best.start < s.end]
    held = [s for s in segments if s.stems & stems]
    texts = [text_of(s, index) for s in held]
    if not texts or not all(_ASKS.search(text) for text in texts):
        return []
    message = f'claims "{match.group()}"; the user asks there: {texts[0][:120]}'
    return [Found("question_as_statement", "warning", message, (*item.links, search.link(best)))]


_BY_AGENT = re.compile(
    r"\b(?:the )?(?:assistant|agent)(?:'s)? (?:(?:\w{2,12}ly|also|then|first|had|has|on its own) ){0,2}"
    r"(?:asked|asserted|caught|chose|complained|corrected|decided|demanded|insisted|noted|noticed|objected|observed"
    r"|pointed out|preferred|proposed|questioned|recommended|reminded|reported|requested|suggested|wanted)\b"
    r"(?: on its own)?(?: that)?",
    re.IGNORECASE,
)

_OTHERS = re.compile(r"\buser\b", re.IGNORECASE)


def _by_agent(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find a proposal, question or correction attributed to the agent that the user made first."""
    match = _BY_AGENT.search(item.text)
    if match is None:
        return []
    clause = re.split(r"[;.]\s|, and the user\b|, but the user\b", item.text[match.end() :])[0]
    stems = statement(clause).stems
    if len(stems) <= LEAST_REST or _OTHERS.search(clause):
        return []
    best = search.best(stems, human=True)
    if best is None or coverage(stems, search.stems_of(best), index.weight) < SAID_AT:
        return []
    for segment in search.top(stems, CANDIDATES):
        event = index.events[segment.ordinal]
        own = event.kind in (EventKind.ASSISTANT, EventKind.TOOL_CALL, EventKind.THINKING)
        if own and event.ordinal < best.ordinal and coverage(stems, segment.stems, index.weight) >= SAID_AT:
            return []
    text = index.events[best.ordinal].text[best.start : best.end][:120]
    message = f"credits the agent; the user said so first: {text}"
    return [Found("credited_to_agent", "warning", message, (*item.links, search.link(best)))]
