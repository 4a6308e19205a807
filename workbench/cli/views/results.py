"""The view of many results together: by strategy, by version, by rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gates.report import GATE_NAMES
from workbench.escaping import one_line
from workbench.presentation.cells import clip
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, heading, table
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line
from workbench.services.scores.results import RETAINED, ResultGroup, Results

SHOWN_RULES = 15
LONGEST_NAME = 24
"""Columns of a version, which can be any text of a transcript."""
_KINDS = (("decision", "decisions"), ("open_work", "open work"))
_BECAME = {
    "Kept": RETAINED,
    "Uncertain": ("uncertain",),
    "Altered": ("weakened", "mutated", "contradicted"),
    "Dropped": ("dropped",),
}
"""Verdicts on captured items, by the columns of a table."""
_FIRST_LEFT_OUT = {"A": 2, "B": 2, "C": 0, "D": 0, "E": 3}
"""Rank by which gates' columns are left out without room: the least decisive ones first."""


def results_lines(results: Results, width: int) -> Iterator[Line]:
    """Yield totals, then the losses by maker, then the rules that fire most."""
    whole = results.whole
    total, passed = whole.counts["compactions"], whole.counts["passed"]
    found = f"{plural(total, 'compaction')} of {plural(results.sessions, 'session')}, {passed:,} passed"
    yield line(StyledText(f"{plural(len(results.files), 'file')} of results: {found}", "bold"))
    for code, targets in results.unreadable:
        yield line(StyledText(f"{plural(targets, 'target')} could not be read ({code})", "bad"))
    for what, versions in (("policies", results.policy_versions), ("evaluators", results.evaluator_versions)):
        if len(versions) > 1:
            yield line(
                StyledText(f"judged by several {what}: {', '.join(versions)}; figures mix them", "warn")
            )
    if not total:
        return
    yield BLANK
    yield heading("By strategy (A to E: share that fails)")
    yield from _groups([(_strategy(each), each) for each in results.strategies], width)
    yield from _unverifiable(whole)
    yield BLANK
    yield heading("By version of what made them (decisions and work: share retained)")
    names = _names(results.versions)
    yield from _groups(list(zip(names, results.versions, strict=True)), width)
    yield BLANK
    yield heading("What became of counted items")
    yield from _items(list(zip(names, results.versions, strict=True)), width)
    yield BLANK
    yield heading("Rules that fire most")
    yield from _rules(whole, width)


def _unverifiable(whole: ResultGroup) -> Iterator[Line]:
    """Yield the gates that could not be evaluated for some compactions: neither passed nor failed."""
    counts = [(gate, whole.gates[gate]["UNVERIFIABLE"]) for gate in GATE_NAMES]
    named = ", ".join(f"{gate} of {plural(count, 'compaction')}" for gate, count in counts if count)
    if named:
        yield line(StyledText(f"could not be evaluated: {named}", "warn"))


def _strategy(group: ResultGroup) -> str:
    origin, strategy, _version = group.key
    return " ".join(each for each in (origin, strategy) if each) or "unknown"


def _names(groups: Sequence[ResultGroup]) -> list[str]:
    """Return the versions' names for a reader, with the strategy if there are several."""
    several = len({each.key[:2] for each in groups}) > 1
    plain = [(each.key[2] or "unknown").removeprefix("imported:") for each in groups]
    return [
        f"{name} {_strategy(each)}" if several else name for name, each in zip(plain, groups, strict=True)
    ]


def _groups(groups: Sequence[tuple[str, ResultGroup]], width: int) -> list[Line]:
    rows: list[list[Piece]] = []
    for name, group in groups:
        count = group.counts["compactions"]
        failed = [group.gates[gate]["FAIL"] for gate in GATE_NAMES]
        rows.append(
            [
                clip(one_line(name), LONGEST_NAME),
                f"{count:,}",
                _share(group.counts["passed"], count),
                *(_share(each, count) for each in failed),
                *(_share(*group.kept(kind)) for kind, _ in _KINDS),
            ]
        )
    columns = (
        Column("Made by", stays=True),
        Column("Count", right=True),
        Column("Passed", right=True),
        *(Column(gate, right=True, rank=_FIRST_LEFT_OUT[gate]) for gate in GATE_NAMES),
        Column("Decisions", right=True),
        Column("Work", right=True),
    )
    return table(columns, rows, width)


def _items(groups: Sequence[tuple[str, ResultGroup]], width: int) -> list[Line]:
    rows: list[list[Piece]] = []
    for name, group in groups:
        for kind, title in _KINDS:
            verdicts = group.retention.get(kind)
            if verdicts:
                counts = [sum(verdicts[each] for each in column) for column in _BECAME.values()]
                figures = [f"{each:,}" for each in (verdicts.total(), *counts)]
                rows.append([clip(one_line(name), LONGEST_NAME), title, *figures])
    columns = (
        Column("Made by", stays=True),
        Column("Items", stays=True),
        *(Column(title, right=True) for title in ("Counted", *_BECAME)),
    )
    return table(columns, rows, width)


def _rules(whole: ResultGroup, width: int) -> Iterator[Line]:
    if not whole.rules:
        yield line("none fired")
        return
    count = whole.counts["compactions"]
    rows: list[list[Piece]] = [
        [
            gate,
            rule,
            StyledText(severity, "bad" if severity == "hard" else ""),
            f"{fired['findings']:,}",
            f"{fired['compactions']:,}",
            _share(fired["compactions"], count),
        ]
        for (gate, rule, severity), fired in whole.fired[:SHOWN_RULES]
    ]
    columns = (
        Column("Gate"),
        Column("Rule", grows=True, stays=True),
        Column("Severity", rank=1),
        Column("Findings", right=True),
        Column("Compactions", right=True),
        Column("Share", right=True),
    )
    yield from table(columns, rows, width)
    left = len(whole.rules) - SHOWN_RULES
    if left > 0:
        yield line(StyledText(f"and {plural(left, 'rule')} more; --json has all", "dim"))


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "-"
