"""How large a draft is beside its range, the same in the command's summary and on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.strategies.asked import DraftSize


def size_words(size: DraftSize) -> str:
    """`range 23,641 -> draft 1,196 tokens of 4 characters, 845 of them kept events; 1,410 with headings ...`.

    The last figure is what gate E holds against the range, in tokens of the transcript's own count.
    """
    kept = f", {size.kept_tokens:,} of them kept events" if size.kept else ""
    whole = f"{size.given_tokens:,} with objective, headings and event numbers"
    return f"range {size.range_tokens:,} -> draft {size.tokens:,} tokens of 4 characters{kept}; {whole}"
