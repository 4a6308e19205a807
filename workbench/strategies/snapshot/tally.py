"""The counts of the tuning report on a transcript: loops, forgetting and stalls, read off its events.

Forgetting is seen where the user has to say again, after a compaction, what was said before it; a
stall where every result of a step failed or found nothing. What nobody wrote down is not seen.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Sequence

from gates.snapshot.cadence import steps_of
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.directed import is_vague
from workbench.facts.directives import directives
from workbench.facts.merging import Survivors
from workbench.facts.prose import statements
from workbench.facts.spans import fold
from workbench.strategies.snapshot.state import Tally

LOOP_WINDOW = 4
"""Steps before a step among which its calls are looked for."""

_NOTHING = re.compile(
    r"\s{0,8}(?:no (?:files|matches|results|such file)\b|0 (?:matches|results|files)\b|$)", re.IGNORECASE
)
_LOOKS = (ToolAction.READ, ToolAction.SEARCH)


def tally_of(events: Sequence[SourceEvent], compacted_at: Collection[int]) -> Tally:
    """What a transcript shows; `compacted_at` are the last ordinals of the compactions that happened."""
    main = [event for event in events if event.lane is None]
    return Tally(
        steps=sum(1 for _ in steps_of(main)),
        looping_steps=_loops(main),
        forgotten=_forgotten(main, compacted_at),
        stalls=_stalls(main),
        compactions=len(compacted_at),
    )


def _by_step(events: Sequence[SourceEvent], kind: EventKind) -> dict[int, list[SourceEvent]]:
    found: dict[int, list[SourceEvent]] = {}
    for event in events:
        if event.kind is kind and event.tool is not None:
            found.setdefault(event.step, []).append(event)
    return found


def _loops(events: Sequence[SourceEvent]) -> int:
    recent: deque[frozenset[str]] = deque(maxlen=LOOP_WINDOW)
    count = 0
    for calls in _by_step(events, EventKind.TOOL_CALL).values():
        said = frozenset(fold(event.text) for event in calls)
        count += any(said & before for before in recent)
        recent.append(said)
    return count


def _stalls(events: Sequence[SourceEvent]) -> int:
    return sum(
        all(_nothing(event) for event in results)
        for results in _by_step(events, EventKind.TOOL_RESULT).values()
    )


def _nothing(event: SourceEvent) -> bool:
    looked = event.tool is not None and event.tool.action in _LOOKS
    return looked and (bool(event.tool and event.tool.failed) or bool(_NOTHING.match(event.text[:200])))


def _forgotten(events: Sequence[SourceEvent], compacted_at: Collection[int]) -> int:
    """Messages that repeat a directive which a compaction since took in."""
    before, since = Survivors(), list[str]()
    ends = deque(sorted(compacted_at))
    count = 0
    for event in events:
        while ends and ends[0] < event.ordinal:
            ends.popleft()
            for text in since:
                before.add(text)
            since.clear()
        if event.kind is EventKind.USER:
            since += [found.text for found in directives(event.text) if not is_vague(found.text)]
            count += any(before.restates(each.text) for each in statements(event.text))
    return count
