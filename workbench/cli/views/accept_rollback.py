"""Views of moves and their history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from workbench.cli.views.gates import confirm_option
from workbench.escaping import one_line
from workbench.presentation.cells import clip
from workbench.presentation.figures import plural
from workbench.presentation.gate_words import gate_summary
from workbench.presentation.layout import Column, facts, paragraph, table
from workbench.presentation.moves import (
    NO_MOVE,
    context_grew,
    displaced_word,
    draft_names,
    signed,
    size_words,
    stay_words,
    when,
)
from workbench.presentation.problems import problems, warnings
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line

if TYPE_CHECKING:
    from store.values import Pointer
    from workbench.services.moves.accept_rollback import CompletedMove, MoveHistory


def moved_lines(moved: CompletedMove, width: int) -> list[Line]:
    """Return what the move did, with the context before and after it."""
    pointer = moved.pointer
    span = f"events {pointer.source_start}..{pointer.source_end} of {clip(one_line(moved.session_title), 40)}"
    if pointer.action == "accept":
        head = f"d-{moved.number} now replaces {span}"
        head += f"; {stay_words(moved.kept)}" if moved.kept else ""
    elif pointer.displaced:
        head = f"d-{moved.number} was rolled back; inside {span} what it had displaced is active again"
    else:
        head = f"d-{moved.number} was rolled back; {span} are as they were before it"
    before, after = moved.before, moved.after
    rows: list[list[Piece]] = [
        ["context", size_words(before), size_words(after)],
        ["tokens", f"{before.tokens:,}", f"{after.tokens:,} ({signed(after.tokens - before.tokens)})"],
        ["the range", *_range_cells(moved)],
    ]
    lines: list[Line] = paragraph(head, width, style="bold")
    lines.append(BLANK)
    lines += table((Column(""), Column("before", rank=1), Column("after")), rows, width, indent=2)
    if pointer.action == "accept" and moved.growth:
        why = context_grew(moved.growth, moved.verbatim, moved.number)
        lines += [BLANK, *paragraph(why, width, indent=2, style="dim")]
    lines += [BLANK, *facts(_facts(moved), width, indent=2)]
    if pointer.action == "rollback" and moved.rejected:
        way = f"workbench review clear {pointer.artifact_id[:12]} --reason R"
        return [*lines, BLANK, line("withdraw its rejection  ", StyledText(way, "accent"))]
    verb = "rollback" if pointer.action == "accept" else "accept"
    way = f"workbench {verb} {pointer.artifact_id[:12]}{confirm_option(moved.undone)}"
    label = "roll it back  " if verb == "rollback" else "accept again  "
    lines += [BLANK, line(label, StyledText(way, "accent"))]
    if moved.undone:
        gates = ", ".join(moved.undone)
        lines += paragraph(f"gate {gates} was confirmed before: look again first", width, style="dim")
    return lines


_RANGE = {
    "artifact": "{:,} tokens",
    "verbatim": "{:,} tokens verbatim",
    "summarized": "summary in place of {:,} tokens",
}


def _range_cells(moved: CompletedMove) -> tuple[str, str]:
    """Return the form of the range before and after; without an artifact its events are counted."""
    before, after = moved.range_before, moved.range_after
    return _RANGE[before.form].format(before.tokens), _RANGE[after.form].format(after.tokens)


def _facts(moved: CompletedMove) -> list[tuple[str, Piece]]:
    pointer = moved.pointer
    pairs: list[tuple[str, Piece]] = []
    if moved.report is not None:
        pairs.append(("gates, scored again", gate_summary(moved.report)))
        warned = len(warnings(problems(moved.report)))
        if warned:
            pairs.append((plural(warned, "warning"), f"workbench show {pointer.artifact_id[:12]}"))
        if moved.parent is not None:
            between = f"workbench diff {moved.parent[:12]} {pointer.artifact_id[:12]}"
            pairs.append(("left out, added", between))
    if pointer.displaced:
        pairs.append((displaced_word(pointer.action), ", ".join(pointer.displaced)))
    if pointer.confirmed:
        pairs.append(("confirmed", "gate " + ", ".join(pointer.confirmed)))
    pairs += [
        ("move", f"#{pointer.sequence} {pointer.pointer_id} by {pointer.actor} at {pointer.created_at}"),
        ("after", pointer.previous_pointer_id or NO_MOVE),
        ("snapshot", moved.snapshot_id),
        ("hash", pointer.hash),
    ]
    if pointer.reason:
        pairs.append(("reason", pointer.reason))
    return pairs


def history_lines(history: MoveHistory, width: int) -> list[Line]:
    """Return the moves, newest first."""
    others = _beside(history, width)
    if not history.pointers and others:
        return others
    if not history.pointers:
        return _no_moves(history.session_id)
    lines: list[Line] = []
    for session_id in dict.fromkeys(move.session_id for move in history.pointers):
        moves = [move for move in history.pointers if move.session_id == session_id]
        title = clip(one_line(history.titles.get(session_id, "")), 50)
        lines += [BLANK] if lines else []
        lines += [line(StyledText(title, "bold"), f"  {session_id}"), *_moves(moves, history.numbers, width)]
    return [*lines, *([BLANK, *others] if others else ())]


def _no_moves(session_id: str | None) -> list[Line]:
    """Return what to do if nothing was accepted: draft, and accept the printed artifact."""
    styled_text = line("No moves yet. An accepted artifact is the first:")
    if session_id is None:
        listed = line(
            "  ", StyledText("workbench sessions", "accent"), "   names the sessions to draft one of"
        )
        return [styled_text, listed]
    draft = StyledText(f"workbench draft {session_id[:12]}", "accent")
    return [styled_text, line("  ", draft, "   drafts one, and names it for `workbench accept`")]


def _beside(history: MoveHistory, width: int) -> list[Line]:
    """Return snapshots that are not moves: of runs' unaccepted drafts, and refused ones."""
    lines: list[Line] = []
    if history.run_snapshots:
        lines.append(line(StyledText("Snapshots of runs, of drafts that nobody accepted", "bold")))
        rows: list[list[Piece]] = [
            [f"{each.session_id}@{each.sequence}", each.snapshot_id, when(each.created_at)]
            for each in history.run_snapshots
        ]
        columns = (Column("Session@snapshot"), Column("Snapshot"), Column("When (UTC)", rank=1))
        lines += table(columns, rows, width, indent=2)
    if history.refused:
        lines += [BLANK] if lines else []
        lines.append(line(StyledText("Snapshots that failed their checks; nothing changed", "bold")))
        for each in history.refused:
            label = StyledText(f"{when(each.created_at)} {each.action}: ", "bad")
            lines += paragraph(one_line(each.message), width, indent=2, label=label)
    return lines


