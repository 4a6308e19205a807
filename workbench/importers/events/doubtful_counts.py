"""Checks of a transcript's reported context sizes against the text in it.

A count far below the text is a mistake of its writer (the new tokens of a cached call, another call's
figure), and so is one far above anything that can surround the text. Sizes and percentages computed from it
would be absurd, so an estimate, labelled as one, replaces it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from gates.source import EventKind, SourceEvent
from workbench.importers.base import FoundCompaction, TokenCount, TranscriptReading

LEAST_SHARE = 0.05
"""Share of the estimated text below which a count is rejected; agents drop old tool results silently."""
MOST_TIMES = 20
"""Multiple of the estimated text, plus `MOST_AROUND`, up to which a count is accepted (images)."""
MOST_AROUND = 200_000
"""Tokens of instructions and tools that a transcript omits; at most 87,000 were seen in real ones."""


class WeighedReading:
    """A reading whose compactions have only believable token counts."""

    def __init__(self, inner: TranscriptReading) -> None:
        self._inner = inner
        self.header = inner.header
        self.totals = inner.totals

    def events(self) -> Iterator[SourceEvent]:
        """Yield the reading's events, and add up their tokens."""
        tokens: list[int] = []
        for event in self._inner.events():
            shown = event.sidechain is None and event.kind is not EventKind.THINKING
            tokens.append(event.tokens if shown else 0)
            yield event
        self.totals = self._inner.totals
        whole = self.header.scope_complete
        self.totals.compactions = believable(self.totals.compactions, tokens, whole=whole)


def believable(
    found: Sequence[FoundCompaction], tokens: Sequence[int], *, whole: bool = True
) -> list[FoundCompaction]:
    """Return the compactions with an estimate in place of each count that the text proves wrong.

    Args:
        found: in the order of the transcript.
        tokens: estimates by position; 0 for events outside every context.
        whole: whether the transcript contains its own beginning; without it no count is too large.
    """
    sums = [0, *accumulate(tokens)]
    last = len(tokens)
    reported: list[FoundCompaction] = []
    begin = left = 0
    for each in found:
        held = left + sums[min(max(each.source_end + 1, 0), last)] - sums[min(max(begin, 0), last)]
        after = [*each.kept, *(() if each.summary is None else (each.summary,))]
        left = sum(tokens[position] for position in after if 0 <= position < last)
        begin = (each.source_end if each.summary is None else each.summary) + 1
        reported.append(
            replace(
                each,
                tokens_before=_believed(each.tokens_before, held, whole=whole),
                tokens_after=_believed(each.tokens_after, left, whole=whole),
            )
        )
    return reported


def _believed(count: TokenCount | None, text: int, *, whole: bool) -> TokenCount | None:
    if count is None:
        return None
    too_large = whole and count.tokens > text * MOST_TIMES + MOST_AROUND
    if too_large or count.tokens < text * LEAST_SHARE:
        return TokenCount(text, "estimated")
    return count
