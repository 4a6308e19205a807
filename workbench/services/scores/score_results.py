"""The results of scoring: reports with their origin, and the figures over the whole set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gates.artifact import Artifact
from gates.evaluate import nearest_rank_p95, parse_success_rate
from gates.policy import BudgetSettings
from gates.report import EVALUATOR_VERSION, GATE_NAMES, IMPORTED_FAIL_ON, GateReport, Verdict
from gates.source import SourceEvent
from workbench.errors import WorkbenchError
from workbench.services.scores.baseline import Baseline, KeptProblems, State, compaction_name
from workbench.services.scores.score_problems import Name, ScoreProblem, failing, problems_of
from workbench.services.transcript_files.unread_lines import UnreadLines

SCORE_SCHEMA = "workbench.score/1"


@dataclass(frozen=True)
class Rules:
    """The rules by which a report passes or fails, beside its gates."""

    strict: bool = False
    skip_opaque: bool = False
    fail_on: tuple[str, ...] | None = None
    """Gates that decide whether a report passes; None: those for the artifact's origin."""
    budget: BudgetSettings = field(default_factory=BudgetSettings)
    """Failures and warnings that a run may have and still pass."""
    baseline: Baseline | None = None
    """Known problems, which fail nothing."""
    keep_problems: bool = False
    """Whether to keep the problems of every report for writing a baseline."""
    max_unread: int | None = None
    """Maximum number of unreadable lines; None: none but an unfinished last line."""

    def deciding(self, report: GateReport) -> tuple[str, ...]:
        """Return the gates that decide whether one report passes."""
        return report.fail_on(self.fail_on)

    def passes(self, scored: Scored) -> bool:
        """Return whether a report passes; an opaque artifact passes if it is to be skipped (GJ)."""
        if self.skip_opaque and scored.opaque:
            return True
        if scored.report.passes(strict=self.strict, fail_on=self.deciding(scored.report)):
            return True
        return self.baseline is not None and not self.new_failures(scored)

    def problems(self, scored: Scored) -> tuple[ScoreProblem, ...]:
        """Return every problem of a report; none if it is opaque and skipped."""
        if self.skip_opaque and scored.opaque:
            return ()
        return problems_of(scored.report, strict=self.strict)

    def fails_by(self, problem: ScoreProblem, report: GateReport) -> bool:
        """Return whether a problem keeps its report from passing."""
        if problem.severity != "hard" or problem.gate not in self.deciding(report):
            return False
        return failing(report, problem.gate, strict=self.strict)

    def states(self, scored: Scored, problems: Sequence[ScoreProblem] | None = None) -> dict[Name, State]:
        """Return the baseline's state of each problem that it may contain; empty if there is no baseline."""
        if self.baseline is None:
            return {}
        found = self.problems(scored) if problems is None else problems
        return self.baseline.states(scored.compaction, self.kept(scored, found))

    def new_failures(self, scored: Scored) -> list[ScoreProblem]:
        """Return the problems that fail a report and are new, or worse than in the baseline."""
        found = self.problems(scored)
        states = self.states(scored, found)
        return [
            each
            for each in found
            if self.fails_by(each, scored.report) and states.get(each.name, "new") != "known"
        ]

    def kept(self, scored: Scored, found: Sequence[ScoreProblem]) -> tuple[ScoreProblem, ...]:
        """Return a report's problems for a baseline: its warnings, and the hard ones of failing gates."""
        return tuple(
            each
            for each in found
            if each.severity == "warning"
            or (each.severity == "hard" and failing(scored.report, each.gate, strict=self.strict))
        )


