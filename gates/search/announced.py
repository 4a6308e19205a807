"""Finds the message in which the agent announces to look at what a statement reports or plans to look at.

`Examined the retry loop in client.py` and `Analyze retry_later()` have their source in `Let me look at
retry_later in client.py`. This module only proposes spans; `gates.search.linking` makes the links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.language.file_names import base_name
from gates.language.similarity import coverage, statement
from gates.language.tokens import stem_of
from gates.language.word_bounds import has_symbol, occurs_in
from gates.search.action_links import CANDIDATES
from gates.search.index import SourceIndex, TextSegment
from gates.search.span_search import SpanSearch
from gates.search.windows import ScoredSpan
from gates.source import EventKind

OBJECT_AT = 0.5
"""Share of the names of what is looked at that the announcement must have; without names, of its words."""
_LOOK = (
    r"analy[sz](?:e|ed|ing)|check(?:ed|ing)?|compar(?:e|ed|ing)|examin(?:e|ed|ing)|explor(?:e|ed|ing)"
    r"|find|found|identif(?:y|ied)|inspect(?:ed|ing)?|investigat(?:e|ed|ing)|locat(?:e|ed)"
    r"|look(?:ed|ing)? (?:more closely |closely )?(?:at|for|into)|read|review(?:ed|ing)?|see|stud(?:y|ied)"
    r"|trac(?:e|ed|ing)|understand|view(?:ed|ing)?"
)
_STATED = re.compile(rf"\W{{0,3}}(?:need(?:s|ed)? to |still to |to )?(?:{_LOOK})\b", re.IGNORECASE)
"""A statement that begins with a look."""
_ANNOUNCES = re.compile(
    r"\b(?:let me|let's|let us|i'll|i will|i need to|i want to|i should|i'm going to|going to|next,?)"
    rf" (?:\w+ ){{0,3}}?(?:{_LOOK}|look)\b",
    re.IGNORECASE,
)
_BESIDE = frozenset(
    map(
        stem_of,
        """
        analyse analyze check class closely code compare complete current detail details examine exact
        existing explore file files find found full function functions handling identify implementation
        inspect investigate key locate located logic look main method methods more need read relevant review
        see source structure study test trace understand view
        """.split(),
    )
)
"""Stems of the look itself, and of words that say of what kind its object is."""


def announced_looks(text: str, search: SpanSearch) -> list[ScoredSpan]:
    """Return the last announcement of the look that a statement begins with, or nothing."""
    if "\n" in text or _STATED.match(text) is None:
        return []
    claim = statement(text)
    names = tuple(base_name(name).casefold() for name, _ in claim.tokens.identifiers)
    wanted = claim.stems - _BESIDE
    best, found = (0.0, -1), None
    for segment in _announcements(wanted, search):
        held = _share(names, wanted, segment, search.index)
        if held >= OBJECT_AT and (held, segment.ordinal) > best:
            best, found = (held, segment.ordinal), segment
    return [] if found is None else [ScoredSpan(found.ordinal, found.start, found.end, best[0])]


def _share(names: tuple[str, ...], wanted: frozenset[str], segment: TextSegment, index: SourceIndex) -> float:
    """Return the share of the names that an announcement has, or of the words if there are no names."""
    if not names:
        return coverage(wanted, segment.stems, index.weight)
    said = index.events[segment.ordinal].text[segment.start : segment.end].casefold()
    return round(sum(has_symbol(name, said) or occurs_in(name, said) for name in names) / len(names), 6)


def _announcements(wanted: frozenset[str], search: SpanSearch) -> Iterator[TextSegment]:
    """Yield the segments of the agent's messages in the range that announce a look at some of the words."""
    index = search.index
    for segment in search.top(wanted, CANDIDATES):
        event = index.events[segment.ordinal]
        if event.kind is not EventKind.ASSISTANT or segment.ordinal not in index.source:
            continue
        if _ANNOUNCES.search(event.text[segment.start : segment.end]):
            yield segment
