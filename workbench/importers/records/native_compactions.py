"""The compactions that a transcript mentions, collected during reading: ranges, kept events, tokens.

The format's importer finds the summaries and the events that stayed verbatim; this module computes ranges. It
judges no summary and reads no file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gates.imported import StatedLink
from workbench.importers.base import FoundCompaction, SkippedLine, TokenCount
from workbench.importers.events.remarks import nothing_compacted
from workbench.importers.summaries.exported import with_items


class NativeCompactions:
    """Collector of compactions; `finished` returns them after the last event.

    A range begins after the previous summary, or at the first event from before it that this compaction still
    left verbatim, so that the view after it can show that event. If a file begins with a summary and its
    beginning is missing, the summary stands for what it replaced: its own event is its range, and there is no
    source.

    Args:
        prompt_version: origin of the summaries, such as `imported:codex/0.118.0`.
        headless: whether the transcript's own beginning is missing.
    """

    def __init__(self, prompt_version: str, *, headless: bool = False) -> None:
        self.prompt_version = prompt_version
        self._headless = headless
        self._found: list[FoundCompaction] = []
        self._texts: list[str | None] = []
        self._start = 0
        self._context = self._earlier = 0
        self._waiting = False
        self.begin: int | None = None
        """Beginning of the next compaction's range, if the transcript states it."""
        self.stated: tuple[tuple[StatedLink, ...], ...] = ()
        """The links of its statements, if the transcript states them."""

    def usage(self, context: int, total: int = 0) -> None:
        """Add a model call of the main line with its input tokens; 0 is ignored.

        `total` also includes its output, if the context contains that from then on.
        """
        if context <= 0:
            return
        if self._waiting:
            self._found[-1] = replace(self._found[-1], tokens_after=TokenCount(context, "next-usage"))
            self._waiting = False
        self._context, self._earlier = max(context, total), self._context

    def summary(
        self,
        ordinal: int,
        text: str | None,
        *,
        kept: Iterable[int] = (),
        trigger: str = "unknown",
        line: int = 0,
        before: int | None = None,
        own_call: bool = False,
        cost: tuple[int | None, int | None] = (None, None),
    ) -> SkippedLine | None:
        """Add the compaction of the summary at this ordinal; return a note if it is not one.

        Args:
            ordinal: the event that contains the summary.
            text: the summary; None if it is encrypted or absent.
            kept: earlier events that stayed verbatim, in any order.
            trigger: `auto`, `manual`, `hook`, `api` or `unknown`.
            line: the record's line, for the note.
            before: reported context tokens before the compaction.
            own_call: whether the last call made the summary; its context is not the one before.
            cost: reported input and output tokens of making the summary.
        """
        verbatim = sorted({each for each in kept if 0 <= each < ordinal})
        start = min([self._start, *verbatim[:1]]) if self.begin is None else self.begin
        links, self.begin, self.stated = self.stated, None, ()
        end = ordinal - 1
        since_another = self._start > 0
        context = self._earlier if own_call else self._context
        self._context = self._earlier = 0
        self._start = ordinal + 1
        if end < start and self._headless and not since_another:
            start = end = ordinal  # what it replaced is in another file: the summary is its own range
        if end < start:
            return nothing_compacted(line, since_another=since_another)
        self._texts.append(text)
        self._found.append(
            FoundCompaction(
                source_start=start,
                source_end=end,
                kept=tuple(verbatim),
                summary=ordinal,
                trigger=trigger,
                opaque=text is None or not text.strip(),
                prompt_version=self.prompt_version,
                tokens_before=_count(before, context),
                input_tokens=cost[0],
                output_tokens=cost[1],
                stated=links,
            )
        )
        self._waiting = True
        return None

    def finished(self) -> list[FoundCompaction]:
        """Return all compactions with their summaries as items."""
        return [
            found if found.opaque or text is None else with_items(found, text)
            for found, text in zip(self._found, self._texts, strict=True)
        ]


def _count(reported: int | None, derived: int) -> TokenCount | None:
    if reported is not None and reported > 0:
        return TokenCount(reported, "reported")
    return TokenCount(derived, "next-usage") if derived > 0 else None
