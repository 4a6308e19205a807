"""A transcript's own counts of its context, held against the text that is in it."""

from __future__ import annotations

from collections.abc import Iterator

from gates.source import EventKind, SourceEvent
from workbench.importers.base import FoundCompaction, ReadingTotals, SessionHeader, TokenCount
from workbench.importers.events.doubtful_counts import WeighedReading, believable

NEXT = "next-usage"


def found(start: int, end: int, before: int | None, after: int | None = None) -> FoundCompaction:
    """A compaction whose last event stays and whose summary is the event behind its range."""
    return FoundCompaction(
        source_start=start,
        source_end=end,
        kept=(end,),
        summary=end + 1,
        trigger="auto",
        opaque=False,
        prompt_version="imported:test",
        tokens_before=None if before is None else TokenCount(before, "reported"),
        tokens_after=None if after is None else TokenCount(after, NEXT),
    )


def test_a_count_is_believed_down_to_a_twentieth_of_the_text() -> None:
    """A count of a twentieth is used as reported; a smaller one is replaced by an estimate."""
    tokens = [700, 300, 60]
    (told,) = believable([found(0, 1, before=50, after=18)], tokens)
    assert (told.tokens_before, told.tokens_after) == (TokenCount(50, "reported"), TokenCount(18, NEXT))
    (told,) = believable([found(0, 1, before=49, after=17)], tokens)
    assert told.tokens_before == TokenCount(1000, "estimated")
    assert told.tokens_after == TokenCount(360, "estimated")


def test_a_count_is_believed_up_to_what_can_be_around_the_text() -> None:
    """Twenty times the text and 200,000 tokens, as of instructions, tools, images; just above, it is not."""
    tokens = [700, 300, 60]
    (told,) = believable([found(0, 1, before=220_000, after=207_200)], tokens)
    assert (told.tokens_before, told.tokens_after) == (
        TokenCount(220_000, "reported"),
        TokenCount(207_200, NEXT),
    )
    (told,) = believable([found(0, 1, before=220_001, after=207_201)], tokens)
    assert told.tokens_before == TokenCount(1000, "estimated")
    assert told.tokens_after == TokenCount(360, "estimated")


def test_no_count_is_too_large_where_the_beginning_is_missing() -> None:
    """The earlier context is not in the file; a count that is too small is still replaced."""
    large, small = found(0, 1, before=900_000), found(0, 1, before=1)
    (told,) = believable([large], [700, 300, 60], whole=False)
    assert told.tokens_before == TokenCount(900_000, "reported")
    (told,) = believable([small], [700, 300, 60], whole=False)
    assert told.tokens_before == TokenCount(1000, "estimated")


def test_a_later_context_holds_what_the_compaction_before_left() -> None:
    """Its summary, its kept event and later events count; a missing count stays missing."""
    tokens = [700, 300, 60, 500, 40]
    first, second = believable([found(0, 1, before=None), found(3, 3, before=23)], tokens)
    assert first.tokens_before is None
    assert second.tokens_before == TokenCount(300 + 60 + 500, "estimated")


def test_a_range_outside_of_the_events_is_weighed_by_what_is_there() -> None:
    """A plug-in may name any position; the store refuses the range, and reading goes on."""
    (told,) = believable([found(-9, 7, before=10)], [400])
    assert told.tokens_before == TokenCount(400, "estimated")


class Reading:
    """Three events, one of them thinking and one beside the main line, and a compaction of all."""

    header = SessionHeader("test", "n")

    def __init__(self) -> None:
        """Nothing is known before the events are read."""
        self.totals = ReadingTotals()

    def events(self) -> Iterator[SourceEvent]:
        """100 tokens each."""
        yield SourceEvent(0, EventKind.USER, "t", "a", tokens=100)
        yield SourceEvent(1, EventKind.THINKING, "t", "b", tokens=100)
        yield SourceEvent(2, EventKind.ASSISTANT, "t", "c", sidechain="agent", tokens=100)
        self.totals.compactions.append(found(0, 2, before=4))


def test_only_what_is_in_the_context_is_weighed() -> None:
    """Thinking is dropped by agents, and a sidechain has a context of its own."""
    reading = WeighedReading(Reading())
    assert len(list(reading.events())) == 3
    assert [each.tokens_before for each in reading.totals.compactions] == [TokenCount(100, "estimated")]
