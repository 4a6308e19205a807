"""One judged compaction as plain values, for every report format: page, test report, annotations.

It holds all that a reader needs to act: the verdict of each gate, what was lost and where it was stated
(event and line of the transcript), what the artifact states instead and what to do. Nothing is escaped or cut
here; each format does that. Values are small enough to be sent between processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from gates.artifact import Artifact
from gates.canonical import text_digest
from gates.report import GATE_NAMES, Finding, GateReport, RetentionVerdict, Verdict, why_confirm
from gates.source import SourceLink
from workbench.presentation.figures import plural
from workbench.presentation.gate_table import MeasureRow, gate_row
from workbench.presentation.gate_words import TITLES
from workbench.presentation.judgement import Judgement, distinct
from workbench.presentation.problems import cleared, loss_title, lost_heading, short_fix
from workbench.presentation.rules.all_rules import rule_help
from workbench.services.scores.score_problems import ScoreProblem, failing
from workbench.services.scores.score_results import Rules, Scored

MAX_QUOTES = 3
"""Passages shown per entry."""

Severity = Literal["hard", "warning", "likely", "note", "cleared"]
Outcome = Literal["passed", "failed", "known", "left out"]


class TranscriptQuote(NamedTuple):
    """A passage of the transcript."""

    ordinal: int
    where: str
    """Such as `event 12, turn 3, user`."""
    line: int
    """1-based line of the transcript; 0 if it has no lines or they are unknown."""
    text: str


class ReviewEntry(NamedTuple):
    """One problem that a report has with an artifact."""

    gate: str
    rule: str
    severity: Severity
    fails: bool
    """Whether it makes the compaction fail."""
    state: str
    """Compared with a baseline: `new`, `worse` or `known`; empty without a baseline."""
    title: str
    """`open work dropped`, or the name of the rule."""
    text: str
    """The lost item, or the rule's message."""
    statement: str
    """The artifact's statement; empty if it has none."""
    quotes: tuple[TranscriptQuote, ...]
    fix: str
    item_id: str
    finding_id: str
    fingerprint: str
    """Stable while the problem exists: built without lines, paths or order."""


class GateRow(NamedTuple):
    """One gate's verdict."""

    letter: str
    title: str
    status: str
    """As in `--json`: `PASS`, `FAIL`, `UNVERIFIABLE`, `NOT_APPLICABLE`."""
    word: str
    style: str
    decides: bool
    """Whether this gate decides if the compaction passes."""
    fails: bool
    """Whether it makes the compaction fail."""
    why: str
    measures: tuple[MeasureRow, ...]


class ReviewPage(NamedTuple):
    """One judged compaction."""

    target: str
    transcript: str
    """The file that line numbers refer to; empty if they are unknown."""
    session_id: str
    artifact_id: str
    compaction: str
    """Its name in a baseline."""
    number: int
    """1-based number among the compactions of its target."""
    total: int
    start: int | None
    end: int | None
    line: int
    """Last line of the range in the transcript; 0 if unknown."""
    made_by: str
    outcome: Outcome
    replaceable: bool
    confirm: str
    """Why accepting requires naming gates; empty if it does not."""
    gates: tuple[GateRow, ...]
    entries: tuple[ReviewEntry, ...]
    scope_complete: bool
    opaque: bool
    fixed: int
    """Number of problems in the baseline that no longer exist."""

    @property
    def title(self) -> str:
        """The compaction and its event range, without the target's name."""
        parts = [f"compaction {self.number} of {self.total}"] if self.total > 1 else []
        if self.start is not None:
            parts.append(f"events {self.start}..{self.end}")
        return ", ".join(parts) or "artifact"

    def of(self, severity: Severity, gate: str | None = None) -> tuple[ReviewEntry, ...]:
        """Return the entries of one severity, of one gate or all."""
        return tuple(e for e in self.entries if e.severity == severity and gate in (None, e.gate))


def review_pages(scored: Sequence[Scored], rules: Rules) -> list[ReviewPage]:
    """Return the pages of the compactions scored in one file."""
    return [_page(each, rules, *numbers) for each, numbers in zip(scored, numbered(scored), strict=True)]


def numbered(scored: Sequence[Scored]) -> list[tuple[int, int]]:
    """Return, per compaction of one file, its number in its conversation and that conversation's total."""
    totals, seen = Counter(each.target for each in scored), Counter[str]()
    numbers: list[tuple[int, int]] = []
    for each in scored:
        seen[each.target] += 1
        numbers.append((seen[each.target], totals[each.target]))
    return numbers


def _page(scored: Scored, rules: Rules, number: int, total: int) -> ReviewPage:
    report = scored.report
    reading = _Reading(report, scored.artifact, scored.events)
    found = rules.problems(scored)
    states = rules.states(scored, found)
    entries = [reading.entry(each, scored, rules, states.get(each.name, "")) for each in found]
    entries += list(reading.cleared(report, scored.compaction))
    baseline = rules.baseline
    return ReviewPage(
        target=scored.target,
        transcript=scored.transcript,
        session_id=report.session_id or "",
        artifact_id=report.artifact_id or "",
        compaction=scored.compaction,
        number=number,
        total=total,
        start=report.source_start,
        end=report.source_end,
        line=reading.line(report.source_end),
        made_by=made_by(scored.artifact),
        outcome=_outcome(scored, rules),
        replaceable=report.replaceable,
        confirm=why_confirm(report) if report.replaceable else "",
        gates=tuple(_gate(reading, gate, rules, entries) for gate in GATE_NAMES),
        entries=tuple(entries),
        scope_complete=report.scope_complete or report.artifact_id is None,
        opaque=scored.opaque,
        fixed=baseline.fixed(scored.compaction, rules.kept(scored, found)) if baseline else 0,
    )


