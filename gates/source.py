"""The source of a compaction: events on a session's timeline, ranges of them, and links into their words.

The terms are those of the snapshot contract (S0, evidence pointers) and of the rubric (S1, source range).
Nothing here reads a transcript: importers make these values, the store keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from gates.canonical import digest, short_id, text_digest
from gates.errors import RangeError

CHUNK_RULE = "lines4000.1"
"""Name of the chunking rule; it is part of every chunk id."""

CHUNK_LIMIT = 4_000
"""Longest chunk, in Unicode code points."""


class EventKind(StrEnum):
    """The kind of an event. `user` is always a human's own message; harness text is `meta`."""

    USER = "user"
    ASSISTANT = "assistant"
    THINKING = "thinking"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    SYSTEM = "system"
    PLAN = "plan"
    COMPACTION = "compaction"
    META = "meta"


class ToolAction(StrEnum):
    """What a tool does, independent of its name in one agent."""

    COMMAND = "command"
    CHANGE = "change"
    READ = "read"
    SEARCH = "search"
    PLAN = "plan"
    TODO = "todo"
    QUESTION = "question"
    AGENT = "agent"
    OTHER = "other"


_FAILED = {None: "4:None", False: "5:False", True: "4:True"}
_KIND = {kind: f"{len(kind)}:{kind}" for kind in EventKind}
_ACTION = {action: f"{len(action)}:{action}" for action in ToolAction}


class ToolFact(NamedTuple):
    """The tool data of a `tool_call` or `tool_result` event (results repeat their call's fields)."""

    name: str
    call_id: str
    action: ToolAction
    target: str = ""
    """The command line, the path or the query; empty when the tool has none."""
    failed: bool | None = None
    """For results only: whether the call failed or was refused; None if the transcript does not say."""

    def prefixed(self) -> str:
        """Return the length-prefixed parts that enter the event's digest."""
        name, call_id, action, target, failed = self
        return (
            f"4:tool{len(name)}:{name}{len(call_id)}:{call_id}{_ACTION[action]}"
            f"{len(target)}:{target}{_FAILED[failed]}"
        )


class SignalKind(StrEnum):
    """A structural statement of a decision or open work, normalised by the importer (S1 gate C)."""

    TODO_LIST = "todo_list"
    """The whole todo list was replaced; `entries` is the new list."""
    TASK_CREATED = "task_created"
    TASK_UPDATED = "task_updated"
    """`entries` contain the keys that changed; an empty text or status means unchanged."""
    PLAN_PROPOSED = "plan_proposed"
    PLAN_APPROVED = "plan_approved"
    PLAN_REJECTED = "plan_rejected"
    ANSWER = "answer"
    """A human answered the agent's question: `entries` text is the answer, `context` the question."""
    REFUSAL = "refusal"
    """A human refused a tool call and said why: `entries` text is the reason."""


class SignalEntry(NamedTuple):
    """One statement of a signal; `start` and `end` are code points in the event's text."""

    text: str
    start: int = 0
    end: int = 0
    key: str = ""
    """The tool's own id of a task; empty if the text itself identifies it (todo lists)."""
    status: str = ""
    """`pending`, `in_progress`, `completed` or `deleted`; empty if the signal has no status."""
    context: str = ""
    """The question of an answer; the tool call that a refusal refuses."""


class Signal(NamedTuple):
    """A structural signal of one event."""

    kind: SignalKind
    entries: tuple[SignalEntry, ...] = ()


class SourceEvent(NamedTuple):
    """One event: one content block of a transcript, at its dense 0-based `ordinal` in file order."""

    ordinal: int
    kind: EventKind
    text: str
    native_id: str
    """The transcript's own id of this block, or one derived from content and position."""
    turn: int = 0
    """Turns start at human messages; events before the first one are turn 0."""
    step: int = 0
    """One model call with its tool calls and their results, counted over the session."""
    sidechain: str | None = None
    """Set on abandoned rewinds and subagent chains, which are left out of capture and active context."""
    tokens: int = 0
    provenance: str = "estimated"
    """Source of `tokens`: `reported` or `estimated`."""
    tool: ToolFact | None = None
    signals: tuple[Signal, ...] = ()
    timestamp: str | None = None
    line: int = 0
    """1-based line of the transcript; 0 if the file has no lines of its own."""
    offset: int = 0
    length: int = 0
    """Byte position of the record in the stored transcript."""
    message_id: str | None = None
    """The model message that this block belongs to; usage counts once per message."""

    def digest(self) -> str:
        """Return the SHA-256 of the event's content (64 hex digits), over length-prefixed parts.

        Position, sidechain, line, step and token estimate are left out: equal content elsewhere, or imported
        by a later version of the program, has the same digest.
        """
        # The commonest parts are written inline for speed: every imported event is digested here.
        native_id, text, time = self.native_id, self.text, self.timestamp or ""
        body = f"{_KIND[self.kind]}{len(native_id)}:{native_id}{len(text)}:{text}{len(time)}:{time}"
        if self.tool is not None:
            body += self.tool.prefixed()
        if self.signals:
            parts: list[str] = []
            for signal in self.signals:
                parts += ["signal", signal.kind.value]
                for e in signal.entries:
                    parts += [e.key, e.text, e.status, str(e.start), str(e.end), e.context]
            body += "".join([f"{len(part)}:{part}" for part in parts])
        return text_digest(body)


