"""How large a draft is beside its range, the same in the command's summary and on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.strategies.asked import DraftSize


def size_words(size: DraftSize) -> str:
    """`range 23,641 -> draft 1,196 tokens of 4 characters (5%), 845 of them kept events`."""
    share = f" ({size.tokens / size.range_tokens:.0%})" if size.range_tokens else ""
    kept = f", {size.kept_tokens:,} of them kept events" if size.kept else ""
    return f"range {size.range_tokens:,} -> draft {size.tokens:,} tokens of 4 characters{share}{kept}"
