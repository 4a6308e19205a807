"""A comparison as rows: in two columns, or unified with `-` above `+`. Every colour has a sign beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.cells import width_of
from workbench.presentation.figures import plural
from workbench.presentation.snapshot_changes import CHANGES
from workbench.presentation.spans import Line, StyledText, line
from workbench.tui.state.comparing.compare import ComparedEntry, ComparedSide, Comparison
from workbench.tui.state.source.source_window import wrap_spans
from workbench.tui.state.spans import PaneRow, row
from workbench.tui.text import ELLIPSIS, clip

if TYPE_CHECKING:
    from workbench.services.lookup.diff_choices import SideLabel

_STYLES = {" ": ""} | {each.mark: each.style for each in CHANGES.values()}
_FOLDED_GOALS = ("Objective", "Done definition")
_MARGIN = 8
"""Columns before a statement: sign, place, blanks."""
_MOST = 14
"""Most lines of one statement."""


def compare_rows(
    found: Comparison, width: int, *, split: bool, wrapped: bool, context: int | None
) -> list[PaneRow]:
    """Return the rows; keys are the indexes of the entries."""
    rows: list[PaneRow] = []
    section, index = "", 0
    for each in found.folded(context):
        if isinstance(each, int):
            rows.append(
                row(StyledText(f"      {plural(each, 'unchanged entry', 'unchanged entries')}", "dim"))
            )
            index += each
            continue
        if each.section != section:
            section = each.section
            rows += [row()] if rows and section not in _FOLDED_GOALS else []
            if section not in _FOLDED_GOALS:
                rows.append(row(StyledText(section, "section")))
        rows += _entry(each, str(index), width, split=split, wrapped=wrapped)
        index += 1
    return rows


def _entry(each: ComparedEntry, key: str, width: int, *, split: bool, wrapped: bool) -> list[PaneRow]:
    if each.section in _FOLDED_GOALS and not each.change:
        text = one_line(each.before.text if each.before else "")
        label = StyledText(f"{each.section}  unchanged  ", "section")
        return [row(label, StyledText(clip(text, max(width - width_of(label.text), 8)), "dim"), key=key)]
    if split:
        return _split(each, key, width, wrapped=wrapped)
    return _unified(each, key, width, wrapped=wrapped)


def _split(each: ComparedEntry, key: str, width: int, *, wrapped: bool) -> list[PaneRow]:
    half = (width - 3) // 2
    sign = each.mark
    left = _cell(each, each.before, "delete", "-" if sign == "-" else sign, half, wrapped)
    right = _cell(each, each.after, "insert", "+" if sign == "+" else sign, half, wrapped)
    rows = []
    for one, other in zip_longest(left, right, fillvalue=()):
        rows.append(PaneRow((*_filled(one, half), StyledText(" | ", "rule"), *other), key))
    return rows


def _filled(spans: Line, width: int) -> Line:
    used = sum(width_of(span.text) for span in spans)
    return (*spans, StyledText(" " * max(width - used, 0)))


def _cell(
    each: ComparedEntry, compared_side: ComparedSide | None, op: str, sign: str, width: int, wrapped: bool
) -> list[Line]:
    if compared_side is None:
        return []
    pieces = _pieces(each, compared_side, op)
    note = StyledText(f"  {compared_side.status}", "accent") if each.change == "status" else StyledText("")
    tail = (
        StyledText(f"  {compared_side.tail}", "accent" if each.change == "relinked" else "ref")
        if compared_side.tail
        else StyledText("")
    )
    inset = "" if compared_side.label or each.section or _is_heading(each, compared_side) else "  "
    margin = _MARGIN if compared_side.label else 2 + len(inset)
    texts = wrap_spans([*pieces, note, tail], max(width - margin, 8))
    if not wrapped and len(texts) > 1:
        first = _cut(texts[0], width - margin - 1)
        is_marked = bool(first) and first[-1].text.endswith(ELLIPSIS)
        texts = [first if is_marked else (*first, StyledText(ELLIPSIS, "dim"))]
    texts = texts[:_MOST]
    lines = []
    for number, text in enumerate(texts):
        first_lead = (*_lead(sign, compared_side.label, _STYLES.get(sign, "")), StyledText(inset))
        lines.append((*(first_lead if number == 0 else line(" " * margin)), *text))
    return lines


def _is_heading(each: ComparedEntry, compared_side: ComparedSide) -> bool:
    """Return whether an entry of a comparison by text is the heading of a section."""
    return not each.section and not compared_side.text[:1].isspace()


def _cut(spans: Sequence[StyledText], width: int) -> Line:
    kept: list[StyledText] = []
    for span in spans:
        room = width - sum(width_of(each.text) for each in kept)
        if room <= 0:
            break
        kept.append(
            StyledText(span.text if width_of(span.text) <= room else clip(span.text, room), span.style)
        )
    return tuple(kept)


def _lead(sign: str, label: str, style: str) -> Line:
    if not label:
        return line(StyledText(f"{sign} ", style))
    return line(StyledText(f"{sign} ", style), StyledText(label.ljust(_MARGIN - 2), "dim"))


def _pieces(each: ComparedEntry, compared_side: ComparedSide, op: str) -> list[StyledText]:
    """Return the statement, with the words that only this side has highlighted."""
    if each.change in ("added", "removed"):
        return [StyledText(one_line(compared_side.text), "ins" if each.change == "added" else "del")]
    if not each.words:
        style = "section" if _is_heading(each, compared_side) else ""
        return [StyledText(one_line(compared_side.text), style)]
    style = "ins" if op == "insert" else "del"
    return [
        StyledText(_kept(text), style if kind == op else "")
        for kind, text in each.words
        if kind in ("equal", op)
    ]


def _kept(text: str) -> str:
    """Return text on one line; blanks at its ends are kept, since pieces are joined again."""
    lead = " " if text[:1].isspace() else ""
    trail = " " if text[-1:].isspace() and text.strip() else ""
    return f"{lead}{one_line(text)}{trail}"


def _unified(each: ComparedEntry, key: str, width: int, *, wrapped: bool) -> list[PaneRow]:
    if each.change in ("changed", "relinked", "status"):
        sign = "~" if each.change == "changed" else each.mark
        lines = _cell(each, each.before, "delete", "-", width - 2, wrapped)
        lines += _cell(each, each.after, "insert", "+", width - 2, wrapped)
        first = PaneRow((StyledText(sign, _STYLES[sign]), StyledText(" "), *lines[0]), key)
        return [first, *(PaneRow((StyledText("  "), *each_line), key) for each_line in lines[1:])]
    compared_side = each.after if each.before is None else each.before
    lines = _cell(
        each, compared_side, "insert" if each.before is None else "delete", each.mark, width - 2, wrapped
    )
    return [PaneRow((StyledText("  "), *each_line), key) for each_line in lines]


def side_line(sides: tuple[SideLabel, SideLabel], width: int, *, split: bool) -> list[PaneRow]:
    """Return the names of the two sides, and a rule."""
    a, b = (_side(name, side) for name, side in zip("AB", sides, strict=True))
    if not split:
        return [row(*a, "     ", *b), PaneRow((StyledText("-" * width, "rule"),))]
    half = (width - 3) // 2
    return [
        PaneRow((*_filled(_cut(a, half), half), StyledText(" | ", "rule"), *_cut(b, half))),
        PaneRow((StyledText("-" * half + "-+-" + "-" * (width - half - 3), "rule"),)),
    ]


def _side(letter: str, side: SideLabel) -> Line:
    return line(
        StyledText(f"{letter}  ", "dim"),
        StyledText(side.name, "strong"),
        StyledText(f"  {one_line(side.about)}", "dim"),
    )


def change_text(each: ComparedEntry) -> str:
    """Return a change as plain text, to copy."""
    lines = [CHANGES[each.change].word if each.change else "unchanged"]
    if each.before is not None:
        lines.append(f"- {each.before.text}")
    if each.after is not None:
        lines.append(f"+ {each.after.text}")
    return "\n".join(lines)
