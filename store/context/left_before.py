"""What a native compaction left standing: where it ends, and whether what is before its range stays. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from store.values import NativeCompaction


def boundary_of(compaction: NativeCompaction) -> int:
    """The last event that is not behind a compaction: its summary."""
    return compaction.source_end if compaction.summary is None else compaction.summary


def stays_before(native: Sequence[NativeCompaction]) -> tuple[Sequence[NativeCompaction], int] | None:
    """The earlier compactions and where the range begins, if the last one left what is before it; else None.

    It did where events lie between the summary before it and its range.
    """
    last = native[-1]
    earlier = [each for each in native[:-1] if boundary_of(each) <= last.source_start]
    previous = boundary_of(earlier[-1]) if earlier else -1
    return (earlier, last.source_start) if last.source_start > previous + 1 else None
