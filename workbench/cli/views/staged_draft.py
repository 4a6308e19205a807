"""The view of a compaction in staged windows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, heading, paragraph, table
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line

if TYPE_CHECKING:
    from workbench.services.drafts.staged_draft import Stage, Staged


def staged_lines(staged: Staged, width: int) -> Iterator[Line]:
    """Yield each stage with its gates, the seed package, and what to type next."""
    chosen = staged.chosen
    over = sum(stage.window.over for stage in staged.stages)
    but = f" but {plural(over, 'stage')} (!) of one event that is larger" if over else ""
    yield heading(
        f"{plural(len(staged.stages), 'stage')} over {chosen.start}..{chosen.end}, "
        f"each under {staged.cap:,} tokens{but}"
    )
    yield BLANK
    columns = (
        Column("Draft"),
        Column("Artifact"),
        Column("Events", right=True),
        Column("Tokens", right=True),
        Column("Gates", grows=True),
    )
    yield from table(columns, [_row(stage) for stage in staged.stages], width)
    yield BLANK
    seed = staged.seed
    yield heading(f"Seed package: {plural(len(seed.items), 'item')}, {seed.tokens:,} tokens, estimated")
    for stated in seed.text.splitlines():
        text = one_line(stated)
        bullet = text.startswith("- ")
        yield from paragraph(text[2 * bullet :], width, indent=2, label="- " if bullet else "")
    first = next((s.drafted.judged for s in staged.stages if s.drafted.judged is not None), None)
    if first is not None:
        yield BLANK
        yield line("look at one  ", StyledText(f"workbench show {first.artifact_id[:12]}", "accent"))
        yield line("accept one   ", StyledText(f"workbench accept {first.artifact_id[:12]}", "accent"))


def _row(stage: Stage) -> list[Piece]:
    judged, report = stage.drafted.judged, stage.drafted.report
    failing = ", ".join(report.blocking)
    gates = StyledText(f"{failing} not passed", "bad") if failing else StyledText("A to E passed", "good")
    return [
        f"d-{judged.number}" if judged else "-",
        judged.artifact_id[:12] if judged else "-",
        f"{stage.window.start}..{stage.window.end}",
        f"{stage.window.tokens:,}" + ("!" if stage.window.over else ""),
        gates,
    ]
