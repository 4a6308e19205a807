"""A draft as running text with its statements located in it: each is a stop of the cursor, with its mark.

Statements are found by their words, whatever the spaces and signs between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gates.artifact import Item
from workbench.escaping import visible
from workbench.presentation.spans import StyledText
from workbench.tui.state.spans import NONE, PaneRow, paragraph, row

_WORD = re.compile(r"\w+")
_LEAD = re.compile(r"[ \t]*(?:[-*•]|\d+[.)])?[ \t]*")
"""The text before the words of a line: its indent, a list sign."""
LEAST = 4
"""Words at a statement's beginning that must occur together if not all of its words do."""


@dataclass(frozen=True, slots=True)
class Prose:
    """A text and the spans of its statements: half-open, ascending, disjoint."""

    text: str
    spans: tuple[tuple[int, int, str], ...]
    missing: tuple[Item, ...]
    """Statements whose words were not found."""


def prose_of(text: str, items: Sequence[Item]) -> Prose:
    """Locate the statements of a draft in a text of it; repeated words are assigned in the draft's order."""
    text = visible(text)
    found = list(_WORD.finditer(text))
    words = [each.group().casefold() for each in found]
    places: dict[str, list[int]] = {}
    for number, word in enumerate(words):
        places.setdefault(word, []).append(number)
    taken = [False] * len(words)
    spans: list[tuple[int, int, str]] = []
    missing: list[Item] = []
    after = 0
    for item in items:
        wanted = [each.group().casefold() for each in _WORD.finditer(item.text)]
        at, size = _place(words, places, taken, wanted, after)
        if at < 0:
            missing.append(item)
            continue
        taken[at : at + size] = [True] * size
        after = at + size
        spans.append((found[at].start(), found[at + size - 1].end(), item.item_id))
    return Prose(text, tuple(sorted(spans)), tuple(missing))


def _place(
    words: Sequence[str],
    places: Mapping[str, Sequence[int]],
    taken: Sequence[bool],
    wanted: Sequence[str],
    after: int,
) -> tuple[int, int]:
    """Return the number of the first word and the count of words; -1 if they are not found."""
    if not wanted:
        return -1, 0
    for size in dict.fromkeys((len(wanted), min(LEAST * 2, len(wanted)), min(LEAST, len(wanted)))):
        head = list(wanted[:size])
        fits = [
            at
            for at in places.get(head[0], ())
            if words[at : at + size] == head and not any(taken[at : at + size])
        ]
        if fits:
            return next((at for at in fits if at >= after), fits[0]), size
    return -1, 0


def prose_rows(prose: Prose, marks: Mapping[str, StyledText], width: int) -> list[PaneRow]:
    """Return the text wrapped, every statement on its own lines; then the statements not found in it."""
    rows: list[PaneRow] = []
    begin = 0
    for text in prose.text.split("\n"):
        end = begin + len(text)
        inside = [span for span in prose.spans if span[0] < end and span[1] > begin]
        rows += _line(text.rstrip(), begin, inside, marks, width)
        begin = end + 1
    if prose.missing:
        rows += [
            row(),
            row(StyledText("Stated in other words", "section"), StyledText(f"  {len(prose.missing)}", "dim")),
        ]
    for item in prose.missing:
        rows += paragraph(
            visible(item.text), width, indent=2, key=item.item_id, mark=marks.get(item.item_id, NONE)
        )
    return rows


def _line(
    text: str, begin: int, inside: Sequence[tuple[int, int, str]], marks: Mapping[str, StyledText], width: int
) -> list[PaneRow]:
    if not text.strip():
        return [row()]
    lead = _LEAD.match(text)
    margin = lead.end() if lead is not None else 0
    rows: list[PaneRow] = []
    at = margin
    for start, end, key in inside:
        here = max(start - begin, at)
        before = text[at:here]
        if _WORD.search(before):
            rows += paragraph(before.strip(), width, indent=_indent(margin, width), style="dim")
        elif before.strip():
            here = at + len(before) - len(before.lstrip())  # signs before the first word belong to it
        stop = _through_signs(text, max(end - begin, 0))
        # the mark is at the beginning of the statement
        mark = marks.get(key, NONE) if start >= begin else NONE
        rows += paragraph(text[here:stop].strip(), width, indent=_indent(margin, width), key=key, mark=mark)
        at = stop
    if text[at:].strip():
        heading = not inside and text.lstrip().startswith("#")
        style = "section" if heading else "dim"
        rows += paragraph(text[at:].strip(), width, indent=_indent(margin, width), style=style)
    if lead is not None and rows and lead.group().strip():
        rows[0] = _with_sign(rows[0], lead.group(), _indent(margin, width))
    return rows


def _indent(margin: int, width: int) -> int:
    return min(margin, max(width // 3, 0))


def _through_signs(text: str, end: int) -> int:
    """Return the end of a statement, including the signs that close it."""
    end = min(end, len(text))
    while end < len(text) and not text[end].isspace() and not (text[end].isalnum() or text[end] == "_"):
        end += 1
    return end


def _with_sign(first: PaneRow, lead: str, indent: int) -> PaneRow:
    """Return the row with the list sign in its indent."""
    if not first.line or first.line[0].text.strip():
        return first
    return PaneRow((StyledText(lead[:indent].ljust(indent), "dim"), *first.line[1:]), first.key, first.mark)
