"""How large a draft is beside its range, the same in the command's summary and on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.strategies.asked import DraftSize


def size_words(size: DraftSize) -> str:
    """`range 23,641 -> draft 1,196 tokens of 4 characters, 845 of them kept events`.

    It names no share: that is gate E's measure, which counts headings and references too.
    """
    kept = f", {size.kept_tokens:,} of them kept events" if size.kept else ""
    return f"range {size.range_tokens:,} -> draft {size.tokens:,} tokens of 4 characters{kept}"
