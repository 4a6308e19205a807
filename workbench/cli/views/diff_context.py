"""Views of differences and contexts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.escaping import one_line
from workbench.presentation.cells import clip, width_of
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, heading, paragraph, table
from workbench.presentation.moves import NO_MOVE
from workbench.presentation.snapshot_changes import (
    CHANGES,
    came_and_went,
    changed_sides,
    counted_changes,
    status_of,
    title_of_field,
    value_text,
)
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line

if TYPE_CHECKING:
    from workbench.services.contexts.context import ContextPage
    from workbench.services.contexts.session_files import WrittenFile
    from workbench.services.lookup.diff import Compared

_WIDEST = max(len(each.word) for each in CHANGES.values())
_PARTS = ("objective", "done_definition", "source_coverage", "counts")


def diff_lines(found: Compared, width: int) -> list[Line]:
    """Return what was added, removed and changed; objective, coverage and counts are always included."""
    result = found.result
    lines: list[Line] = [
        line("from  ", StyledText(found.a.name, "bold")),
        line("to    ", StyledText(found.b.name, "bold")),
    ]
    lines += [BLANK, *_summary(result["summary"], width)]
    changes: list[dict[str, Any]] = result["changes"]
    fields = dict.fromkeys(change["field"] for change in changes)
    for field in fields:
        group = [change for change in changes if change["field"] == field]
        lines += [BLANK, heading(f"{title_of_field(field)}: {plural(len(group), 'change')}")]
        for change in group:
            lines += _change(change, width)
    if not changes:
        lines += [BLANK, line("No difference in state.")]
    return lines


def _summary(summary: dict[str, Any], width: int) -> list[Line]:
    rows: list[list[Piece]] = [
        [f"claims: {kind.replace('_', ' ')}", f"{sides['before']}", f"{sides['after']}"]
        for kind, sides in summary["claims"].items()
    ]
    for field in ("conflicts", "failures", "open_questions"):
        sides = summary[field]
        rows.append([field.replace("_", " "), f"{sides['before']}", f"{sides['after']}"])
    lines = table((Column(""), Column("from", right=True), Column("to", right=True)), rows, width, indent=2)
    stated = ", ".join(f"{part.replace('_', ' ')} {summary[part]}" for part in _PARTS)
    lines += paragraph(counted_changes(summary), width, indent=2)
    return [*lines, *paragraph(stated, width, indent=2)]


def _change(change: dict[str, Any], width: int) -> list[Line]:
    sign = CHANGES[change["change"]]
    mark = StyledText(f"{sign.mark} {sign.word:<{_WIDEST}}  ", sign.style)
    kind = f"{change['kind'].replace('_', ' ')}: " if change["kind"] else ""
    before, after = change["before"], change["after"]
    if change["change"] == "status":
        stated = f"{kind}{_clipped_value(after)}  ({status_of(before)} -> {status_of(after)})"
        return paragraph(stated, width, indent=2, label=mark)
    if change["change"] == "relinked":
        return paragraph(kind + _clipped_value(after), width, indent=2, label=mark)
    if isinstance(before, list) and isinstance(after, list):
        return paragraph(came_and_went(before, after), width, indent=2, label=mark)
    if change["change"] == "changed" and change["words"]:
        return _worded(change["words"], width, mark, kind)
    if change["change"] == "changed":
        was, now = (clip(one_line(each), 320) for each in changed_sides(before, after))
        return paragraph(f"{was} -> {now}", width, indent=2, label=mark)
    return paragraph(kind + _clipped_value(after if before is None else before), width, indent=2, label=mark)


def _worded(words: list[dict[str, str]], width: int, mark: StyledText, kind: str) -> list[Line]:
    """Return the text once, with removed parts as `[-so-]` and added ones as `{+so+}`."""
    shown = {"delete": ("[-", "-]"), "insert": ("{+", "+}"), "equal": ("", "")}
    text = kind
    for each in words:
        left, right = shown[each["op"]]
        piece = _folded(each["text"])
        text += f"{left}{_middle(piece) if each['op'] == 'equal' else piece}{right}"
    return paragraph(text, width, indent=2, label=mark)


def _folded(text: str) -> str:
    """Return the text on one line; white space at its ends is kept as one space."""
    head = " " if text[:1].isspace() else ""
    tail = " " if text[-1:].isspace() and text.strip() else ""
    return f"{head}{one_line(text)}{tail}"


def _middle(text: str, room: int = 120) -> str:
    """Return a long equal run with its middle left out."""
    if width_of(text) <= room:
        return text
    return f"{clip(text, room // 2)} {text[-room // 2 :]}"


def _clipped_value(value: Any) -> str:  # noqa: ANN401 - JSON of a snapshot
    return clip(one_line(value_text(value)), 320)


def context_lines(found: ContextPage, width: int) -> list[Line]:
    """Return the parts of a context with their tokens and the other view, or the file written."""
    if found.written is not None:
        return _written(found, found.written)
    rows: list[list[Piece]] = []
    for segment in found.view.segments:
        artifact = segment.kind == "artifact"
        rows.append(
            [
                StyledText("artifact", "accent") if artifact else "events",
                f"{segment.start}..{segment.end}",
                "1" if artifact else f"{len(segment.ordinals):,}",
                f"{segment.tokens:,}",
                found.stated(segment),
            ]
        )
    columns = (
        Column("Part"),
        Column("Range"),
        Column("Count", right=True, rank=2),
        Column("Tokens", right=True),
        Column("", grows=True, rank=1),
    )
    moved = f" as of {found.view.as_of}" if found.view.as_of else f", {NO_MOVE}"
    moved = ", nothing is moved" if found.proposed is not None else moved
    shown, beside = found.names
    lines: list[Line] = [
        line(StyledText(clip(one_line(found.title), 40), "bold"), f"  {shown}{moved}"),
        BLANK,
    ]
    lines += table(columns, rows, width, indent=2)
    lines += [BLANK, line(f"{shown}: {found.view.tokens:,} tokens")]
    lines.append(line(StyledText(f"{beside}: {found.other.tokens:,} tokens", "dim")))
    return lines


def _written(found: ContextPage, file: WrittenFile) -> list[Line]:
    """Return which file was written, and how an agent resumes it."""
    lines = [
        line(StyledText(clip(one_line(found.title), 60), "bold")),
        line(f"  {found.view.view} view, {found.view.tokens:,} tokens, as {file.format}"),
        BLANK,
        line(f"wrote      {one_line(str(file.path))} ({file.size:,} bytes)"),
    ]
    if file.resume is None and file.session_id is not None:
        lines.append(line("codex resumes only sessions in its own folder: --place writes it there"))
    if file.resume is not None:
        lines.append(line(f"resume it  {file.resume}"))
        lines.append(line(f"  in       {one_line(file.project or '')}"))
    return lines
