"""The rules of moves as pure functions: hash chain, displacement, ranges that must not split tool calls.

Used by `store.pointers` before it moves; reads and writes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from gates.artifact import Artifact
from gates.canonical import digest, short_id, text_digest
from gates.source import EventKind, SourceEvent, SourceRange
from store.errors import RangeOverlaps, SplitsToolCall
from store.values import Pointer

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Chain:
    """The end of a session's history, to which a new move is chained."""

    session_id: str
    head: Pointer | None

    @property
    def hash(self) -> str:
        """Hash of the newest move, or of the session's start."""
        return self.head.hash if self.head else text_digest(f"pointers/1:{self.session_id}")


def chained(chain: Chain, draft: Pointer) -> Pointer:
    """Return the move with sequence, ids and hash set, chained to the newest one."""
    sequence = chain.head.sequence + 1 if chain.head else 1
    placed = replace(
        draft,
        sequence=sequence,
        session_id=chain.session_id,
        previous_pointer_id=chain.head.pointer_id if chain.head else None,
    )
    named = replace(placed, pointer_id=move_id(chain.hash, placed))
    return replace(named, hash=record_hash(chain.hash, named))


def move_id(previous: str, move: Pointer) -> str:
    """Return a move's id, derived from the previous hash and its place, action, artifact and time."""
    return short_id("ptr", previous, move.sequence, move.action, move.artifact_id, move.created_at)


def record_hash(previous: str, move: Pointer) -> str:
    """Return the SHA-256 of the previous move's hash and every field of this move."""
    body = asdict(move)
    del body["hash"]
    return digest(["pointer/1", previous, body])


def acceptance(  # noqa: PLR0913 (a move is these facts)
    artifact: Artifact,
    artifact_id: str,
    *,
    displaced: tuple[str, ...],
    confirmed: tuple[str, ...],
    policy_version: str,
    report_id: str,
    actor: str,
    reason: str | None,
    now: str,
) -> Pointer:
    """Return the move that makes an artifact active, not yet chained."""
    return Pointer(
        pointer_id="",
        sequence=0,
        session_id=artifact.source.session_id,
        action="accept",
        artifact_id=artifact_id,
        source_start=artifact.source.source_start,
        source_end=artifact.source.source_end,
        displaced=displaced,
        confirmed=confirmed,
        undoes=None,
        previous_pointer_id=None,
        prompt_version=artifact.prompt_version,
        policy_version=policy_version,
        report_id=report_id,
        actor=actor,
        reason=reason,
        created_at=now,
        hash="",
    )


def undoing(undone: Pointer, *, actor: str, reason: str | None, now: str) -> Pointer:
    """Return the move that reverts an acceptance, not yet chained.

    Displaced artifacts become active again.
    """
    return replace(
        undone,
        action="rollback",
        undoes=undone.pointer_id,
        confirmed=(),
        actor=actor,
        reason=reason,
        created_at=now,
    )


def displaced_by(start: int, end: int, covers: Iterable[str], active: Sequence[Pointer]) -> tuple[str, ...]:
    """Return the artifacts displaced by making `start..end` active, in range order (ST6).

    Raises:
        RangeOverlaps: an active range overlaps partially, or `covers` differs from what is displaced.
    """
    displaced = []
    for each in active:
        if each.source_end < start or end < each.source_start:
            continue
        if not (start <= each.source_start and each.source_end <= end):
            nearest = nearest_range(start, end, active)
            raise RangeOverlaps(
                f"{start}..{end} overlaps {each.source_start}..{each.source_end}, "
                f"where {each.artifact_id} is active",
                f"the nearest valid range is {nearest[0]}..{nearest[1]}",
                nearest=nearest,
            )
        displaced.append(each.artifact_id)
    named = set(covers)
    if named and named != set(displaced):
        wrong = sorted(named ^ set(displaced))[:_SHOWN]
        raise RangeOverlaps(
            f"the artifact covers {len(named)} artifacts, {start}..{end} displaces {len(displaced)}; "
            f"only one of the two holds {', '.join(wrong)}",
            "accept what it covers first, or draft it without the artifacts that are not active",
        )
    return tuple(displaced)