@dataclass(frozen=True)
class Scored:
    """One judged artifact."""

    target: str
    """The target as it was typed, or the file's path under the folder that was typed."""
    report: GateReport
    artifact: Artifact | None
    """None if the target did not parse."""
    events: Sequence[SourceEvent] = field(repr=False, default=())
    """The session's events up to the range's end, for showing the source of findings."""
    transcript: str = ""
    """The file that the events' line numbers refer to; empty if they come from a store."""
    among: str = ""
    """Distinguishes artifacts of one range; empty for the transcript's own compaction."""

    @property
    def opaque(self) -> bool:
        """Whether the artifact's text is encrypted or absent."""
        return self.artifact is not None and self.artifact.opaque

    @property
    def compaction(self) -> str:
        """Its name in a baseline, which avoids paths, lines and order where possible."""
        report = self.report
        return compaction_name(
            report.session_id, report.source_start, report.source_end, self.target, self.among
        )

    def judged(self, rules: Rules) -> ReportSummary:
        """Return the summary that a run keeps in memory."""
        report = self.report
        found = rules.problems(self)
        kept = rules.kept(self, found)
        states = rules.states(self, found)
        warned = sum(each.severity == "warning" and states.get(each.name) != "known" for each in found)
        return ReportSummary(
            target=self.target,
            source_start=report.source_start,
            source_end=report.source_end,
            statuses=tuple(report.gates[gate].status for gate in GATE_NAMES),
            deciding=rules.deciding(report),
            passes=rules.passes(self),
            opaque=self.opaque,
            elapsed_ms=None if self.artifact is None else self.artifact.generation_record.elapsed_ms,
            warnings=warned,
            against=None if rules.baseline is None else self._against(rules, kept, states),
            kept=KeptProblems(self.compaction, self.target, kept) if rules.keep_problems else None,
        )

    def _against(
        self, rules: Rules, kept: Sequence[ScoreProblem], states: dict[Name, State]
    ) -> AgainstBaseline:
        states_found = list(states.values())
        fixed = 0 if rules.baseline is None else rules.baseline.fixed(self.compaction, kept)
        new = len(rules.new_failures(self))
        return AgainstBaseline(self.compaction, new, states_found.count("known"), fixed)

    def to_json(self) -> dict[str, Any]:
        """Return one entry of `reports[]`."""
        body = self.report.to_json()
        return {"target": self.target, **_ordered(body)}


_REPORT_KEYS = (
    "artifact_id session_id origin source_start source_end scope_complete input_digest replaceable tags "
    "failure_actions gates retention unlisted"
).split()


def _ordered(report: dict[str, Any]) -> dict[str, Any]:
    return {key: report[key] for key in _REPORT_KEYS}


@dataclass(frozen=True, slots=True)
class AgainstBaseline:
    """One report compared with the baseline."""

    compaction: str
    new: int
    """Number of problems that fail it and are new or worse than before."""
    known: int
    fixed: int


@dataclass(frozen=True, slots=True)
class ReportSummary:
    """The data that a run keeps in memory of one report, however long the report is."""

    target: str
    source_start: int | None
    source_end: int | None
    statuses: tuple[Verdict, ...]
    """Verdicts of gates A to E."""
    deciding: tuple[str, ...]
    """The gates that decide whether it passes."""
    passes: bool
    opaque: bool
    elapsed_ms: int | None
    """Generation time that the artifact records."""
    warnings: int = 0
    """Number of warnings, without those that the baseline knows."""
    against: AgainstBaseline | None = None
    """None if there is no baseline."""
    kept: KeptProblems | None = None
    """The problems for a baseline, if one is written."""

    @property
    def unjudged(self) -> bool:
        """Whether a deciding gate could not be evaluated or, under strict, nothing to judge; none failed."""
        found = [each for gate, each in zip(GATE_NAMES, self.statuses, strict=True) if gate in self.deciding]
        if Verdict.FAIL in found:
            return False
        return Verdict.UNVERIFIABLE in found or (not self.passes and Verdict.NOT_APPLICABLE in found)

    @property
    def idle(self) -> tuple[str, ...]:
        """The deciding gates that had nothing to judge."""
        pairs = zip(GATE_NAMES, self.statuses, strict=True)
        return tuple(gate for gate, each in pairs if each is Verdict.NOT_APPLICABLE and gate in self.deciding)


