"""How large a draft is beside its range, and what it keeps: the same in commands and on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.presentation.figures import plural

if TYPE_CHECKING:
    from workbench.services.judgement.judge import JudgedArtifact


def size_words(judged: JudgedArtifact) -> str:
    """`range 33,263 -> 1,045 tokens of context`: the two figures that gate E divides.

    All that an agent is given counts, kept events and headings too, as the timeline counts it.
    """
    return f"range {judged.replaced_tokens:,} -> {judged.entering_tokens:,} tokens of context"


def verbatim_words(judged: JudgedArtifact) -> str:
    """`111 events of the range stay verbatim, 28,036 tokens of context`; empty where none does."""
    kept = len(judged.artifact.source.kept)
    if not kept:
        return ""
    stay = "stays" if kept == 1 else "stay"
    return f"{plural(kept, 'event')} of the range {stay} verbatim, {judged.kept_tokens:,} tokens of context"
