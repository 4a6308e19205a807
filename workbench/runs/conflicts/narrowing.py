"""The sentences of a passage that state most of a question; values in the others belong to something else."""

from __future__ import annotations

from gates.language.sentence_spans import sentence_texts
from workbench.runs.conflicts.circumstances import within
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage

NEARLY = 0.8
"""Share of the best sentence's coverage from which another sentence is about the question as much."""


def narrowed(scorer: PassageScorer, passage: RankedPassage) -> RankedPassage:
    """Return a passage without the sentences that state less of the question than its best ones."""
    stated = [(sum(scorer.covers(each, "").values()), each) for each in sentence_texts(passage.text)]
    most = max((share for share, _ in stated), default=0.0)
    if not most:
        return passage
    text = " ".join(each for share, each in stated if share >= NEARLY * most)
    return RankedPassage(within(scorer.query, text), passage.above)
