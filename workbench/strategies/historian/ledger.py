"""The part of a reply that may go into the ledger: facts.

Questions, offers, menus of choices and words of welcome are no facts and are left out; the rest is kept
verbatim.
"""

from __future__ import annotations

import re

from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.source import SourceEvent
from workbench.facts.sentences.mood import imperative
from workbench.facts.spans import EventWords, fold
from workbench.strategies.bare_texts import is_bare, is_headed
from workbench.strategies.offered_choices import is_step
from workbench.strategies.page.self_contained import is_interim

FEWEST = 3
"""Fewest content words of a statement."""
_OFFERS = re.compile(
    r"\b(?:would you like|do you want|want me to|shall i|should i|let me know|if you'd like|"
    r"happy to|feel free|what would you|what next|which (?:one|option) |ready (?:to|for)|"
    r"i can (?:also )?|let me)\b",
    re.IGNORECASE,
)
_WELCOMES = re.compile(
    r"(?:got it|sure|good (?:point|question|catch)|great|perfect|confirmed|you're (?:absolutely )?right|done|"
    r"ok(?:ay)?|all done|understood)\b[^.!?]{0,80}[.!]?",
    re.IGNORECASE,
)

_CALLS_OUT = re.compile(r"[A-Z]\w{1,14}(?: \w{1,10})?!")
"""A call before a note: `Interesting! The test passes.`"""
_ENTRY = re.compile(r"(?:[-*+•]|(\d{1,3}[.)]))[ \t]+(?=\S)")
"""The mark of a list entry; a number is part of what it says."""
_ENDED = (".", "!", "?", ":", ";", ",", "…", "—", "–")


def as_line(text: str) -> str:
    """Return a text on one line, in which list entries and paragraphs stay apart.

    Bullets are left out. An entry or a paragraph without a mark at its end gets one: `;` before another
    entry, else a full stop.
    """
    parts: list[str] = []
    listed = gap = False
    for line in text.split("\n"):
        bare = line.strip()
        if not bare:
            gap = True
            continue
        entry = _ENTRY.match(bare)
        after = listed and not line[0].isspace() and bare[0].isupper()
        begins = entry is not None or gap or after
        if parts and begins and not parts[-1].endswith(_ENDED):
            parts[-1] += ";" if listed and entry is not None else "."
        listed = entry is not None or (listed and not begins)
        parts.append(bare[entry.end() :] if entry is not None and entry.group(1) is None else bare)
        gap = False
    return fold(" ".join(parts))


def stated_part(reply: SourceEvent) -> EventWords | None:
    """Return the longest run of sentences of a short reply that state something; None if none does."""
    best: tuple[int, int, int] | None = None
    begin = end = -1
    for start, stop in [*sentences(reply.text), (len(reply.text), len(reply.text))]:
        headed = is_headed(reply.text, start) or is_step(reply, start)
        after = reply.text.rfind("\n", 0, start) + 1 if start < stop else start
        called = _CALLS_OUT.fullmatch(reply.text[after:start].strip()) is not None
        whole = reply.text[after if called else start : stop]
        calls_out = _CALLS_OUT.fullmatch(whole.strip()) is not None
        if start < stop and not headed and not calls_out and _states(whole):
            begin, end = (start if begin < 0 else begin), stop
            continue
        size = len(statement(reply.text[begin:end]).stems) if begin >= 0 else 0
        if size >= FEWEST and (best is None or size > best[0]):
            best = size, begin, end
        begin = -1
    return None if best is None else EventWords(reply.ordinal, best[1], best[2])


def _states(sentence: str) -> bool:
    """Return whether a sentence states something, and does not only ask, offer or welcome."""
    text = fold(sentence)
    asks = text.endswith(("?", ":")) or _OFFERS.search(text) or _WELCOMES.fullmatch(text)
    orders_itself = imperative(text.casefold().split()) is not None
    return not asks and not orders_itself and not is_interim(text) and not is_bare(text, by_agent=True)
