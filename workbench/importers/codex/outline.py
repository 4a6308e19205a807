"""The first pass over a Codex rollout: what must be known before its events are read.

It finds the session's id and version, the bytes-per-token factor, what was rolled back, where a copied
history ends, and which messages are only the answer of a compaction. It keeps figures and the offsets of
records (which may share a line), but no texts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.importers.base import SkippedLine
from workbench.importers.codex.compaction_triggers import CodexTriggers
from workbench.importers.codex.contents import is_harness, message_text, parts_of, without_preamble
from workbench.importers.codex.speech import Speech
from workbench.importers.codex.usage import Responses, count, usage_of
from workbench.importers.events.titles import names_nothing, title_after
from workbench.importers.events.tokens import byte_length
from workbench.importers.files.documents import compact
from workbench.importers.files.line_records import line_records, size_of
from workbench.importers.records.fitting import ContextFit, plausible
from workbench.importers.summaries.exported import stated_factor

ANSWER_SIDECHAIN = "compaction"
OUTPUTS = ("function_call_output", "custom_tool_call_output", "tool_search_output")
_ITEMS = {
    "message", "reasoning", "function_call", "function_call_output", "custom_tool_call",
    "custom_tool_call_output", "local_shell_call", "web_search_call", "tool_search_call",
    "tool_search_output", "image_generation_call", "ghost_snapshot", "compaction", "compaction_summary",
    "context_compaction", "agent_message",
}  # fmt: skip

MEASURED = "workbench_bytes_per_token"
"""Field of sessions that were exported by this program (`workbench.exporters.codex`)."""
_OWN = {"call_id", "encrypted_content", "action", "ghost_commit"}
"""Fields of which every item other than a message or reasoning has one."""


@dataclass(slots=True)
class CodexOutline:
    """The results of the first pass; `size` is the length of the file at that time (None: compressed)."""

    size: int | None
    native_id: str = ""
    version: str = "unknown"
    title: str = ""
    agent: bool = False
    """Whether the session is a subagent's."""
    bytes_per_token: float = 4.0
    records: int = 0
    """Number of records of this format."""
    headless: bool = False
    """Whether it begins with a compaction, so that the replaced events are in another file."""
    rolled_back: list[tuple[int, int]] = field(default_factory=list)
    """Offsets of the first and last record of each rolled back part, in the order of the rollbacks."""
    answers: set[int] = field(default_factory=set)
    """Offsets of compactions' own answers; the compaction records repeat them, so they become a sidechain."""
    reported: dict[int, int] = field(default_factory=dict)
    """Output tokens by the offset of a record, if a plausible report covers just this item."""
    triggers: dict[int, str] = field(default_factory=dict)
    """Triggers of the compactions by offset, if known."""

    def sidechain(self, offset: int) -> str | None:
        """Return the sidechain of a rolled back record or of a compaction's own answer.

        None: the main line.
        """
        if offset in self.answers:
            return ANSWER_SIDECHAIN
        for number, (first, last) in enumerate(self.rolled_back, 1):
            if first <= offset < last:
                return f"rollback-{number}"
        return None


