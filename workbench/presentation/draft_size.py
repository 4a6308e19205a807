"""The model, the size and the kept events of a draft, for commands and screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.models.base import answered_words
from workbench.presentation.figures import plural

if TYPE_CHECKING:
    from gates.artifact import GenerationRecord
    from workbench.services.judgement.judge import JudgedArtifact


def model_words(record: GenerationRecord) -> str:
    """Name the model that was asked, and the one that answered if its service reports another one."""
    return answered_words(record.model or "", record.reported_model)


OPENS_SUMMARY = (
    "this range opens a summary of the transcript: its other events come back into the context once a draft "
    "is accepted"
)


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
