"""Whether the words that a statement is linked to say it, by a check that can fail (gate B).

A link stands for a passage: its quote with a few sentences on either side, and for a tool call or its result
the tool, the command or file, and the part of the call nearest to the statement. Two things speak for it: the
weighted share of the statement's words that the passage holds, and how rare the rarest of them is in the
range. The names that an edit or a command shares with the statement speak for it too. Words alone are not
enough where they stand together nowhere, or a number is missing (`gates.search.co_occurrence`). Threshold
and weights were chosen on labelled links of real compactions against links to other events of the same
sessions; `docs/gates/traceability.md` has the rates, measured on sessions that were not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gates.language.similarity import MILLION, ComparedText, coverage, statement
from gates.language.word_bounds import occurs_in
from gates.search.co_occurrence import laid_out, missing_number, words_co_occur
from gates.search.exchange import carried_by_exchange
from gates.search.index import Resolution, SourceIndex
from gates.search.linked_passages import MOST_TARGET, passage_of
from gates.source import ToolAction

SUPPORTS_AT = 0.52
"""Least score at which a link counts."""
TOGETHER_AT = 0.62
"""The same for several links none of which counts alone: more words are more often there by chance."""
RAREST = 0.4
"""What the rarest word held adds, times its weight."""
MOST_WORDS = 0.7
"""Share of the words, each counted alike, that is enough: where a source repeats itself none is rare."""
MANY_NAMES = 3
"""Names of files and symbols from which a statement is a list of them."""
NAMED_AT = 0.5
"""Share of such a list that the links must have."""
_ACTIONS = (ToolAction.CHANGE, ToolAction.COMMAND)


@dataclass(frozen=True, slots=True)
class LinkSupport:
    """How well linked words carry a statement; both parts lie in 0..1."""

    held: float
    """Weighted share of the statement's words that the passage holds."""
    rarest: float
    """Weight of the rarest word held; 0 where none is."""
    words: float
    """Share of the statement's words held, each counted alike."""
    lacks: str = ""
    """What keeps a passage with the words from saying the statement: a number, or their order."""

    @property
    def score(self) -> float:
        """The share, raised by a rare word; rounded to 1e-6."""
        return round(self.held + RAREST * self.rarest, 6)

    def counts(self, least: float) -> bool:
        """Whether it reaches a score, or holds most words."""
        return self.score >= least or self.words >= MOST_WORDS


NOTHING = LinkSupport(0.0, 0.0, 0.0)


IN_ORDER = "these words together"


def supported(text: str, links: Sequence[Resolution], index: SourceIndex) -> tuple[bool, LinkSupport]:
    """Whether resolved links carry a statement: one of them alone, or several together by more.

    Given with it is the support of the link that carries most, or of all where only all count.
    """
    claim = statement(text)
    passages = [passage_of(claim, link.ordinal, link.start, link.end, index) for link in links]
    alone = [_support(claim, passage, index) for passage in passages]
    best = max(alone, key=lambda each: each.score, default=NOTHING)
    if any(_literal(text, each, index) for each in links) or _named(claim, links, index):
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
    """What a statement says that no passage with its words does; its number may stand in any of them."""
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


def _named(claim: ComparedText, links: Sequence[Resolution], index: SourceIndex) -> bool:
    """Whether a linked edit or command has all names of a statement, or the links have half of many names."""
    names = {name.rsplit("/", 1)[-1].casefold() for name, _ in claim.tokens.identifiers}
    if not names:
        return False
    linked = [index.events[each.ordinal] for each in links]
    quotes = (event.text[each.start : each.end] for event, each in zip(linked, links, strict=True))
    tools = [event.tool for event in linked if event.tool is not None]
    hay = "\n".join([*quotes, *(tool.target[:MOST_TARGET] for tool in tools)]).casefold()
    held = sum(occurs_in(name, hay) for name in sorted(names))
    if len(names) >= MANY_NAMES:
        return held >= NAMED_AT * len(names)
    return held == len(names) and any(tool.action in _ACTIONS for tool in tools)


def _literal(text: str, link: Resolution, index: SourceIndex) -> bool:
    """Whether the quote holds the statement letter for letter, in any script, white space and signs aside."""
    letters = _letters(text)
    return bool(letters) and letters in _letters(index.events[link.ordinal].text[link.start : link.end])


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
