"""What a claim credits to the agent that the user said first.

Warning: `credited_to_agent`, a proposal, question or correction told as the agent's of which a human message
holds most and no earlier word of the agent does.
"""

from __future__ import annotations

import re

from gates.artifact import Item
from gates.contradiction.in_place import CANDIDATES, LEAST_REST
from gates.findings import Found
from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch
from gates.source import EventKind

SAID_AT = 0.4
"""Share of what was said that a human message holds; an earlier one of the agent that holds it was first."""
_BY_AGENT = re.compile(
    r"\b(?:the )?(?:assistant|agent)(?:'s)? (?:(?:\w{2,12}ly|also|then|first|had|has|on its own) ){0,2}"
    r"(?:asked|asserted|caught|chose|complained|corrected|decided|demanded|insisted|noted|noticed|objected|observed"
    r"|pointed out|preferred|proposed|questioned|recommended|reminded|reported|requested|suggested|wanted)\b"
    r"(?: on its own)?(?: that)?",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"\buser\b", re.IGNORECASE)


def credited_to_agent(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """What this rule finds in one item."""
    match = _BY_AGENT.search(item.text)
    if match is None or item.speaker == "user":
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
    said = index.events[best.ordinal].text[best.start : best.end][:120]
    message = f"credits the agent; the user said so first: {said}"
    return [Found("credited_to_agent", "warning", message, (*item.links, search.link(best)))]