def payload_of(value: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return kind and payload of a record; rollouts from before September 2025 contain bare items.

    A record of no known shape has an empty kind.
    """
    kind, payload = value.get("type"), value.get("payload")
    if isinstance(kind, str) and isinstance(payload, dict):
        return kind, payload
    if isinstance(kind, str) and kind in _ITEMS and _is_bare_item(kind, value):
        return "response_item", value
    if kind is None and isinstance(value.get("id"), str) and "instructions" in value:
        return "session_meta", value
    return "", {}


def _is_bare_item(kind: str, value: dict[str, Any]) -> bool:
    """Return whether an object has the fields of its kind of item; other formats use the same type names."""
    if kind == "message":
        return "role" in value
    return isinstance(value.get("summary"), list) or bool(_OWN & value.keys())


@dataclass(slots=True)
class _Answer:
    """A response that is not complete."""

    offsets: list[int] = field(default_factory=list)
    size: int = 0


class CodexScan:
    """Collector of the outline, one record at a time."""

    def __init__(self, size: int | None) -> None:
        self.outline = CodexOutline(size)
        self._fit = ContextFit()
        self._factor: float | None = None
        self._responses = Responses()
        self._triggers = CodexTriggers()
        self._answer = _Answer()
        self._sizes: dict[int, tuple[int, int]] = {}
        self._turns: list[int] = []
        """Offsets of the messages that begin turns and were not rolled back."""
        self._speech = Speech(agent=False)
        self._titled = False
        """Whether the title was taken from a message that is not copied."""
        self._begun = False
        self._last: tuple[int, str] = (0, "")
        """Offset and text of the model's last message."""

    def take(self, offset: int, value: dict[str, Any]) -> None:
        """Take the record at an offset into account."""
        kind, payload = payload_of(value)
        if not kind:
            return
        self.outline.records += 1
        self._speech.copy.record(value.get("timestamp"))
        if kind == "response_item":
            self._item(offset, value, payload)
        elif kind == "event_msg":
            self._event(offset, payload)
        elif kind == "compacted":
            self._compacted(offset, payload)
        elif kind == "session_meta":
            self._speech.copy.header(value.get("timestamp"))
            self._meta(payload)

    def finish(self) -> CodexOutline:
        """Return the outline of all records taken."""
        outline = self.outline
        outline.triggers = self._triggers.found
        outline.bytes_per_token = self._factor or self._fit.factor()
        for offset, (tokens, size) in self._sizes.items():
            if plausible(tokens, size, outline.bytes_per_token):
                outline.reported[offset] = tokens
        return outline

    def _meta(self, payload: dict[str, Any]) -> None:
        outline = self.outline
        if outline.native_id:
            return
        own_id, version = payload.get("id"), payload.get("cli_version")
        outline.native_id = own_id if isinstance(own_id, str) else ""
        self._factor = stated_factor(payload.get(MEASURED))
        outline.version = version if isinstance(version, str) and version else "unknown"
        source = payload.get("source")
        outline.agent = isinstance(source, dict) and "subagent" in source

    def _item(self, offset: int, value: dict[str, Any], payload: dict[str, Any]) -> None:
        self._begun = True
        kind = payload.get("type")
        if kind in OUTPUTS:
            self._output(payload)
        elif kind == "message" and payload.get("role") != "assistant":
            self._other_message(offset, payload)
        elif isinstance(kind, str) and kind in _ITEMS:
            self._answered(offset, value, payload)

    def _output(self, payload: dict[str, Any]) -> None:
        text = "\n".join(parts_of(payload.get("output")))
        self._fit.grew(byte_length(text))
        self._triggers.worked()
        self._speech.copy.output(text)

    def _other_message(self, offset: int, payload: dict[str, Any]) -> None:
        text = message_text(payload.get("content"))
        self._fit.grew(byte_length(text))
        if payload.get("role") == "user" and not is_harness(text) and self._speech.item(text):
            self._spoke(offset, text)

    def _spoke(self, offset: int, text: str) -> None:
        self._turns.append(offset)
        own = not (self.outline.agent and self._speech.copy.running)
        unnamed = names_nothing(self.outline.title)
        if not self._titled and (own or unnamed):
            self.outline.title = title_after(self.outline.title if unnamed else "", text)
            self._titled = own and not names_nothing(self.outline.title)
        self._triggers.worked()
        self._answer = _Answer()

    def _answered(self, offset: int, value: dict[str, Any], payload: dict[str, Any]) -> None:
        self._fit.begin()
        kind = payload.get("type")
        metadata = value.get("metadata")
        if isinstance(metadata, dict) and metadata.get("compaction_output") is True:
            self.outline.answers.add(offset)
            return
        size = byte_length(visible(payload))
        if kind == "message":
            self._last = (offset, message_text(payload.get("content")))
        if kind != "reasoning":
            self._triggers.worked()
        self._fit.grew(size)
        if size:
            self._answer.offsets.append(offset)
            self._answer.size += size

    def _event(self, offset: int, payload: dict[str, Any]) -> None:
        kind = payload.get("type")
        if kind == "token_count":
            self._counted(payload)
        elif kind == "task_started":
            self._triggers.begun()
        elif kind in ("task_complete", "turn_aborted"):
            self._triggers.ended()
        elif kind == "thread_rolled_back":
            self._rolled_back(offset, payload)
        else:
            text = typed_text(payload)
            if text is not None and not is_harness(text) and self._speech.event(text):
                self._spoke(offset, text)

    def _counted(self, payload: dict[str, Any]) -> None:
        usage = usage_of(payload)
        if usage is None or not self._responses.ends_with(usage):
            return
        self._fit.call(usage.context)
        if len(self._answer.offsets) == 1:
            self._sizes[self._answer.offsets[0]] = (usage.output, self._answer.size)
        self._answer = _Answer()

    def _compacted(self, offset: int, payload: dict[str, Any]) -> None:
        self.outline.headless = self.outline.headless or not self._begun
        self._begun = True
        self._fit.cut()
        message = payload.get("message")
        summary = without_preamble(message).strip() if isinstance(message, str) else ""
        answered = bool(summary) and self._last[1] == summary
        if answered:
            self.outline.answers.add(self._last[0])
        self._triggers.compacted(offset, answered=answered)

    def _rolled_back(self, offset: int, payload: dict[str, Any]) -> None:
        turns = count(payload, "num_turns")
        if turns and self._turns:
            keep = max(0, len(self._turns) - turns)
            self.outline.rolled_back.append((self._turns[keep], offset))
            del self._turns[keep:]
            self._fit.cut()


def scan(path: Path) -> CodexOutline:
    """Return the outline of a rollout.

    Raises:
        InputError: the file cannot be read.
    """
    collector = CodexScan(size_of(path))
    for record in line_records(path, collector.outline.size):
        if not isinstance(record, SkippedLine):
            collector.take(record.offset, record.value)
    return collector.finish()


def typed_text(payload: dict[str, Any]) -> str | None:
    """Return the words of an event that reports typed text; None for other events."""
    kind = payload.get("type")
    if kind == "user_message":
        message = payload.get("message")
        return message.strip() if isinstance(message, str) else None
    item = payload.get("item")
    if kind == "item_completed" and isinstance(item, dict) and item.get("type") == "UserMessage":
        return message_text(item.get("content"))
    return None


def visible(payload: dict[str, Any]) -> str:
    """Return a model item's text as the model sees it later; empty for reasoning, which is encrypted."""
    kind = payload.get("type")
    if kind == "message":
        return message_text(payload.get("content"))
    if kind == "reasoning":
        return ""
    arguments = payload.get("arguments", payload.get("input", payload.get("action")))
    return arguments if isinstance(arguments, str) else "" if arguments is None else compact(arguments)
