"""Transcripts found on this machine, as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.spans import StyledText

if TYPE_CHECKING:
    from workbench.services.watches.found_transcripts import FoundTranscript, Glimpsed

_AGES = ((60, "s"), (3_600, "min"), (86_400, "h"), (float("inf"), "d"))
_UNITS = ("B", "kB", "MB", "GB")


def bytes_in_words(size: int) -> str:
    """Format bytes in about three digits: `812 kB`."""
    value, unit = float(size), 0
    while value >= 1_000 and unit < len(_UNITS) - 1:
        value, unit = value / 1_000, unit + 1
    return f"{value:.1f} {_UNITS[unit]}" if unit > 1 and value < 10 else f"{value:.0f} {_UNITS[unit]}"


def age_words(seconds: float) -> str:
    """Format an age: `5 min`, `3 h`, `12 d`."""
    seconds, divisor = max(seconds, 0.0), 1
    for limit, unit in _AGES:
        if seconds < limit:
            return f"{int(seconds // divisor)} {unit}"
        divisor = int(limit) if limit != float("inf") else divisor
    return ""


def none_found(folders: Sequence[str]) -> list[str]:
    """Return the lines for a list without transcripts: where they were looked for, and what to do."""
    return [
        "No transcript was found in",
        *(f"  {one_line(each)}" for each in folders),
        "CLAUDE_CONFIG_DIR and CODEX_HOME name other folders. esc, then i imports a path.",
    ]


def found_cells(
    found: FoundTranscript, glimpsed: Glimpsed | None, now: float, *, imported: bool
) -> tuple[StyledText, ...]:
    """Return title, agent, size, age, compactions, and whether it was imported."""
    name = found.path.rsplit("/", 1)[-1]
    title = StyledText(one_line(name), "dim")
    count = StyledText("...", "dim")
    if glimpsed is not None:
        title = StyledText(one_line(glimpsed.title), "strong") if glimpsed.title else title
        if glimpsed.compactions is None:
            count = StyledText("?", "dim")
        else:
            count = StyledText(f"{glimpsed.compactions}{'' if glimpsed.whole else '+'}")
    return (
        title,
        StyledText(found.agent, "dim"),
        StyledText(bytes_in_words(found.size)),
        StyledText(age_words(now - found.changed)),
        count,
        StyledText("imported" if imported else "", "good"),
    )
