"""Checks whether the linked words of a statement support it (gate B).

A link represents a passage: its quote with a few sentences on either side, and for a tool call or its result
the tool, the command or file, and the part of the call nearest to the statement. Two measures count: the
weighted share of the statement's words that the passage contains, and how rare the rarest of them is in the
range. Names that an edit or a command shares with the statement count too. Words alone are not enough if they
occur together nowhere, or a number is missing (`gates.search.co_occurrence`). Threshold and weights were
chosen on labelled links of real compactions against links to other events of the same sessions;
`docs/gates/traceability.md` has the rates, measured on sessions that were not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gates.language.file_names import base_name
from gates.language.labels import labelled
from gates.language.similarity import MILLION, ComparedText, coverage, statement
from gates.language.word_bounds import occurs_in
from gates.search.co_occurrence import laid_out, missing_number, words_co_occur
from gates.search.exchange import carried_by_exchange
from gates.search.index import Resolution, SourceIndex
from gates.search.linked_passages import MOST_TARGET, passage_of
from gates.search.session_facts import may_write
from gates.search.stated_lines import stated_lines
from gates.search.told_places import told_places
from gates.source import SourceEvent, ToolAction

SUPPORTS_AT = 0.52
"""Least score at which a link counts."""
TOGETHER_AT = 0.62
"""Least score of several links together if none counts alone: more words match more often by chance."""
RAREST = 0.4
"""Factor of the weight of the rarest word contained."""
MOST_WORDS = 0.7
"""Unweighted share of the words that is enough: in a source that repeats itself no word is rare."""
MANY_NAMES = 3
"""Fewest names of files and symbols for which a statement counts as a list of them."""
NAMED_AT = 0.5
"""Share of the names of such a list that the links must contain."""
_ACTIONS = (ToolAction.CHANGE, ToolAction.COMMAND)


@dataclass(frozen=True, slots=True)
class LinkSupport:
    """How well linked words support a statement; all shares lie in 0..1."""

    held: float
    """Weighted share of the statement's words that the passage contains."""
    rarest: float
    """Weight of the rarest word contained; 0 if none is."""
    words: float
    """Unweighted share of the statement's words that the passage contains."""
    lacks: str = ""
    """Why a passage with the words does not support the statement: a missing number, or the word order."""

    @property
    def score(self) -> float:
        """The weighted share plus the weighted rarest word; rounded to 1e-6."""
        return round(self.held + RAREST * self.rarest, 6)

    def counts(self, least: float) -> bool:
        """Return whether the score reaches `least`, or most words are contained."""
        return self.score >= least or self.words >= MOST_WORDS


NOTHING = LinkSupport(0.0, 0.0, 0.0)


IN_ORDER = "these words together"


def supported(text: str, links: Sequence[Resolution], index: SourceIndex) -> tuple[bool, LinkSupport]:
    """Return whether resolved links support a statement, one alone or several by a higher score.

    The second value is the support of the best link, or of all links together if only together they count.
    Words in front that only say what the statement is need no support; what they say was written does.
    """
    whole = _supported(text, links, index)
    stated = None if whole[0] else labelled(text)
    if stated is None or (stated.written and not any(_writes(link.ordinal, index) for link in links)):
        return whole
    rest = _supported(stated.rest, links, index)
    return rest if rest[0] else whole


def _writes(ordinal: int, index: SourceIndex) -> bool:
    """Return whether an event writes a file, or shows what writing it printed."""
    tool = index.events[ordinal].tool
    if tool is None or tool.action is ToolAction.CHANGE:
        return tool is not None
    return any(run.ordinal == ordinal and may_write(run) for run in index.facts.runs)


def _supported(text: str, links: Sequence[Resolution], index: SourceIndex) -> tuple[bool, LinkSupport]:
    claim = statement(text)
    passages = [passage_of(claim, link.ordinal, link.start, link.end, index) for link in links]
    alone = [_support(claim, passage, index) for passage in passages]
    best = max(alone, key=lambda each: each.score, default=NOTHING)
    if any(_literal(text, each, index) for each in links) or _named(claim, links, index):
        return True, best
    if _at_lines(text, links, index):
        return True, best
    counting = [place for place, each in enumerate(alone) if each.counts(SUPPORTS_AT)]
    every = [text for passage in passages for text in passage]
    together = _support(claim, every, index)
    if not counting and not together.counts(TOGETHER_AT):
        whole = bool(links) and carried_by_exchange(claim, links, passages, index)
        return whole, together if whole else best
    stated = best if counting else together
    lacks = _lacks(claim, [passages[place] for place in counting] or [every], every)
    return (False, replace(stated, lacks=lacks)) if lacks else (True, stated)


def _lacks(claim: ComparedText, passages: Sequence[Sequence[str]], every: Sequence[str]) -> str:
    """Return what keeps every passage from supporting a statement, or "" if one does.

    The statement's number may occur in any passage of `every`.
    """
    missing = missing_number(claim, every)
    if missing:
        return missing
    for passage in passages:
        rows = [statement(text).tokens.stems for text in passage]
        if words_co_occur(claim, rows, laid_out(passage, rows)):
            return ""
    return IN_ORDER


def _support(claim: ComparedText, passage: Sequence[str], index: SourceIndex) -> LinkSupport:
    stems: frozenset[str] = frozenset().union(*(statement(text).stems for text in passage))
    common = claim.stems & stems
    if not common:
        return NOTHING
    held = coverage(claim.stems, stems, index.weight)
    rarest = round(max(map(index.weight, common)) / MILLION, 6)
    return LinkSupport(held, rarest, round(len(common) / len(claim.stems), 6))


def _at_lines(text: str, links: Sequence[Resolution], index: SourceIndex) -> bool:
    """Return whether the links lead to the lines that a statement gives, or to the rename that it tells."""
    linked = {link.ordinal for link in links}
    places = (stated_lines(text, index) or told_places(text, index)) if linked else ()
    shown = {span.ordinal for span in places}
    return bool(shown) and shown <= linked


def _named(claim: ComparedText, links: Sequence[Resolution], index: SourceIndex) -> bool:
    """Return whether a linked edit or command contains all names, or the links half of many names.

    A call of a tool of no known action counts where the statement names that tool as code.
    """
    names = {base_name(name).casefold() for name, _ in claim.tokens.identifiers}
    if not names:
        return "`" in claim.text and any(_calls(claim.text, event) for event in _linked(links, index))
    linked = _linked(links, index)
    quotes = (event.text[each.start : each.end] for event, each in zip(linked, links, strict=True))
    tools = [event.tool for event in linked if event.tool is not None]
    hay = "\n".join([*quotes, *(tool.target[:MOST_TARGET] for tool in tools)]).casefold()
    held = sum(occurs_in(name, hay) for name in sorted(names))
    if len(names) >= MANY_NAMES:
        return held >= NAMED_AT * len(names)
    return held == len(names) and any(tool.action in _ACTIONS for tool in tools)


def _linked(links: Sequence[Resolution], index: SourceIndex) -> list[SourceEvent]:
    return [index.events[each.ordinal] for each in links]


def _calls(text: str, event: SourceEvent) -> bool:
    """Return whether an event belongs to a call of a tool of no known action that the text names as code."""
    tool = event.tool
    return bool(tool and tool.name and tool.action is ToolAction.OTHER and f"`{tool.name}`" in text)


def _literal(text: str, link: Resolution, index: SourceIndex) -> bool:
    """Return whether the quote contains the statement literally, in any script, ignoring spaces and signs."""
    letters = _letters(text)
    return bool(letters) and letters in _letters(index.events[link.ordinal].text[link.start : link.end])


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
