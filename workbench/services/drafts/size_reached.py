"""The requested and the actual size of a draft, in the words of commands and screens."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.services.drafts.strategy_names import NATIVE
from workbench.strategies.asked import CHARACTERS, DraftSize
from workbench.strategies.base import DraftRequest

FEW = 0.5
"""Share of the requested size below which a draft is reported as smaller."""
MANY = 2
"""Times the requested size above which the tokens of the context, headings included, are reported."""
_WHY_SMALLER = {
    "memory": "a memory states at most 1,000 tokens",
    "historian": "the historian states a page at most and keeps the newest 3 turns",
}
_NO_MORE = "the range contains nothing more worth stating"
"""Why a draft of any other strategy is smaller."""
_LOST = "what it left out is listed under gate C, and `repair` adds it"
"""Why it is smaller if captured items are lost."""
_LONG = (
    "the draft is longer than a page of {most:,} {measure}: it has {tokens:,}; --size {most} holds it to one"
)
_UNBOUNDED = ("historian",)
"""Strategies that may exceed a page without a size."""
_WHOLE = (
    "a native draft without --size is the whole summary with what it lost and every event that was kept, "
    "and this one is long"
)
_MEASURE = "tokens of 4 characters, without headings"
"""The measure of `--size`; all other figures of a draft are tokens of the context."""
PAGE_MOST = 2_500
"""Tokens of the longest draft that is not reported as large when no size was requested."""


@dataclass(frozen=True, slots=True)
class SizeReached:
    """The requested and the actual size, in tokens of four characters, kept events included."""

    asked: str | None
    """The requested size as it was typed; None without a size."""
    least: int
    """Least tokens requested; 0 if there is no lower bound."""
    most: int | None
    """Most tokens requested; None without a size."""
    tokens: int
    """Tokens of the draft."""
    range_tokens: int
    """Tokens of the range, kept events included."""

    @property
    def over(self) -> int:
        """Tokens beyond the requested size."""
        return max(0, self.tokens - self.most) if self.most is not None else 0

    @property
    def under(self) -> int:
        """Tokens missing to the lower bound, or without one to the share `FEW` of the requested size."""
        if self.most is None:
            return 0
        least = self.least or int(self.most * FEW)
        return max(0, least - self.tokens)

    def words(self) -> str:
        """Format `asked for --size 600, at most 600 tokens of 4 characters, without headings; has 590`.

        Empty without a size.
        """
        if self.most is None:
            return ""
        wanted = f"{self.least:,} to {self.most:,}" if self.least else f"at most {self.most:,}"
        return f"asked for --size {self.asked}, {wanted} {_MEASURE}; has {self.tokens:,}"

    def warning(self, strategy: str, *, loses: bool = False, context: int = 0) -> str | None:
        """Return a warning if the draft misses the requested size, or without one exceeds a page.

        `loses`: whether captured items are lost in it. `context`: its tokens of the context.
        """
        if self.over:
            return f"the draft is larger than asked for, by {self.over:,} tokens: {self.words()}"
        if self.most is not None and context > MANY * self.most:
            return f"the draft takes {context:,} tokens of context, headings included: {self.words()}"
        if self.under:
            why = _WHY_SMALLER.get(strategy, _LOST if loses else _NO_MORE)
            return f"the draft is smaller than asked for: {self.words()}; {why}"
        if self.most is None and strategy == NATIVE and self.tokens > PAGE_MOST:
            return f"{_WHOLE}; --size native holds it to the summary's own size"
        if self.most is None and strategy in _UNBOUNDED and self.tokens > PAGE_MOST:
            return _LONG.format(most=PAGE_MOST, measure=_MEASURE, tokens=self.tokens)
        return None


def size_reached(request: DraftRequest, size: DraftSize) -> SizeReached:
    """Return the requested size and that of the draft."""
    if request.size is None:
        return SizeReached(None, 0, None, size.tokens, size.range_tokens)
    room = request.room()
    least, most = room.least // CHARACTERS, room.most // CHARACTERS
    return SizeReached(str(request.size), least, most, size.tokens, size.range_tokens)
