"""Content blocks of Claude Code records as drafts of events: kind, text, tool side, signals.

The functions see one record at a time, without positions or the tree.
"""

from __future__ import annotations

import re

from gates.source import EventKind, Signal, SignalEntry, SignalKind
from workbench.importers.claude.records import NOTHING, Block, ClaudeRecord, Source, raw_value
from workbench.importers.events.speech import CONTINUED, split_speech
from workbench.importers.events.timeline import Calls, Draft

_CALLS = {"tool_use", "server_tool_use", "mcp_tool_use"}
_DETAILED = {"ExitPlanMode", "AskUserQuestion", "TaskCreate", "TaskUpdate"}
"""Tools whose recorded result contains more than its text."""

_NOISE = {"stop_hook_summary", "turn_duration", "api_error", "scheduled_task_fire", "agents_killed"}
_HARNESS = {"local_command", "away_summary"}
_INTERRUPTED = re.compile(rb'"interrupted"\s*:\s*true')
_TAIL = 300
"""Bytes at the end of a recorded result that contain its flags."""

_ATTACHED_TEXT = ("content", "text", "snippet", "planContent", "message")


def is_summary(record: ClaudeRecord) -> bool:
    """Return whether a user record is the summary that a compaction left."""
    if record.is_compact_summary:
        return True
    content = record.message.content if record.message is not None else None
    if record.is_meta or not content:
        return False
    if isinstance(content, str):
        return content.startswith(CONTINUED)
    return _unmarked_summary(content) is not None


def _unmarked_summary(content: list[Block]) -> int | None:
    """Return the number of the block that begins like a summary, if no human words precede it; else None."""
    for number, block in enumerate(content):
        if block.type != "text" or block.text is None:
            return None
        if block.text.startswith(CONTINUED):
            return number
        if any(kind is EventKind.USER for kind, _, _ in split_speech(block.text)):
            return None
    return None


def assistant_drafts(record: ClaudeRecord, calls: Calls) -> list[Draft]:
    """Return the drafts of an assistant record; texts made up by the harness are `meta`."""
    message = record.message
    if message is None or not message.content:
        return []
    made_up = record.is_api_error_message or message.model == "<synthetic>"
    kind = EventKind.META if made_up else EventKind.ASSISTANT
    if isinstance(message.content, str):
        return [] if is_blank(message.content) else [Draft(kind, message.content)]
    drafts: list[Draft] = []
    for block in message.content:
        name = block.type
        if name in _CALLS:
            drafts.append(_call(record, block, calls))
        elif block.tool_use_id is not None:
            drafts.append(calls.result(block.tool_use_id, block_text(block), bool(block.is_error)))
        elif name == "thinking":
            if not is_blank(block.thinking or ""):
                drafts.append(Draft(EventKind.THINKING, block.thinking or ""))
        elif name == "redacted_thinking":
            drafts.append(Draft(EventKind.THINKING, "[redacted thinking]"))
        elif not is_blank(text := block_text(block)):
            drafts.append(Draft(kind, text))
    return drafts


def is_blank(text: str) -> bool:
    """Return whether a text contains only white space."""
    return not text or (text[0] in "\n\r\t " and text.isspace())


def user_drafts(record: ClaudeRecord, calls: Calls) -> list[Draft]:
    """Return the drafts of a user record: human words, texts inserted by the harness, tool results."""
    message = record.message
    if message is None or not message.content:
        return []
    content = message.content
    if isinstance(content, str):
        return _text_drafts(record, content)
    if record.is_compact_summary:
        return [Draft(EventKind.COMPACTION, "\n".join(block_text(block) for block in content))]
    summary = None if record.is_meta else _unmarked_summary(content)
    drafts: list[Draft] = []
    for number, block in enumerate(content):
        if number == summary:
            drafts.append(Draft(EventKind.COMPACTION, block_text(block)))
        elif block.type == "tool_result":
            drafts.append(_result(record, block, calls))
        elif block.type == "text" or block.text:
            drafts += _text_drafts(record, block.text or "")
        else:
            drafts.append(Draft(EventKind.META if _is_harness(record) else EventKind.USER, block_text(block)))
    return [draft for draft in drafts if draft.tool is not None or not is_blank(draft.text)]


def system_drafts(record: ClaudeRecord) -> list[Draft]:
    """Return the draft of a system record; none if it is bookkeeping or empty."""
    if record.subtype in _NOISE or not isinstance(record.content, str) or not record.content.strip():
        return []
    kind = EventKind.META if record.subtype in _HARNESS else EventKind.SYSTEM
    return [Draft(kind, record.content)]


