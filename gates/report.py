"""The results of an evaluation: measures, findings, gate results, retention verdicts, the report (GJ).

A report contains no clock time, path or machine fact: equal inputs give equal bytes (GF).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from gates.canonical import short_id
from gates.measure_words import missed_words, plural
from gates.source import SourceLink

EVALUATOR_VERSION = "tier0/29"
"""Version of the evaluation as a whole; it changes whenever a verdict may change."""

GATE_NAMES = ("A", "B", "C", "D", "E")

IMPORTED_FAIL_ON = ("A", "C", "D")
"""Gates by which an imported summary passes or fails: its free text was not written to be linked (GJ)."""

FAILURE_ACTION = {"A": "checkpoint", "B": "advisory", "C": "reject", "D": "reject", "E": "degrade"}
THIN_CAPTURE = "thin_capture"
"""Tag of a report whose gate C passes on few captured items, or with many proposals unreviewed."""
MOST_UNLISTED = 25
"""Number of proposals that a report judges without listing them."""
KEPT_RULE = "kept_verbatim"
"""Rule of a retained item whose event stays verbatim beside the summary."""
FEWEST_COUNTED = 6
"""Number of counted items below which the verdict of gate C rests on too little."""
FAILURE_TAG = {"C": "insufficient_fidelity", "D": "contradiction_detected"}


class Verdict(StrEnum):
    """The outcome of one gate."""

    PASS = "PASS"
    FAIL = "FAIL"
    UNVERIFIABLE = "UNVERIFIABLE"
    """The gate could not be evaluated, or raised an exception."""
    NOT_APPLICABLE = "NOT_APPLICABLE"
    """There is nothing to judge; never the outcome of A or B."""


class Retention(StrEnum):
    """The outcome for one captured item; only the first two are retained."""

    PRESERVED = "preserved"
    PARAPHRASED = "paraphrased"
    UNCERTAIN = "uncertain"
    WEAKENED = "weakened"
    MUTATED = "mutated"
    CONTRADICTED = "contradicted"
    DROPPED = "dropped"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Measure(_Value):
    """One measured value with its threshold; a null `value` has no denominator and decides nothing."""

    name: str
    value: float | int | None
    op: Literal[">=", "<=", "==", "<"] | None = None
    threshold: float | int | None = None
    passed: bool | None = None
    decides: bool = True


class Finding(_Value):
    """One finding by a named and versioned rule, with its evidence."""

    finding_id: str
    rule: str
    rule_version: str
    severity: Literal["hard", "warning"]
    message: str
    item_id: str | None = None
    evidence: tuple[SourceLink, ...] = ()
    reviewed: str | None = None
    """Id of the review that settled or cleared it."""


class GateResult(_Value):
    """One gate's verdict with its measures and findings."""

    status: Verdict
    measures: tuple[Measure, ...] = ()
    findings: tuple[Finding, ...] = ()


class RetentionVerdict(_Value):
    """The outcome for one captured item in the artifact, and the text to add if it is lost."""

    item_id: str
    kind: str
    text: str
    counted: bool = True
    """False for a proposed item: listed as likely lost, never part of the recall."""
    verdict: Retention
    rule: str
    evidence: tuple[SourceLink, ...] = ()
    matched_item_id: str | None = None
    matched_evidence: tuple[SourceLink, ...] = ()
    score: float = 0.0
    fix: str | None = None

    @property
    def retained(self) -> bool:
        """Whether it counts as retained."""
        return self.verdict in (Retention.PRESERVED, Retention.PARAPHRASED)


class UnlistedVerdict(RetentionVerdict):
    """The outcome for a proposed item that is not in the list of losses: it is less likely one than not.

    `evidence` has the first place where it was said; `matched_evidence` and `fix` are empty.
    """

    counted: bool = False
    likelihood: float
    """How likely the item both binds and was lost, from 0 to 1; three decimals."""


