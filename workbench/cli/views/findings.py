"""A whole gate report for a reader: what is lost with its source, findings with both sides."""

from __future__ import annotations

from gates.report import GATE_NAMES, Finding, RetentionVerdict
from gates.source import SourceLink
from workbench.cli.views.gates import Reader, gates_table, verdict_lines
from workbench.escaping import one_line
from workbench.presentation.cells import clip
from workbench.presentation.gate_words import TITLES
from workbench.presentation.judgement import distinct
from workbench.presentation.layout import heading, paragraph
from workbench.presentation.problems import ON_DEMAND, cleared, loss_title, lost_heading, short_fix
from workbench.presentation.spans import BLANK, Line, StyledText, line
from workbench.strategies.repaired import decides

QUOTE = 160
"""Longest quotation shown, in columns."""
MESSAGE = 320
HANG = 5
"""Columns of indentation below a numbered line."""


def report_lines(reader: Reader, width: int) -> list[Line]:
    """Return verdict, gates, lost items and findings."""
    lines = [*verdict_lines(reader.report, width), BLANK, *gates_table(reader, width)]
    lines += _lost_lines(reader, width)
    lines += _likely_lines(reader, width)
    for gate in GATE_NAMES:
        lines += _finding_lines(reader, gate, width)
    if not reader.report.scope_complete and reader.report.artifact_id is not None:
        text = (
            "The transcript's own beginning is missing: what has no source may be there. "
            "Importing the earlier file completes the scope."
        )
        lines += [BLANK, *paragraph(text, width, indent=2, style="warn")]
    return lines


def _lost_lines(reader: Reader, width: int) -> list[Line]:
    lost = reader.report.lost
    if not lost:
        return []
    lines: list[Line] = [BLANK, heading(lost_heading(map(loss_title, lost)))]
    for count, verdict in enumerate(lost, 1):
        lines += lost_lines(reader, count, verdict, width)
    return lines


def _likely_lines(reader: Reader, width: int) -> list[Line]:
    """Return proposed items that are likely lost, best first; they decide nothing until counted."""
    likely = reader.report.likely_lost
    if not likely:
        return []
    shown = likely if reader.limit is None else likely[: reader.limit]
    first = "" if reader.stored else "after `workbench import` of the transcript, "
    way = "`workbench review add ID --reason R` counts one, `review dismiss ID` drops it"
    hint = f"not counted; {first}{way}"
    lines: list[Line] = [BLANK, heading(f"Likely lost: {len(likely)}"), *paragraph(hint, width, style="dim")]
    for count, verdict in enumerate(shown, 1):
        lines += lost_lines(reader, count, verdict, width)
        lines.append(line(" " * HANG, StyledText(verdict.item_id, "dim")))
    if len(shown) < len(likely):
        lines.append(
            line(" " * HANG, StyledText(f"and {len(likely) - len(shown)} more; --json lists all", "dim"))
        )
    return lines


def lost_lines(reader: Reader, count: int, verdict: RetentionVerdict, width: int) -> list[Line]:
    """Return one lost item: its source, the artifact's statement in its place, what to add."""
    what = f"{count:>3}. {loss_title(verdict)}: "
    text = clip(one_line(verdict.text), MESSAGE)
    lines = paragraph(text, width, label=StyledText(what, "bad" if verdict.counted else "warn"), hang=HANG)
    for link in distinct(verdict.evidence)[:2]:
        if one_line(link.quote) == one_line(verdict.text):
            where = f"said at {reader.where(link.ordinal)}, in these words"
            lines.append(line(" " * HANG, StyledText(where, "dim")))
        else:
            lines += _quoted(f"said at {reader.where(link.ordinal)}: ", link, width)
    kept = reader.statement(verdict.matched_item_id)
    if kept is not None:
        lines += _under("artifact says: ", f'"{clip(one_line(kept), QUOTE)}"', width)
    if verdict.fix:
        fix = clip(one_line(short_fix(verdict)), MESSAGE)
        lines += _under("fix: ", fix, width, style="accent")
    return lines


def _under(label: str, text: str, width: int, *, style: str = "dim") -> list[Line]:
    """Return details of a numbered line, indented, after their label."""
    return paragraph(text, width, indent=HANG, label=StyledText(label, style), hang=HANG + 2)