def attachment_drafts(record: ClaudeRecord) -> list[Draft]:
    """Return the drafts of an attachment: a queued message is the human's, other texts are the harness's."""
    attached = raw_value(record.attachment)
    if not isinstance(attached, dict):
        return []
    kind = str(attached.get("type", ""))
    if kind == "queued_command":
        text = queued_text(record)
        if attached.get("commandMode", "prompt") != "prompt":
            return [Draft(EventKind.META, text)] if text else []
        return _text_drafts(record, text)
    if kind.startswith("hook"):
        return []
    text = next((attached[key] for key in _ATTACHED_TEXT if isinstance(attached.get(key), str)), "")
    return [Draft(EventKind.META, text)] if text.strip() else []


def queued_text(record: ClaudeRecord) -> str:
    """Return the message in a queue record or a queued attachment; empty if it contains none."""
    if record.type == "queue-operation":
        return _joined(record.content)
    attached = raw_value(record.attachment)
    prompt = attached.get("prompt") if isinstance(attached, dict) else None
    if isinstance(prompt, list):
        texts = [part.get("text") for part in prompt if isinstance(part, dict)]
        return "\n".join(text for text in texts if isinstance(text, str))
    return prompt if isinstance(prompt, str) else ""


def prompt_text(record: ClaudeRecord) -> str | None:
    """Return what a human typed in a user record; None if it contains no human message."""
    message = record.message
    if message is None or not message.content or _is_harness(record) or is_summary(record):
        return None
    content = message.content
    if not isinstance(content, str):
        for block in content:
            if block.type == "tool_result":
                return None
        content = "\n".join(block.text for block in content if block.text)
    if content[:1] not in "<[" and not content[:1].isspace():
        return content or None
    spoken = [content[start:end] for kind, start, end in split_speech(content) if kind is EventKind.USER]
    return "\n".join(spoken) or None


def block_text(block: Block) -> str:
    """Return a block as text; content that is not text becomes its type and size in brackets."""
    if block.text is not None:
        return block.text
    if block.source is not None:
        return f"[{block.type or 'file'} {_source(block.source)}]"
    if block.content is not None:
        return _joined(block.content)
    return "" if block.type in (None, "text", "tool_result") else f"[{block.type}]"


def _joined(content: str | list[Block] | None) -> str:
    if isinstance(content, list):
        return "\n".join(block_text(block) for block in content)
    return content or ""


def _source(source: Source) -> str:
    data = bytes(source.data).strip(b'"')
    if not data:
        return source.url or source.media_type or source.type or ""
    size = len(data) * 3 // 4 - data[-2:].count(b"=")
    return f"{source.media_type or source.type or ''} {size} bytes".strip()


def _text_drafts(record: ClaudeRecord, text: str) -> list[Draft]:
    if not text.strip():
        return []
    if record.message is not None and record.message.content == text and is_summary(record):
        return [Draft(EventKind.COMPACTION, text)]
    if record.plan_content:
        return [Draft(EventKind.PLAN, text, None, (_approved(record.plan_content, text),))]
    if _is_harness(record):
        return [Draft(EventKind.META, text)]
    pieces = split_speech(text)
    if len(pieces) == 1:
        return [Draft(pieces[0][0], text)]
    return [Draft(kind, text[start:end]) for kind, start, end in pieces]


def _approved(plan: str, text: str) -> Signal:
    start = max(0, text.find(plan))
    end = start + len(plan) if text.startswith(plan, start) else 0
    return Signal(SignalKind.PLAN_APPROVED, (SignalEntry(plan, start if end else 0, end),))


def _is_harness(record: ClaudeRecord) -> bool:
    if record.is_meta or record.is_sidechain or record.is_visible_in_transcript_only:
        return True
    origin = raw_value(record.origin)
    return isinstance(origin, dict) and origin.get("kind", "human") != "human"


def _call(record: ClaudeRecord, block: Block, calls: Calls) -> Draft:
    arguments = raw_value(block.input)
    if record.workbench_plain and isinstance(arguments, dict):
        arguments = arguments.get("input")  # exported by this program, which knew the arguments only as text
    return calls.call(block.name or "", block.id or "", arguments)


def _result(record: ClaudeRecord, block: Block, calls: Calls) -> Draft:
    call_id = block.tool_use_id or ""
    recorded = record.tool_use_result
    failed = bool(block.is_error) or (
        recorded is not NOTHING and _INTERRUPTED.search(memoryview(recorded)[-_TAIL:]) is not None
    )
    detail = raw_value(recorded) if calls.name_of(call_id) in _DETAILED else None
    return calls.result(call_id, _joined(block.content), failed, detail)