@dataclass(frozen=True, slots=True)
class SourceRange:
    """Inclusive ordinals within one session, with the events inside that stay verbatim.

    Raises:
        RangeError: the range is reversed, negative, or keeps an event outside itself.
    """

    session_id: str
    start: int
    end: int
    kept: frozenset[int] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        if self.start < 0 or self.end < self.start:
            raise RangeError(
                f"{self.start}..{self.end} is not a range",
                "give two ordinals of the session, the smaller first, as in --range 10..57",
            )
        if any(not self.start <= ordinal <= self.end for ordinal in self.kept):
            raise RangeError("a kept event lies outside the range", "keep only events of the range")

    def __contains__(self, ordinal: object) -> bool:
        return isinstance(ordinal, int) and self.start <= ordinal <= self.end

    def overlaps(self, other: SourceRange) -> bool:
        """Return whether the two ranges share an event."""
        return self.start <= other.end and other.start <= self.end


@dataclass(frozen=True, slots=True)
class Chunk:
    """An addressable piece of one event's text; `start` and `end` are code points in the event."""

    chunk_id: str
    ordinal: int
    part: int
    start: int
    end: int


def chunk_bounds(text: str) -> tuple[tuple[int, int], ...]:
    """Return half-open pieces of at most 4,000 code points, cut after a line end if there is one.

    An empty text is one empty piece, so that every event has a chunk.
    """
    bounds: list[tuple[int, int]] = []
    start, size = 0, len(text)
    while size - start > CHUNK_LIMIT:
        cut = text.rfind("\n", start, start + CHUNK_LIMIT) + 1
        end = cut if cut > start else start + CHUNK_LIMIT
        bounds.append((start, end))
        start = end
    bounds.append((start, size))
    return tuple(bounds)


def chunk_id(session_id: str, ordinal: int, part: int) -> str:
    """Return the chunk's id: session, ordinal, part and the chunking rule, readable and reversible."""
    return f"{session_id}:{ordinal}:{part}:{CHUNK_RULE}"


def parse_chunk_id(value: str) -> tuple[str, int, int] | None:
    """Parse a chunk id into session, ordinal and part; None if it was not made by this chunking rule."""
    parts = value.rsplit(":", 3)
    if len(parts) != 4 or parts[3] != CHUNK_RULE or not (parts[1].isdecimal() and parts[2].isdecimal()):
        return None
    if len(parts[1]) > 15 or len(parts[2]) > 15:
        return None
    return parts[0], int(parts[1]), int(parts[2])


def chunks_of(session_id: str, ordinal: int, text: str) -> tuple[Chunk, ...]:
    """Return the chunks of one event's text, in order."""
    return tuple(
        Chunk(chunk_id(session_id, ordinal, part), ordinal, part, start, end)
        for part, (start, end) in enumerate(chunk_bounds(text))
    )


class Span(BaseModel):
    """Half-open, 0-based Unicode code points within a chunk."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    start: Annotated[int, Field(ge=0, le=CHUNK_LIMIT)]
    end: Annotated[int, Field(ge=0, le=CHUNK_LIMIT)]


class SourceLink(BaseModel):
    """An evidence pointer (S0 C and D): the place of a claim's source words, with a hash of those words.

    `ordinal` and `quote` are for reading: checked against the chunk, never trusted.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    evidence_id: str
    chunk_id: str
    span: Span
    quote_hash: str
    ordinal: Annotated[int, Field(ge=0)]
    quote: str


def evidence_id(session_id: str, chunk: str, start: int, end: int, quote_hash: str) -> str:
    """Return a deterministic evidence id, namespaced by corpus (the session): S0 section D."""
    return "evd_" + digest(["evidence/1", session_id, chunk, start, end, quote_hash])


def make_link(session_id: str, ordinal: int, text: str, start: int, end: int) -> SourceLink:
    """Return a link to the half-open code points `start..end` of an event's text.

    A span that crosses a chunk's end is shortened to the chunk in which it begins, since a link names one
    chunk.

    Raises:
        ValueError: the span is empty or lies outside the text.
    """
    if not 0 <= start < end <= len(text):
        raise ValueError(f"span {start}..{end} lies outside a text of {len(text)} characters")
    for chunk in chunks_of(session_id, ordinal, text):
        if chunk.start <= start < chunk.end:
            stop = min(end, chunk.end)
            quote = text[start:stop]
            hashed = text_digest(quote)
            span = Span(start=start - chunk.start, end=stop - chunk.start)
            return SourceLink(
                evidence_id=evidence_id(session_id, chunk.chunk_id, span.start, span.end, hashed),
                chunk_id=chunk.chunk_id,
                span=span,
                quote_hash=hashed,
                ordinal=ordinal,
                quote=quote,
            )
    raise ValueError(f"no chunk contains position {start}")


def session_id(format_name: str, native_id: str, first_event: SourceEvent | None = None) -> str:
    """Return the session's id: from format and the transcript's own id, else from its first event's digest.

    Path, time and file hash never enter it.

    Raises:
        ValueError: there is neither an id nor an event.
    """
    if native_id:
        return short_id("ses", format_name, native_id)
    if first_event is None:
        raise ValueError("a session without an id of its own needs at least one event")
    return short_id("ses", format_name, "first-event", first_event.digest())


def bytes_per_token(size: int, tokens: int) -> float:
    """Return UTF-8 bytes per token of events of that size, to estimate the tokens of their replacement."""
    return round(min(8.0, max(1.0, size / tokens)), 6) if tokens and size else 4.0


def chain_start(session: str) -> str:
    """Return the chain's digest before a session's first event."""
    return text_digest(f"chain/1:{session}")


def extend_chain(previous: str, event_digest: str) -> str:
    """Return the chain's digest after one more event; the digest at an ordinal covers all events up to it."""
    return text_digest(f"{previous}:{event_digest}")


def events_digest(chain: str, sidechains: Mapping[int, str]) -> str:
    """Return the digest of all events up to an ordinal: the chain there, and those events' sidechains."""
    return text_digest(chain + "".join(f"|{ordinal}:{sidechains[ordinal]}" for ordinal in sorted(sidechains)))
