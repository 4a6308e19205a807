"""What a native compaction left in the context: its end, and whether events before its range stay. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from store.values import NativeCompaction


def boundary_of(compaction: NativeCompaction) -> int:
    """Return the last event up to a compaction: its summary."""
    return compaction.source_end if compaction.summary is None else compaction.summary


def native_layers(
    native: Sequence[NativeCompaction],
) -> Iterator[tuple[NativeCompaction | None, int | None]]:
    """Return the compactions whose summaries are in the native view, newest first.

    Each comes with the ordinal before which it determines the context; None means to the end. A final pair
    without a compaction means that everything before its ordinal is included as it is.
    """
    until: int | None = None
    while native:
        yield native[-1], until
        left = stays_before(native)
        if left is None:
            return
        native, until = left
    yield None, until


def stays_before(native: Sequence[NativeCompaction]) -> tuple[Sequence[NativeCompaction], int] | None:
    """Return the earlier compactions and the range's start if the last one kept earlier events, else None.

    It did if there are events between the previous summary and its range.
    """
    last = native[-1]
    earlier = [each for each in native[:-1] if boundary_of(each) <= last.source_start]
    previous = boundary_of(earlier[-1]) if earlier else -1
    return (earlier, last.source_start) if last.source_start > previous + 1 else None


def covered_range(native: Sequence[NativeCompaction]) -> tuple[int, int]:
    """Return the events that the last of these summaries stands for in the context; there is at least one.

    A summary that left no earlier event in place replaced the earlier summaries too: it covers all from the
    first event on. `native` is in the order of the ranges.
    """
    last = native[-1]
    return 0 if stays_before(native) is None else last.source_start, last.source_end
