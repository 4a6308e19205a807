"""Retains items that kept events state, because kept events stay in the context verbatim."""

from __future__ import annotations

import re

from gates.capture import CapturedItem
from gates.language.similarity import coverage, statement
from gates.language.word_bounds import occurs_in
from gates.retention.literal import occurs_literally, word_forms
from gates.retention.work_states import sums_up, without, work_state
from gates.search.index import SourceIndex
from gates.source import EventKind

HELD = 0.8
"""Share of an item's words that the quotes of its evidence in kept events must contain."""
REPEATED_FROM = 4
"""Fewest distinct words of an item that a kept message may repeat: fewer recur by chance."""
_SPOKEN = (EventKind.USER, EventKind.ASSISTANT, EventKind.PLAN)
LEAD = re.compile(r"(?:\w[\w'-]{0,20} ){0,5}\w[\w'-]{0,20}: +")
"""Words that a capture puts before the original, as in "Verify the plan with: make test"."""


def beside_kept(captured: CapturedItem, index: SourceIndex) -> CapturedItem | None:
    """Return a state of the work without the names that kept events have; None if they have all of them."""
    state = work_state(captured.text) if index.source.kept else None
    if state is None:
        return captured
    shown = [index.events[ordinal].text for ordinal in index.source.kept]
    named = [name for name in state.names if any(occurs_in(name, text) for text in shown)]
    left = without(captured.text, named)
    return captured.model_copy(update={"text": left}) if left else None


def share_in_kept(captured: CapturedItem, index: SourceIndex) -> float | None:
    """Return the share of an item's words in kept events, or None if they do not retain it.

    A kept message that repeats the item word for word retains it wherever it was said first. Otherwise the
    item's own evidence must be kept.
    The last evidence in the range must be kept, because it has the current state: an answer, not only the
    question before it. A lead that the capture added need not be there, and neither need the words in which
    it sums up a state of the work if all of its evidence is kept.
    """
    source = index.source
    if _repeated_in_kept(captured.text, index):
        return 1.0
    places = [link for link in captured.evidence if link.ordinal in source and index.resolve(link).ok]
    if not places or max(link.ordinal for link in places) not in source.kept:
        return None
    quotes = [link.quote for link in places if link.ordinal in source.kept]
    stems = statement("\n".join(quotes)).stems
    held = max(round(coverage(statement(text).stems, stems), 6) for text in _wordings(captured.text))
    if len(quotes) == len(captured.evidence) and sums_up(captured.text):
        return max(held, HELD)
    return held if held >= HELD else None


def _repeated_in_kept(text: str, index: SourceIndex) -> bool:
    """Return whether a kept message of a human or the agent contains an item's words, which are several."""
    if len(statement(text).stems) < REPEATED_FROM:
        return False
    forms = word_forms(text)
    spoken = (index.events[ordinal] for ordinal in sorted(index.source.kept))
    return any(occurs_literally(forms, event.text) for event in spoken if event.kind in _SPOKEN)


def _wordings(text: str) -> tuple[str, ...]:
    """Return the item's text, and its text after a lead that forbids nothing."""
    lead = LEAD.match(text)
    if lead is None or statement(lead.group()).tokens.negations or not statement(text[lead.end() :]).stems:
        return (text,)
    return (text, text[lead.end() :])
