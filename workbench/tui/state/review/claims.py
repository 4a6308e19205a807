"""The claims of a draft as a list to walk through, its lost items at the end, and the details of each.

An entry of the list is an item of the artifact, or a captured item that the artifact does not retain. Both
have links into the source.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from gates.artifact import Artifact, FailureDetail, Item
from gates.source import SourceEvent, SourceLink
from workbench.escaping import one_line
from workbench.presentation.cells import width_of
from workbench.presentation.event_numbers import event_numbers
from workbench.presentation.figures import gates_named
from workbench.presentation.item_places import places
from workbench.presentation.problems import UNEVALUATED, GateProblem, cleared
from workbench.presentation.spans import StyledText
from workbench.tui.state.matches import marked_lines
from workbench.tui.state.review.artifact_text import NO_LINKS, mark_of
from workbench.tui.state.review.gate_table import BLOCKS
from workbench.tui.state.source.source_window import locate
from workbench.tui.state.spans import PaneRow, facts, paragraph, row

LOST = "lost"
LIKELY = "lost?"
MOST_LINES = 3
"""Most lines of an entry in the list; the pane beside it shows the whole."""


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """One entry of the list."""

    key: str
    place: str
    """`c-7`, `o-1`, `lost`, or `lost?` for a likely loss."""
    text: str
    kind: str
    mark: StyledText
    links: tuple[SourceLink, ...]
    problems: tuple[GateProblem, ...]
    item: Item | None = None
    reviewed: bool = False
    """Whether the reader has marked it as reviewed."""

    @property
    def lost(self) -> bool:
        """Whether the draft lacks it."""
        return self.item is None and self.place in (LOST, LIKELY)

    def matches(self, words: str) -> bool:
        """Return whether its text contains the words, whatever their case."""
        return words.casefold() in self.text.casefold()


@dataclass(frozen=True, slots=True)
class Claims:
    """All entries of a draft."""

    entries: tuple[ClaimLine, ...]

    def entry(self, key: str | None) -> ClaimLine | None:
        """Return the entry of a key."""
        return next((each for each in self.entries if each.key == key), None)

    def shown(self, *, only_problems: bool = False, words: str = "") -> tuple[ClaimLine, ...]:
        """Return the entries that pass a filter."""
        return tuple(
            each
            for each in self.entries
            if (not only_problems or each.mark.text) and (not words or each.matches(words))
        )

    def count(self, mark: str) -> int:
        """Return how many entries carry a mark."""
        return sum(each.mark.text == mark for each in self.entries)


def pressing(entry: ClaimLine | None) -> tuple[str, ...]:
    """Return the actions that fit an entry, for the beginning of the footer; empty for a sound statement."""
    found = entry.problems if entry is not None else ()
    ways = dict.fromkeys(f"review({way!r})" for each in found if not each.reviewed for way in each.reviews)
    if entry is None or not (entry.lost or ways):
        return ()
    return ("problem(1)", *(("edit('add')",) if entry.lost else ()), *ways)


def stepped(
    every: Sequence[str], wanted: Sequence[str], here: str | None, step: int, *, around: bool
) -> str | None:
    """Return the next or previous of the wanted keys from `here`; past the end the first again, or None."""
    if here is None or here not in every:
        return None
    at = every.index(here)
    places = [every.index(key) for key in wanted if key in every]
    beyond = [place for place in places if (place > at if step > 0 else place < at)]
    if not beyond and not (around and places):
        return None
    return every[(beyond or places)[0 if step > 0 else -1]]


def beside(wanted: str | None, before: Sequence[str], now: Sequence[str]) -> str | None:
    """Return the key for the cursor: the wanted one, or its neighbour if it is gone.

    `before` are the keys as the reader saw them, `now` the remaining ones; None if nothing was wanted.
    """
    if wanted is None or wanted in now or wanted not in before:
        return wanted
    at, left = before.index(wanted), set(now)
    return next((key for key in (*before[at + 1 :], *reversed(before[:at])) if key in left), None)


def claims_of(
    artifact: Artifact, problems: tuple[GateProblem, ...], reviewed: frozenset[str] = frozenset()
) -> Claims:
    """Return the entries: items in the artifact's order, then lost items, then findings about no item.

    `reviewed` are the ids of the items marked as reviewed.
    """
    known = places(artifact)
    entries = [
        _of_item(each, known[each.item_id], problems, reviewed=each.item_id in reviewed)
        for each in artifact.items
    ]
    entries += [_of_lost(each) for each in problems if each.is_lost]
    loose = [each for each in problems if each.item_id is None and not each.is_lost]
    entries += [_loose(each) for each in _once(loose)]
    return Claims(tuple(entries))


def _once(loose: Sequence[GateProblem]) -> list[GateProblem]:
    """Return the problems with several gates that could not be evaluated, and give no reason, as one."""
    same = [each for each in loose if each.unverifiable and each.text == UNEVALUATED]
    if len(same) < 2:
        return list(loose)
    gates = sorted(each.gate for each in same)
    text = f"{gates_named(gates)} could not be evaluated"
    whole = replace(same[0], gate="".join(gates), headline="gates not passed", text=text)
    return [whole if each is same[0] else each for each in loose if each not in same[1:]]


def _of_item(item: Item, place: str, problems: tuple[GateProblem, ...], *, reviewed: bool) -> ClaimLine:
    about = tuple(each for each in problems if each.item_id == item.item_id)
    mark = mark_of(item.item_id, problems)
    return ClaimLine(item.item_id, place, item.text, item.kind.value, mark, item.links, about, item, reviewed)


def _of_lost(problem: GateProblem) -> ClaimLine:
    kind = problem.headline.rsplit(" ", 1)[0].replace(" ", "_")
    place = LOST if problem.counted else LIKELY
    mark = BLOCKS if problem.blocks else StyledText("?", "warn")
    return ClaimLine(problem.key, place, problem.text, kind, mark, problem.evidence, (problem,))


def _loose(problem: GateProblem) -> ClaimLine:
    mark = StyledText("?" if problem.gate == "B" else "", "warn")
    if problem.blocks and problem.gate != "B":
        mark = BLOCKS
    return ClaimLine(problem.key, problem.gate, problem.text, "finding", mark, problem.evidence, (problem,))


def list_rows(shown: Sequence[ClaimLine], width: int, tick: str = "+", words: str = "") -> list[PaneRow]:
    """Return the list, each entry in a few lines; keys are the entries'.

    `tick` marks reviewed entries; `words` are those of the search, which are highlighted.
    """
    rows: list[PaneRow] = []
    section = ""
    for entry in shown:
        title = _section(entry)
        if title != section and title:
            section = title
            count = sum(_section(each) == title for each in shown)
            if rows:
                rows.append(row())
            rows.append(row(StyledText(title, "section"), StyledText(f"  {count}", "dim")))
        rows += _entry_rows(entry, width, tick if entry.reviewed else " ", words)
    return rows


def _section(entry: ClaimLine) -> str:
    if entry.lost:
        return "Not retained" if entry.place == LOST else "Likely lost, not counted"
    return "" if entry.item is not None else "About the whole"


def _entry_rows(entry: ClaimLine, width: int, tick: str, words: str) -> list[PaneRow]:
    label = StyledText(f"{entry.place:<5}{tick} " if tick.strip() else f"{entry.place:<5} ", "dim")
    word = entry.problems[0].headline.rsplit(" ", 1)[-1] if entry.lost and entry.problems else ""
    style = ("bad" if entry.place == LOST else "warn") if word else "ref" if entry.links else "warn"
    tail = StyledText(f" {word or _sources(entry)}".rstrip(), style)
    margin = width_of(label.text)
    room = max(width - margin - width_of(tail.text), 8)
    pieces = [each.text for each in paragraph(one_line(entry.text), room, most=MOST_LINES)]
    first, *others = marked_lines(pieces, (words,))[0]
    fill = " " * max(room - width_of(pieces[0]), 0)
    rows = [row(label, *first, fill, tail, key=entry.key, mark=entry.mark)]
    return rows + [row(" " * margin, *each, key=entry.key) for each in others]


def _sources(entry: ClaimLine) -> str:
    """Return the first event that it links to, and how many more: `[144+2]`; a finding may have none."""
    first = event_numbers((link.ordinal for link in entry.links), most=1)
    return first or (NO_LINKS if entry.item is not None else "")


Support = Literal["sound", "changed", "missing"]


def link_state(link: SourceLink, events: Sequence[SourceEvent]) -> Support:
    """Return whether a link's words are where it says."""
    place = locate(link, events)
    if place is None:
        return "missing"
    return "sound" if place.sound else "changed"


