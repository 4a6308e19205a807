"""Bytes a token, fitted while a transcript goes by, from how its reported context grows call by call."""

from __future__ import annotations

from workbench.importers.events.tokens import fit

_PLAUSIBLE = 3.0
"""Reported output tokens farther than this factor from the estimate are not believed."""


class ContextFit:
    """Collects how many bytes of text and how many tokens of context came between two model calls."""

    def __init__(self) -> None:
        self._samples: list[tuple[int, int]] = []
        self._context = 0
        self._grown = 0
        self._begun: int | None = None

    def grew(self, size: int) -> None:
        """So many bytes of text were added to the context."""
        self._grown += size

    def begin(self) -> None:
        """A model call begins whose tokens are reported only behind its answer."""
        if self._begun is None:
            self._begun = self._grown

    def call(self, context: int) -> None:
        """A model call was given this many tokens; 0 or less says nothing."""
        grown = self._grown if self._begun is None else self._begun
        self._begun = None
        if context <= 0:
            return
        if self._context and context > self._context:
            self._samples.append((context - self._context, grown))
        left = self._grown - grown
        self._context, self._grown = context, left

    def cut(self) -> None:
        """The context was compacted or rewound: the next call is no growth of the last."""
        self._context, self._grown, self._begun = 0, 0, None

    def factor(self) -> float:
        """Bytes a token, 4.0 where too little was reported to fit one."""
        return fit(self._samples)


def plausible(tokens: int, size: int, factor: float) -> bool:
    """Whether that many reported tokens can be those of a text of that many bytes."""
    guess = size / factor
    return tokens > 0 and guess / _PLAUSIBLE <= tokens <= guess * _PLAUSIBLE
