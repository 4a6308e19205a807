"""The capture of a range: what a compaction of it must retain, with its evidence (S1 gate C).

It reads events only: no store, model or artifact, so equal events give equal captures.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import normalise_text
from gates.canonical import short_id
from gates.capture import Capture, CapturedItem, CaptureOrigin, SupersededBy, make_capture
from gates.errors import RangeError
from gates.source import SourceEvent
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.proposals.model import RANKER_VERSION
from workbench.facts.reading import Readings, bound
from workbench.facts.sentences.words import WORDS_VERSION

CAPTURE_VERSION = f"structural/30+{WORDS_VERSION}+{RANKER_VERSION}"
"""Changes whenever equal events may give a different capture."""

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
    """Capture the decisions and open work in force at event `end`, for a range that begins at `start`.

    Args:
        session_id: the session, for ids and links.
        events: the session's events, dense from ordinal 0, at least up to `end`.
        start: the range's first ordinal.
        end: the range's last ordinal, inclusive.
        readings: cached readings of the session for earlier ranges; they do not change the result.

    Returns:
        Items in order of first mention, without restatements of another item of their kind. Items from before
        the range that are still in force are `carried`; their evidence may precede the range. Statements that
        may bind are in `proposed`, likeliest first, and are not items.

    Raises:
        RangeError: the range is reversed or exceeds the events.
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
    counted = [_with_known_replacement(item, known) for item in counted]
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
        item_id=_id_of(session_id, found, found.text),
        kind=found.kind.value,
        text=found.text,
        status=found.status,
        origin=origin,
        carried=found.carried(start),
        evidence=tuple(link for words in found.evidence(start) for link in words.links(session_id, events)),
        likelihood=likelihood,
        carried_out=found.carried_out,
        superseded_by=SupersededBy(
            text=found.replaced_by, item_id=_id_of(session_id, found, found.replaced_by)
        )
        if found.replaced_by and found.status == "superseded"
        else None,
    )


def _id_of(session_id: str, found: Commitment, text: str) -> str:
    return short_id("cap", session_id, found.kind.value, normalise_text(text))


def _with_known_replacement(item: CapturedItem, known: set[str]) -> CapturedItem:
    """Return an item that names its replacement by id only if the capture has it."""
    new = item.superseded_by
    if new is None or new.item_id in known:
        return item
    return item.model_copy(update={"superseded_by": SupersededBy(text=new.text)})
