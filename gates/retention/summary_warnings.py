"""Applies a reader's answers to gate C: the order and end of the likely losses, and warnings.

No verdict of a counted item, no measure and no hard finding depends on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gates.artifact import normalise_text
from gates.capture import CapturedItem
from gates.findings import Found
from gates.report import Finding, Retention, RetentionVerdict
from gates.restatement import ArtifactStatement
from gates.retention.likelihood import UNKNOWN_LIKELIHOOD
from gates.retention.match import Match
from gates.second_opinion import Opinion, Opinions
from gates.summary_answers import SummaryAnswer, SummaryAnswers, SummaryVerdict

_VERDICT = {
    SummaryVerdict.REPORTED: Retention.PARAPHRASED,
    SummaryVerdict.ALTERED: Retention.MUTATED,
    SummaryVerdict.OMITTED: Retention.DROPPED,
}
VERDICT_OF_OPINION = {
    Opinion.ENTAILED: SummaryVerdict.REPORTED,
    Opinion.CONTRADICTED: SummaryVerdict.ALTERED,
    Opinion.NEUTRAL: SummaryVerdict.OMITTED,
}
"""The summary verdict of each opinion about an item."""


def answers_about(opinions: Iterable[Opinions]) -> tuple[Opinions, dict[str, SummaryAnswer]] | None:
    """Return the checker that read the summary, with its answers about items, or None."""
    for each in opinions:
        if each.about_items:
            found = {
                k: SummaryAnswer(VERDICT_OF_OPINION[a.opinion], a.reason)
                for k, a in each.about_items
                if a.opinion in VERDICT_OF_OPINION
            }
            return each, found
    return None


def as_read(
    captured: CapturedItem,
    match: Match,
    summary_answers: SummaryAnswers | None,
    candidates: Sequence[ArtifactStatement],
) -> tuple[Match, float | None]:
    """Return the reader's match of a proposed item, with the likelihood that it binds and was lost.

    An item that is there word for word is reported, whatever a reader answers. The likelihood is None if
    there is no answer to apply.
    """
    answer = summary_answers.of(captured) if summary_answers is not None else None
    if summary_answers is None or answer is None or match.verdict is Retention.PRESERVED:
        return match, None
    binds = UNKNOWN_LIKELIHOOD if captured.likelihood is None else captured.likelihood
    rule = f"{summary_answers.reader}_{answer.verdict.value}"
    read = Match(_VERDICT[answer.verdict], rule, match.score, unit=_quoted_statement(answer, candidates))
    return read, 0.0 if answer.verdict is SummaryVerdict.REPORTED else binds


def _quoted_statement(
    answer: SummaryAnswer, candidates: Sequence[ArtifactStatement]
) -> ArtifactStatement | None:
    """Return the shortest statement that contains the words that a reader quoted."""
    words = normalise_text(answer.words)
    held = [each for each in candidates if words and words in normalise_text(each.compared.text)]
    return min(held, key=lambda each: len(each.compared.text), default=None)


def warnings_of(
    verdicts: Iterable[RetentionVerdict],
    items: Sequence[CapturedItem],
    summary_answers: SummaryAnswers | None,
    artifact_id: str,
) -> Iterable[Finding]:
    """Yield warnings where a reader disagrees with the verdict on a counted item; nothing else changes."""
    if summary_answers is None:
        return
    known = {item.item_id: item for item in items}
    for stated in verdicts:
        answer = summary_answers.of(known[stated.item_id]) if stated.item_id in known else None
        if not stated.counted or answer is None or stated.verdict is Retention.PRESERVED:
            continue
        if stated.retained == (answer.verdict is SummaryVerdict.REPORTED):
            continue
        found = Found(
            f"{summary_answers.reader}_{answer.verdict.value}",
            "warning",
            f"{summary_answers.reader}: {_said(answer)}: {stated.text}",
            stated.evidence,
            stated.item_id,
            summary_answers.version,
        )
        yield found.finding(artifact_id, stated.matched_item_id)


def _said(answer: SummaryAnswer) -> str:
    if answer.verdict is SummaryVerdict.OMITTED:
        return "the artifact does not report this in any words"
    how = "reports this" if answer.verdict is SummaryVerdict.REPORTED else "reports this otherwise"
    return f"the artifact {how} (“{answer.words}”)"