def _moves(moves: Sequence[Pointer], numbers: Mapping[str, int], width: int) -> Iterator[Line]:
    """Yield the moves of one session as a table, each reason under its move."""
    rows: list[list[Piece]] = [
        [
            f"#{move.sequence}",
            StyledText(move.action, "good" if move.action == "accept" else "warn"),
            draft_names([move.artifact_id], numbers),
            f"{move.source_start}..{move.source_end}",
            when(move.created_at),
            move.pointer_id[:12],
            move.actor,
        ]
        for move in moves
    ]
    titles = ("Move", "Action", "Artifact", "Events", "When (UTC)", "Pointer")
    ranks = {"Artifact": 0, "When (UTC)": 2, "Pointer": 1}
    columns = (
        *(Column(title, right=title == "Move", rank=ranks.get(title, 0)) for title in titles),
        Column("Actor", grows=True, rank=3),
    )
    head, *body = table(columns, rows, width, indent=2)
    yield head
    for move, row in zip(moves, body, strict=True):
        yield row
        if move.reason:
            yield from paragraph(move.reason, width, label=StyledText(" " * 8 + "because: ", "dim"))
        if move.displaced:
            label = StyledText(" " * 8 + f"{displaced_word(move.action)}: ", "dim")
            yield from paragraph(draft_names(move.displaced, numbers), width, label=label)
