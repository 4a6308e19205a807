"""Records of a Claude Code transcript, decoded as far as events need them.

The format is undocumented and changes weekly, so every field is optional and unknown ones are ignored. A
record that does not fit is cleaned field by field, never refused as a whole.
"""

from __future__ import annotations

import msgspec
import orjson
from msgspec import Raw, Struct

from workbench.importers.files import documents

NOTHING = Raw(b"")


class ReportedUsage(Struct, gc=False):
    """Token counts that the model reported with a message; input excludes both cache counts."""

    input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    output_tokens: int | None = None

    def context(self) -> int:
        """Return the input tokens of this call, cached ones included; 0 if nothing was reported."""
        cached = (self.cache_creation_input_tokens or 0) + (self.cache_read_input_tokens or 0)
        return (self.input_tokens or 0) + cached


class Source(Struct, gc=False):
    """The source of an image or a document; `data` is its base64 text, quotes included."""

    type: str | None = None
    media_type: str | None = None
    data: Raw = NOTHING
    url: str | None = None


class Block(Struct, gc=False):
    """A content block of any type."""

    type: str | None = None
    text: str | None = None
    thinking: str | None = None
    id: str | None = None
    name: str | None = None
    input: Raw = NOTHING
    tool_use_id: str | None = None
    content: str | list[Block] | None = None
    is_error: bool | None = None
    source: Source | None = None


class RecordMessage(Struct, gc=False):
    """The message inside a user or assistant record."""

    id: str | None = None
    model: str | None = None
    stop_reason: str | None = None
    content: str | list[Block] | None = None
    usage: ReportedUsage | None = None


class ClaudeRecord(Struct, rename="camel", gc=False):
    """One line of the transcript; the names are the file's, in snake case."""

    type: str | None = None
    subtype: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    logical_parent_uuid: str | None = None
    is_sidechain: bool | None = None
    agent_id: str | None = None
    session_id: str | None = None
    version: str | None = None
    timestamp: str | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_visible_in_transcript_only: bool | None = None
    is_api_error_message: bool | None = None
    message: RecordMessage | None = None
    content: str | list[Block] | None = None
    operation: str | None = None
    plan_content: str | None = None
    summary: str | None = None
    leaf_uuid: str | None = None
    custom_title: str | None = None
    ai_title: str | None = None
    tool_use_result: Raw = NOTHING
    compact_metadata: Raw = NOTHING
    summarize_metadata: Raw = NOTHING
    attachment: Raw = NOTHING
    origin: Raw = NOTHING
    workbench_repeats: str | None = None
    workbench_replaced: Raw = NOTHING
    workbench_plain: bool | None = None
    workbench_bytes_per_token: float | None = None


_decode = msgspec.json.Decoder(ClaudeRecord).decode


def record_in(data: bytes) -> ClaudeRecord | None:
    """Return the record of a line that is exactly one valid record; None if `records_in` must examine it."""
    try:
        record = _decode(data)
        return None if _too_deep(record) else record
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _too_deep(record: ClaudeRecord) -> bool:
    """Return whether blocks are nested deeper than in any real transcript."""
    content = record.message.content if record.message is not None else record.content
    blocks = content if isinstance(content, list) else []
    depth = 0
    while blocks:
        depth += 1
        if depth > documents.DEEPEST:
            return True
        blocks = [inner for each in blocks if isinstance(each.content, list) for inner in each.content]
    return False


Found = tuple[int, int, ClaudeRecord]
"""Start and length in bytes within the line, and the record."""


def records_in(data: bytes) -> tuple[tuple[Found, ...], str | None]:
    """Return the records of one line and why the rest could not be read (None: nothing was lost).

    Bytes that are not UTF-8 break a line anywhere, even in fields that no event needs.
    """
    record = record_in(data) if documents.is_utf8(data) else None
    if record is None:
        return _salvage(data)
    return ((0, length_of(data), record),), None


def length_of(line: bytes) -> int:
    """Return the number of bytes of a line without its line end."""
    return len(line) - line.endswith(b"\n") - line.endswith(b"\r\n")


def raw_value(raw: Raw) -> object:
    """Return the value of an undecoded field; None if it is absent or cannot be read."""
    data = bytes(raw)
    if not data:
        return None
    try:
        return documents.loads(data)
    except ValueError:
        return None


def _salvage(data: bytes) -> tuple[tuple[Found, ...], str | None]:
    pieces, reason = documents.split(data)
    found: list[Found] = []
    for piece in pieces:
        if not isinstance(piece.value, dict):
            reason = f"a JSON {_json_type(piece.value)}, not a record"
            continue
        try:
            record = _decode(orjson.dumps(_cleaned(piece.value)))
        except (msgspec.MsgspecError, TypeError, RecursionError) as error:
            reason = f"not a record: {error}"
            continue
        found.append((piece.start, piece.length, record))
    return tuple(found), reason


_TEXTS = {
    "text",
    "thinking",
    "id",
    "name",
    "tool_use_id",
    "type",
    "media_type",
    "url",
    "model",
    "stop_reason",
}
_COUNTS = set(ReportedUsage.__struct_fields__)
_RAWS = {field.encode_name for field in msgspec.structs.fields(ClaudeRecord) if field.type is Raw}
_FLAGS = {field.encode_name for field in msgspec.structs.fields(ClaudeRecord) if field.type == (bool | None)}


def _cleaned(value: dict[str, object]) -> dict[str, object]:
    kept: dict[str, object] = {}
    for key, part in value.items():
        if key == "message":
            if isinstance(part, dict):
                kept[key] = _cleaned_message(part)
        elif key == "content":
            kept[key] = _cleaned_content(part)
        elif key in _FLAGS:
            kept[key] = part is True
        elif key in _RAWS or isinstance(part, str):
            kept[key] = part
    return kept


def _cleaned_message(value: dict[str, object]) -> dict[str, object]:
    kept = _texts_of(value)
    kept["content"] = _cleaned_content(value.get("content"))
    usage = value.get("usage")
    if isinstance(usage, dict):
        kept["usage"] = {key: part for key, part in usage.items() if type(part) is int and key in _COUNTS}
    return kept


def _texts_of(value: dict[str, object]) -> dict[str, object]:
    return {key: part for key, part in value.items() if key in _TEXTS and isinstance(part, str)}


def _cleaned_content(value: object) -> object:
    if not isinstance(value, list):
        return value if isinstance(value, str) else None
    return [_cleaned_block(part) for part in value if isinstance(part, str | dict)]


def _cleaned_block(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        return {"type": "text", "text": value}
    kept = _texts_of(value)
    kept["is_error"] = value.get("is_error") is True
    if "input" in value:
        kept["input"] = value["input"]
    if "content" in value:
        kept["content"] = _cleaned_content(value["content"])
    source = value.get("source")
    if isinstance(source, dict):
        kept["source"] = {key: part for key, part in source.items() if isinstance(part, str)}
    return kept


def _json_type(value: object) -> str:
    if value is None:
        return "null"
    kinds: dict[type, str] = {str: "string", bool: "boolean", list: "list"}
    return kinds.get(type(value), "number")
