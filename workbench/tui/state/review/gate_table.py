"""The gate table of a draft: measured beside needed, the failing gate explained below, the verdict bar.

Words come first, colours second: PASS, ADVISORY, FAIL, UNVERIFIABLE, N/A, with `!` and `?` in the margin.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from gates.report import GateResult, Verdict
from workbench.escaping import one_line
from workbench.presentation import gate_table
from workbench.presentation.cells import width_of
from workbench.presentation.figures import plural
from workbench.presentation.gate_table import GateMeasures, MeasureRow
from workbench.presentation.gate_words import TITLES, replaceability, result_word, weak_ground
from workbench.presentation.judgement import Judgement
from workbench.presentation.layout import Column, sized, titles
from workbench.presentation.problems import GateProblem, blocking, cleared, likely_lost, of_gate, warnings
from workbench.presentation.spans import Line, Piece, StyledText, line
from workbench.tui.state.spans import PaneRow, cells, paragraph, row, rule

BLOCKS = StyledText("!", "bad")
ADVISES = StyledText("?", "warn")
_NOTHING = StyledText("")

OPAQUE = "the summary's text is encrypted or absent: nothing can be judged"
ADVICE_LINES = 6
"""Most lines of advice about a problem: the advice is at its end, so it is seldom cut."""
_EXPLAINED = 1_000
"""Most problems of one gate written out below the table."""


def gate_mark(gate: str, status: Verdict) -> StyledText:
    """Return the mark in the margin."""
    if status in (Verdict.PASS, Verdict.NOT_APPLICABLE):
        return _NOTHING
    return ADVISES if gate == "B" and status is Verdict.FAIL else BLOCKS


def gate_rows(judged: Judgement, width: int, *, compact: bool) -> list[PaneRow]:
    """Return the table; keys are the gates' letters. `compact` puts a gate's measures on its own line."""
    gates = gate_table.gate_rows(judged)
    columns = _columns(gates, width, compact=compact)
    rows = [PaneRow(titles(columns)), rule(width)]
    for gate in gates:
        rows += _gate(judged, gate, columns, compact=compact)
    rows += _checks(judged, columns, compact=compact)
    return rows


def _columns(gates: Sequence[GateMeasures], width: int, *, compact: bool) -> tuple[Column, ...]:
    """Return columns as wide as their results, figures and needs; the gates' names have the rest."""
    result = max(8, *(len(gate.word.text) for gate in gates))
    if compact:
        measured = max([14, *(width_of(_in_one_line(_shown(gate))[0]) for gate in gates)])
        needs = max([10, *(len(_in_one_line(_shown(gate))[1]) for gate in gates)])
        named = max(len(gate.title) for gate in gates)
        room = width - named - result - 4  # three gaps, and one after the result
        narrow = measured + needs > room
        return sized(
            (
                Column("Gate"),
                Column("Result", result + 1),
                Column("Measured", 14 if narrow else measured),
                Column("Needs", 10 if narrow else needs),
            ),
            width,
        )
    shown = [each for gate in gates for each in _shown(gate)]
    measured = max((len(each.value) for each in shown), default=0)
    needs = max((len(each.needed) for each in shown), default=0)
    named = max([len(gate.title) for gate in gates] + [len(each.name) + 2 for each in shown])
    spare = width - named - result - max(measured, 8) - max(needs, 5) - 3
    return sized(
        (
            Column("Gate"),
            Column("Result", result + (spare > 0)),
            Column("Measured", max(measured, 8, min(14, 8 + spare - 1))),
            Column("Needs", max(needs, 5)),
        ),
        width,
    )


def _in_one_line(shown: Sequence[MeasureRow]) -> tuple[str, str]:
    """Return measured and needed values in one line: of deciding measures, preferably with a value."""
    deciding = [each for each in shown if each.decides][:2] or list(shown[:1])
    deciding = [each for each in deciding if each.known] or deciding
    measured = ", ".join(each.short if len(deciding) > 1 else each.value for each in deciding)
    return measured, ", ".join(dict.fromkeys(filter(None, (each.needed_with_unit for each in deciding))))


def _shown(gate: GateMeasures) -> list[MeasureRow]:
    return [each for each in gate.measures if each.known or each.decides]