_STATE_WORDS = {
    "sound": StyledText("hash ok", "good"),
    "changed": StyledText("words differ", "bad"),
    "missing": StyledText("no such event", "bad"),
}


def link_line(entry: ClaimLine, number: int, events: Sequence[SourceEvent]) -> PaneRow:
    """Return the line that says which link of how many is shown, and whether it is sound."""
    if not entry.links:
        return row(StyledText("no link into the source", "warn"))
    link = entry.links[number % len(entry.links)]
    place = locate(link, events)
    where = f"event {link.ordinal}"
    chars = f":{place.start}-{place.end}" if place is not None else ""
    count = f"link {number % len(entry.links) + 1} of {len(entry.links)}"
    return row(count, StyledText(f"  {where}{chars}  ", "dim"), _STATE_WORDS[link_state(link, events)])


def detail_rows(
    entry: ClaimLine, number: int, events: Sequence[SourceEvent], width: int, notes: Sequence[str] = ()
) -> list[PaneRow]:
    """Return everything about one entry: its words, link, notes, findings and possible actions."""
    rows = _verdict_rows(entry, width)
    text = one_line(entry.text)
    rows += paragraph(text if text.startswith('"') else f'"{text}"', width)
    rows.append(link_line(entry, number, events))
    rows += _about(entry, width)
    for note in notes:
        rows += paragraph(one_line(note), width, label=StyledText("note  ", "accent"))
    rows += _findings(entry, width)
    return rows