def _outcome(scored: Scored, rules: Rules) -> Outcome:
    if rules.skip_opaque and scored.opaque:
        return "left out"
    if not rules.passes(scored):
        return "failed"
    report = scored.report
    bare = report.passes(strict=rules.strict, fail_on=rules.deciding(report))
    return "passed" if bare else "known"


def made_by(artifact: Artifact | None) -> str:
    """Describe what created an artifact and how many statements it has."""
    if artifact is None:
        return ""
    counted = plural(len(artifact.items), "item")
    return f"{artifact.prompt_version}, {'opaque' if artifact.opaque else counted}"


def _gate(reading: Judgement, gate: str, rules: Rules, entries: Iterable[ReviewEntry]) -> GateRow:
    report = reading.report
    result = report.gates[gate]
    row = gate_row(reading, gate)
    deciding = gate in rules.deciding(report)
    fails = deciding and failing(report, gate, strict=rules.strict)
    if fails and rules.baseline is not None:
        fails = any(each.fails and each.gate == gate for each in entries)
    stated = report.why(gate) if result.status is Verdict.FAIL else ""
    if result.status is Verdict.UNVERIFIABLE:
        stated = next((each.message for each in result.findings), "it could not be judged")
    return GateRow(
        letter=gate,
        title=TITLES[gate],
        status=result.status.value,
        word=row.word.text,
        style=row.word.style,
        decides=deciding,
        fails=fails,
        why=stated,
        measures=row.measures,
    )


class _Reading(Judgement):
    """Turns problems of a judgement into page entries."""

    def entry(self, problem: ScoreProblem, scored: Scored, rules: Rules, state: str) -> ReviewEntry:
        """Return the entry of a problem, complete with quotes and remedy."""
        fails = rules.fails_by(problem, scored.report) and state != "known"
        about = problem.about
        stated = _loss_words(about) if isinstance(about, RetentionVerdict) else _finding_words(problem, about)
        return ReviewEntry(
            gate=problem.gate,
            rule=problem.rule,
            severity=problem.severity,
            fails=fails,
            state=state,
            title=stated.title,
            text=stated.text,
            statement=self.statement(stated.statement_id) or "",
            quotes=tuple(self._quotes(stated.links)),
            fix=stated.fix,
            item_id=stated.item_id,
            finding_id=about.finding_id if isinstance(about, Finding) else "",
            fingerprint=text_digest("\n".join((scored.compaction, *problem.name)))[:32],
        )

    def cleared(self, report: GateReport, compaction: str) -> Iterator[ReviewEntry]:
        """Yield entries for findings that a reviewer cleared."""
        for gate in GATE_NAMES:
            for finding in report.gates[gate].findings:
                if finding.reviewed is None:
                    continue
                stated = _finding_words(None, finding)
                yield ReviewEntry(
                    gate=gate,
                    rule=finding.rule,
                    severity="cleared",
                    fails=False,
                    state="",
                    title=stated.title,
                    text=stated.text,
                    statement=self.statement(stated.statement_id) or "",
                    quotes=tuple(self._quotes(stated.links)),
                    fix=cleared(finding.reviewed),
                    item_id=stated.item_id,
                    finding_id=finding.finding_id,
                    fingerprint=text_digest(f"{compaction}\n{finding.finding_id}")[:32],
                )

    def _quotes(self, links: Sequence[SourceLink]) -> Iterator[TranscriptQuote]:
        for link in distinct(links)[:MAX_QUOTES]:
            yield TranscriptQuote(link.ordinal, self.where(link.ordinal), self.line(link.ordinal), link.quote)


class _Words(NamedTuple):
    title: str
    text: str
    statement_id: str | None
    links: Sequence[SourceLink]
    fix: str
    item_id: str


def _loss_words(lost: RetentionVerdict) -> _Words:
    kept = lost.matched_item_id
    return _Words(loss_title(lost), lost.text, kept, lost.evidence, short_fix(lost), lost.item_id)


def _finding_words(problem: ScoreProblem | None, found: Finding | RetentionVerdict | None) -> _Words:
    if not isinstance(found, Finding):
        text = problem.text if problem is not None else ""
        title = problem.rule if problem is not None else ""
        return _Words(title, text, None, (), _remedy(title), "")
    fix, item_id = _remedy(found.rule), found.item_id
    return _Words(found.rule, found.message, item_id, found.evidence, fix, item_id or "")


def _remedy(rule: str) -> str:
    """Return what to do about a rule's finding; empty for a checker's finding."""
    known = rule_help(rule)
    return known.remedy if known is not None else ""


def counted_losses(entries: Iterable[ReviewEntry]) -> str:
    """Count losses by kind: `Lost: 2 decisions, 1 open work`; empty for none."""
    return lost_heading(each.title for each in entries)
