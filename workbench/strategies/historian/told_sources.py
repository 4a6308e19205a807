"""The words of a conversation that a narrative's sentence tells: the speaker's own, as whole as they stand.

The words around a clause (`The agent reported that`) are in no message, so they are not looked for; a clause
is looked for only among the words of the one who is named, and two clauses of one sentence in one message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.language.sentence_spans import sentences
from gates.language.similarity import coverage, statement
from gates.source import EventKind, SourceEvent
from workbench.facts.spans import EventWords, fold, shorten

MAX_ITEM = 400
"""Most characters of a sentence that is linked."""
_LEAD = re.compile(
    r"^(?:(?P<user>(?:Later the|The) user (?:asked not to|asked to|wanted to|said that|said:|asked))"
    r"|(?P<agent>The agent(?: reported that| answered:)?)) "
)
_JOINED = ", and reported that "
"""Words between an action and the result that the same reply reports."""
READ = 40_000
MOST_SENTENCES = 400

_Place = tuple[float, int, int, EventWords]
"""Share of the words, whether they stand there as they are, place in the order wanted, and the words."""


def told_words(events: Sequence[SourceEvent], sentence: str) -> list[EventWords]:
    """Return the words that a narrative's sentence tells, a clause each; empty if no message has any.

    Of equal places the first is taken for a user and the newest for an agent, whose state at the end is told.
    """
    lead = _LEAD.match(sentence)
    clauses = [sentence[lead.end() if lead is not None else 0 :]]
    agent = lead is not None and lead["agent"] is not None
    if lead is not None:
        kind = EventKind.ASSISTANT if agent else EventKind.USER
        events = [event for event in events if event.kind is kind] or events
    if agent and _JOINED in clauses[0]:
        clauses = clauses[0].split(_JOINED, 1)
    found: list[tuple[_Place, ...]] = []
    for event in events:
        places = [place for clause in clauses if (place := _closest(event, clause, newest=agent)) is not None]
        if len(places) == len(clauses):
            found.append(tuple(places))
    best = max(found, key=lambda each: (min(p[0] for p in each), *(p[:3] for p in each)), default=())
    return [place[3] for place in best]


def closest(event: SourceEvent, text: str) -> EventWords | None:
    """Return the sentence of a message that has most of a text's words, the first of several."""
    place = _closest(event, text, newest=False)
    return None if place is None else place[3]


def _closest(event: SourceEvent, clause: str, *, newest: bool) -> _Place | None:
    wanted, bare = statement(clause).stems, fold(clause).rstrip(" .!?").casefold()
    best: _Place | None = None
    order = event.ordinal if newest else -event.ordinal
    for start, end in sentences(event.text[:READ])[:MOST_SENTENCES]:
        quote = event.text[start:end]
        share = coverage(wanted, statement(quote).stems)
        if share <= 0.0 or (best is not None and share < best[0]):
            continue
        place = (share, int(bare in fold(quote).casefold()), order)
        if best is None or place > best[:3]:
            kept = start + len(shorten(quote, MAX_ITEM))
            best = (*place, EventWords(event.ordinal, start, kept))
    return best
