"""The first pass over a Claude Code transcript: what must be known before its events are read.

It finds ids, abandoned branches, the bytes-per-token factor, whether the beginning is missing, and which
queued messages occur nowhere else. It keeps ids and figures but no texts, so that it stays small.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from workbench.importers.claude.blocks import is_summary, prompt_text, queued_text
from workbench.importers.claude.decoded import DecodedRecords
from workbench.importers.claude.records import ClaudeRecord, RecordMessage, length_of, record_in, records_in
from workbench.importers.claude.sidechains import Tree
from workbench.importers.events.titles import shortened, title_after
from workbench.importers.events.tokens import byte_length, fit
from workbench.importers.files.documents import is_utf8, lines_of
from workbench.importers.summaries.exported import stated_factor

TALK = ("user", "assistant")
NOISE = {"progress", "file-history-snapshot", "file-history-delta", "summary", "pr-link", "last-prompt"}
"""Types whose records are never events."""

_STATED = {"queue-operation", "attachment", "summary", "custom-title", "ai-title"}
"""Types that contribute more than their place in the tree."""

_MOST = 255
"""Largest number of records per line that a byte can count."""
_PLAUSIBLE = 3.0
"""Reported output tokens farther than this factor from the estimate are ignored."""


@dataclass(slots=True)
class ClaudeOutline:
    """The results of the first pass; `size` is the length of the file at that time, in bytes."""

    size: int
    native_id: str = ""
    title: str = ""
    bytes_per_token: float = 4.0
    scope_complete: bool = True
    agent: str | None = None
    """The agent id if the whole file is one subagent's transcript, else None."""
    sidechains: dict[str, str] = field(default_factory=dict)
    spoken: set[int] = field(default_factory=set)
    """Hashes of the lines that humans typed outside the queue."""
    withdrawn: set[int] = field(default_factory=set)
    """Lines of queue records whose message was withdrawn before it was sent."""
    reported: dict[str, int] = field(default_factory=dict)
    """Output tokens by message id, if the report is plausible and covers one block."""
    talks: int = 0
    noise: bytearray = field(default_factory=bytearray)
    """Number of records by line, if all of them are ignored; 0 if the line must be read."""
    broken: set[int] = field(default_factory=set)
    """Lines that do not consist of one valid record."""

    def pass_over(self, line: int, records: int) -> None:
        """Record that the second pass can skip this line: all its records are ignored."""
        self.noise.extend(bytes(line + 1 - len(self.noise)))
        self.noise[line] = records


@dataclass(slots=True)
class _Output:
    blocks: int
    size: int
    tokens: int
    stopped: bool


