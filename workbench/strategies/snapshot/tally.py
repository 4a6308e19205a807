"""The counts of the tuning report on a transcript: loops, forgetting and stalls, derived from its events.

Forgetting is counted when the user has to repeat, after a compaction, something said before it, in the same
words or in others. A stall is a step of which every result failed or found nothing. Tokens and time are those
of the transcript itself. What is not in the transcript is not counted.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from gates.language.similarity import coverage, statement
from gates.snapshot.cadence import steps_of
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.directives.directed import is_vague
from workbench.facts.directives.directives import directives
from workbench.facts.sentences.prose import statements
from workbench.facts.spans import fold
from workbench.strategies.snapshot.state import TuningTally

LOOP_WINDOW = 4
"""Number of preceding steps in which a step's calls are looked for."""

_NOTHING = re.compile(
    r"\s{0,8}(?:no (?:files|matches|results|such file)\b|0 (?:matches|results|files)\b|$)", re.IGNORECASE
)
_LOOKS = (ToolAction.READ, ToolAction.SEARCH)


def tally_of(events: Sequence[SourceEvent], compacted_at: Collection[int]) -> TuningTally:
    """Return the counts of a transcript.

    `compacted_at` has the last ordinal of each compaction that happened.
    """
    main = [event for event in events if event.sidechain is None]
    return TuningTally(
        steps=sum(1 for _ in steps_of(main)),
        looping_steps=_loops(main),
        forgotten=_forgotten(main, compacted_at),
        stalls=_stalls(main),
        compactions=len(compacted_at),
        tokens=sum(event.tokens for event in main),
        elapsed_ms=_worked_ms(main),
    )


def _worked_ms(events: Sequence[SourceEvent]) -> int | None:
    """Return the milliseconds between events, except waits for a person; None if no two have a time."""
    known, total = False, 0.0
    before: datetime | None = None
    for event in events:
        now = _time(event.timestamp)
        if now is None:
            continue
        if (
            before is not None
            and event.kind is not EventKind.USER
            and (now.tzinfo is None) is (before.tzinfo is None)
        ):
            known, total = True, total + max(0.0, (now - before).total_seconds())
        before = now
    return round(total * 1000) if known else None


def _time(stated: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(stated) if stated else None
    except ValueError:
        return None


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
        stems = frozenset(fold(event.text) for event in calls)
        count += any(stems & before for before in recent)
        recent.append(stems)
    return count


def _stalls(events: Sequence[SourceEvent]) -> int:
    return sum(
        all(_nothing(event) for event in results)
        for results in _by_step(events, EventKind.TOOL_RESULT).values()
    )


def _nothing(event: SourceEvent) -> bool:
    looked = event.tool is not None and event.tool.action in _LOOKS
    return looked and (bool(event.tool and event.tool.failed) or bool(_NOTHING.match(event.text[:200])))


RESTATED_AT = 0.8
"""Share of the shorter directive's content words that the other must have for both to say the same."""
_LEAST_WORDS = 2
_MUST_NOT = frozenset("never avoid without leave untouched stay refrain skip".split())
"""Words that forbid as a negation does, and do not say what is forbidden."""
_REMINDING = frozenset("said say told tell again remember please already mentioned asked".split())
"""Words that mark a repetition, and do not say what is repeated."""


def _forgotten(events: Sequence[SourceEvent], compacted_at: Collection[int]) -> int:
    """Count the messages that restate a directive which a compaction covered in the meantime."""
    before, since = list[str](), list[str]()
    ends = deque(sorted(compacted_at))
    count = 0
    for event in events:
        while ends and ends[0] < event.ordinal:
            ends.popleft()
            before += since
            since.clear()
        if event.kind is EventKind.USER:
            since += [found.text for found in directives(event.text) if not is_vague(found.text)]
            count += _restates_any(event.text, before)
    return count


def restates_claim(message: str, snapshot: dict[str, Any] | None) -> bool:
    """Return whether a human's message restates a decision or constraint of a snapshot."""
    claims = snapshot["state"]["claims"] if snapshot else ()
    return _restates_any(
        message, [c["statement"] for c in claims if c.get("kind") in ("constraint", "decision")]
    )


def _restates_any(message: str, known: Iterable[str]) -> bool:
    texts = [each.text for each in statements(message) if not each.text.rstrip().endswith("?")]
    return any(restated(new, old) for old in known for new in texts)


def restated(new: str, old: str) -> bool:
    """Return whether a sentence repeats, in other words, the request of an earlier one.

    Most content words of the shorter are in the longer, with the same numbers; both forbid or neither does.
    """
    one, other = _content(new), _content(old)
    if one.negative != other.negative or one.numbers != other.numbers:
        return False
    short, long_ = sorted((one.words, other.words), key=len)
    if len(short) < _LEAST_WORDS:
        return bool(short) and one == other
    return coverage(short, long_) >= RESTATED_AT and 2 * len(short) >= len(long_)


@dataclass(frozen=True, slots=True)
class _Content:
    words: frozenset[str]
    numbers: frozenset[str]
    negative: bool


@lru_cache(maxsize=8_192)
def _content(text: str) -> _Content:
    known = statement(text)
    numbers = frozenset(stem for stem in known.stems if stem[:1] == "#")
    forbids, reminds = (
        frozenset().union(*(statement(word).stems for word in words)) for words in (_MUST_NOT, _REMINDING)
    )
    plain = known.stems - numbers - reminds
    return _Content(plain - forbids, numbers, bool(known.tokens.negations) or bool(plain & forbids))
