"""The requested size of a draft, and the characters that it allows (SG8).

The size is everything that enters the context: the text of the items, the narrative and the kept events, in
characters; a token is four of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gates.artifact import Artifact
from gates.source import SourceEvent
from workbench.errors import UsageError

CHARACTERS = 4
"""Characters that count as one token."""
PAGE = (800, 1_500)
"""Tokens of a draft without a requested size: least and most of a page."""
LONGEST_PAGE = 2_500
"""Most tokens of such a draft for a long range."""
ORDINARY_RANGE = 60_000
"""Tokens of a range up to which a draft is one page."""
LONG_RANGE = 160_000
"""Tokens of a range from which a draft may have `LONGEST_PAGE`."""
MOST_OF_RANGE = 0.8
"""Largest share of the range for any draft: with its headings it is still smaller than the range."""
SHARE = 0.33
"""Largest share of the range for a draft by default, and with `contract`: the contract allows 35%."""
CONTRACT = (0.20, SHARE)
"""The contract's compression target as shares of the range (S1 section 3)."""

_SIZE = re.compile(
    r"(native)(?:\*([0-9]{1,3}(?:\.[0-9]{1,3})?))?|(contract)|([0-9]{1,9})|([0-9]{1,3}(?:\.[0-9]{1,3})?)%"
)
HINT = "give a number of tokens, a share of the range as in 20%, native, native*1.3 or contract"


@dataclass(frozen=True, slots=True)
class AskedSize:
    """A size as it was requested."""

    kind: Literal["tokens", "percent", "native", "contract"]
    value: float
    """Tokens, percent of the range, or the factor of the native summary's size; 0 for `contract`."""

    def __str__(self) -> str:
        """Return the size as it may be typed."""
        number = f"{self.value:g}"
        shown = {"tokens": str(int(self.value)), "percent": f"{number}%", "contract": "contract"}
        return shown.get(self.kind) or ("native" if self.value == 1 else f"native*{number}")


@dataclass(frozen=True, slots=True)
class DraftRoom:
    """Characters that a draft should come to and may have."""

    least: int
    """Characters up to which kept events fill it, if the range has that much."""
    most: int
    hard: bool
    """Whether the size was requested, so that nothing may exceed it."""


@dataclass(frozen=True, slots=True)
class DraftSize:
    """What enters the context with a draft, in characters."""

    stated: int
    """Characters of its statements and its narrative."""
    kept: int
    """Characters of the events that it keeps verbatim."""
    replaced: int
    """Characters of the range, including the kept events."""

    @property
    def tokens(self) -> int:
        """Tokens of statements and kept events together, which `--size` limits."""
        return (self.stated + self.kept) // CHARACTERS

    @property
    def range_tokens(self) -> int:
        """Tokens of the range."""
        return self.replaced // CHARACTERS


def size_of(artifact: Artifact, events: Sequence[SourceEvent]) -> DraftSize:
    """Return the size of an artifact by the measure of `--size`.

    `events` are the session's, from ordinal 0.
    """
    source = artifact.source
    stated = sum(len(item.text) for item in artifact.items) + len(artifact.narrative or "")
    kept = sum(len(events[ordinal].text) for ordinal in source.kept)
    inside = (e for e in events[source.source_start : source.source_end + 1] if e.sidechain is None)
    return DraftSize(stated, kept, sum(len(event.text) for event in inside))


def parse_size(text: str) -> AskedSize:
    """Return the size that a text requests: `1200`, `20%`, `native`, `native*1.3` or `contract`.

    Raises:
        UsageError: it is none of these, or nothing would fit.
    """
    found = _SIZE.fullmatch(text.strip().lower())
    if found is None:
        raise UsageError(f"there is no size {text!r}", HINT)
    native, factor, contract, tokens, percent = found.groups()
    if native:
        made = AskedSize("native", float(factor or 1))
    elif contract:
        return AskedSize("contract", 0)
    elif tokens:
        made = AskedSize("tokens", int(tokens))
    else:
        made = AskedSize("percent", float(percent))
    if made.value <= 0 or (made.kind == "percent" and made.value >= 100):
        raise UsageError(f"a draft cannot have the size {text!r}", HINT)
    return made


def room_for(
    asked: AskedSize | None, range_characters: int, native_characters: int | None = None
) -> DraftRoom:
    """Return the room of a draft.

    Args:
        asked: the requested size; None for a page.
        range_characters: of the texts of the range's events.
        native_characters: of the transcript's own summary of the range; None if it has none.

    Raises:
        UsageError: the size of a native summary is requested, and there is none.
    """
    if asked is None:
        most = min(page_tokens(range_characters // CHARACTERS) * CHARACTERS, int(range_characters * SHARE))
        return DraftRoom(0, most, hard=False)
    if asked.kind == "contract":
        least, highest = (int(range_characters * share) for share in CONTRACT)
        return DraftRoom(least, highest, hard=True)
    highest = int(range_characters * MOST_OF_RANGE)
    if asked.kind == "native":
        if native_characters is None:
            raise UsageError(
                "the transcript holds no summary of exactly this range, whose size could be taken",
                "give --size as a number of tokens or a share such as 20%",
            )
        return DraftRoom(0, min(highest, int(native_characters * asked.value)), hard=True)
    share = asked.value / 100 * range_characters
    wanted = int(asked.value * CHARACTERS if asked.kind == "tokens" else share)
    return DraftRoom(0, min(highest, wanted), hard=True)


def page_tokens(range_tokens: int) -> int:
    """Return the tokens of a page about a range: 800 to 1,500, and up to 2,500 for a long range."""
    if range_tokens <= ORDINARY_RANGE:
        return round(PAGE[0] + (PAGE[1] - PAGE[0]) * range_tokens / ORDINARY_RANGE)
    beyond = min(1.0, (range_tokens - ORDINARY_RANGE) / (LONG_RANGE - ORDINARY_RANGE))
    return round(PAGE[1] + (LONGEST_PAGE - PAGE[1]) * beyond)