def _quoted(label: str, link: SourceLink, width: int) -> list[Line]:
    return _under(label, f'"{clip(one_line(link.quote), QUOTE)}"', width)


def _finding_lines(reader: Reader, gate: str, width: int) -> list[Line]:
    found = [f for f in reader.report.gates[gate].findings if not f.rule.startswith("retention_")]
    hard = [f for f in found if f.severity == "hard" or decides(gate, f)]
    warnings = [f for f in found if f not in hard]
    lines: list[Line] = []
    for title, group in (("findings", hard), ("warnings", warnings)):
        if not group:
            continue
        on_demand = ON_DEMAND if _is_brief(reader) else frozenset()
        folded = [f for f in group if f.rule in on_demand]
        rows = _alike([f for f in group if f.rule not in on_demand])
        shown = rows if reader.limit is None else rows[: reader.limit]
        lines += [BLANK, heading(f"{gate} {TITLES[gate]}, {title}: {len(group)}")]
        for count, row in enumerate(shown, 1):
            if len(row) > 1:
                lines += _group_lines(reader, count, row, width)
            else:
                lines += finding_lines(reader, gate, count, row[0], width)
        if len(shown) < len(rows):
            more = f"and {sum(map(len, rows[len(shown) :]))} more; --json lists all"
            lines.append(line(" " * HANG, StyledText(more, "dim")))
        lines += _folded_lines(folded, width)
    return lines


def _is_brief(reader: Reader) -> bool:
    """Return whether a report on a transcript's own summary is to show only a part of the findings."""
    return reader.limit is not None and reader.report.origin == "imported"


def _folded_lines(folded: list[Finding], width: int) -> list[Line]:
    """Return one paragraph for findings that are listed on demand, or nothing."""
    if not folded:
        return []
    number = len(folded)
    carried = "statement, which no" if number == 1 else "statements, each of which no"
    text = f"{number} {carried} single passage carries: mostly said in other words; --json lists all"
    return paragraph(text, width, label=StyledText(f"  -  {folded[0].rule}: ", "dim"), hang=HANG, style="dim")


def _alike(found: list[Finding]) -> list[list[Finding]]:
    """Return findings grouped if they state the same of several statements without a source."""
    rows: dict[tuple[str, ...], list[Finding]] = {}
    for finding in found:
        alone = finding.evidence or finding.reviewed or finding.item_id is None
        key = (finding.finding_id,) if alone else (finding.rule, finding.message)
        rows.setdefault(key, []).append(finding)
    return list(rows.values())


def _group_lines(reader: Reader, count: int, row: list[Finding], width: int) -> list[Line]:
    """Return one row for findings that state the same: how many, the message once, the statements."""
    style = "bad" if row[0].severity == "hard" else "warn"
    message = f"{len(row)} statements: {clip(one_line(row[0].message), MESSAGE)}"
    lines = paragraph(message, width, label=StyledText(f"{count:>3}. {row[0].rule}: ", style), hang=HANG)
    shown = row if reader.limit is None else row[: reader.limit]
    for finding in shown:
        text = reader.statement(finding.item_id)
        if text is not None:
            lines += _under("artifact says: ", f'"{clip(one_line(text), QUOTE)}"', width)
    if len(shown) < len(row):
        lines.append(
            line(" " * HANG, StyledText(f"and {len(row) - len(shown)} more; --json lists all", "dim"))
        )
    return lines


def finding_lines(reader: Reader, gate: str, count: int, finding: Finding, width: int) -> list[Line]:
    """Return one finding: its rule and message, the artifact's statement, the source."""
    style = "bad" if finding.severity == "hard" else "warn"
    if finding.reviewed:
        style = "dim"
    message = clip(one_line(finding.message), MESSAGE)
    lines = paragraph(message, width, label=StyledText(f"{count:>3}. {finding.rule}: ", style), hang=HANG)
    text = reader.statement(finding.item_id)
    if text is not None and one_line(text) not in message:
        lines += _under("artifact says: ", f'"{clip(one_line(text), QUOTE)}"', width)
    for link in distinct(finding.evidence)[:3]:
        lines += _quoted(f"source, {reader.where(link.ordinal)}: ", link, width)
    if finding.reviewed:
        lines.append(line(" " * HANG, StyledText(cleared(finding.reviewed), "dim")))
    if gate == "D":
        lines.append(line(" " * HANG, StyledText(finding.finding_id, "dim")))
    return lines
