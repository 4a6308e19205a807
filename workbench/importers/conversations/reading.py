"""Steps of a conversation as events and compactions: numbering, tokens, ranges, provenance.

The module knows no format; the importers interpreted the records when they added the steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gates.canonical import short_id
from gates.source import EventKind, SourceEvent
from workbench.importers.base import FoundCompaction, ReadingTotals, SessionHeader, SkippedLine, TokenCount
from workbench.importers.conversations.steps import MessageDrafts, Rewritten, Steps
from workbench.importers.events.remarks import nothing_compacted
from workbench.importers.events.timeline import RecordPlace, Timeline
from workbench.importers.events.titles import title_in
from workbench.importers.events.tokens import (
    DEFAULT_FACTOR,
    HIGHEST_FACTOR,
    LOWEST_FACTOR,
    byte_length,
    clamp,
    fit,
)
from workbench.importers.summaries.headings import parse_summary

_FEWEST_TOKENS = 200


class StepReading:
    """A conversation being read; `events` may be iterated once, then `totals` is complete.

    Messages without ids get ids derived from the conversation's opening: with `through_answer`, everything up
    to the model's first answer; otherwise, up to the first human message.
    """

    def __init__(self, name: str, steps: Steps, *, through_answer: bool = False) -> None:
        self._steps = steps
        self._opening = _opening(steps.messages, through_answer=through_answer)
        factor = _fitted(steps)
        first = next((each for each, _ in steps.rewrites), 1)
        complete = steps.scope_complete and _holds_events(steps.messages[:first])
        title = title_in(steps.title or _spoken(steps.messages))
        self.header = SessionHeader(name, steps.native_id, title, complete, factor)
        self.totals = ReadingTotals(noise=steps.noise, skipped=list(steps.skipped))
        self._timeline = Timeline(factor)
        self._first: list[int] = []
        """The ordinal at which each message begins."""

    def events(self) -> Iterator[SourceEvent]:
        """Yield the events in file order, with dense ordinals from 0."""
        ids: dict[str, int] = {}
        calls: dict[int, str] = {}
        shared = _shared_calls(self._steps.messages)
        for position, message in enumerate(self._steps.messages):
            self._first.append(self._timeline.ordinal)
            native_id = self._native_id(message, position, ids)
            if any(draft.kind is EventKind.USER for draft in message.drafts) and message.sidechain is None:
                self._timeline.begin_turn()
            place = RecordPlace(
                message.line,
                message.offset,
                message.length,
                message.timestamp,
                _message_id(message, native_id, calls),
                message.sidechain,
            )
            alone = len(message.drafts) == 1 and message.by_model and message.call not in shared
            reported = message.usage.output or None if alone else None
            for number, draft in enumerate(message.drafts):
                yield self._timeline.place(draft, f"{native_id}#{number}", place, reported)
        self._first.append(self._timeline.ordinal)
        self._find_compactions()

    def _native_id(self, message: MessageDrafts, position: int, ids: dict[str, int]) -> str:
        native_id = message.content_id
        if not message.own_id:
            native_id = short_id("msg", self._opening, position, native_id)
        number = ids[native_id] = ids.get(native_id, 0) + 1
        return native_id if number == 1 else f"{native_id}.{number}"

    def _find_compactions(self) -> None:
        context: set[int] = set()
        summaries = {rewritten.summary for _, rewritten in self._steps.rewrites}
        begin = at = 0
        for place, rewritten in self._steps.rewrites:
            context |= {number for number in range(at, place) if self._is_main(number)} - summaries
            found = self._found(place, rewritten, context, begin)
            if isinstance(found, SkippedLine):
                self._steps.skipped.append(found)
                self.totals.skipped.append(found)
            else:
                self.totals.compactions.append(found)
            context &= rewritten.kept
            at = place
            if rewritten.summary is not None:
                begin = self._summary_at(rewritten.summary) + 1
            elif not isinstance(found, SkippedLine):
                begin = max(begin, found.source_end + 1)

    def _found(
        self, place: int, rewritten: Rewritten, context: set[int], begin: int
    ) -> FoundCompaction | SkippedLine:
        end = self._first[place] - 1
        older = [self._first[number] for number in context if self._size(number)]
        start = min([begin, *older])
        headless = not self.header.scope_complete and begin == 0 and self._steps.nobody_spoke(place)
        stays = rewritten.kept & context
        if headless and rewritten.summary is not None:  # what it replaced is in another file
            stays = frozenset()
            start = end = self._summary_at(rewritten.summary)
        if end < begin or end < start:
            return nothing_compacted(0, since_another=begin > 0)
        kept = tuple(
            ordinal
            for number in sorted(stays)
            for ordinal in range(self._first[number], self._first[number] + self._size(number))
        )
        text = rewritten.text
        items, narrative = parse_summary(text) if text else ((), None)
        before = _latest_usage(self._steps.messages[:place])
        after = _next_usage(self._steps.messages[place:])
        return FoundCompaction(
            source_start=start,
            source_end=end,
            kept=kept,
            summary=None if rewritten.summary is None else self._summary_at(rewritten.summary),
            trigger=rewritten.trigger,
            opaque=text is None or not text.strip(),
            prompt_version=rewritten.version,
            items=items,
            narrative=narrative,
            tokens_before=_count(rewritten.before, before),
            tokens_after=_count(rewritten.after, after),
            input_tokens=rewritten.cost.prompt or None,
            output_tokens=rewritten.cost.output or None,
        )

    def _summary_at(self, number: int) -> int:
        """Return the ordinal of the summary in a message, perhaps after a reminder."""
        drafts = self._steps.messages[number].drafts
        inside = (at for at, draft in enumerate(drafts) if draft.kind is EventKind.COMPACTION)
        return self._first[number] + next(inside, 0)

    def _is_main(self, number: int) -> bool:
        return self._steps.messages[number].sidechain is None

    def _size(self, number: int) -> int:
        return len(self._steps.messages[number].drafts)


def _shared_calls(messages: Sequence[MessageDrafts]) -> set[int]:
    """Return the model calls that gave more than one message with events."""
    counts = Counter(message.call for message in messages if message.drafts and message.call is not None)
    return {call for call, number in counts.items() if number > 1}


def _message_id(message: MessageDrafts, native_id: str, calls: dict[int, str]) -> str | None:
    if not message.by_model:
        return None
    return native_id if message.call is None else calls.setdefault(message.call, native_id)


def _count(reported: int, derived: int) -> TokenCount | None:
    if reported:
        return TokenCount(reported, "reported")
    return TokenCount(derived, "next-usage") if derived else None


def _latest_usage(messages: Sequence[MessageDrafts]) -> int:
    return next((m.usage.prompt for m in reversed(messages) if m.usage.prompt and m.sidechain is None), 0)


def _next_usage(messages: Sequence[MessageDrafts]) -> int:
    return next((m.usage.prompt for m in messages if m.usage.prompt and m.sidechain is None), 0)


def _opening(messages: Sequence[MessageDrafts], *, through_answer: bool) -> str:
    parts: list[str] = []
    for message in messages:
        parts.append(message.content_id)
        human = any(draft.kind is EventKind.USER for draft in message.drafts)
        if message.by_model or (human and not through_answer):
            break
    return short_id("opening", *parts)


def _holds_events(messages: Sequence[MessageDrafts]) -> bool:
    return any(message.drafts for message in messages)


def _spoken(messages: Sequence[MessageDrafts]) -> str:
    return next(
        (
            draft.text
            for message in messages
            if message.sidechain is None
            for draft in message.drafts
            if draft.kind is EventKind.USER
        ),
        "",
    )


def _fitted(steps: Steps) -> float:
    """Return bytes per token: from the context's growth, else the largest prompt, else the default."""
    rewrites = dict(steps.rewrites)
    sizes = [sum(byte_length(draft.text) for draft in message.drafts) for message in steps.messages]
    samples: list[tuple[int, int]] = []
    size = before = best_tokens = best_size = 0
    last: tuple[int, int] | None = None
    for number, message in enumerate(steps.messages):
        rewritten = rewrites.get(number)
        if rewritten is not None:
            size, last = sum(sizes[each] for each in rewritten.kept), None
        before = message.usage.prompt
        if before and message.sidechain is None:
            if last is not None:
                samples.append((before - last[0], size - last[1]))
            last = (before, size)
            if before > best_tokens:
                best_tokens, best_size = before, size
        size += sizes[number] if message.sidechain is None else 0
    factor = fit(samples)
    if factor != DEFAULT_FACTOR or best_tokens < _FEWEST_TOKENS:
        return factor
    ratio = best_size / best_tokens
    return clamp(ratio) if LOWEST_FACTOR <= ratio <= HIGHEST_FACTOR else factor