def _gate(
    judged: Judgement, gate: GateMeasures, columns: Sequence[Column], *, compact: bool
) -> list[PaneRow]:
    shown = _shown(gate)
    mark = gate_mark(gate.letter, judged.report.gates[gate.letter].status)
    warned = len(warnings(of_gate(judged.problems, gate.letter)))
    likely = likely_lost(of_gate(judged.problems, gate.letter))
    stated = ", ".join(_advice(warned, likely))
    mark = mark if mark.text or not stated else ADVISES
    head: list[Piece] = [gate.title, gate.word]
    if compact or not shown:
        measured, needed = _in_one_line(shown)
        both = f"{measured}  {stated}" if measured and stated else measured or stated
        fits = width_of(both) <= columns[2].width
        return [PaneRow(cells(columns, [*head, both if fits else measured, needed]), gate.letter, mark)]
    rows = [PaneRow(cells(columns, [*head, StyledText(stated, "warn"), ""]), gate.letter, mark)]
    for each in shown:
        name = StyledText(f"  {each.name}", "" if each.decides else "dim")
        rows.append(PaneRow(cells(columns, [name, each.word, each.value, each.needed]), gate.letter))
    return rows


def _checks(judged: Judgement, columns: Sequence[Column], *, compact: bool) -> list[PaneRow]:
    if not judged.checks:
        return []
    failed = [name for name, status in judged.checks if status != "PASS"]
    word = StyledText("FAIL", "bad") if failed else StyledText("PASS", "good")
    passed = f"{len(judged.checks) - len(failed)}/{len(judged.checks)}"
    rows = [] if compact else [PaneRow(())]
    rows.append(
        PaneRow(cells(columns, ["Snapshot checks", word, passed, "all"]), "S", BLOCKS if failed else _NOTHING)
    )
    if not compact:
        rows += [row(StyledText(f"  {name}", "bad")) for name in failed]
    return rows


def explained(judged: Judgement, gate: str, width: int) -> list[PaneRow]:
    """Return the findings of a gate, one after the other; keys are the problems'."""
    if gate == "S":
        return _explained_checks(judged, width)
    result = judged.report.gates[gate]
    found = of_gate(judged.problems, gate)
    blocks, rest = blocking(found), [each for each in found if not each.blocks]
    rows = [row(StyledText(f"{gate} {TITLES[gate]}", "section"), _tally(result, len(blocks), rest))]
    little = weak_ground(judged.report) if gate == "C" else ""
    rows += paragraph(little[:1].upper() + little[1:], width, style="warn") if little else []
    if not found:
        return rows + paragraph(_nothing_found(gate, result), width, style="dim")
    for each in found[:_EXPLAINED]:
        rows += problem_rows(judged, each, width)
    if len(found) > _EXPLAINED:
        rows.append(row(StyledText(f"and {len(found) - _EXPLAINED:,} more: 4 lists them all", "dim")))
    return rows


def _advice(warned: int, likely: int) -> list[str]:
    """Count what decides nothing but asks to be looked at."""
    stated = [plural(warned, "warning")] if warned else []
    return [*stated, f"{likely} likely lost"] if likely else stated


def _tally(result: GateResult, blocks: int, rest: Sequence[GateProblem]) -> StyledText:
    if result.status is Verdict.NOT_APPLICABLE:
        return StyledText("  does not apply: accepting asks you to confirm it", "warn")
    parts = [plural(blocks, "problem")] if blocks else []
    notes, likely = sum(each.is_note for each in rest), likely_lost(rest)
    warned = len(rest) - notes - likely
    parts += _advice(warned, likely)
    parts += [plural(notes, "note")] if notes else []
    return StyledText("  " + (", ".join(parts) or "nothing to repair"), "dim")


def _nothing_found(gate: str, result: GateResult) -> str:
    if result.status is Verdict.PASS:
        return "This gate passes and found nothing to say."
    if result.status is Verdict.NOT_APPLICABLE:
        return {
            "C": "No decision and no open work was captured in this range, so there is nothing to retain.",
            "E": "The artifact was made under another system's limits; its known counts are shown.",
        }.get(gate, "There is nothing to judge.")
    return "It could not be evaluated: what it would judge is not there."


def _explained_checks(judged: Judgement, width: int) -> list[PaneRow]:
    rows = [
        row(
            StyledText("Snapshot checks", "section"),
            StyledText("  of the snapshot that this draft would make", "dim"),
        )
    ]
    for name, status in judged.checks:
        style = "good" if status == "PASS" else "bad"
        rows += paragraph(name.replace("_", " "), width, label=StyledText(f"  {status} ", style))
    return rows


