"""A window on the source around a link: the linked words in brackets, the events around them folded.

An event may contain megabytes on one line: only the surroundings of the span are processed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gates.source import SourceEvent, SourceLink, chunk_bounds, parse_chunk_id
from workbench.escaping import visible
from workbench.presentation.cells import width_of
from workbench.presentation.spans import StyledText, line
from workbench.tui.state.source.linked_span import linked_span
from workbench.tui.state.spans import PaneRow, paragraph, row

BEFORE_SPAN = 900
AFTER_SPAN = 1_600
"""Code points of the linked event shown around the span."""

FOLDED = 280
"""Code points of a neighbouring event that are shown."""

FOLDED_LINES = 3
AS_TEXT = "JSON, laid out to read; o opens it as it is"


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """The target of a link: an event, and code points in its text."""

    ordinal: int
    start: int
    end: int
    sound: bool = True
    """Whether the words there are the quoted ones."""


def locate(link: SourceLink, events: Sequence[SourceEvent]) -> LinkTarget | None:
    """Return the place that a link names; None if the session has no such event."""
    parsed = parse_chunk_id(link.chunk_id)
    if parsed is None or parsed[1] >= len(events):
        return None
    ordinal, part = parsed[1], parsed[2]
    text = events[ordinal].text
    bounds = chunk_bounds(text)
    if part >= len(bounds):
        return LinkTarget(ordinal, 0, 0, sound=False)
    begin, finish = bounds[part]
    start, end = min(begin + link.span.start, finish), min(begin + link.span.end, finish)
    return LinkTarget(ordinal, start, end, sound=text[start:end] == link.quote)


def event_key(ordinal: int) -> str:
    """Return the key of an event's rows."""
    return f"event:{ordinal}"


def source_rows(
    events: Sequence[SourceEvent],
    place: LinkTarget,
    width: int,
    *,
    in_range: tuple[int, int],
    before: int = 3,
    after: int = 8,
    claim: str = "",
) -> list[PaneRow]:
    """Return the linked event with its span marked, and the events around it folded to a few lines.

    In a long span only words of the `claim` are marked.
    """
    rows: list[PaneRow] = []
    first = max(0, place.ordinal - before)
    last = min(len(events) - 1, place.ordinal + after)
    if first > 0:
        rows.append(row(StyledText(f"{first:,} events before", "dim")))
    for ordinal in range(first, last + 1):
        event = events[ordinal]
        linked = ordinal == place.ordinal
        rows.append(_head(event, linked, in_range))
        rows += _linked(event, place, width, claim) if linked else _folded(event, width)
        rows.append(row(key=None))
    rest = len(events) - 1 - last
    if rest > 0:
        rows.append(row(StyledText(f"{rest:,} events after, up to the end of the range", "dim")))
    return rows


def _head(event: SourceEvent, linked: bool, in_range: tuple[int, int]) -> PaneRow:
    outside = not in_range[0] <= event.ordinal <= in_range[1]
    notes = [f"turn {event.turn}"] + (["before the range"] if outside else [])
    notes += [event.sidechain] if event.sidechain else []
    tool = f"  {event.tool.name}" if event.tool and event.tool.name else ""
    lead = StyledText(f"{event.ordinal:>5}  ", "accent" if linked else "dim")
    kind = StyledText(f"{event.kind.value}{tool}"[:40], "strong" if linked else "kind")
    mark = StyledText(">", "accent") if linked else StyledText("")
    safe = StyledText(visible("  " + "  ".join(notes)), "dim")
    return PaneRow(
        line(lead, StyledText(visible(kind.text), kind.style), safe), event_key(event.ordinal), mark
    )


def _folded(event: SourceEvent, width: int) -> list[PaneRow]:
    text = event.text[:FOLDED].strip()
    if not text:
        return [row(StyledText("       (no text)", "dim"), key=event_key(event.ordinal))]
    rows = paragraph(text, width, indent=7, style="dim", key=event_key(event.ordinal), most=FOLDED_LINES)
    left = len(event.text) - FOLDED
    if left > 0:
        rows[-1] = PaneRow(
            (*rows[-1].line[:-1], StyledText(rows[-1].line[-1].text + f"  +{left:,}", "dim")), rows[-1].key
        )
    return rows


def _linked(event: SourceEvent, place: LinkTarget, width: int, claim: str) -> list[PaneRow]:
    """Return the surroundings of the span, wrapped, with the span bracketed and marked."""
    text, key = event.text, event_key(event.ordinal)
    begin, finish = max(0, place.start - BEFORE_SPAN), min(len(text), place.end + AFTER_SPAN)
    rows: list[PaneRow] = []
    if begin > 0:
        rows.append(row(StyledText(f"     | {begin:,} characters before", "dim"), key=key))
    pieces, as_text = linked_span(
        text, (place.start, place.end), (begin, finish), claim=claim, sound=place.sound
    )
    if as_text:
        rows.append(row(StyledText("     | ", "rule"), StyledText(AS_TEXT, "dim"), key=key))
    rows += [
        PaneRow((StyledText("     | ", "rule"), *spans), key)
        for spans in wrap_spans(pieces, max(width - 7, 8))
    ]
    if finish < len(text):
        rows.append(row(StyledText(f"     | {len(text) - finish:,} characters after", "dim"), key=key))
    return rows


def wrap_spans(pieces: Sequence[StyledText], width: int) -> list[tuple[StyledText, ...]]:
    """Wrap styled text at blanks, keeping styles; a word longer than a line is cut."""
    lines: list[tuple[StyledText, ...]] = []
    current: list[StyledText] = []
    used = 0
    for text, style in _tokens(pieces, width):
        if text == "\n":
            lines.append(tuple(current))
            current, used = [], 0
            continue
        size = width_of(text)
        if used + size > width and used:
            lines.append(tuple(current))
            current, used = [], 0
            if text.isspace():
                continue
        current.append(StyledText(text, style))
        used += size
    lines.append(tuple(current))
    return [_joined(each) for each in lines]


def _tokens(pieces: Sequence[StyledText], width: int) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    for piece in pieces:
        for number, part in enumerate(piece.text.expandtabs(4).split("\n")):
            if number:
                tokens.append(("\n", ""))
            tokens += [(word, piece.style) for word in _split(part, width)]
    return tokens


def _split(text: str, width: int) -> list[str]:
    """Return words and the blanks between them, in order, long words cut."""
    parts: list[str] = []
    current, blank = "", None
    for character in text:
        is_blank = character == " "
        if blank is not None and (is_blank != blank or (len(current) >= width and not is_blank)):
            parts.append(current)
            current = ""
        current += character
        blank = is_blank
    return [*parts, current] if current else parts


def _joined(spans: Sequence[StyledText]) -> tuple[StyledText, ...]:
    result: list[StyledText] = []
    for span in spans:
        if result and result[-1].style == span.style:
            result[-1] = StyledText(result[-1].text + span.text, span.style)
        else:
            result.append(span)
    return tuple(result)