def _verdict_rows(entry: ClaimLine, width: int) -> list[PaneRow]:
    words, style = _verdict(entry)
    return paragraph(words, width, label=StyledText(f"{entry.place}  ", "strong"), style=style)


def _verdict(entry: ClaimLine) -> tuple[str, str]:
    """Return the overall verdict of an entry's problems, and its style."""
    if entry.lost:
        problem, sure = (entry.problems[0] if entry.problems else None), entry.place == LOST
        where = f"gate {problem.gate}" if problem and sure else "not counted"
        return (f"{problem.headline}, {where}" if problem else ""), ("bad" if sure else "warn")
    blocking = [each for each in entry.problems if each.blocks and not each.reviewed and not each.is_lost]
    if blocking:
        gates = " and ".join(sorted({each.gate for each in blocking}))
        word, style = _word(blocking)
        return f"{word} {gates}", style
    if any(each.is_lost for each in entry.problems):
        return "retains a captured item in part only (C)", "warn"
    stated = sorted({each.gate for each in entry.problems if not each.reviewed})
    return (f"nothing blocks; {' and '.join(stated)} warns", "warn") if stated else ("no problem", "good")


def list_title(shown: Sequence[ClaimLine]) -> tuple[str, str]:
    """Return the title of a list, and words that count its entries that are not claims of the draft."""
    claims = sum(each.item is not None for each in shown)
    unsure = sum(any(one.is_unsettled for one in each.problems) for each in shown if each.lost)
    counts = {"lost": sum(each.place == LOST for each in shown) - unsure, "to settle": unsure}
    counts["likely lost"] = sum(each.place == LIKELY for each in shown)
    others = [f"{count} {word}" for word, count in counts.items() if count]
    if rest := len(shown) - claims - sum(counts.values()):
        others.append(f"{rest} about the draft")
    return f"Claims ({claims})", "".join(f", {each}" for each in others)


