"""How large a draft is compared with its range, and which events it keeps, for commands and screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.presentation.figures import plural

if TYPE_CHECKING:
    from workbench.services.judgement.judge import JudgedArtifact


def size_words(judged: JudgedArtifact) -> str:
    """Format the two sizes that gate E divides: `range 33,263 -> 1,045 tokens of context`.

    The size covers all that enters the agent's context, kept events and headings included, as on the
    timeline.
    """
    return f"range {judged.replaced_tokens:,} -> {judged.entering_tokens:,} tokens of context"


def verbatim_words(judged: JudgedArtifact) -> str:
    """Format what stays: `111 events of the range stay verbatim, 28,036 tokens of context`.

    Empty for none.
    """
    kept = len(judged.artifact.source.kept)
    if not kept:
        return ""
    stay = "stays" if kept == 1 else "stay"
    return f"{plural(kept, 'event')} of the range {stay} verbatim, {judged.kept_tokens:,} tokens of context"
