"""What a native compaction left in the context: its end, and whether what precedes its range stays. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from store.values import NativeCompaction


def boundary_of(compaction: NativeCompaction) -> int:
    """The last event that is not behind a compaction: its summary."""
    return compaction.source_end if compaction.summary is None else compaction.summary


def native_layers(
    native: Sequence[NativeCompaction],
) -> Iterator[tuple[NativeCompaction | None, int | None]]:
    """The compactions whose summaries are in the native view, the newest first.

    Each with the ordinal before which it decides what is given; None: to the end. A pair without a compaction
    comes last where everything before its ordinal is given as it is.
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
    """The earlier compactions and where the range begins, if the last one left what precedes it; else None.

    It did where events lie between the summary before it and its range.
    """
    last = native[-1]
    earlier = [each for each in native[:-1] if boundary_of(each) <= last.source_start]
    previous = boundary_of(earlier[-1]) if earlier else -1
    return (earlier, last.source_start) if last.source_start > previous + 1 else None
