"""Pairs the lines of a changed block with the lines that replace them: only similar ones, in their order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from gates.snapshot.pairing import SnapshotStatement, pair


def line_pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """Yield each line once, in the order of both sides: `(before, after)`, or None on one side.

    Two lines are a pair if they are as similar as two wordings of one statement (`pairing.SIMILAR`): no line
    is a change of an unrelated one. Between two pairs, the lines that only the first side has come first.
    """
    found = pair(_statements("before", before), _statements("after", after)).pairs
    i = j = 0
    for left, right in [*_in_order(found), (len(before), len(after))]:
        yield from ((line, None) for line in before[i:left])
        yield from ((None, line) for line in after[j:right])
        if left < len(before):
            yield before[left], after[right]
        i, j = left + 1, right + 1


def _statements(side: str, lines: Sequence[str]) -> list[SnapshotStatement]:
    return [SnapshotStatement(f"{side}-{number}", "line", line) for number, line in enumerate(lines)]


def _in_order(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs that do not cross; `pairs` ascend by their first index."""
    ends: list[int] = []  # of the runs of each length so far, the least second index at the end
    last: list[int] = []  # the pair at that end
    earlier: list[int] = []
    for number, (_, j) in enumerate(pairs):
        length = bisect_left(ends, j)
        earlier.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [j]
        last[length : length + 1] = [number]
    run: list[tuple[int, int]] = []
    at = last[-1] if last else -1
    while at >= 0:
        run.append(pairs[at])
        at = earlier[at]
    return run[::-1]
