"""Rules that compare a claim about a short session with its messages, sentence by sentence.

A short session states each thing once or twice, so that a claim can be compared with the sentence that it
restates. Every rule warns; the rules are in `chat_values`, `chat_order`, `chat_outcomes` and `chat_speakers`.
"""

from __future__ import annotations

from gates.artifact import Item
from gates.contradiction.chat_order import order
from gates.contradiction.chat_outcomes import outcome, planned, runs, state
from gates.contradiction.chat_speakers import answered, credited_otherwise, owner
from gates.contradiction.chat_values import branch_or_stage, ruled_out, unit
from gates.contradiction.negation import LONGEST as LONGEST_SENTENCE
from gates.contradiction.ranking import SHORT_SOURCE
from gates.contradiction.short_sources import LONGEST
from gates.findings import Found
from gates.search.index import SourceIndex

_RULES = (
    unit,
    ruled_out,
    order,
    outcome,
    runs,
    credited_otherwise,
    answered,
    branch_or_stage,
    owner,
    planned,
    state,
)


def against_messages(item: Item, index: SourceIndex) -> list[Found]:
    """Return these rules' findings on one item."""
    if index.range_length >= SHORT_SOURCE or item.speaker == "user" or "\n" in item.text:
        return []
    if len(item.text) > LONGEST_SENTENCE:
        return []
    if any(link.ordinal not in index.source for link in item.links):
        return []  # a carried-over item is about messages before the range
    if sum(len(event.text) for event in index.range_events) > LONGEST:
        return []
    return [entry for rule in _RULES for entry in rule(item, index)]
