"""The timeline as lines: rows of events and folds, and the facts of a selected range."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.figures import as_counted, context_count, plural, short
from workbench.presentation.figures import number as number_of
from workbench.presentation.layout import fact, paragraph
from workbench.presentation.spans import Line, StyledText
from workbench.tui.glyphs import Glyphs
from workbench.tui.state.timeline.selection import turn_of

if TYPE_CHECKING:
    from gates.source import SourceEvent
    from store.quick_look import EventGlimpse
    from store.values import NativeCompaction, PagedEvent, Pointer
    from workbench.services.lookup.timeline import RangeFacts, SessionOutline

INKS = {
    "user": "user",
    "assistant": "",
    "thinking": "note",
    "tool_call": "tool",
    "tool_result": "tool",
    "system": "dim",
    "meta": "dim",
    "plan": "strong",
    "compaction": "bad",
}
LABEL = 12
LARGE = 100_000
"""Tokens of an event from which its column has no room for all digits."""
_fact = partial(fact, label_width=LABEL)


def event_cells(paged: PagedEvent) -> tuple[StyledText, ...]:
    """Return number, turn, kind, tokens and text."""
    return cells_of(paged.event, paged.event.kind.value)


def glimpse_cells(event: EventGlimpse) -> tuple[StyledText, ...]:
    """Return the cells of an event that was read with the first glimpse."""
    return cells_of(event, event.kind)


def cells_of(event: SourceEvent | EventGlimpse, kind: str) -> tuple[StyledText, ...]:
    """Return number, turn, kind, tokens and text."""
    ink = INKS[kind]
    text = one_line(event.text)
    if event.sidechain is not None:
        text, ink = f"(aside) {text}", "dim"
    return (
        StyledText(str(event.ordinal), "dim"),
        StyledText(str(event.turn), "dim"),
        StyledText(kind, ink),
        StyledText(f"{event.tokens:,}" if event.tokens < LARGE else short(event.tokens), "dim"),
        StyledText(text, ink),
    )


def fold_cells(move: Pointer, draft: int, tokens: int | None, turn: int, kept: int) -> tuple[StyledText, ...]:
    """Return the row of an artifact that replaces its range, `kept` events of which stay verbatim."""
    span = f"{move.source_start}-{move.source_end}"
    also = f" ({kept:,} verbatim)" if kept else ""
    text = (
        f"replaces {span}{also}, accepted by {one_line(move.actor)} in #{move.sequence}; f shows the events"
    )
    return (
        StyledText(str(move.source_start), "accent"),
        StyledText(str(turn), "dim"),
        StyledText(f"d-{draft} artifact", "accent"),
        StyledText(short(tokens) if tokens is not None else "", "dim"),
        StyledText(text, "accent"),
    )


def mark_of(paged: PagedEvent, outline: SessionOutline, glyphs: Glyphs) -> tuple[str, str]:
    """Return the mark before a row: a compaction, an event replaced by an artifact, or one kept verbatim."""
    ordinal = paged.event.ordinal
    if paged.event.kind == "compaction":
        return "C", "bad"
    for move in outline.active:
        if move.source_start <= ordinal <= move.source_end:
            kept = ordinal in outline.kept.get(move.artifact_id, ())
            return ("=", "dim") if kept else (glyphs.artifact, "accent")
    return "", ""


def compaction_at(outline: SessionOutline, ordinal: int) -> int | None:
    """Return the index of the compaction whose boundary or summary an event is."""
    for number, each in enumerate(outline.compactions):
        if each.source_end < ordinal <= (each.summary if each.summary is not None else each.source_end + 1):
            return number
    return None


def compaction_stops(outline: SessionOutline) -> list[int]:
    """Return the events at which the cursor stops for compactions: summaries or last events; ascending."""
    found = {e.summary if e.summary is not None else e.source_end for e in outline.compactions}
    return sorted(found)


def draft_at(outline: SessionOutline, span: tuple[int, int] | None, here: int) -> str | None:
    """Return the id of the draft of a range, or of the compaction or artifact at an event; None without one.

    An exact match comes before a containing one: the draft of exactly the range, the compaction whose
    boundary or summary the event is. Then active ones come before those an agent made, newer ones first.
    """
    at = compaction_at(outline, here) if span is None else None
    if at is not None:
        return outline.compactions[at].artifact_id
    start, end = span or (here, here)
    made = [(e.artifact_id, e.source_start, e.source_end) for e in reversed(outline.compactions)]
    found = [(m.artifact_id, m.source_start, m.source_end) for m in outline.active] + made
    exactly = (artifact_id for artifact_id, first, last in found if (first, last) == span)
    around = (artifact_id for artifact_id, first, last in found if first <= start and end <= last)
    return next(exactly, None) or next(around, None)


def here_lines(outline: SessionOutline, ordinal: int, width: int) -> list[Line]:
    """Return, without a selection, the compaction under the cursor and the keys for it; empty elsewhere."""
    number = compaction_at(outline, ordinal)
    if number is None:
        return []
    found = outline.compactions[number]
    title = f"Compaction {number + 1} of {len(outline.compactions)}"
    lines: list[Line] = [(StyledText(title, "strong"),)]
    lines += _fact("Replaced", f"events {found.source_start}-{found.source_end}", width)
    lines += _fact("Trigger", found.trigger, width)
    lines += _fact("Context", reported_words(found), width)
    lines += _fact("Kept", plural(len(found.kept), "event") + " verbatim", width)
    if found.artifact_id in outline.numbers:
        lines += _fact("Draft", f"d-{outline.numbers[found.artifact_id]}", width)
    keys = (("e", "its gate scores and what it lost"), ("c", "draft the same range again"))
    return [*lines, (), *((StyledText(f"{key}  ", "key"), StyledText(what)) for key, what in keys)]


def reported_words(found: NativeCompaction) -> str:
    """Return the context before and after a compaction, and whose count it is; the events have their own."""
    before = context_count(found.tokens_before, found.tokens_before_provenance)
    after = context_count(found.tokens_after, found.tokens_after_provenance)
    if found.tokens_before is None and found.tokens_after is None:
        return "the agent reported no tokens"
    stated = as_counted(
        f"{before} tokens before, {after} after",
        found.tokens_before_provenance,
        found.tokens_after_provenance,
    )
    return f"{stated}; the plot goes by these, the list counts the events"


def here_brief(outline: SessionOutline, ordinal: int) -> Line | None:
    """Return the compaction under the cursor in one line."""
    number = compaction_at(outline, ordinal)
    if number is None:
        return None
    found = outline.compactions[number]
    return (
        StyledText(f"compaction {number + 1} of {len(outline.compactions)}", "strong"),
        StyledText(f"  replaced {found.source_start}-{found.source_end}  "),
        StyledText("e", "key"),
        StyledText(" its scores  "),
        StyledText("c", "key"),
        StyledText(" draft again"),
    )


def range_lines(facts: RangeFacts | None, selected: tuple[int, int] | None, width: int) -> list[Line]:
    """Return the lines of the selection pane: the conditions for a draft of the range."""
    if selected is None:
        return _how_to(width)
    if facts is None or (facts.start, facts.end) != selected:
        return [*_fact("Events", f"{selected[0]} - {selected[1]}", width), (StyledText("reading...", "dim"),)]
    lines = _fact("Events", f"{facts.start} - {facts.end}   ({facts.events:,})", width)
    first, last = facts.turns
    lines += _fact("Turns", f"{first} - {last}   ({last - first + 1})", width)
    lines += _fact("Tokens", f"{number_of(facts.tokens)} in the range", width)
    lines += _fact("Target", f"{facts.target[0]:,} - {facts.target[1]:,} (20-35% of it)", width)
    lines += [(), *_cuts(facts, width), (), *_overlaps(facts, width)]
    over = facts.tokens > facts.cap
    text = f"{facts.tokens:,} of {facts.cap:,} " + ("over, for a model; offline has no cap" if over else "ok")
    lines += [(), *_fact("Cap", text, width, "warn" if over else "")]
    ready = "c chooses a strategy and drafts" if facts.ready else "= or the range above repairs it"
    return [*lines, (), (StyledText(ready, "accent" if facts.ready else "bad"),)]


def _how_to(width: int) -> list[Line]:
    text = (
        "Nothing is selected. v starts a range at the cursor, shift with the arrows or a drag makes one, "
        "= grows it to whole turns. c drafts the range; without one it offers the default range."
    )
    return paragraph(text, width, style="dim")


def _cuts(facts: RangeFacts, width: int) -> list[Line]:
    start = "at a turn's start" if facts.at_turn_start else "inside a turn"
    end = "at a turn's end" if facts.at_turn_end else "inside a turn"
    lines = [*_fact("Cut points", f"start: {start}", width), *_fact("", f"end: {end}", width)]
    if not facts.parted:
        return [*lines, *_fact("", "no tool call is split", width, "good")]
    call, result = facts.parted[0]
    text = f"splits the tool call at {call} from its result at {result}"
    lines += _fact("", text, width, "bad")
    return [*lines, *_fact("", f"nearest valid range: {facts.whole[0]}-{facts.whole[1]}", width)]


def _overlaps(facts: RangeFacts, width: int) -> list[Line]:
    if not facts.overlaps:
        return _fact("Overlap", "none with accepted ranges", width)
    lines: list[Line] = []
    for each in facts.overlaps:
        if each.how == "displaces":
            lines += _fact(
                "Overlap", f"would displace d-{each.number} ({each.start}-{each.end})", width, "warn"
            )
        else:
            near = f"{each.nearest[0]}-{each.nearest[1]}"
            text = f"cuts through d-{each.number} ({each.start}-{each.end}); nearest valid range: {near}"
            lines += _fact("Overlap", text, width, "bad")
    return lines


def range_brief(facts: RangeFacts | None, selected: tuple[int, int] | None) -> Line:
    """Return the selection in one line, for a narrow screen."""
    if selected is None:
        return (
            StyledText("no range: v or shift+arrows; c drafts the default range; ? has the marks", "dim"),
        )
    if facts is None or (facts.start, facts.end) != selected:
        return (StyledText(f"{selected[0]}-{selected[1]}", "strong"), StyledText("  reading...", "dim"))
    low, high = facts.target
    cuts = (
        ("cuts ok", "good")
        if not facts.parted
        else (f"splits a call: {facts.whole[0]}-{facts.whole[1]}", "bad")
    )
    met = [each for each in facts.overlaps if each.how == "parts"] or list(facts.overlaps)
    how = {"displaces": "displaces", "parts": "cuts through"}
    overlap = (f"{how[met[0].how]} d-{met[0].number}", "warn") if met else ("no overlap", "")
    size = f"{plural(facts.events, 'event')}  {facts.tokens:,} tokens"
    return (
        StyledText(f"{facts.start}-{facts.end}  ", "strong"),
        StyledText(*cuts),  # warnings come before text that a narrow screen may cut
        StyledText(f"  {overlap[0]}  ", overlap[1]),
        StyledText(size),
        StyledText(f"  target {short(low)}-{short(high)}", "dim"),
    )


def where(outline: SessionOutline, ordinal: int) -> str:
    """Return the position of the cursor: event, turn."""
    before_first = len(outline.turn_starts) - outline.session.turns  # 1 if events precede the first turn
    turn = turn_of(outline.turn_starts, ordinal) + 1 - before_first
    return f"event {ordinal} of 0-{outline.session.events - 1}   turn {turn} of {outline.session.turns}"


def limit_of(outline: SessionOutline) -> int | None:
    """Return the largest context that a compaction found; None if no compaction reports one."""
    return max((each.tokens_before or 0 for each in outline.compactions), default=0) or None