def problem_rows(judged: Judgement, problem: GateProblem, width: int, *, most: int = 4) -> list[PaneRow]:
    """Return one problem: what is wrong, what the draft states, where the source says it, what to do."""
    mark = _NOTHING if not problem.blocks else ADVISES if problem.gate == "B" else BLOCKS
    style = "warn" if problem.gate == "B" or not problem.blocks else "bad"
    if problem.reviewed:
        style = "dim"
    key = problem.key
    statement = None if problem.is_lost else judged.statement(problem.item_id)
    stated = problem.text if statement is None else statement
    headline = problem.headline if problem.counted else f"likely lost, not counted: {problem.headline}"
    label = StyledText(f"{headline}  ", style)
    rows = [
        row(
            label,
            StyledText(judged.place_of(problem.item_id) if statement is not None else "", "dim"),
            key=key,
            mark=mark,
        )
    ]
    rows += paragraph(one_line(stated), width, indent=2, key=key, most=most)
    if statement is not None and one_line(problem.text) != one_line(problem.headline):
        rows += paragraph(one_line(problem.text), width, indent=2, style="dim", key=key, most=ADVICE_LINES)
    for link in problem.evidence[:1]:
        quote = "" if one_line(link.quote) in one_line(stated) else f': "{one_line(link.quote)}"'
        rows += paragraph(
            f"{judged.where(link.ordinal)}{quote}", width, indent=2, style="dim", key=key, most=2
        )
    if problem.reviewed:
        rows.append(row(StyledText(f"  {cleared(problem.reviewed)}", "dim"), key=key))
    return rows


GROWS = "context_grows"
"""Rule of gate E whose finding the accept dialog asks to confirm."""


def verdict_bar(
    judged: Judgement, *, active: bool = False, rejected: bool = False, looked_at: Set[str] = frozenset()
) -> tuple[Line, Line]:
    """Return the verdict line, replaceable or not and why, and the next key, shown if there is room.

    `looked_at` are findings and items that the reader visited or marked: their warnings are not counted.
    """
    report = judged.report
    also = " (rejected by review)" if rejected else ""
    if active:
        return line(StyledText("ACTIVE", "good"), f"  it replaces its range now{also}"), _hint(
            "z rolls it back"
        )
    if judged.opaque:
        return line(StyledText("UNVERIFIABLE", "bad"), f"  {OPAQUE}{also}"), _hint("c drafts the range again")
    word, stated = replaceability(report)
    if report.blocking:
        little = weak_ground(report)
        stated += f"; {little}" if little else ""
        return line(word, f"  {stated}{also}"), _hint("n goes to the next problem")
    grows = any(each.rule == GROWS for gate in report.gates.values() for each in gate.findings)
    confirmed = "; the context grows" if grows else ""
    if report.to_confirm or grows:
        confirmed += "; accepting asks you to confirm it"
    warned = len(warnings(judged.problems, looked_at))
    first = (StyledText(f"  {plural(warned, 'warning')} to look at (n)", "warn"),) if warned else ()
    stated = f"{'; ' if first else '  '}{stated}{confirmed}{also}"
    return line(word, *first, stated), _hint("a accepts")


def _hint(text: str) -> Line:
    return (StyledText(f"   {text}", "dim"),)


def refusal_rows(judged: Judgement, width: int) -> list[PaneRow]:
    """Return why the draft cannot be accepted: the gates, what each failure means, and the way to each."""
    if judged.opaque:
        return paragraph(f"Nothing was changed: {OPAQUE}. c drafts the same range again.", width)
    rows = paragraph("Nothing was changed. These gates prevent it:", width)
    for gate in judged.report.blocking:
        result = judged.report.gates[gate]
        found = blocking(of_gate(judged.problems, gate))
        rows.append(row())
        word = result_word(gate, result.status)
        count = f"  {plural(len(found), 'problem')}" if found else ""
        rows.append(
            row(
                StyledText(f"{gate} {TITLES[gate]} ", "strong"),
                word,
                count,
                key=gate,
                mark=gate_mark(gate, result.status),
            )
        )
        rows += [
            PaneRow(each.line, gate) for each in paragraph(_way(judged, gate), width, indent=2, style="dim")
        ]
    return rows


def _way(judged: Judgement, gate: str) -> str:
    if judged.report.gates[gate].status is not Verdict.UNVERIFIABLE:
        return _NOT_SMALLER if gate == "E" and judged.report.fails_by_size_alone else _WAYS[gate]
    why = judged.report.why(gate)
    return "It could not be evaluated" + (f" ({why})" if why else "") + ". c drafts the range again."


_WAYS = {
    "A": "It does not parse into the compaction schema. c drafts again; a checkpoint can take its place.",
    "B": "Statements without a source. enter goes to them; m repairs links that broke.",
    "C": "Decisions or open work are lost. enter goes to them; m adds what is missing with its links.",
    "D": "The draft contradicts its source. enter goes there; a review may clear a finding that is wrong.",
    "E": "Over the cost or time limit. c drafts again with another strategy, or a smaller range.",
}
_NOT_SMALLER = "It is not smaller than its source. c drafts again with another strategy, or a larger range."
