"""The context that an agent would be given, as rows: its parts with their tokens; the text of a part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.exporters.summaries import context_text
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, sized, titles
from workbench.presentation.spans import Piece, StyledText
from workbench.tui.glyphs import Glyphs
from workbench.tui.state.spans import PaneRow, cells, paragraph, row, rule

if TYPE_CHECKING:
    from store.values import ContextSegment, PagedEvent
    from workbench.services.contexts.context import ContextPage

SHOWN_EVENTS = 60
"""Most events of a part that are shown."""

EVENT_LINES = 4


def part_rows(found: ContextPage, width: int, glyphs: Glyphs) -> list[PaneRow]:
    """Return the parts in order; keys are their indexes."""
    columns = sized(
        (
            Column("Part", 9),
            Column("Events", 13),
            Column("Tokens", 9, right=True),
            Column("", 1),
            Column("What", 0),
        ),
        width,
    )
    rows = [PaneRow(titles(columns)), rule(width)]
    for number, segment in enumerate(found.view.segments):
        is_artifact = segment.artifact_id is not None
        values: list[Piece] = [
            StyledText("artifact", "good") if is_artifact else "verbatim",
            f"{segment.start}-{segment.end}" if segment.end > segment.start else str(segment.start),
            f"{segment.tokens:,}",
            "",
            StyledText(part_words(found, segment), "" if is_artifact else "dim"),
        ]
        rows.append(
            PaneRow(
                cells(columns, values),
                str(number),
                StyledText(glyphs.artifact, "good") if is_artifact else StyledText(""),
            )
        )
    rows += [
        rule(width),
        PaneRow(
            cells(columns, ["", "", StyledText(f"{found.view.tokens:,}", "strong"), "", "tokens in all"])
        ),
    ]
    return [*rows, row(), *view_words(found, width)]


def part_words(found: ContextPage, segment: ContextSegment) -> str:
    """Return a part in words: `d-3 intentional, 12 items`, or the number of events."""
    if segment.artifact_id is not None:
        return one_line(found.stated(segment))
    return plural(len(segment.ordinals), "event")


def view_words(found: ContextPage, width: int) -> list[PaneRow]:
    """Return both views with their tokens, and the meaning of the one that is shown."""
    difference = found.view.tokens - found.other.tokens
    shown, beside = found.names
    rows = paragraph(
        f"{shown} {found.view.tokens:,} tokens, {beside} {found.other.tokens:,} tokens ({difference:+,})",
        width,
    )
    meaning = {
        "native": "The transcript's own: its latest summary with what it kept, and everything later.",
        "active": "Active artifacts replace their ranges; with none active it is the native view.",
    }[found.view.view]
    if found.proposed is not None:
        meaning = "What it would be if the draft were accepted: nothing is moved before you do."
    rows += paragraph(meaning, width, style="dim")
    return [*rows, *_way_out(found, width)] if found.proposed is None else rows


def _way_out(found: ContextPage, width: int) -> list[PaneRow]:
    """Return the command that writes the context to a file; after an accept, to a session to resume."""
    output = "claude-code --place" if found.stand_ins and found.view.view == "active" else "markdown"
    command = f"workbench context {found.view.session_id[:12]} --format {output}"
    return paragraph(f"To an agent: {command}", width, style="dim")


def artifact_rows(found: ContextPage, segment: ContextSegment, width: int) -> list[PaneRow]:
    """Return the text that replaces a range."""
    stored = found.stand_ins[segment.artifact_id or ""]
    text = context_text(stored.artifact)
    rows: list[PaneRow] = []
    for number, each in enumerate(text.rstrip("\n").split("\n")):
        style = "section" if each.startswith("#") else ""
        rows += paragraph(each, width, style=style, key=f"line:{number}")
    return rows


def event_rows(
    events: Sequence[PagedEvent], segment: ContextSegment, width: int, *, height: int = 0
) -> list[PaneRow]:
    """Return the events of a part; keys are `event:ORDINAL`.

    Each is cut to a few lines, or to its share of the pane's `height` if that is more.
    """
    rows: list[PaneRow] = []
    wanted = set(segment.ordinals)
    most = max(EVENT_LINES, height // max(len(wanted), 1) - 1)
    for paged in events:
        event = paged.event
        if event.ordinal not in wanted:
            continue
        key = f"event:{event.ordinal}"
        head = StyledText(f"{event.ordinal:>5}  ", "dim")
        rows.append(
            row(
                head,
                StyledText(event.kind.value, "strong"),
                StyledText(f"  turn {event.turn}  {event.tokens:,} tokens", "dim"),
                key=key,
            )
        )
        rows += paragraph(event.text.strip() or "(no text)", width, indent=7, style="dim", key=key, most=most)
    left = len(segment.ordinals) - sum(
        row_.key is not None and row_.text[:5].strip().isdigit() for row_ in rows
    )
    if left > 0 and events and events[-1].event.ordinal < segment.end:
        rows.append(row(StyledText(f"{plural(left, 'more event')}: 2 shows them on the timeline", "dim")))
    return rows
