"""How large a draft is beside its range, and what it keeps: the same in commands and on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.presentation.figures import plural

if TYPE_CHECKING:
    from workbench.services.judgement.judge import JudgedArtifact
    from workbench.strategies.asked import DraftSize


def size_words(size: DraftSize) -> str:
    """`range 23,641 -> draft 1,196 tokens of 4 characters, kept events included; 1,410 with headings ...`.

    The last figure is what gate E holds against the range, in tokens of the transcript's own count.
    """
    kept = ", kept events included" if size.kept else ""
    whole = f"{size.given_tokens:,} with objective, headings and event numbers"
    return f"range {size.range_tokens:,} -> draft {size.tokens:,} tokens of 4 characters{kept}; {whole}"


def verbatim_words(judged: JudgedArtifact) -> str:
    """`111 events of the range stay verbatim, 28,036 tokens of context`; empty where none does."""
    kept = len(judged.artifact.source.kept)
    if not kept:
        return ""
    stay = "stays" if kept == 1 else "stay"
    return f"{plural(kept, 'event')} of the range {stay} verbatim, {judged.kept_tokens:,} tokens of context"