def live_displacer(artifact_id: str, history: Iterable[Pointer], live: Collection[str]) -> str | None:
    """Return the active artifact that displaced this one, directly or through others, or None.

    `history` is oldest first.
    """
    displacer: dict[str, str] = {}
    for move in history:
        displacer.pop(move.artifact_id, None)
        for each in move.displaced:
            if move.action == "accept":
                displacer[each] = move.artifact_id
            else:
                displacer.pop(each, None)
    found = displacer.get(artifact_id)
    while found is not None and found not in live:
        found = displacer.get(found)
    return found


def nearest_range(start: int, end: int, active: Sequence[Pointer]) -> tuple[int, int]:
    """Return the nearest range to `start..end` that overlaps no active range partially.

    Nearest means the least total shift of both ends; of equals, the longer range.
    """
    candidates = {_grown(start, end, active), *_shrunk(start, end, active)}
    fitting = [each for each in candidates if _fits(*each, active)]
    return min(fitting, key=lambda each: (abs(each[0] - start) + abs(each[1] - end), each[0] - each[1], each))


def _fits(start: int, end: int, active: Sequence[Pointer]) -> bool:
    return all(
        each.source_end < start
        or end < each.source_start
        or (start <= each.source_start and each.source_end <= end)
        for each in active
    )


def _grown(start: int, end: int, active: Sequence[Pointer]) -> tuple[int, int]:
    # Active ranges are disjoint, so only the ones at both ends can be parted.
    for each in active:
        if each.source_start <= start <= each.source_end:
            start = each.source_start
        if each.source_start <= end <= each.source_end:
            end = each.source_end
    return start, end


def _shrunk(start: int, end: int, active: Sequence[Pointer]) -> Iterator[tuple[int, int]]:
    starts, ends = {start}, {end}
    for each in active:
        if each.source_start <= start <= each.source_end:
            starts |= {each.source_end + 1, each.source_start}
        if each.source_start <= end <= each.source_end:
            ends |= {each.source_start - 1, each.source_end}
    for first in sorted(starts):
        yield from ((first, last) for last in sorted(ends) if first <= last)


def check_tool_calls(artifact: Artifact, events: Sequence[SourceEvent], later: dict[str, int]) -> None:
    """Refuse a range that splits a tool call from its result; kept events count as outside the range.

    `events` are the session's up to the end of the range; `later` maps call ids to the ordinals of results
    after it.

    Raises:
        SplitsToolCall: names the call, the result and how to move the range.
    """
    source = artifact.source.range()
    calls: dict[str, int] = {}
    for event in events:
        if event.tool is None or event.sidechain is not None or not event.tool.call_id:
            continue
        if event.kind is EventKind.TOOL_CALL:
            calls[event.tool.call_id] = event.ordinal
        elif event.kind is EventKind.TOOL_RESULT:
            call = calls.get(event.tool.call_id)
            if call is not None:
                _same_side(source, call, event.ordinal)
    for name, result in later.items():
        if name in calls:
            _same_side(source, calls[name], result)


def _same_side(source: SourceRange, call: int, result: int) -> None:
    inside = [ordinal in source and ordinal not in source.kept for ordinal in (call, result)]
    if inside[0] == inside[1]:
        return
    if call in source and result in source:
        stays, goes = (call, result) if call in source.kept else (result, call)
        raise SplitsToolCall(
            f"it keeps event {stays} verbatim but replaces event {goes}: tool call {call} and its result",
            f"draft {source.start}..{source.end} again: a draft keeps both or neither",
        )
    raise SplitsToolCall(
        f"{source.start}..{source.end} splits tool call {call} from its result {result}",
        f"draft a range that holds both or neither of {call} and {result}",
    )
