"""The capture of a range: what a compaction of it must retain, with the words that say so (S1 gate C).

It reads events and nothing else: no store, no model, no artifact, so equal events give equal captures.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import normalise_text
from gates.canonical import short_id
from gates.capture import Capture, CapturedItem, CaptureOrigin, make_capture
from gates.errors import RangeError
from gates.source import SourceEvent
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.proposals.model import RANKER_VERSION
from workbench.facts.reading import Readings, bound
from workbench.facts.sentences.words import WORDS_VERSION

CAPTURE_VERSION = f"structural/20+{WORDS_VERSION}+{RANKER_VERSION}"
"""Changes whenever equal events may give another capture."""

_PHRASES = (
    Basis.RULE,
    Basis.STATEMENT,
    Basis.REQUEST,
    Basis.LOOK,
    Basis.REPLY,
    Basis.OPINION,
    Basis.STATED,
)


def capture_range(
    session_id: str,
    events: Sequence[SourceEvent],
    start: int,
    end: int,
    readings: Readings | None = None,
) -> Capture:
    """Decisions and open work as of event `end`, as a range that begins at `start` must know them.

    Args:
        session_id: the session, for ids and links.
        events: the session's events, dense from ordinal 0, at least up to `end`.
        start: the range's first ordinal.
        end: the range's last ordinal, inclusive.
        readings: what was read of the session for earlier ranges; the capture is the same without.

    Returns:
        Items in order of their first mention, none of which restates another of its kind. Items
        that bound before the range and still do are `carried`; their evidence may lie before it.
        What may bind is `proposed` and no item, the likeliest first.

    Raises:
        RangeError: the range is reversed or reaches beyond the events.
    """
    if not 0 <= start <= end < len(events):
        raise RangeError(
            f"{start}..{end} is not a range of events 0..{len(events) - 1}",
            f"choose a range inside the session; `workbench timeline {session_id[:12]}` lists its events",
        )
    seen = events[: end + 1]
    found = bound(seen, start, readings)
    counted = [
        _item(session_id, seen, c, start, c.likelihood if c.carried_out else None) for c in found.counted
    ]
    known = {item.item_id for item in counted}
    waiting = [_item(session_id, seen, c, start, c.likelihood) for c in found.proposed]
    return make_capture(CAPTURE_VERSION, counted, [each for each in waiting if each.item_id not in known])


def _item(
    session_id: str,
    events: Sequence[SourceEvent],
    found: Commitment,
    start: int,
    likelihood: float | None = None,
) -> CapturedItem:
    origin: CaptureOrigin = "phrase" if found.basis in _PHRASES else "structural"
    return CapturedItem(
        item_id=short_id("cap", session_id, found.kind.value, normalise_text(found.text)),
        kind=found.kind.value,
        text=found.text,
        status=found.status,
        origin=origin,
        carried=found.carried(start),
        evidence=tuple(link for words in found.evidence(start) for link in words.links(session_id, events)),
        likelihood=likelihood,
        carried_out=found.carried_out,
    )
