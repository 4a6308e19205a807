"""The view of what `score` judged."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gates.report import GATE_NAMES, Verdict
from workbench.cli.formats.sentences import beside_baseline, unread_words, verdict
from workbench.cli.stdout import rendered
from workbench.cli.views.findings import report_lines
from workbench.cli.views.gates import Reader
from workbench.escaping import one_line
from workbench.presentation.cells import clip
from workbench.presentation.gate_words import result_word
from workbench.presentation.layout import Column, paragraph, table
from workbench.presentation.review_page import made_by, numbered
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line
from workbench.services.scores.score_results import ReportSummary, Rules, Scored, ScoreSummary

SHOWN_FINDINGS = 5


@dataclass(frozen=True)
class TextReports:
    """Writer of the reports of one file as text; can be sent to worker processes."""

    width: int
    coloured: bool

    def __call__(self, scored: Sequence[Scored], rules: Rules) -> list[str]:
        """Return one text per report, ending in a blank line."""
        return [rendered(self._lines(scored, each, rules), self.coloured) for each in range(len(scored))]

    def _lines(self, scored: Sequence[Scored], place: int, rules: Rules) -> Iterator[Line]:
        each = scored[place]
        yield _title(each, *numbered(scored)[place])
        if rules.baseline is not None:
            yield from _new_lines(each, rules, self.width)
        stored = not each.transcript
        reader = Reader(each.report, each.artifact, each.events, limit=SHOWN_FINDINGS, stored=stored)
        yield from report_lines(reader, self.width)
        yield BLANK


@dataclass(frozen=True)
class JsonReports:
    """Writer of the reports of one file as entries of `reports[]`; can be sent to worker processes."""

    def __call__(self, scored: Sequence[Scored], _rules: Rules) -> list[str]:
        """Return one JSON object per report."""
        return [indented(each.to_json()) for each in scored]


def _new_lines(scored: Scored, rules: Rules, width: int) -> Iterator[Line]:
    """Yield what the baseline does not contain, before the rest of the report."""
    found = rules.new_failures(scored)
    states = rules.states(scored)
    stated = "nothing new or worse than the baseline" if not found else "new or worse than the baseline:"
    yield line(StyledText(stated, "bad" if found else "good"))
    for count, each in enumerate(found, 1):
        label = StyledText(f"{count:>3}. {states.get(each.name, 'new')}, gate {each.gate}: ", "bad")
        yield from paragraph(clip(one_line(each.text), 320), width, label=label, hang=5)
    yield BLANK


def indented(value: object, depth: int = 0) -> str:
    """Return JSON as `stdout.write_json` writes it, lines after the first indented by `depth` levels."""
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return text.replace("\n", "\n" + "  " * depth)


def json_pieces(summary: ScoreSummary, reports: Iterator[bytes]) -> Iterator[str]:
    """Yield the `workbench.score/1` object in pieces, with the reports as `JsonReports` wrote them."""
    yield indented(summary.head())[: -len("\n}")] + ',\n  "reports": ['
    mark = "\n"
    for report in reports:
        yield mark + "    " + report.decode("utf-8").replace("\n", "\n    ")
        mark = ",\n"
    yield ("]" if mark == "\n" else "\n  ]") + f',\n  "errors": {indented(summary.errors(), 1)}\n}}\n'


def summary_lines(summary: ScoreSummary, width: int) -> Iterator[Line]:
    """Yield what follows the reports: one table over all of them, and the verdict."""
    if len(summary.judged) > 1:
        yield from _overview(summary, width)
        yield BLANK
    yield from verdict_lines(summary)


def verdict_lines(summary: ScoreSummary) -> Iterator[Line]:
    """Yield whether the run passed, and what decided that."""
    yield _verdict(summary)
    for unread in summary.unread:
        style = "bad" if "unread" in summary.over_budget else "warn"
        yield from paragraph(unread_words(unread), 100, label=StyledText("! ", style), hang=2)
    for each in beside_baseline(summary):
        yield line(StyledText(each, "dim"))
    yield line(
        StyledText(f"policy {summary.policy_version}{'  strict' if summary.rules.strict else ''}", "dim")
    )
    if summary.judged:
        yield line(StyledText(f"decided by {_deciding(summary)}", "dim"))
        if summary.passed and any(map(_refused, summary.judged)):
            yield from paragraph(_BOTH, 100, label=StyledText("", "dim"))
    _rules, *checkers = summary.evaluator_version.split("+")
    if checkers:
        yield line(StyledText(f"second opinions of {', '.join(checkers)}", "dim"))


_BOTH = (
    "NOT REPLACEABLE and PASSED answer two questions. NOT REPLACEABLE: `accept` would refuse the summary as "
    "it is. PASSED: no gate that decides this run found more than it allows."
)


def _refused(each: ReportSummary) -> bool:
    """Return whether an acceptance would be refused."""
    return any(status in (Verdict.FAIL, Verdict.UNVERIFIABLE) for status in each.statuses)


def _title(each: Scored, number: int, count: int) -> Line:
    parts = [each.target]
    if count > 1:
        parts.append(f"compaction {number} of {count}")
    if each.report.source_start is not None:
        parts.append(f"events {each.report.source_start}..{each.report.source_end}")
    if each.artifact is not None:
        parts.append(made_by(each.artifact))
    return (
        StyledText("== ", "dim"),
        StyledText(parts[0], "bold"),
        StyledText("  " + "  ".join(parts[1:]), ""),
    )


def _overview(summary: ScoreSummary, width: int) -> list[Line]:
    rows: list[list[Piece]] = []
    for each in summary.judged:
        words: list[Piece] = [
            result_word(gate, status) for gate, status in zip(GATE_NAMES, each.statuses, strict=True)
        ]
        span = "-" if each.source_start is None else f"{each.source_start}..{each.source_end}"
        rows.append([each.target.rstrip("/").rpartition("/")[2], span, *(_short(word) for word in words)])
    columns = (Column("Target", grows=True), Column("Events", rank=1), *(Column(gate) for gate in GATE_NAMES))
    return table(columns, rows, width)


def _short(cell: Piece) -> Piece:
    """Return the word, long ones shortened so that five gates fit a row of 80 columns."""
    short = {"UNVERIFIABLE": "UNVER.", "ADVISORY": "ADVIS."}
    return StyledText(short.get(cell.text, cell.text), cell.style) if isinstance(cell, StyledText) else cell


def _deciding(summary: ScoreSummary) -> str:
    """Return the gates by which the run passes or fails, and the advisory ones."""
    sets = dict.fromkeys(each.deciding for each in summary.judged)
    stated = " or ".join(f"gates {', '.join(gates)}" for gates in sets)
    aside = [gate for gate in GATE_NAMES if not any(gate in gates for gates in sets)]
    return stated + (
        f"; {', '.join(aside)} advisory (what fails them is still not accepted)" if aside else ""
    )


def _verdict(summary: ScoreSummary) -> Line:
    word, _, stated = verdict(summary).partition(": ")
    return (StyledText(word, "good" if summary.passed else "bad"), StyledText(f"  {stated}"))
