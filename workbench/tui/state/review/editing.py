"""Words and rows about editing: what an edit was, the cursor after it, the statements listed before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gates.artifact import Item, ItemKind
from workbench.escaping import one_line
from workbench.presentation.figures import gates_named, plural
from workbench.presentation.moves import when
from workbench.presentation.spans import Line, StyledText, line
from workbench.tui.state.review.claims import ClaimLine
from workbench.tui.state.review.gate_table import OPAQUE
from workbench.tui.state.spans import PaneRow, paragraph, row

LIVE_KINDS = (ItemKind.OPEN_WORK, ItemKind.DECISION, ItemKind.CONSTRAINT, ItemKind.OPEN_QUESTION)

if TYPE_CHECKING:
    from gates.report import GateReport
    from workbench.services.drafts.draft_page import DraftPage
    from workbench.services.drafts.edit import OtherEditor, Working
    from workbench.tui.looked_at import LookedAt


def done_words(act: str, count: int, working: Working, status: str = "") -> str:
    """Return what was done, how many edits there are now, and what to do with them."""
    if act == "form" and not working.edits:
        return "Back from the editor: the draft is as it was."
    what = {
        "edit": f"Set to {status}" if status else "Edited",
        "drop": f"Dropped {plural(count, 'statement')}",
        "relink": "Linked",
        "add": f"Added {plural(count, 'item')}",
        "mark": "Added from the event",
        "form": "Taken from the editor",
        "undo": "Undone",
        "redo": "Made again",
    }[act]
    return f"{what}; {edits_words(working.edits)}."


def edits_words(count: int) -> str:
    """Return how many edits are not kept, and the key that keeps them."""
    if not count:
        return "no edit is left, the draft is as it was"
    return f"{plural(count, 'edit')} not kept yet: w keeps as a new draft, u undoes"


def kept_words(number: int, before: int | None, report: GateReport, screen: str) -> str:
    """Return that the edits are a draft, and what keeps it from being accepted, with the screen's keys."""
    accepts = "a accepts it" if screen == "draft" else "3, then a accepts it"
    if report.blocking:
        many = len(report.blocking) > 1
        passes = f"{gates_named(report.blocking)} still fail{'' if many else 's'}"
    elif report.to_confirm:
        passes = f"{accepts} once you confirm {gates_named(report.to_confirm)}"
    else:
        passes = f"every gate passes: {accepts}"
    return f"Kept as d-{number}; {passes}. d-{before} stays."


def working_line(page: DraftPage) -> Line:
    """Return the notice before the verdict that this is a working copy; empty if it is not."""
    if not page.edits:
        return ()
    return line(
        StyledText(f"{plural(page.edits, 'EDIT', 'EDITS')} NOT KEPT", "warn"),
        StyledText("  w keeps, u undoes   ", "dim"),
    )


def unkept_words(numbers: Sequence[int]) -> str:
    """Return, for the end of the app, whose edits wait to be kept."""
    stated = ", ".join(f"d-{each}" for each in sorted(numbers))
    what = "a working copy" if len(numbers) == 1 else "working copies"
    return f"edits of {stated} stay as {what}; w in the app keeps them as a draft"


def other_words(others: Sequence[OtherEditor], number: int) -> str:
    """Return that somebody else edits the same draft, and since when."""
    stated = ", ".join(
        f"{one_line(each.actor)} ({plural(each.edits, 'edit')} since {when(each.since)})" for each in others
    )
    return f"d-{number} is also edited by {stated}. Your edits are a working copy of their own."


def after(keys: Sequence[str], gone: Sequence[str]) -> str | None:
    """Return the key for the cursor once some are gone: the next one, else the one before."""
    left = [key for key in keys if key not in gone]
    if not left:
        return None
    last = max((keys.index(key) for key in gone if key in keys), default=0)
    beyond = [key for key in keys[last + 1 :] if key in left]
    return beyond[0] if beyond else left[-1]


LIVE = "still to be done, or in force: nothing else may say it; esc, then r links it or D drops others"
"""The reason why a statement without a source may be missed."""


def is_live(item: Item) -> bool:
    """Return whether dropping a statement would lose open work, a decision, a constraint or a question."""
    return item.status != "done" and item.kind in LIVE_KINDS


def listed_rows(texts: Sequence[tuple[str, str, str]], width: int) -> list[PaneRow]:
    """Return place, words and reason of each listed statement."""
    rows: list[PaneRow] = []
    for number, (place, text, why) in enumerate(texts):
        rows += paragraph(
            one_line(text), width, label=StyledText(f"{place:<6}", "dim"), key=str(number), most=4
        )
        if why:
            style = "warn" if why == LIVE else "dim"
            rows += paragraph(one_line(why), width, indent=6, style=style, key=str(number), most=2)
    return rows or [row(StyledText("nothing", "dim"))]


def of_entries(entries: Sequence[ClaimLine], width: int) -> list[PaneRow]:
    """Return entries as they are listed before they are dropped or added together."""
    return listed_rows([(each.place, each.text, "") for each in entries], width)


def reviewed_items(page: DraftPage) -> frozenset[str]:
    """Return the ids of the items of a page that its reader has marked as reviewed."""
    if page.judged is None or not page.reviewed:
        return frozenset()
    from workbench.services.review_log.review_marks import mark_key

    return frozenset(each.item_id for each in page.judged.artifact.items if mark_key(each) in page.reviewed)


def looked_at(page: DraftPage, seen: LookedAt) -> frozenset[str]:
    """Return findings and items of a page that its reader visited since the start, or marked as reviewed."""
    return reviewed_items(page) | seen.of(page.judged.artifact_id if page.judged is not None else None)


def note_lines(page: DraftPage, target: str) -> tuple[str, ...]:
    """Return the notes on a statement, one per line."""
    from workbench.services.review_log.notes import note_words, notes_on

    return tuple(map(note_words, notes_on(page.reviews, target)))


def status_notes(page: DraftPage, entries: Sequence[ClaimLine]) -> tuple[str, ...]:
    """Return how many statements were reviewed and how many edits are not kept; empty if neither."""
    seen = sum(each.reviewed for each in entries)
    total = sum(each.item is not None for each in entries)
    notes = (f"{seen} of {total} reviewed",) if seen else ()
    return (f"{plural(page.edits, 'edit')} not kept", *notes) if page.edits else notes


def no_problem(page: DraftPage | None) -> str:
    """Return why no statement is marked; a failing gate or a missing score is never "all is well"."""
    if page is None or page.judged is None:
        return "There is no draft that was scored."
    report = page.judged.report
    if page.judged.artifact.opaque:
        return f"{OPAQUE.capitalize()}. On the draft, c drafts the range again."
    if report.blocking:
        return f"No statement is marked, yet it does not pass {gates_named(report.blocking)}: 3 says why."
    if report.to_confirm:
        return f"No problem to go to; accepting asks you to confirm {gates_named(report.to_confirm)}."
    return "There is no problem to go to: every gate passes."
