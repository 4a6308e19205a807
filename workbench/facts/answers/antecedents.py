"""Parses the questions, options and proposals in a message that a short answer may refer to.

It reads one message of the agent and points into it; `facts.replies` decides which of them an answer takes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gates.language.sentence_spans import sentences
from gates.source import SourceEvent
from workbench.facts.spans import EventWords, shorten

MAX_PART = 240
"""Longest question, option or proposal that is quoted, in characters."""
TAIL = 1_600
"""Characters at the end of the message that are searched for its last questions."""
LEAST = 25
"""Fewest characters of a sentence that proposes something."""

_OPTION = re.compile(
    r"^[ \t>*_#|-]{0,8}(?:option |choice )?[*_(]{0,3}([A-Ha-h]|\d{1,2})[.):]{1,2}[*_]{0,2}[ \t]+"
    r"(\S[^\n]{3,400})",
    re.MULTILINE | re.IGNORECASE,
)
_PROPOSES = re.compile(
    r"\b(?:i(?:'d| would)? (?:suggest|recommend|propose)|my (?:recommendation|suggestion|proposal)|"
    r"recommended|i(?:'d| would) (?!like|say|guess|think|expect|need|have)[a-z]{2,12}|"
    r"i(?:'ll| will| can| could)|we (?:can|could|should)|let's|"
    r"here(?:'s| is) (?:the|my) (?:plan|proposal|suggestion)|"
    r"the (?:plan|fix|idea|change) (?:is|would be)|i think [^.?!\n]{1,80} (?:is|are|would be) better|"
    r"(?:simplest|cleanest|best|safest|right) (?:fix|option|approach|way|solution))\b",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"^\W{0,4}(?:let me know|i can help|i'll wait|we can (?:also )?discuss|feel free|i will await)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Antecedent:
    """The parts of an agent's message that an answer may refer to."""

    event: SourceEvent
    questions: tuple[EventWords, ...]
    """The questions of the last paragraph."""
    options: tuple[tuple[str, EventWords], ...]
    """List entries by their letter or number; the last entry of each."""
    proposal: EventWords | None
    """The last sentence that proposes something and is no question."""


def read_message(event: SourceEvent) -> Antecedent:
    """Parse the parts of a message that an answer may refer to; only the message's end is read."""
    text = event.text
    tail = max(0, len(text) - TAIL)
    paragraph = max(text.rstrip().rfind("\n\n"), tail)
    spans = [(a, b) for a, b in sentences(text) if a >= min(paragraph, tail)]
    questions = [
        _words(event, start, end)
        for start, end in spans
        if start >= paragraph and text[start:end].rstrip("*_\"') ").endswith("?")
    ]
    options: dict[str, EventWords] = {}
    for match in _OPTION.finditer(text, max(0, len(text) - 4 * TAIL)):
        options[match.group(1).casefold()] = _words(event, match.start(2), match.end(2))
    proposals = [
        (start, end)
        for start, end in spans
        if start >= tail and end - start >= LEAST and _is_proposal(text[start:end])
    ]
    proposal = _words(event, *proposals[-1]) if proposals else None
    return Antecedent(event, tuple(questions), tuple(options.items()), proposal)


_ENTRIES = re.compile(
    r"\s{1,4}(?:[-*+•]|\d{1,2}[.)]) [^\n]{1,400}(?:\n[ \t]*(?:[-*+•]|\d{1,2}[.)]) [^\n]{1,400})*"
)


def with_entries(event: SourceEvent, proposal: EventWords) -> EventWords:
    """Return a proposal with as many entries of the list that its colon opens as may be quoted."""
    listed = _ENTRIES.match(event.text, proposal.end)
    if listed is None or not event.text[proposal.start : proposal.end].rstrip("*_ ").endswith(":"):
        return proposal
    end, most = listed.end(), proposal.start + MAX_PART
    end = end if end <= most else event.text.rfind("\n", proposal.end, most)
    return _words(event, proposal.start, max(end, proposal.end))


def _words(event: SourceEvent, start: int, end: int) -> EventWords:
    return EventWords(event.ordinal, start, start + len(shorten(event.text[start:end], MAX_PART)))


def _is_proposal(sentence: str) -> bool:
    asks = sentence.rstrip("*_\"') ").endswith("?")
    return not asks and _PROPOSES.search(sentence) is not None and not _GENERIC.match(sentence)