def _word(found: Sequence[GateProblem]) -> tuple[str, str]:
    """Return the outcome of blocking problems, and its style."""
    if all(each.unverifiable for each in found):
        return "UNVERIFIABLE", "bad"
    return ("ADVISORY", "warn") if all(each.gate == "B" for each in found) else ("FAIL", "bad")


def _about(entry: ClaimLine, width: int) -> list[PaneRow]:
    if entry.item is None:
        return []
    item = entry.item
    pairs: list[tuple[str, str | StyledText]] = [("kind", item.kind.value.replace("_", " "))]
    if item.status:
        pairs.append(("status", item.status))
    if item.speaker:
        pairs.append(("said by", item.speaker))
    if item.generation:
        pairs.append(("generation", str(item.generation)))
    if isinstance(item.detail, FailureDetail):
        pairs.append(("failure", one_line(f"{item.detail.category}, {item.detail.where}: {item.detail.why}")))
    return facts(pairs, width)


def _findings(entry: ClaimLine, width: int) -> list[PaneRow]:
    rows: list[PaneRow] = []
    for each in entry.problems:
        rows.append(row())
        style = "dim" if each.reviewed else "bad" if each.blocks and each.gate != "B" else "warn"
        rows += paragraph(f"{each.gate} {each.headline}", width, style=style)
        lost = entry.lost and each.is_lost
        text = (each.fix or "It is not in the draft.") if lost else each.text
        rows += paragraph(one_line(text), width, indent=2)
        if each.reviewed:
            rows += paragraph(cleared(each.reviewed), width, indent=2, style="dim")
        elif each.reviews:
            rows += paragraph(ways(each), width, indent=2, style="dim")
    return rows


def ways(problem: GateProblem) -> str:
    """Return the possible reviews of a problem, with their keys."""
    words = {
        "settle": "s settles the match as retained",
        "clear": "x clears the finding",
        "dismiss": "d dismisses the captured item",
        "confirm": "c counts it from now on",
    }
    return "; ".join(words[each] for each in problem.reviews)


def short_rows(entry: ClaimLine, width: int) -> list[PaneRow]:
    """Return the most important problem of a claim, in at most two lines."""
    open_ones = [each for each in entry.problems if not each.reviewed]
    if not open_ones:
        return [row(StyledText(entry.place, "strong"), StyledText("  no problem", "good"))]
    first = min(open_ones, key=lambda each: (each.is_lost and not entry.lost, not each.blocks))
    word, style = _word([first]) if first.blocks or first.gate == "B" else ("warning", "warn")
    text = (first.fix or first.text) if first.is_lost else first.text
    label = StyledText(f"{entry.place} {word} {first.gate}: ", style)
    return paragraph(one_line(text), width, label=label, most=2)


def unlinked_rows(entry: ClaimLine, width: int, *, short: bool) -> list[PaneRow]:
    """Return the rows shown instead of the source of a claim without a link; `short` adds its problem."""
    rows = short_rows(entry, width) if short else []
    rows += [row(), row(StyledText("No link into the source.", "warn")), row()]
    text = "Nothing in the range was found that says this. It counts as untraceable for gate B."
    if entry.item is None:
        return [*rows, *paragraph("This finding names no place in the source.", width)]
    hint = "r links it to the words it comes from: the nearest passages are offered. D drops it, e edits it."
    return [*rows, *paragraph(text, width), row(), *paragraph(hint, width, style="dim")]
