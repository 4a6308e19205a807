"""Staged windows: a long range in pieces below a cap, and the data passed from one to the next.

Windows follow each other without a gap, never split a tool call from its result, and end with a turn if that
costs no more than half their room. A window of a single event over the cap is over it too, and says so.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from gates.artifact import Artifact, Item, ItemKind
from gates.canonical import digest
from gates.source import SourceEvent
from gates.tool_calls import calls_with_results
from workbench.templates.filters import line

SEED_TOKENS = 4_000
"""Most tokens of a seed package."""


def room_of(cap: int) -> int:
    """Return the tokens of events in a window under a cap: a tenth, at most 4,000, is left for the seed."""
    return max(1, cap - min(SEED_TOKENS, cap // 10))


@dataclass(frozen=True, slots=True)
class StageWindow:
    """One stage: inclusive ordinals, and the tokens of its events."""

    start: int
    end: int
    tokens: int
    over: bool = False
    """Whether it is over the cap and cannot be made smaller."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed package after a stage: the binding items of the artifacts so far."""

    objective: str
    items: tuple[Item, ...]
    """Decisions and constraints in force and open work, with their links."""
    artifacts: tuple[str, ...]
    """Ids of the artifacts of the stages so far, in order."""

    @property
    def text(self) -> str:
        """The package as Markdown, to begin a stage or a session with; equal packages have equal texts."""
        source_text = line(self.objective)
        lines = [
            "# Seed package",
            "",
            f"Objective, quoted from the user: {source_text}" if source_text else NO_OBJECTIVE,
        ]
        for title, kinds in _SECTIONS:
            stated = [f"- {line(item.text)}" for item in self.items if item.kind in kinds]
            lines += ["", f"## {title}", "", *(stated or ["none recorded"])]
        lines += ["", "## Artifacts", "", *(f"- {name}" for name in self.artifacts)]
        return "\n".join(lines) + "\n"

    @property
    def tokens(self) -> int:
        """Tokens of the text at four bytes each."""
        return -(-len(self.text.encode("utf-8", "replace")) // 4)

    @property
    def seed_id(self) -> str:
        """Id derived from the content of the package."""
        return "sed_" + digest(["seed/1", self.text, [item.item_id for item in self.items]])


NO_OBJECTIVE = "Objective: none recorded"

_SECTIONS = (
    ("Decisions and constraints", (ItemKind.DECISION, ItemKind.CONSTRAINT)),
    ("Open work", (ItemKind.OPEN_WORK,)),
)


def windows(events: Sequence[SourceEvent], start: int, end: int, room: int) -> list[StageWindow]:
    """Return the windows of `start..end`, each of at most `room` tokens if that is possible.

    `events` are dense from ordinal 0 to `end` at least.
    """
    cuts = _cuts(events, start, end)
    turns = {o for o in cuts if o == end or events[o + 1].turn != events[o].turn}
    sums = _Sums(events, start, end)
    found: list[StageWindow] = []
    first = start
    while first <= end:
        last = _last(cuts, turns, sums, first, room)
        tokens = sums.between(first, last)
        found.append(StageWindow(first, last, tokens, over=tokens > room))
        first = last + 1
    return found


EVEN_SPARE = 1.12
"""Room of even windows relative to their mean: turns and tool calls end where they end."""


def even_windows(events: Sequence[SourceEvent], start: int, end: int, room: int) -> list[StageWindow]:
    """Like `windows`, about equally large if that adds no window: no small rest is left at the end."""
    found = windows(events, start, end, room)
    mean = sum(window.tokens for window in found) / max(1, len(found))
    smaller = int(mean * EVEN_SPARE)
    if len(found) < 2 or smaller >= room:
        return found
    even = windows(events, start, end, smaller)
    return found if len(even) > len(found) or any(window.over for window in even) else even


class _Sums:
    """Tokens of runs of events; events in sidechains count nothing."""

    def __init__(self, events: Sequence[SourceEvent], start: int, end: int) -> None:
        self._start = start
        counted = (event.tokens if event.sidechain is None else 0 for event in events[start : end + 1])
        self._before = list(accumulate(counted, initial=0))

    def between(self, first: int, last: int) -> int:
        """Return the tokens of events `first..last`, inclusive."""
        return self._before[last + 1 - self._start] - self._before[first - self._start]


def _cuts(events: Sequence[SourceEvent], start: int, end: int) -> list[int]:
    """Return the ordinals after which a window may end: no earlier call has a later result."""
    inside = events[start : end + 1]
    pairs = calls_with_results(inside, sidechains=False)
    answered = {call.ordinal: result.ordinal for call, result in pairs}
    cuts, waiting = [], -1
    for event in inside:
        waiting = max(waiting, answered.get(event.ordinal, -1))
        if event.ordinal >= waiting:
            cuts.append(event.ordinal)
    return cuts if cuts and cuts[-1] == end else [*cuts, end]


def _last(cuts: Sequence[int], turns: Iterable[int], sums: _Sums, first: int, room: int) -> int:
    """Return the end of a window that begins at `first`: the last cut with room, preferably a turn's end."""
    begin = bisect_right(cuts, first - 1)
    fitting = cuts[begin : bisect_right(cuts, room, lo=begin, key=lambda cut: sums.between(first, cut))]
    if not fitting:
        return cuts[begin]
    whole = [cut for cut in fitting if cut in turns and 2 * sums.between(first, cut) >= room]
    return whole[-1] if whole and fitting[-1] != cuts[-1] else fitting[-1]


def seed_of(artifacts: Sequence[Artifact], objective: str) -> Seed:
    """Return the seed package after these stages; the latest artifact has the binding items at its end."""
    latest = artifacts[-1].items if artifacts else ()
    binding = tuple(
        item
        for item in latest
        if item.kind in (ItemKind.DECISION, ItemKind.CONSTRAINT)
        or (item.kind is ItemKind.OPEN_WORK and item.status != "done")
    )
    return Seed(objective, _fitting(binding), tuple(artifact.artifact_id for artifact in artifacts))


def _fitting(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items that fit in a seed package; the oldest decisions are dropped first, open work last."""
    order = sorted(range(len(items)), key=lambda n: (items[n].kind is ItemKind.OPEN_WORK, n))
    sizes = [len(item.text.encode("utf-8", "replace")) // 4 + 2 for item in items]
    total, gone = sum(sizes), set[int]()
    for position in order:
        if total <= SEED_TOKENS - 200:
            break
        gone.add(position)
        total -= sizes[position]
    return tuple(item for n, item in enumerate(items) if n not in gone)
