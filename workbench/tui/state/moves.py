"""Moves as rows: the history, one move in full, and a future move before and after."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from gates.report import GateReport, why_confirm
from workbench.escaping import one_line
from workbench.presentation.against_parent import left_out_words
from workbench.presentation.cells import width_of
from workbench.presentation.figures import gates_named, plural
from workbench.presentation.gate_words import TITLES, gate_spans, gate_summary
from workbench.presentation.layout import Column, sized, titles
from workbench.presentation.moves import (
    NO_MOVE,
    context_grows,
    displaced_word,
    signed,
    size_words,
    stay_words,
    when,
)
from workbench.presentation.problems import problems, warnings
from workbench.presentation.spans import Line, Piece, StyledText
from workbench.tui.glyphs import Glyphs
from workbench.tui.state.spans import PaneRow, cells, facts, ids, paragraph, row, rule
from workbench.tui.text import clip

if TYPE_CHECKING:
    from workbench.services.moves.history_page import HistoryPage, MoveLine
    from workbench.services.moves.move_preview import Foreseen

IMPORT_KEY = "import"
NOTE = 17
"""Least width of the column with the outcome of a move."""


# history


def history_rows(
    page: HistoryPage, marked: tuple[str, ...], width: int, glyphs: Glyphs, *, chatty: bool
) -> list[PaneRow]:
    """Return the moves, newest first, the import last; keys are pointer ids. `chatty` adds the year."""
    columns, gap = _columns(page, width, chatty=chatty)
    rows = [PaneRow(titles(columns, gap=gap)), rule(width)]
    for number, each in enumerate(page.moves):
        values = _move_values(each, newest=number == 0, chatty=chatty)
        active = StyledText(glyphs.artifact if each.active else "", "good")
        mark = StyledText("*", "accent") if each.pointer.pointer_id in marked else active
        rows.append(PaneRow(cells(columns, values, gap=gap), each.pointer.pointer_id, mark))
    rows.append(PaneRow(cells(columns, _import_values(page, chatty=chatty), gap=gap), IMPORT_KEY))
    return rows


def _columns(page: HistoryPage, width: int, *, chatty: bool) -> tuple[tuple[Column, ...], int]:
    """Return the columns as wide as their values, the note taking the rest, and the gap that fits."""
    pointers = [each.pointer for each in page.moves]
    ranges = [f"{each.source_start}-{each.source_end}" for each in pointers] + [
        f"0-{page.session.events - 1}"
    ]
    tokens = [signed(each.tokens_after - each.tokens_before) for each in page.moves]
    who = min(max(3, *(width_of(one_line(each.actor)) for each in pointers), 3), 10)
    columns: tuple[Column, ...] = (
        Column("#", max(1, *(len(str(each.sequence)) for each in pointers), 1), right=True),
        Column("Move", 8),
        Column("Draft", max(5, *(len(str(each.number)) + 2 for each in page.moves), 5)),
        Column("Events", max(6, *map(len, ranges))),
        Column("Context", max(7, *map(len, tokens), 7), right=True),
        Column("Who", who),
        Column("When", 16 if chatty else 11),
        Column("", 0),
    )
    missing = sum(each.width for each in columns) + len(columns) - 1 + NOTE - width
    if missing > 0:  # the pane beside the list shows the whole name
        shorter = max(3, who - missing)
        columns = tuple(each._replace(width=shorter) if each.title == "Who" else each for each in columns)
    gap = 2 if sum(each.width for each in columns) + 2 * len(columns) + NOTE <= width else 1
    return sized(columns, width, gap=gap), gap


def _move_values(each: MoveLine, *, newest: bool, chatty: bool) -> list[Piece]:
    pointer = each.pointer
    return [
        str(pointer.sequence),
        StyledText(pointer.action, "good" if pointer.action == "accept" else "warn"),
        f"d-{each.number}",
        f"{pointer.source_start}-{pointer.source_end}",
        signed(each.tokens_after - each.tokens_before),
        one_line(pointer.actor),
        when(pointer.created_at)[0 if chatty else 5 :],
        _note(each, newest=newest),
    ]


def _note(each: MoveLine, *, newest: bool) -> StyledText:
    if each.undone_by is not None:
        return StyledText(f"rolled back by #{each.undone_by}", "dim")
    if each.active:
        return StyledText("active, now" if newest else "active", "good")
    if each.displaced_by is not None:
        return StyledText(f"displaced by #{each.displaced_by}", "dim")
    return StyledText("now" if newest else "", "accent")


def _import_values(page: HistoryPage, *, chatty: bool) -> list[Piece]:
    session = page.session
    return [
        "0",
        StyledText("import", "dim"),
        "-",
        f"0-{session.events - 1}",
        "",
        "",
        when(session.imported_at)[0 if chatty else 5 :],
        StyledText("not a move", "dim"),
    ]


def empty_rows(width: int) -> list[PaneRow]:
    """Return the rows above the import line while there is no move."""
    rows = [row(), row(StyledText("No move yet: the context is the transcript's own.", "strong")), row()]
    rows += paragraph("3  opens the drafts: a accepts one, and the first move appears here", width, indent=2)
    return [*rows, row()]


def move_rows(
    page: HistoryPage, each: MoveLine, back: Foreseen | None, width: int, *, short: bool = False
) -> list[PaneRow]:
    """Return one move in full, and what rolling it back would do; with `short` the latter comes first."""
    pointer = each.pointer
    difference = signed(each.tokens_after - each.tokens_before)
    rows = [row(StyledText(f"#{pointer.sequence} {pointer.action} d-{each.number}", "section"))]
    rows += [*_way_back(each, back, width), row()] if short else [row()]
    pairs: list[tuple[str, Piece]] = [
        ("session", clip(one_line(page.session.title or page.session.source_name), width - 11)),
        ("range", f"events {pointer.source_start}-{pointer.source_end}"),
        (
            "context",
            f"{each.tokens_before:,} -> {each.tokens_after:,} tokens  ({difference})",
        ),
        ("artifact", ids(pointer.artifact_id)),
        ("pointer", ids(pointer.pointer_id)),
        ("after", ids(pointer.previous_pointer_id) if pointer.previous_pointer_id else "no move before"),
    ]
    if each.displaced:
        pairs.append((displaced_word(pointer.action), ", ".join(f"d-{number}" for number in each.displaced)))
    if each.report is not None:
        pairs.append(("gates", gate_summary(each.report)))
    if pointer.confirmed:
        pairs.append(("confirmed", f"{gates_named(pointer.confirmed)}: nothing to judge, or too little"))
    pairs += [
        ("prompt", one_line(pointer.prompt_version)),
        ("policy", one_line(pointer.policy_version)),
        ("who", one_line(pointer.actor)),
        ("when", when(pointer.created_at)),
        ("reason", one_line(pointer.reason) if pointer.reason else StyledText("none given", "dim")),
        ("hash", f"{pointer.hash[:12]}..{pointer.hash[-6:]}"),
    ]
    rows += facts(pairs, width)
    return rows if short else [*rows, row(), *_way_back(each, back, width)]


def _way_back(each: MoveLine, back: Foreseen | None, width: int) -> list[PaneRow]:
    sequence, number = each.pointer.sequence, each.number
    if each.pointer.action == "rollback":
        text = "A rollback is a move like any other. To reverse it, accept the draft again: 3 opens it."
        return paragraph(text, width, style="dim")
    if each.undone_by is not None:
        return paragraph(
            f"Move #{each.undone_by} rolled it back. d-{number} is kept as a draft.", width, style="dim"
        )
    if each.displaced_by is not None:
        text = f"Move #{each.displaced_by} displaced it: roll that one back first, then it is active again."
        return paragraph(text, width, style="dim")
    rows = [row(StyledText(f"z rolls back #{sequence}:", "strong"))]
    return rows + back_rows(back, number, width) if back is not None else rows


def back_rows(back: Foreseen, number: int, width: int) -> list[PaneRow]:
    """Return the rows about what a rollback restores."""
    difference = signed(back.after.tokens - back.before.tokens)
    tokens = f"{difference} tokens of context ({back.before.tokens:,} -> {back.after.tokens:,})"
    return [
        *paragraph(_restored(back, number), width, indent=2),
        *paragraph(tokens, width, indent=2),
        *paragraph(f"d-{number} stays in the store as a draft", width, indent=2),
    ]


def _restored(back: Foreseen, number: int) -> str:
    """Return what stands in the range after a rollback."""
    if back.displaced:
        return f"{', '.join(f'd-{each}' for each in back.displaced)} replaces its range again"
    return f"events {back.start}-{back.end} as before d-{number}"


def import_rows(page: HistoryPage, width: int) -> list[PaneRow]:
    """Return the facts about the import, which is not a move."""
    session = page.session
    rows = [row(StyledText("Import", "section")), row()]
    rows += facts(
        [
            ("session", clip(one_line(session.title or session.source_name), width - 14)),
            ("file", one_line(session.source_name)),
            ("format", one_line(session.format)),
            ("when", when(session.imported_at)),
            ("events", f"{session.events:,}"),
            ("turns", f"{session.turns:,}"),
            ("compactions", f"{session.compactions} in the transcript"),
        ],
        width,
    )
    return [
        *rows,
        row(),
        *paragraph("An import is not a move: there is nothing to roll back.", width, style="dim"),
    ]


# a future move


def before_after(seen: Foreseen, width: int) -> list[PaneRow]:
    """Return pointer, context and tokens, before and after; if the move is refused, only as they are."""
    if seen.is_refused:
        now: list[tuple[str, Piece]] = [
            ("pointer", _at_head(seen)),
            ("context", size_words(seen.before)),
            ("context tokens", f"{seen.before.tokens:,}"),
        ]
        return [row(StyledText("Stays as it is", "section")), *facts(now, width)]
    columns = sized((Column("", 14), Column("before", 0), Column("", 2), Column("after", 0)), width)
    after = f"#{seen.sequence} ({seen.action} d-{seen.number})"
    difference = seen.after.tokens - seen.before.tokens
    lines: list[Line] = [
        titles(columns),
        cells(columns, [StyledText("pointer", "dim"), _at_head(seen), "->", StyledText(after, "strong")]),
        cells(columns, [StyledText("context", "dim"), size_words(seen.before), "", size_words(seen.after)]),
        cells(
            columns,
            [
                StyledText("context tokens", "dim"),
                f"{seen.before.tokens:,}",
                "",
                f"{seen.after.tokens:,}  ({signed(difference)})",
            ],
        ),
    ]
    return [PaneRow(each) for each in lines]


def _at_head(seen: Foreseen) -> str:
    """Return the newest move in words."""
    head = seen.head
    return f"#{head.sequence} ({head.action} d-{seen.head_number})" if head else NO_MOVE


def accept_rows(
    seen: Foreseen, title: str, width: int, *, short: bool = False, looked_at: Set[str] = frozenset()
) -> list[PaneRow]:
    """Return the body of the accept dialog: question, warnings, before and after, gates, displaced drafts.

    `short` leaves out purely informative rows, so that no warning is below the fold of a small terminal.
    Warnings in `looked_at`, or whose item is in it, are not counted.
    """
    span = f"events {seen.start}-{seen.end} of {clip(one_line(title), 36)}"
    question = f"Replace {span} with d-{seen.number}?"
    if seen.kept:
        question += f" {stay_words(seen.kept)}."
    gap = [] if short else [row()]
    rows = [*paragraph(question, width, style="strong"), *gap]
    rows += _warnings(seen, width, looked_at)
    rows += [*before_after(seen, width), *_summary_leaves(seen, width), *gap]
    if seen.displaced:
        names = ", ".join(f"d-{each}" for each in seen.displaced)
        rows += [*paragraph(f"It displaces {names}; a rollback brings that back.", width), *gap]
    if seen.report is not None:
        rows += [] if short else [row(StyledText("Gates, scored again now", "section"))]
        rows.append(PaneRow(gate_spans(seen.report)))
    if short:
        return rows
    rows += paragraph(
        f"policy {seen.policy_version}   prompt {one_line(seen.prompt_version)}", width, style="dim"
    )
    return [*rows, *paragraph(f"artifact {ids(seen.artifact_id)}", width, style="dim"), row()]


def _summary_leaves(seen: Foreseen, width: int) -> list[PaneRow]:
    """Explain, if a native summary leaves the context, why the number of events stays the same."""
    gone, returned = seen.verbatim.native_gone, seen.verbatim.returned
    if not gone:
        return []
    events, many = ", ".join(map(str, gone)), len(gone) > 1
    what = f"summaries (events {events}) leave" if many else f"summary (event {events}) leaves"
    are = "it stood for is" if returned == 1 else "it stood for are"
    back = f"; {plural(returned, 'event')} {are} verbatim again" if returned else ""
    return paragraph(f"the transcript's own {what} the context{back}", width)


def _to_read(seen: Foreseen, width: int, looked_at: Set[str]) -> list[PaneRow]:
    """Return the statements left out of the artifact, and the warnings that nobody looked at."""
    rows: list[PaneRow] = []
    words = left_out_words(seen.against) if seen.against is not None else ""
    if words:
        rows += paragraph(f"{words} (5 compares)", width, style="warn")
    warned = len(warnings(problems(seen.report), looked_at)) if seen.report is not None else 0
    if warned:
        way = "goes to it" if warned == 1 else "goes to each"
        text = f"{plural(warned, 'warning')} not looked at yet: esc, then n {way}"
        rows += paragraph(text, width, style="warn")
    return rows


def _warnings(seen: Foreseen, width: int, looked_at: Set[str]) -> list[PaneRow]:
    """Return obstacles, what to read first, what to confirm, and that the context grows."""
    rows: list[PaneRow] = []
    if seen.obstacle:
        rows += paragraph(one_line(seen.obstacle), width, style="bad")
    if seen.rejected:
        rows += paragraph(one_line(seen.rejected), width, style="warn")
    rows += _to_read(seen, width, looked_at)
    if seen.report is not None:
        rows += _to_confirm(seen.report, width)
    if seen.growth:
        rows += paragraph(context_grows(seen.growth, seen.verbatim, seen.number), width, style="warn")
    return [*rows, row()] if rows else []


def confirm_text(seen: Foreseen) -> str:
    """Return the text to confirm, for gates that judged too little and a growing context; or empty."""
    named = seen.report.to_confirm if seen.report is not None else ()
    if not named:
        return "I accept that the context grows." if seen.growth else ""
    also = ", and that the context grows" if seen.growth else ""
    return f"I accept gate {' and '.join(named)} as it is{also}."


def _to_confirm(report: GateReport, width: int) -> list[PaneRow]:
    stated = why_confirm(report, {gate: f"{gate} ({TITLES[gate].lower()})" for gate in report.to_confirm})
    if not stated:
        return []
    judged = "C" not in report.unjudged
    rule = "A pass on so little proves little" if report.thin and judged else "Nothing was judged"
    text = f"{stated[0].upper()}{stated[1:]}. {rule}: confirm it below; that is kept with the move."
    return paragraph(text, width, style="warn")


def rollback_rows(seen: Foreseen, title: str, width: int) -> list[PaneRow]:
    """Return the body of the rollback dialog."""
    rows = paragraph(
        f"Roll back d-{seen.number}, events {seen.start}-{seen.end} of {clip(one_line(title), 36)}?",
        width,
        style="strong",
    )
    rows += [row(), *before_after(seen, width)]
    restored, refused = _restored(seen, seen.number), one_line(seen.obstacle)
    rows += [row(), *(paragraph(refused, width, style="bad") if refused else paragraph(restored, width))]
    return [*rows, row(), *paragraph("The move is appended; nothing is erased.", width, style="dim")]


def expected(seen: Foreseen) -> str:
    """Return the head that a move expects, in the form that the services take."""
    return seen.head.pointer_id if seen.head is not None else "none"


def _head_words(seen: Foreseen) -> str:
    head = seen.head
    if head is None:
        return NO_MOVE
    who = f"{one_line(head.actor)}, {when(head.created_at)}"
    return f"#{head.sequence} ({head.action} d-{seen.head_number}, {who})"


def moved_rows(seen: Foreseen, now: Foreseen, width: int) -> list[PaneRow]:
    """Return the rows about the head that the reader saw and the current one."""
    rows = [
        *paragraph("While you were reading, another accept or rollback was made in this session.", width),
        row(),
    ]
    rows += facts([("you saw", _head_words(seen)), ("now", StyledText(_head_words(now), "strong"))], width)
    text = "Your move was not made. R shows it against the new state; make it there if it is still right."
    return [*rows, row(), *paragraph(text, width)]
