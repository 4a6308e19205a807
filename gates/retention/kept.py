"""What kept events say stays in the context as it was said, so it is retained."""

from __future__ import annotations

import re

from gates.capture import CapturedItem
from gates.language.similarity import coverage, statement
from gates.language.word_bounds import occurs_in
from gates.retention.work_states import sums_up, without, work_state
from gates.search.index import SourceIndex

HELD = 0.8
"""Share of an item's words that the quotes of its evidence in kept events must hold."""
LEAD = re.compile(r"(?:\w[\w'-]{0,20} ){0,5}\w[\w'-]{0,20}: +")
"""Words that a capture puts before what was said, as in "The plan is verified with: make test"."""


def beside_kept(captured: CapturedItem, index: SourceIndex) -> CapturedItem | None:
    """A state of the work as far as kept events do not name it; None where they name all of it."""
    state = work_state(captured.text) if index.source.kept else None
    if state is None:
        return captured
    shown = [index.events[ordinal].text for ordinal in index.source.kept]
    named = [name for name in state.names if any(occurs_in(name, text) for text in shown)]
    left = without(captured.text, named)
    return captured.model_copy(update={"text": left}) if left else None


def share_in_kept(captured: CapturedItem, index: SourceIndex) -> float | None:
    """The share of a captured item's words that kept events say; None where they do not retain it.

    The last place in the range that says it must be kept, since that one says its present state: an answer,
    not only the question before it. A lead that the capture put before the words need not be said, and the
    words in which it sums up a state of the work need not either where all that it was read from is kept.
    """
    source = index.source
    places = [link for link in captured.evidence if link.ordinal in source and index.resolve(link).ok]
    if not places or max(link.ordinal for link in places) not in source.kept:
        return None
    quotes = [link.quote for link in places if link.ordinal in source.kept]
    stems = statement("\n".join(quotes)).stems
    held = max(round(coverage(statement(text).stems, stems), 6) for text in _wordings(captured.text))
    if len(quotes) == len(captured.evidence) and sums_up(captured.text):
        return max(held, HELD)
    return held if held >= HELD else None


def _wordings(text: str) -> tuple[str, ...]:
    """The item, and what it says after a lead that forbids nothing."""
    lead = LEAD.match(text)
    if lead is None or statement(lead.group()).tokens.negations or not statement(text[lead.end() :]).stems:
        return (text,)
    return (text, text[lead.end() :])
