"""Gate C, retention: whether captured decisions and open work survive in the artifact (S1).

Only `preserved` and `paraphrased` are retained; an uncertain match counts if a reviewer settles it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from gates.artifact import ItemKind, Origin
from gates.capture import Capture, CapturedItem
from gates.findings import Found, settled
from gates.gate import GateInput
from gates.report import (
    FEWEST_COUNTED,
    KEPT_RULE,
    MOST_UNLISTED,
    Finding,
    GateResult,
    Measure,
    Retention,
    RetentionVerdict,
    UnlistedVerdict,
    Verdict,
    may_be_lost,
)
from gates.restatement import owners, same_thing, units
from gates.retention.judging import judge
from gates.retention.kept import beside_kept, share_in_kept
from gates.retention.likelihood import LISTED_FROM, likely_loss
from gates.retention.limited import said_by_human
from gates.retention.match import Match
from gates.retention.outcomes import is_over
from gates.retention.reasons import reason_for
from gates.retention.replaced_values import as_replaced
from gates.retention.summary_warnings import as_read, warnings_of
from gates.retention.user_message_list import unlisted
from gates.search.index import SourceIndex

_NAMES = {"decision": "decision_recall", "open_work": "open_work_recall"}
SETTLED = "settled_by_review"
FIRST_PROPOSED = 15
"""Number of proposals that are shown by default."""
_WORDS = {"decision": "decision", "open_work": "open work"}


class _Judged(NamedTuple):
    """The verdicts of a report, and those on proposed items that it does not list."""

    listed: tuple[RetentionVerdict, ...] = ()
    unlisted: tuple[UnlistedVerdict, ...] = ()


class RetentionGate:
    """Gate C."""

    name = "C"

    def evaluate(self, given: GateInput) -> GateResult:
        """Measure the recall of decisions and of open work; null for a kind without captured items."""
        if given.artifact.opaque or given.capture is None:
            return GateResult(status=Verdict.UNVERIFIABLE, measures=_measures(given, ()))
        verdicts = retention_verdicts(given)
        findings = [finding for stated in verdicts if stated.counted for finding in _lost(given, stated)]
        findings += _resurrected(given, given.capture.items)
        missing = unlisted(given.artifact, given.index)
        findings += [found.finding(given.artifact_id, None) for found in missing]
        findings += warnings_of(verdicts, given.capture.items, given.summary_answers, given.artifact_id)
        measures = _measures(given, verdicts)
        return GateResult(status=_status(measures), measures=measures, findings=tuple(findings))


def retention_verdicts(given: GateInput) -> tuple[RetentionVerdict, ...]:
    """Return the verdicts in the order of a report; empty if not judged.

    First come the lost counted items, those that may only be altered or reworded last, then the likely
    losses among the proposed items, likeliest first, then the retained items, counted before proposed. Other
    proposed items are left out (`unlisted_verdicts`). If a model read the summary, its answers decide which
    proposed items the summary reports.
    """
    return _judged(given).listed


def unlisted_verdicts(given: GateInput) -> tuple[UnlistedVerdict, ...]:
    """Return the first proposed items that are neither retained nor likely losses, likeliest loss first.

    Each names only the first place where it was said; at most `MOST_UNLISTED`.
    """
    return _judged(given).unlisted


def _judged(given: GateInput) -> _Judged:
    if given.artifact.opaque or given.capture is None:
        return _Judged()
    marks = settled(given.reviews, given.artifact_id)
    original = given.summary_answers.digest if given.summary_answers is not None else ""
    return given.memo.get(
        ("C", given.artifact_id, original, *sorted(marks)), partial(_judge_all, given, marks)
    )


def _judge_all(given: GateInput, marks: dict[str, str]) -> _Judged:
    if given.capture is None:
        return _Judged()
    capture = given.capture
    candidates = units(given.artifact)
    owned = owners(given.artifact, (*capture.items, *capture.proposed))
    weight, memo = given.index.weight, given.memo
    imported = given.artifact.origin is Origin.IMPORTED
    older = [item for item in capture.items if item.status == "superseded"]
    said = said_by_human(lambda: given.index.human_words)

    def matched(captured: CapturedItem) -> Match:
        asked = beside_kept(captured, given.index)
        if asked is None:
            return Match(Retention.PRESERVED, KEPT_RULE, 1.0, held=1.0)
        match = judge(asked, candidates, owned, weight, memo, weak_quotes=imported, said=said)
        return as_replaced(captured, _or_kept(captured, match, given.index), older, candidates)

    counted: list[RetentionVerdict] = []
    likely: list[tuple[float, RetentionVerdict]] = []
    kept: list[RetentionVerdict] = []
    for number, captured in enumerate((*capture.items, *capture.proposed)):
        if not captured.counts:
            continue
        match, mark = matched(captured), captured.item_id in marks
        sure = number < len(capture.items) and (mark or not is_over(captured, match.verdict))
        if sure:
            counted.append(_verdict(captured, match, mark))
            continue
        match, claimed = as_read(captured, match, given.summary_answers, candidates)
        stated = _verdict(captured, match, mark=False, counted=False)
        if stated.retained:
            kept.append(stated)
        else:
            chance = likely_loss(captured, match) if claimed is None else claimed
            likely.append((chance, stated))
    likely.sort(key=lambda entry: -entry[0])
    listed = (
        *(stated for verdict in _LISTED for stated in counted if stated.verdict is verdict),
        *(stated for chance, stated in likely if chance >= LISTED_FROM),
        *(stated for stated in counted if stated.retained),
        *kept,
    )
    left = [(chance, stated) for chance, stated in likely if chance < LISTED_FROM][:MOST_UNLISTED]
    return _Judged(listed, tuple(_unlisted(stated, chance) for chance, stated in left))


def _unlisted(stated: RetentionVerdict, chance: float) -> UnlistedVerdict:
    short = {"evidence": stated.evidence[:1], "matched_evidence": (), "fix": None}
    return UnlistedVerdict(**{**dict(stated), **short}, likelihood=round(chance, 3))


def _or_kept(captured: CapturedItem, match: Match, index: SourceIndex) -> Match:
    """Return the match, or `preserved` if a kept event states the item and no statement alters it.

    The event itself is a better proof than a statement in other words.
    """
    if match.verdict not in _LESS_THAN_KEPT or not index.source.kept:
        return match
    held = share_in_kept(captured, index)
    return match if held is None else Match(Retention.PRESERVED, KEPT_RULE, held, held=held)


_LESS_THAN_KEPT = (Retention.DROPPED, Retention.UNCERTAIN, Retention.WEAKENED, Retention.PARAPHRASED)
"""Verdicts on a summary beside which a kept event may still have the item word for word."""
_LISTED = (
    Retention.CONTRADICTED,
    Retention.DROPPED,
    Retention.WEAKENED,
    Retention.MUTATED,
    Retention.UNCERTAIN,
)
"""The order of lost items: kinds that readers found right more often come first."""


def _measures(given: GateInput, verdicts: tuple[RetentionVerdict, ...]) -> tuple[Measure, ...]:
    limits = given.policy.thresholds
    needed = {"decision": limits.decision_recall, "open_work": limits.open_work_recall}
    return tuple(_recall(kind, verdicts, needed[kind]) for kind in ("decision", "open_work"))


def _recall(kind: str, verdicts: tuple[RetentionVerdict, ...], needed: float) -> Measure:
    of_kind = [verdict.retained for verdict in verdicts if verdict.kind == kind and verdict.counted]
    value = round(sum(of_kind) / len(of_kind), 6) if of_kind else None
    passed = None if value is None else value >= needed
    return Measure(name=_NAMES[kind], value=value, op=">=", threshold=needed, passed=passed)


def _status(measures: tuple[Measure, ...]) -> Verdict:
    if all(measure.value is None for measure in measures):
        return Verdict.NOT_APPLICABLE
    return Verdict.FAIL if any(measure.passed is False for measure in measures) else Verdict.PASS


def thin(capture: Capture, verdicts: tuple[RetentionVerdict, ...]) -> bool:
    """Return whether gate C has too little evidence: few counted items, or many likely losses.

    The likely losses are counted among the first proposals. What stays verbatim beside the summary cannot be
    lost, so it is no evidence about the summary. A proposal that a person reviewed is no longer a proposal:
    it counts, or it was dismissed.
    """
    if may_be_lost(verdicts) < FEWEST_COUNTED:
        return True
    first = [item.item_id for item in capture.proposed if item.counts][:FIRST_PROPOSED]
    lost = {verdict.item_id for verdict in verdicts if not verdict.counted and not verdict.retained}
    return bool(first) and 2 * sum(item_id in lost for item_id in first) >= len(first)


def _verdict(captured: CapturedItem, match: Match, mark: bool, *, counted: bool = True) -> RetentionVerdict:
    verdict, rule = match.verdict, match.rule
    if mark and verdict is Retention.UNCERTAIN:
        verdict, rule = Retention.PARAPHRASED, SETTLED
    item = match.unit.item if match.unit is not None else None
    stated = RetentionVerdict(
        item_id=captured.item_id,
        kind=captured.kind,
        text=captured.text,
        counted=counted,
        verdict=verdict,
        rule=rule,
        evidence=captured.evidence,
        matched_item_id=item.item_id if item is not None else None,
        matched_evidence=item.links if item is not None else (),
        score=match.score,
    )
    if stated.retained:
        return stated
    return stated.model_copy(update={"fix": _fix(captured, stated)})


def _fix(captured: CapturedItem, stated: RetentionVerdict) -> str:
    where = f" (event {captured.evidence[0].ordinal})" if captured.evidence else ""
    what = f"{_WORDS[captured.kind]}: {captured.text}{where}"
    if is_over(captured, stated.verdict):
        return f"it was carried out; if what it decided still binds, add {what}"
    if stated.verdict is Retention.DROPPED:
        return f"add {what}"
    if stated.verdict is Retention.UNCERTAIN:
        way = "settle the match in a review" if stated.counted else "say in a review whether it counts"
        return f"{reason_for(stated.rule)}{way}, or add {what}"
    return f"{reason_for(stated.rule)}restate as said, {what}"


_SAID = {
    Retention.UNCERTAIN: "may be in the artifact in other words",
    Retention.WEAKENED: "may lack names or numbers",
    Retention.MUTATED: "may have been altered",
    Retention.CONTRADICTED: "is contradicted",
    Retention.DROPPED: "is not in the artifact",
}


def _lost(given: GateInput, stated: RetentionVerdict) -> Iterable[Finding]:
    """Yield a hard finding for a lost item, and a warning for a match that a reviewer settled."""
    if stated.retained and stated.rule != SETTLED:
        return
    original = _SAID.get(stated.verdict, "may be in the artifact in other words; a reviewer settled it")
    before = _replaced_by(stated.item_id, given.capture)
    text = f"{stated.text} (it replaced: {before})" if before else stated.text
    found = Found(
        "retention_uncertain" if stated.retained else f"retention_{stated.verdict.value}",
        "warning" if stated.retained else "hard",
        f"{_WORDS[stated.kind]} {original}: {text}",
        (*stated.evidence, *stated.matched_evidence),
        stated.item_id,
    )
    review = settled(given.reviews, given.artifact_id).get(stated.item_id) if stated.retained else None
    yield found.finding(given.artifact_id, stated.matched_item_id, review)


def _replaced_by(item_id: str, capture: Capture | None) -> str:
    """Return the text of the last captured item that this one replaced, or ""."""
    items = () if capture is None else capture.items
    new = ((item.text, item.superseded_by) for item in items)
    return next((text for text, by in reversed(list(new)) if by is not None and by.item_id == item_id), "")


def _resurrected(given: GateInput, items: tuple[CapturedItem, ...]) -> Iterable[Finding]:
    """Yield warnings for finished work that the artifact reports as open.

    The contradiction gate counts it.
    """
    finished = [i for i in items if i.kind == "open_work" and i.status == "done"]
    for item in given.artifact.items:
        if item.kind is ItemKind.OPEN_WORK and item.status != "done":
            for done in finished:
                if same_thing(done, item, given.index.weight):
                    message = f"finished work is reported as open: {done.text}"
                    evidence = (*done.evidence, *item.links)
                    found = Found("finished_told_open", "warning", message, evidence, done.item_id)
                    yield found.finding(given.artifact_id, item.item_id)
                    break
