"""Views of integrity and environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, paragraph, table
from workbench.presentation.spans import Line, StyledText, line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.values import HistoryHead, Verification
    from workbench.services.stores.doctor import Diagnosis


def verify_lines(found: Verification, width: int) -> list[Line]:
    """Return whether the store is whole, each problem with its meaning, and the heads to note down."""
    lines: list[Line] = []
    for problem in found.problems:
        stated = f"{problem.record} {problem.id}: {problem.problem}"
        lines += paragraph(stated, width, label=StyledText("! ", "bad"))
        lines += paragraph(problem.meaning, width, indent=2, style="dim")
    for grave in found.purged:
        stated = f"session {grave.session_id[:12]} was removed by {grave.actor} at {grave.created_at}; the "
        stated += f"head {grave.hash[:12]}.. is in the record of that removal, and proves nothing of what "
        stated += "was imported of it since" if grave.imported_again else "was in it"
        lines += paragraph(stated, width, label=StyledText("? ", "warn"))
    if found.ok:
        lines.append(
            (
                StyledText("OK", "good"),
                StyledText("  every record matches its digest and every reference leads somewhere"),
            )
        )
    else:
        lines.append(
            (StyledText("DAMAGED", "bad"), StyledText(f"  {plural(len(found.problems), 'problem')}"))
        )
    return lines + _heads(found.heads, width)


def heads_lines(found: Sequence[HistoryHead], width: int) -> list[Line]:
    """Return the heads in full, so that each can be copied."""
    return _heads(found, width) or [line("none recorded")]


def _heads(found: Sequence[HistoryHead], width: int) -> list[Line]:
    if not found:
        return []
    rows = [[head.session_id[:12], f"#{head.sequence}", head.hash] for head in found]
    columns = (
        Column("Session", stays=True),
        Column("Head", right=True, stays=True),
        Column("Hash", stays=True),
    )
    return table(columns, rows, width)


def doctor_lines(found: Diagnosis, width: int) -> list[Line]:
    """Return what was checked, and what to do about what is wrong."""
    size = max(len(check.name) for check in found.checks) + 2
    lines: list[Line] = []
    for check in found.checks:
        mark = StyledText("ok    ", "good") if check.ok else StyledText("wrong ", "bad")
        stated = paragraph(check.value, width - 6, label=check.name.ljust(size))
        lines.append((mark, *stated[0]))
        lines += [(StyledText(" " * 6), *piece) for piece in stated[1:]]
        if check.hint:
            lines += paragraph(check.hint, width, indent=6 + size, style="accent")
    return lines