@dataclass(frozen=True)
class ScoreSummary:
    """The figures over all results of one `score`."""

    policy_version: str
    rules: Rules
    judged: Sequence[ReportSummary]
    unreadable: Sequence[tuple[str, WorkbenchError]] = ()
    """Targets that could not be read, with the reason."""
    evaluator_version: str = EVALUATOR_VERSION
    """The version with the enabled checkers."""
    unread: Sequence[UnreadLines] = ()
    """Transcripts with lines that could not be read."""
    files: int = 0
    """Number of targets, including those that could not be read and those without a compaction."""

    @property
    def passed(self) -> bool:
        """Whether no budget is exceeded and every target could be read (GJ)."""
        return not self.unreadable and not self.over_budget

    @property
    def over_budget(self) -> tuple[str, ...]:
        """The budgets that the run exceeds: `failed`, `warnings`, `unread`."""
        budget = self.rules.budget
        over = {
            "failed": self.failed > budget.failed,
            "warnings": budget.warnings is not None and self.warnings > budget.warnings,
            "unread": self.unread_lines > (self.rules.max_unread or 0),
        }
        return tuple(name for name, is_over in over.items() if is_over)

    @property
    def unread_lines(self) -> int:
        """Number of unreadable lines; an unfinished last line counts only if a limit is set."""
        every = self.rules.max_unread is not None
        return sum(each.counted(unfinished=every) for each in self.unread)

    @property
    def warnings(self) -> int:
        """Number of warnings over all reports, without those that the baseline knows."""
        return sum(each.warnings for each in self.judged)

    @property
    def unjudged(self) -> int:
        """Number of reports that a deciding gate could not judge, and that no gate fails."""
        return sum(each.unjudged for each in self.judged)

    @property
    def idle(self) -> dict[str, int]:
        """Number of reports in which a deciding gate had nothing to judge, by gate; only gates with some."""
        counts = Counter(gate for each in self.judged for gate in each.idle)
        return {gate: counts[gate] for gate in GATE_NAMES if counts[gate]}

    @property
    def lossy(self) -> int:
        """Number of reports that do not pass because of a fault, not because they could not be judged."""
        return sum(not each.passes and not each.unjudged for each in self.judged)

    @property
    def failed(self) -> int:
        """Number of reports that do not pass."""
        return sum(not each.passes for each in self.judged)

    @property
    def parse_success_rate(self) -> float | None:
        """Share of the reports whose artifact parsed; None if every one is opaque."""
        return parse_success_rate(each.statuses[0] for each in self.judged)

    @property
    def elapsed_ms_p95(self) -> int | None:
        """Nearest-rank 95th percentile of the generation times recorded in the artifacts."""
        return nearest_rank_p95(each.elapsed_ms for each in self.judged)

    def head(self) -> dict[str, Any]:
        """Return the fields before `reports[]` in the `workbench.score/1` object."""
        fail_on = self.rules.fail_on
        head: dict[str, Any] = {
            "schema": SCORE_SCHEMA,
            "policy_version": self.policy_version,
            "evaluator_version": self.evaluator_version,
            "passed": self.passed,
            "set": {"parse_success_rate": self.parse_success_rate, "elapsed_ms_p95": self.elapsed_ms_p95},
            "fail_on": {"imported": list(fail_on or IMPORTED_FAIL_ON), "others": list(fail_on or GATE_NAMES)},
        }
        if idle := self.idle:
            head["nothing_to_judge"] = idle
        if self.rules.budget != BudgetSettings():
            head["budget"] = {
                "failed": {"found": self.failed, "allowed": self.rules.budget.failed},
                "warnings": {"found": self.warnings, "allowed": self.rules.budget.warnings},
            }
        if self.unread:
            head["unread"] = [each.to_json() for each in self.unread]
        if (against := self.against) is not None:
            head["baseline"] = {
                "path": against.path,
                "new": against.new,
                "known": against.known,
                "fixed": against.fixed,
                "gone": list(against.gone),
                "notes": list(against.notes),
            }
        return head

    @property
    def against(self) -> AllAgainstBaseline | None:
        """The whole run compared with the baseline; None if there is none."""
        baseline = self.rules.baseline
        if baseline is None:
            return None
        each = [judged.against for judged in self.judged if judged.against is not None]
        seen = {one.compaction for one in each}
        return AllAgainstBaseline(
            path=baseline.path,
            new=sum(one.new for one in each),
            known=sum(one.known for one in each),
            fixed=sum(one.fixed for one in each),
            gone=tuple(sorted(name for name in baseline.known if name not in seen)),
            notes=tuple(baseline.notes(self.policy_version, self.evaluator_version)),
        )

    def errors(self) -> list[dict[str, str]]:
        """Return `errors[]`, which follows `reports[]`."""
        return [
            {"target": target, "code": error.code, "message": error.message}
            for target, error in self.unreadable
        ]


@dataclass(frozen=True)
class AllAgainstBaseline:
    """A run compared with its baseline."""

    path: str
    new: int
    known: int
    fixed: int
    gone: tuple[str, ...]
    """Compactions of the baseline that this run did not judge."""
    notes: tuple[str, ...]
    """The differences in versions since the baseline was written."""


@dataclass(frozen=True)
class ScoreRun:
    """All results of one `score`, held in memory: for few targets."""

    summary: ScoreSummary
    scored: tuple[Scored, ...]

    @property
    def unreadable(self) -> Sequence[tuple[str, WorkbenchError]]:
        """Targets that could not be read, with the reason."""
        return self.summary.unreadable

    @property
    def passed(self) -> bool:
        """Whether no budget is exceeded and every target could be read (GJ)."""
        return self.summary.passed

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.score/1` object."""
        reports = [each.to_json() for each in self.scored]
        return {**self.summary.head(), "reports": reports, "errors": self.summary.errors()}