class GateReport(_Value):
    """The verdicts of gates A to E on one artifact, with a digest of all inputs."""

    artifact_id: str | None
    session_id: str | None
    origin: str | None
    source_start: int | None
    source_end: int | None
    scope_complete: bool
    input_digest: str
    policy_version: str
    evaluator_version: str = EVALUATOR_VERSION
    replaceable: bool
    tags: tuple[str, ...] = ()
    failure_actions: tuple[str, ...] = ()
    gates: dict[str, GateResult]
    retention: tuple[RetentionVerdict, ...] = ()
    unlisted: tuple[UnlistedVerdict, ...] = ()
    """The first further proposed items that are not retained, likeliest loss first; never shown or stored."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON data."""
        return self.model_dump(mode="json")

    @property
    def stored(self) -> GateReport:
        """The report as a store keeps it: without `unlisted`, which is made anew when asked for."""
        return self.model_copy(update={"unlisted": ()}) if self.unlisted else self

    @property
    def lost(self) -> tuple[RetentionVerdict, ...]:
        """Counted items that are not retained, in the order shown."""
        return tuple(v for v in self.retention if v.counted and not v.retained)

    @property
    def likely_lost(self) -> tuple[RetentionVerdict, ...]:
        """Proposed items that are likely lost, most likely first; they decide nothing."""
        return tuple(v for v in self.retention if not v.counted and not v.retained)

    @property
    def blocking(self) -> tuple[str, ...]:
        """Gates that always forbid acceptance: FAIL or UNVERIFIABLE."""
        bad = (Verdict.FAIL, Verdict.UNVERIFIABLE)
        return tuple(name for name in GATE_NAMES if self.gates[name].status in bad)

    @property
    def unjudged(self) -> tuple[str, ...]:
        """Gates that are NOT_APPLICABLE."""
        return tuple(n for n in GATE_NAMES if self.gates[n].status is Verdict.NOT_APPLICABLE)

    @property
    def thin(self) -> bool:
        """Whether gate C rests on too little to be believed without a second look."""
        return THIN_CAPTURE in self.tags

    @property
    def to_confirm(self) -> tuple[str, ...]:
        """Gates that an acceptance must name in `confirm`: those not applicable, and C if it is thin."""
        return gates_to_confirm({name: gate.status for name, gate in self.gates.items()}, self.tags)

    def missed(self, name: str) -> tuple[Measure, ...]:
        """Return the measures that decide a gate and miss their threshold."""
        return tuple(m for m in self.gates[name].measures if m.decides and m.passed is False)

    @property
    def fails_by_size_alone(self) -> bool:
        """Whether gate E fails only because the artifact is not smaller than its source."""
        return {measure.name for measure in self.missed("E")} == {"compression_ratio"}

    def why(self, name: str) -> str:
        """Return why a gate fails, in figures: measured value, needed value, and the count for each rule."""
        gate, missed = self.gates[name], self.missed(name)
        clauses = [missed_words(m.name, m.value, m.op, m.threshold) for m in missed]
        lost = Counter(v.verdict.value for v in self.lost) if name == "C" else Counter()
        rules = Counter(f.rule for f in gate.findings if f.severity == "hard" and f.reviewed is None)
        clauses += [f"{count} {what}" for what, count in sorted(lost.items())]
        clauses += [f"{count} by rule {rule}" for rule, count in sorted(rules.items()) if not lost]
        return "; ".join(clauses)

    def fail_on(self, wanted: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return the gates by which `score` passes or fails: the `wanted` ones, else by origin (GJ)."""
        if wanted is not None:
            return wanted
        return IMPORTED_FAIL_ON if self.origin == "imported" else GATE_NAMES

    def passes(self, *, strict: bool = False, fail_on: tuple[str, ...] = GATE_NAMES) -> bool:
        """Return whether each of these gates is PASS or NOT_APPLICABLE.

        Under strict, whether each is PASS (GJ).
        """
        bad = (*self.blocking, *(self.unjudged if strict else ()))
        return not any(name in fail_on for name in bad)


def may_be_lost(verdicts: Iterable[RetentionVerdict]) -> int:
    """Count the counted items that a summary could have lost: not those that stay verbatim beside it."""
    return sum(verdict.counted and verdict.rule != KEPT_RULE for verdict in verdicts)


def gates_to_confirm(statuses: Mapping[str, str], tags: Iterable[str]) -> tuple[str, ...]:
    """Return the gates that an acceptance must name, from each gate's status and the report's tags."""
    thin = THIN_CAPTURE in tags
    idle = Verdict.NOT_APPLICABLE
    return tuple(n for n in GATE_NAMES if statuses[n] == idle or (n == "C" and thin))


def why_confirm(report: GateReport, names: Mapping[str, str] | None = None) -> str:
    """Return a clause on why an acceptance must name gates; empty if it need not."""
    called = names or {}
    idle = [called.get(n, n) for n in report.unjudged]
    verb = "do" if len(idle) > 1 else "does"
    clauses = [f"gate {' and '.join(idle)} {verb} not apply"] if idle else []
    if report.thin and "C" not in report.unjudged:
        clauses.append(why_thin(report, called.get("C", "C")))
    return "; ".join(clauses)


def why_thin(report: GateReport, called: str = "C") -> str:
    """Return a clause on what a gate C tagged `thin_capture` rests on; empty without the tag."""
    if not report.thin:
        return ""
    if "C" in report.unjudged:
        return f"gate {called} had nothing to judge"
    counted, whole = may_be_lost(report.retention), sum(each.counted for each in report.retention)
    why = f"gate {called} rests on {plural(counted, 'captured item')}"
    if whole > counted:
        rest = whole - counted
        others = f"the other {rest}" if counted else "all" if rest > 1 else "it"
        stays = "counts as kept, as its event stays" if rest == 1 else "count as kept, as their events stay"
        why = f"gate {called} rests on {counted} of {whole} captured items: {others} {stays} verbatim"
    return f"{why} and on proposals that nobody reviewed" if counted >= FEWEST_COUNTED else why


def finding_id(artifact_id: str, rule: str, item_id: str | None, *distinct: str) -> str:
    """Return a finding's id: from artifact, rule, item and the parts that tell similar findings apart."""
    return short_id("fnd", artifact_id, rule, item_id or "", *distinct)
