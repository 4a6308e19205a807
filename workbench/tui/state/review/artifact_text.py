"""A draft as a reviewer reads it: sections, items with their places, links and problem marks, and figures.

This module only shows marks; the gate table explains them.
"""

from __future__ import annotations

from gates.artifact import Artifact, Item
from gates.render import sections
from workbench.escaping import one_line
from workbench.presentation.event_numbers import event_numbers
from workbench.presentation.item_places import places
from workbench.presentation.problems import GateProblem
from workbench.presentation.spans import StyledText
from workbench.tui.state.review.gate_table import ADVISES, BLOCKS
from workbench.tui.state.spans import PaneRow, paragraph, row

NO_LINKS = "[none]"
"""Shown for a statement without a link, in place of the events that it links to."""
_STATUS = {"open": "", "done": "done: ", None: ""}
_LONG = 12
"""Most lines of one item."""


def mark_of(item_id: str, problems: tuple[GateProblem, ...]) -> StyledText:
    """Return `!` if a problem of the item blocks, `?` if gate B or a warning is about it."""
    about = [each for each in problems if each.item_id == item_id and not each.reviewed]
    if any(each.blocks and each.gate != "B" and not each.is_lost for each in about):
        return BLOCKS
    if any(each.blocks for each in about):
        return ADVISES
    return StyledText("")


def draft_rows(
    artifact: Artifact, problems: tuple[GateProblem, ...], figures: tuple[str, ...], width: int
) -> list[PaneRow]:
    """Return the draft; keys are item ids."""
    known = places(artifact)
    rows: list[PaneRow] = []
    if artifact.objective.strip():
        rows += [
            row(StyledText("Objective", "section")),
            *paragraph(one_line(artifact.objective), width, indent=2, most=3),
            row(),
        ]
    for title, items in sections(artifact.items):
        rows.append(row(StyledText(title, "section"), StyledText(f"  {len(items)}", "dim")))
        for item in items:
            rows += _item(item, known[item.item_id], problems, width)
        rows.append(row())
    if artifact.opaque:
        rows += paragraph("The summary of these events is encrypted and cannot be read.", width, style="warn")
        rows.append(row())
    elif not artifact.items:
        rows += paragraph("The draft has no items: gate A refuses it. c drafts again.", width, style="warn")
        rows.append(row())
    rows += _narrative(artifact, width)
    for each in figures:
        rows += paragraph(each, width, style="dim")
    return rows


def _item(item: Item, place: str, problems: tuple[GateProblem, ...], width: int) -> list[PaneRow]:
    links = event_numbers(link.ordinal for link in item.links) or NO_LINKS
    speaker = "the user: " if item.speaker == "user" else ""
    text = f"{_STATUS[item.status]}{speaker}{one_line(item.text)}"
    mark = mark_of(item.item_id, problems)
    label = StyledText(f"{place:<5} ", "dim")
    rows = paragraph(f"{text}  {links}", width, label=label, key=item.item_id, mark=mark, most=_LONG)
    return [_dim_links(each, links) for each in rows]


def _dim_links(each: PaneRow, links: str) -> PaneRow:
    last = each.line[-1]
    if not last.text.endswith(links):
        return each
    style = "warn" if links == NO_LINKS else "ref"
    kept = last.text[: -len(links)]
    return PaneRow(
        (*each.line[:-1], StyledText(kept, last.style), StyledText(links, style)), each.key, each.mark
    )


def _narrative(artifact: Artifact, width: int) -> list[PaneRow]:
    if not artifact.narrative or not artifact.narrative.strip():
        return []
    rows = [row(StyledText("Narrative", "section"))]
    rows += paragraph(artifact.narrative.strip(), width, indent=2, most=60)
    return [*rows, row()]
