"""Bytes per token, fitted to the growth of a transcript's reported context from call to call."""

from __future__ import annotations

from workbench.importers.events.tokens import fit

_PLAUSIBLE = 3.0
"""Reported output tokens farther than this factor from the estimate are ignored."""


class ContextFit:
    """Collector of the bytes of text and the tokens of context between two model calls."""

    def __init__(self) -> None:
        self._samples: list[tuple[int, int]] = []
        self._context = 0
        self._grown = 0
        self._begun: int | None = None

    def grew(self, size: int) -> None:
        """Add the bytes of a text to the context."""
        self._grown += size

    def begin(self) -> None:
        """Begin a model call whose tokens are reported only after its answer."""
        if self._begun is None:
            self._begun = self._grown

    def call(self, context: int) -> None:
        """Add a model call with its input tokens; 0 or less is ignored."""
        grown = self._grown if self._begun is None else self._begun
        self._begun = None
        if context <= 0:
            return
        if self._context and context > self._context:
            self._samples.append((context - self._context, grown))
        left = self._grown - grown
        self._context, self._grown = context, left

    def cut(self) -> None:
        """Reset after a compaction or a rewind: the next call does not grow from the last one."""
        self._context, self._grown, self._begun = 0, 0, None

    def factor(self) -> float:
        """Return bytes per token; 4.0 if too little was reported for a fit."""
        return fit(self._samples)


def plausible(tokens: int, size: int, factor: float) -> bool:
    """Return whether that many reported tokens are plausible for a text of that many bytes."""
    guess = size / factor
    return tokens > 0 and guess / _PLAUSIBLE <= tokens <= guess * _PLAUSIBLE