class ClaudeScan:
    """Collector of the outline, one record at a time."""

    def __init__(self, size: int) -> None:
        self.outline = ClaudeOutline(size)
        self._tree = Tree()
        self._known = self._tree.known
        self._samples: list[tuple[int, int]] = []
        self._factor: float | None = None
        self._context = 0
        self._grown = 0
        self._message: str | None = None
        self._outputs: dict[str, _Output] = {}
        self._queue: list[int] = []
        self._titles: dict[str, str] = {}
        self._noted = False
        self._main = False
        self._agents: set[str] = set()

    def take(self, record: ClaudeRecord, line: int) -> None:
        """Take one record into account."""
        kind, uuid = record.type, record.uuid
        if record.session_id and not record.is_sidechain:
            self.outline.native_id = record.session_id
        if uuid and uuid not in self._known:
            if kind in TALK or kind == "system":
                self._grow(record, uuid)
            else:
                self._tree.add(uuid, record.parent_uuid or record.logical_parent_uuid, None)
        elif uuid and kind in TALK:  # it still is a message; the second pass reports the repeated id
            self.outline.talks += 1
        if kind in _STATED:
            self._emit(record, line)

    def _emit(self, record: ClaudeRecord, line: int) -> None:
        if record.type == "queue-operation":
            self._queued(record, line)
        elif record.type == "attachment":
            self._note(queued_text(record))
        else:
            self._entitle(record)

    def _grow(self, record: ClaudeRecord, uuid: str) -> None:
        kind = record.type
        typed = prompt_text(record) if kind == "user" and not record.is_sidechain else None
        self._begin(record)
        parent = record.parent_uuid or record.logical_parent_uuid
        self._tree.add(uuid, parent, None if typed is None else record.timestamp or "")
        if typed is not None:
            self._note(typed)
        if kind in TALK:
            if record.message is not None and not record.is_sidechain:
                self._measure(record, record.message)
        elif record.subtype == "compact_boundary":
            self._context = 0
            self._factor = stated_factor(record.workbench_bytes_per_token) or self._factor

    def finish(self) -> ClaudeOutline:
        """Return the outline of all records taken."""
        outline = self.outline
        outline.bytes_per_token = self._factor or fit(self._samples)
        outline.sidechains = self._tree.rewinds()
        if not self._main and self._agents:
            outline.agent = min(self._agents)
        for name in ("custom-title", "ai-title", "summary"):
            if name in self._titles:
                outline.title = self._titles[name]
                break
        for message_id, output in self._outputs.items():
            if output.blocks == 1 and output.stopped and _plausible(output, outline.bytes_per_token):
                outline.reported[message_id] = output.tokens
        return outline

    def _begin(self, record: ClaudeRecord) -> None:
        talks = record.type in TALK
        if record.is_sidechain:
            self._agents.add(record.agent_id or (record.uuid or "")[:8])
        elif talks:
            self._main = True
        self.outline.talks += talks
        if self._noted:
            return
        self._noted = True
        dangling = bool(record.parent_uuid) and record.parent_uuid not in self._known
        missing = dangling or record.subtype == "compact_boundary" or record.type == "assistant"
        if missing or is_summary(record) or _answers_nothing(record.message):
            self.outline.scope_complete = False

    def _note(self, text: str) -> None:
        if not text.strip():
            return
        self.outline.spoken.update(spoken_lines(text))
        self.outline.title = title_after(self.outline.title, text)

    def _entitle(self, record: ClaudeRecord) -> None:
        title = record.custom_title or record.ai_title or record.summary
        foreign = record.type == "summary" and record.leaf_uuid not in self._known
        if title and not foreign and record.type:
            self._titles[record.type] = shortened(title)

    def _queued(self, record: ClaudeRecord, line: int) -> None:
        if record.operation == "enqueue":
            self._queue.append(line)
        elif record.operation == "popAll":
            self.outline.withdrawn.update(self._queue)
            self._queue.clear()
        elif self._queue:
            del self._queue[0]

    def _measure(self, record: ClaudeRecord, message: RecordMessage) -> None:
        size = _size(message)
        usage = message.usage
        if usage is not None and message.id and record.type == "assistant":
            if message.id != self._message and (context := usage.context()):
                if self._context and context > self._context:
                    self._samples.append((context - self._context, self._grown))
                self._message, self._context, self._grown = message.id, context, 0
            self._output(message, usage.output_tokens or 0, size)
        self._grown += size

    def _output(self, message: RecordMessage, tokens: int, size: int) -> None:
        blocks = len(message.content) if isinstance(message.content, list) else 1
        known = self._outputs.get(message.id or "")
        if known is None:
            self._outputs[message.id or ""] = _Output(blocks, size, tokens, message.stop_reason is not None)
            return
        known.blocks += blocks
        known.tokens = max(known.tokens, tokens)


def scan(path: Path, decoded: DecodedRecords) -> ClaudeOutline:
    """Return the outline of a transcript; `decoded` receives the records that it has room for.

    Raises:
        InputError: the file cannot be read.
    """
    collector = ClaudeScan(path.stat().st_size)
    outline = collector.outline
    for number, offset, data in lines_of(path, outline.size):
        roomy = decoded.room(number, offset)
        record = record_in(data) if is_utf8(data) else None
        if record is None:
            outline.broken.add(number)
            _take_broken(collector, (number, offset, data), decoded if roomy else None)
            continue
        collector.take(record, number)
        if roomy:
            if record.type in NOISE:
                decoded.noise += 1
            else:
                decoded.keep(record, number, offset, length_of(data))
        elif record.type in NOISE:
            outline.pass_over(number, 1)
    return collector.finish()


def _take_broken(collector: ClaudeScan, line: tuple[int, int, bytes], decoded: DecodedRecords | None) -> None:
    """Take a line that does not consist of one valid record."""
    number, offset, data = line
    records, reason = records_in(data)
    for start, length, record in records:
        collector.take(record, number)
        if decoded is not None:
            decoded.keep(record, number, offset + start, length)
    if decoded is None:
        if reason is None and len(records) <= _MOST and all(each.type in NOISE for _, _, each in records):
            collector.outline.pass_over(number, len(records))
    elif reason is not None:
        decoded.skip(number, reason)


def spoken_lines(text: str) -> set[int]:
    """Return hashes of the non-blank lines, white space folded; comparable within one process only."""
    return {hash(" ".join(line.split())) for line in text.split("\n") if line.strip()}


def _size(message: RecordMessage) -> int:
    content = message.content
    if isinstance(content, str):
        return byte_length(content)
    size = 0
    for block in content or ():
        body = block.text or block.thinking or block.content
        if isinstance(body, str):
            size += len(body) if body.isascii() else byte_length(body)
            continue
        size += len(memoryview(block.input)) if block.type == "tool_use" else 0
        for part in body or ():
            size += byte_length(part.text) if part.text else 0
    return size


def _plausible(output: _Output, factor: float) -> bool:
    guess = output.size / factor
    return guess / _PLAUSIBLE <= output.tokens <= guess * _PLAUSIBLE and output.tokens > 0


def _answers_nothing(message: RecordMessage | None) -> bool:
    content = message.content if message is not None else None
    return isinstance(content, list) and any(block.type == "tool_result" for block in content)
