"""What `score` judged, for a reader."""

from __future__ import annotations

from collections.abc import Iterator

from gates.artifact import Artifact
from gates.report import GATE_NAMES
from workbench.cli.layout import BLANK, Cell, Column, Line, Span, line, plural, table
from workbench.cli.views.findings import report_lines
from workbench.cli.views.gates import Reader, result_word
from workbench.services.score_results import Scored, ScoreRun

SHOWN_FINDINGS = 5


def score_lines(run: ScoreRun, width: int) -> Iterator[Line]:
    """Every report, then one table over all of them and the verdict."""
    for each in run.scored:
        yield _title(run, each)
        yield from report_lines(Reader(each.report, each.artifact, each.events, SHOWN_FINDINGS), width)
        yield BLANK
    if len(run.scored) > 1:
        yield from _overview(run, width)
        yield BLANK
    yield _verdict(run)
    yield line(Span(f"policy {run.policy_version}{'  strict' if run.strict else ''}", "dim"))
    yield line(Span(f"decided by {_deciding(run)}", "dim"))
    _rules, *tiers = run.evaluator_version.split("+")
    if tiers:
        yield line(Span(f"second opinions of {', '.join(tiers)}", "dim"))


def _title(run: ScoreRun, each: Scored) -> Line:
    of = [other for other in run.scored if other.target == each.target]
    parts = [each.target]
    if len(of) > 1:
        parts.append(f"compaction {of.index(each) + 1} of {len(of)}")
    if each.report.source_start is not None:
        parts.append(f"events {each.report.source_start}..{each.report.source_end}")
    if each.artifact is not None:
        parts.append(_made_by(each.artifact))
    return (Span("== ", "dim"), Span(parts[0], "bold"), Span("  " + "  ".join(parts[1:]), ""))


def _made_by(artifact: Artifact) -> str:
    counted = plural(len(artifact.items), "item")
    return f"{artifact.prompt_version}, {'opaque' if artifact.opaque else counted}"


def _overview(run: ScoreRun, width: int) -> list[Line]:
    rows: list[list[Cell]] = []
    for each in run.scored:
        report = each.report
        words: list[Cell] = [result_word(gate, report.gates[gate].status) for gate in GATE_NAMES]
        span = "-" if report.source_start is None else f"{report.source_start}..{report.source_end}"
        rows.append([each.target.rstrip("/").rpartition("/")[2], span, *(_short(word) for word in words)])
    columns = (Column("Target", grows=True), Column("Events", rank=1), *(Column(gate) for gate in GATE_NAMES))
    return table(columns, rows, width)


def _short(cell: Cell) -> Cell:
    """Five gates fit a row of 80 columns when the two long words are cut."""
    short = {"UNVERIFIABLE": "UNVER.", "ADVISORY": "ADVIS."}
    return Span(short.get(cell.text, cell.text), cell.style) if isinstance(cell, Span) else cell


def _deciding(run: ScoreRun) -> str:
    """The gates by which the run passes or fails; the others are shown and decide nothing here."""
    sets = dict.fromkeys(run.deciding(each) for each in run.scored)
    told = " or ".join(f"gates {', '.join(gates)}" for gates in sets)
    aside = [gate for gate in GATE_NAMES if not any(gate in gates for gates in sets)]
    return told + (f"; {', '.join(aside)} advisory" if aside else "")


def _verdict(run: ScoreRun) -> Line:
    failed = run.failed
    total = plural(len(run.scored), "compaction")
    if not failed:
        tail = "" if run.passed else f"; {plural(len(run.unreadable), 'target')} could not be read"
        return (
            Span("PASSED" if run.passed else "NOT PASSED", "good" if run.passed else "bad"),
            Span(f"  {total} judged{tail}"),
        )
    return (Span("NOT PASSED", "bad"), Span(f"  {len(failed)} of {total} would lose or distort something"))
