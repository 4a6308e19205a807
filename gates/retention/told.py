"""What a reader's answers change of gate C: the order and end of likely losses, and warnings.

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
from gates.telling import Telling, Tellings, ToldAnswer

_VERDICT = {
    Telling.TOLD: Retention.PARAPHRASED,
    Telling.ALTERED: Retention.MUTATED,
    Telling.UNTOLD: Retention.DROPPED,
}
TELLING = {
    Opinion.ENTAILED: Telling.TOLD,
    Opinion.CONTRADICTED: Telling.ALTERED,
    Opinion.NEUTRAL: Telling.UNTOLD,
}
"""What an opinion about an item and a summary means."""


def answers_about(opinions: Iterable[Opinions]) -> tuple[Opinions, dict[str, ToldAnswer]] | None:
    """The reader among the tiers that were heard, and its answers about items."""
    for each in opinions:
        if each.told:
            found = {
                k: ToldAnswer(TELLING[a.opinion], a.reason) for k, a in each.told if a.opinion in TELLING
            }
            return each, found
    return None


def as_read(
    captured: CapturedItem, match: Match, tellings: Tellings | None, candidates: Sequence[ArtifactStatement]
) -> tuple[Match, float | None]:
    """The match of an item that does not count as a reader sees it, and how likely it binds and was lost.

    What stands there word for word is told, whatever a reader says; None where it says nothing.
    """
    answer = tellings.of(captured) if tellings is not None else None
    if tellings is None or answer is None or match.verdict is Retention.PRESERVED:
        return match, None
    binds = UNKNOWN_LIKELIHOOD if captured.likelihood is None else captured.likelihood
    rule = f"{tellings.reader}_{answer.telling.value}"
    read = Match(_VERDICT[answer.telling], rule, match.score, unit=_telling_unit(answer, candidates))
    return read, 0.0 if answer.telling is Telling.TOLD else binds


def _telling_unit(answer: ToldAnswer, candidates: Sequence[ArtifactStatement]) -> ArtifactStatement | None:
    """The shortest statement that holds the words that a reader quoted."""
    words = normalise_text(answer.words)
    held = [each for each in candidates if words and words in normalise_text(each.compared.text)]
    return min(held, key=lambda each: len(each.compared.text), default=None)


def warnings_of(
    verdicts: Iterable[RetentionVerdict],
    items: Sequence[CapturedItem],
    tellings: Tellings | None,
    artifact_id: str,
) -> Iterable[Finding]:
    """Where a reader disagrees with the verdict on a counted item; it changes nothing but what is shown."""
    if tellings is None:
        return
    known = {item.item_id: item for item in items}
    for stated in verdicts:
        answer = tellings.of(known[stated.item_id]) if stated.item_id in known else None
        if not stated.counted or answer is None or stated.verdict is Retention.PRESERVED:
            continue
        if stated.retained == (answer.telling is Telling.TOLD):
            continue
        found = Found(
            f"{tellings.reader}_{answer.telling.value}",
            "warning",
            f"{tellings.reader}: {_said(answer)}: {stated.text}",
            stated.evidence,
            stated.item_id,
            tellings.version,
        )
        yield found.finding(artifact_id, stated.matched_item_id)


def _said(answer: ToldAnswer) -> str:
    if answer.telling is Telling.UNTOLD:
        return "the artifact does not tell this in any words"
    how = "tells this" if answer.telling is Telling.TOLD else "tells this otherwise"
    return f"the artifact {how} (“{answer.words}”)"
