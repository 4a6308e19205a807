"""Evaluation of one artifact by all gates, and rates over a set of artifacts (S1, GJ).

A gate that raises an exception is UNVERIFIABLE and blocks; it never passes and never ends the evaluation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from copy import copy
from functools import partial

from gates.artifact import Artifact, Item, Origin
from gates.budget import BudgetGate
from gates.canonical import digest
from gates.capture import Capture
from gates.contradiction.gate import ContradictionGate
from gates.contradiction.warning_weights import WEIGHTS_VERSION as WARNING_WEIGHTS_VERSION
from gates.findings import Found, Memo
from gates.gate import Gate, GateInput
from gates.language.lexicon import LEXICON_VERSION
from gates.language.modal_cues import MODAL_WORDS_VERSION
from gates.policy import DEFAULT_POLICY, Policy
from gates.report import (
    EVALUATOR_VERSION,
    FAILURE_ACTION,
    FAILURE_TAG,
    GATE_NAMES,
    THIN_CAPTURE,
    GateReport,
    GateResult,
    RetentionVerdict,
    UnlistedVerdict,
    Verdict,
)
from gates.retention.gate import RetentionGate, retention_verdicts, thin, unlisted_verdicts
from gates.retention.loss_weights import LOSS_WEIGHTS_VERSION
from gates.retention.summary_warnings import answers_about
from gates.review import Review, ReviewAction, reviews_digest
from gates.search.index import SourceIndex
from gates.search.linking import LINKER_VERSION, SpanSearch, link_statement
from gates.second_opinion import Opinions, add_opinions, evaluator_version
from gates.source import SourceLink
from gates.structure import StructureGate, unparsed
from gates.summary_answers import SummaryAnswers
from gates.traceability import TraceabilityGate
from gates.trust import as_counted


class Evaluator:
    """Evaluates artifacts over one range of one session, and caches what does not change between them.

    Its reports equal those of a new Evaluator byte for byte; only changed items are judged again.
    """

    def __init__(self, index: SourceIndex, capture: Capture | None, policy: Policy = DEFAULT_POLICY) -> None:
        self.index = index
        self.capture = capture
        self.policy = policy
        self.search = SpanSearch(index)
        self._memos: dict[str, Memo] = {}
        self._made = Memo()

    def under(self, policy: Policy) -> Evaluator:
        """Return this evaluator under another policy; the cached results for single items are shared."""
        other = copy(self)
        other.policy = policy
        return other

    def linked(self, artifact: Artifact) -> Artifact:
        """Return the artifact as it is judged: for an imported one, missing links are made, each once."""
        if artifact.origin is not Origin.IMPORTED or all(item.links for item in artifact.items):
            return artifact
        items = tuple(
            item if item.links else item.model_copy(update={"links": self._links_of(item)})
            for item in artifact.items
        )
        return artifact.model_copy(update={"items": items})

    def _links_of(self, item: Item) -> tuple[SourceLink, ...]:
        return self._made.get((item.text, item.speaker), partial(link_statement, self.search, item))

    def evaluate(
        self,
        artifact: Artifact,
        reviews: tuple[Review, ...] = (),
        *,
        strict: bool = False,
        artifact_id: str | None = None,
        lineage_tokens: int | None = None,
        opinions: tuple[Opinions, ...] = (),
        growth: int | None = None,
    ) -> GateReport:
        """Return the report on one artifact; strict scoring ignores reviews.

        `growth` is the number of tokens by which accepting the artifact would enlarge the context, None if it
        would not.
        """
        given = self._given(artifact, reviews, strict, artifact_id, opinions)
        identity, used, capture = given.artifact_id, given.reviews, given.capture
        gates: tuple[Gate, ...] = (
            StructureGate(),
            TraceabilityGate(),
            RetentionGate(),
            ContradictionGate(),
            BudgetGate(lineage_tokens, growth),
        )
        results = {gate.name: _guarded(gate, given) for gate in gates}
        if opinions:
            results["D"] = add_opinions(results["D"], given.artifact, identity, self.search, used, opinions)
        report = GateReport(
            artifact_id=identity,
            session_id=artifact.source.session_id,
            origin=artifact.origin.value,
            source_start=artifact.source.source_start,
            source_end=artifact.source.source_end,
            scope_complete=self.index.scope_complete,
            input_digest=self._input_digest(
                artifact, identity, capture, used, strict, lineage_tokens, opinions, growth
            ),
            policy_version=self.policy.version,
            evaluator_version=evaluator_version(each.checker for each in opinions),
            replaceable=False,
            gates=results,
            retention=_retained(given, results["C"]),
            unlisted=() if results["C"].status is Verdict.UNVERIFIABLE else unlisted_verdicts(given),
        )
        return _concluded(report, capture)

    def unlisted(
        self,
        artifact: Artifact,
        reviews: tuple[Review, ...] = (),
        *,
        strict: bool = False,
        artifact_id: str | None = None,
        opinions: tuple[Opinions, ...] = (),
    ) -> tuple[UnlistedVerdict, ...]:
        """Return `GateReport.unlisted`, which a stored report lacks, without the other gates."""
        return unlisted_verdicts(self._given(artifact, reviews, strict, artifact_id, opinions))

    def _given(
        self,
        artifact: Artifact,
        reviews: tuple[Review, ...],
        strict: bool,
        artifact_id: str | None,
        opinions: tuple[Opinions, ...],
    ) -> GateInput:
        """Return what every gate may read."""
        identity = artifact_id or artifact.artifact_id
        used = () if strict or self.policy.strict else _applicable(reviews, identity)
        trust = self.policy.capture.trust
        capture = None if self.capture is None else as_counted(self.capture, trust, used, self.index.source)
        linked = self.linked(artifact)
        return GateInput(
            artifact=linked,
            artifact_id=identity,
            index=self.index,
            capture=capture,
            reviews=used,
            policy=self.policy,
            search=self.search,
            summary_answers=_summary_answers(linked, opinions),
            memo=self._memos.setdefault(capture.digest if capture else "", Memo()),
        )

    def _input_digest(
        self,
        artifact: Artifact,
        identity: str,
        capture: Capture | None,
        reviews: tuple[Review, ...],
        strict: bool,
        lineage_tokens: int | None,
        opinions: tuple[Opinions, ...],
        growth: int | None,
    ) -> str:
        return input_digest(
            artifact,
            identity,
            self.index.source_digest,
            capture.digest if capture else None,
            reviews,
            self.policy,
            strict=strict,
            scope_complete=self.index.scope_complete,
            lineage_tokens=lineage_tokens,
            opinions=opinions,
            growth=growth,
        )


def input_digest(  # noqa: PLR0913 (every input of an evaluation is named once, here)
    artifact: Artifact,
    artifact_id: str,
    source_digest: str,
    capture_digest: str | None,
    reviews: tuple[Review, ...],
    policy: Policy,
    *,
    strict: bool,
    scope_complete: bool,
    lineage_tokens: int | None,
    opinions: tuple[Opinions, ...] = (),
    growth: int | None = None,
) -> str:
    """Return the digest of all inputs of an evaluation; without opinions, checkers add nothing to it."""
    used: list[list[object]] = [["opinions/1", [each.body() for each in opinions]]] if opinions else []
    if growth is not None and growth > 0:
        used.append(["growth/1", growth])
    return digest(
        [
            EVALUATOR_VERSION,
            LINKER_VERSION,
            LEXICON_VERSION,
            MODAL_WORDS_VERSION,
            LOSS_WEIGHTS_VERSION,
            WARNING_WEIGHTS_VERSION,
            policy.version,
            artifact_id,
            artifact.generation_record.model_dump(mode="json"),
            source_digest,
            capture_digest,
            reviews_digest(reviews),
            strict,
            scope_complete,
            lineage_tokens,
            *used,
        ]
    )


def _summary_answers(artifact: Artifact, opinions: tuple[Opinions, ...]) -> SummaryAnswers | None:
    answers = answers_about(opinions)
    return answers and SummaryAnswers(
        answers[0].checker.name, answers[0].checker.version, artifact, answers[1]
    )


def _applicable(reviews: Iterable[Review], artifact_id: str) -> tuple[Review, ...]:
    judging = (r for r in reviews if r.action is not ReviewAction.NOTE)
    return tuple(r for r in judging if r.artifact_id is None or r.artifact_id == artifact_id)


def _guarded(gate: Gate, given: GateInput) -> GateResult:
    try:
        return gate.evaluate(given)
    except Exception as error:
        found = Found("gate_raised", "hard", f"the gate could not be evaluated: {type(error).__name__}")
        return GateResult(status=Verdict.UNVERIFIABLE, findings=(found.finding(given.artifact_id, None),))


def _retained(given: GateInput, result: GateResult) -> tuple[RetentionVerdict, ...]:
    return () if result.status is Verdict.UNVERIFIABLE else retention_verdicts(given)


def _concluded(report: GateReport, capture: Capture | None = None) -> GateReport:
    # A failed gate C blocks by itself, however little it rests on.
    judged = report.gates["C"].status in (Verdict.PASS, Verdict.NOT_APPLICABLE)
    slight = (THIN_CAPTURE,) if judged and capture is not None and thin(capture, report.retention) else ()
    failed = [name for name in GATE_NAMES if report.gates[name].status is Verdict.FAIL]
    return report.model_copy(
        update={
            "replaceable": not report.blocking,
            "tags": tuple(FAILURE_TAG[name] for name in failed if name in FAILURE_TAG) + slight,
            "failure_actions": tuple(dict.fromkeys(FAILURE_ACTION[name] for name in failed)),
        }
    )


def evaluate(
    artifact: Artifact,
    index: SourceIndex,
    capture: Capture | None,
    reviews: tuple[Review, ...] = (),
    policy: Policy = DEFAULT_POLICY,
    *,
    strict: bool = False,
    artifact_id: str | None = None,
    lineage_tokens: int | None = None,
) -> GateReport:
    """Judge one artifact by gates A to E. Pure: equal inputs give an equal report, byte for byte."""
    judge = Evaluator(index, capture, policy)
    return judge.evaluate(
        artifact, reviews, strict=strict, artifact_id=artifact_id, lineage_tokens=lineage_tokens
    )


def evaluate_unparsed(problems: tuple[str, ...], policy: Policy = DEFAULT_POLICY) -> GateReport:
    """Return the report on text that did not parse: gate A fails, the other gates are UNVERIFIABLE."""
    results = {name: GateResult(status=Verdict.UNVERIFIABLE) for name in GATE_NAMES}
    results["A"] = unparsed(problems, policy.thresholds.parse_success_rate)
    report = GateReport(
        artifact_id=None,
        session_id=None,
        origin=None,
        source_start=None,
        source_end=None,
        scope_complete=False,
        input_digest=digest(["unparsed/1", EVALUATOR_VERSION, policy.version, list(problems)]),
        policy_version=policy.version,
        replaceable=False,
        gates=results,
    )
    return _concluded(report)


def parse_success_rate(statuses: Iterable[Verdict]) -> float | None:
    """Return the share of an evaluation set that parsed, by gate A; None if it is empty or all opaque.

    Source: S1 gate A.
    """
    judged = [status for status in statuses if status is not Verdict.UNVERIFIABLE]
    return round(sum(s is Verdict.PASS for s in judged) / len(judged), 6) if judged else None


def nearest_rank_p95(values: Iterable[int | None]) -> int | None:
    """Return the 95th percentile by nearest rank of the known values; None if there are none (S1 gate E)."""
    known = sorted(value for value in values if value is not None)
    return known[math.ceil(0.95 * len(known)) - 1] if known else None
