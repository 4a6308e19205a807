"""What a transcript says of its own context, held against the text that is in it.

A count far below the text is a slip of whoever wrote it (the new tokens of a cached call, another call's
figure): sizes and percentages made from it would be absurd, so an estimate that is called one stands in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from gates.source import EventKind, SourceEvent
from workbench.importers.base import FoundCompaction, TokenCount, TranscriptReading

LEAST_SHARE = 0.05
"""Of the estimated text, as far below as a count is believed: agents drop old tool results unsaid."""


class WeighedReading:
    """A reading whose compactions are told with counts that can be true."""

    def __init__(self, inner: TranscriptReading) -> None:
        self._inner = inner
        self.header = inner.header
        self.totals = inner.totals

    def events(self) -> Iterator[SourceEvent]:
        """The reading's events, weighed as they go by."""
        tokens: list[int] = []
        for event in self._inner.events():
            shown = event.sidechain is None and event.kind is not EventKind.THINKING
            tokens.append(event.tokens if shown else 0)
            yield event
        self.totals = self._inner.totals
        self.totals.compactions = believable(self.totals.compactions, tokens)


def believable(found: Sequence[FoundCompaction], tokens: Sequence[int]) -> list[FoundCompaction]:
    """The compactions with an estimate in place of each count that is far below the text.

    Args:
        found: in the order of the transcript.
        tokens: estimates by position; 0 for what is in no context.
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
                tokens_before=_believed(each.tokens_before, held),
                tokens_after=_believed(each.tokens_after, left),
            )
        )
    return reported


def _believed(count: TokenCount | None, text: int) -> TokenCount | None:
    if count is None or count.tokens >= text * LEAST_SHARE:
        return count
    return TokenCount(text, "estimated")
