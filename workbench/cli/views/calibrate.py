"""The view of the counts of `calibrate`."""

from __future__ import annotations

from collections.abc import Iterator

from gates.report import GATE_NAMES
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, heading, table
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line
from workbench.services.scores.calibrate import Calibration, ClassTally

_WHY = {
    "no_readable_summary": "the summary is encrypted or absent",
    "no_statement": "no statement to break was found in the summary",
}


def calibration_lines(found: Calibration, width: int) -> Iterator[Line]:
    """Yield one row per fault class, the alarms on unbroken statements, and the verdict."""
    yield heading(f"Faults injected into {plural(found.artifacts, 'compaction')}")
    for reason, count in sorted(found.left_out.items()):
        yield line(f"{plural(count, 'more compaction')} left out: {_WHY[reason]}")
    rows = [_row(found, name, tally) for name, tally in found.classes.items()]
    columns = (
        Column("Fault", grows=True),
        Column("Made", right=True),
        Column("Rule", right=True),
        Column("Any", right=True),
        Column("Shown", right=True),
        Column("Blocked", right=True),
        Column("Gates"),
        Column("Floor", right=True, rank=1),
    )
    yield from table(columns, rows, width)
    yield line("Rule: caught by a rule meant for it. Any: by any finding, those on demand too.")
    yield line("Shown: by one that is shown unasked. Blocked: by a hard one.")
    yield BLANK
    yield heading("Alarms on what was not broken")
    clean = found.clean
    for gate in ("D", "B"):
        hard, warned, shown = (each[gate] for each in (clean.hard, clean.warned, clean.shown))
        yield line(
            f"gate {gate}  hard {_share(hard, clean.items)}, warned {_share(warned, clean.items)}, "
            f"shown unasked {_share(shown, clean.items)} of {plural(clean.items, 'item')}"
        )
    yield BLANK
    below = found.below()
    if below:
        yield (
            StyledText("BELOW", "bad"),
            StyledText(f"  {', '.join(below)}: less is caught than the policy asks"),
        )
    elif found.policy.calibrate.floor:
        yield (StyledText("REACHED", "good"), StyledText("  every floor that the policy sets"))
    yield line(StyledText(f"policy {found.policy.version}", "dim"))


def _row(found: Calibration, name: str, tally: ClassTally) -> list[Piece]:
    floor = found.policy.calibrate.floor.get(name)
    gates = " ".join(gate for gate in GATE_NAMES if tally.by_gate[gate]) or "-"
    shares = [
        _share(count, tally.made) for count in (tally.by_intended, tally.by_any, tally.shown, tally.blocked)
    ]
    missed = name in found.below()
    shown = StyledText("-" if floor is None else f"{floor:.0%}", "bad" if missed else "")
    return [name, str(tally.made), *shares, gates, shown]


def _share(count: int, of: int) -> str:
    return f"{count / of:.0%}" if of else "-"
