"""Content parts of messages as text; content that is not text becomes its type and size in brackets."""

from __future__ import annotations

import re
from typing import Any

from gates.source import EventKind
from workbench.importers.conversations.array_reading import size_of, text_drafts
from workbench.importers.events.timeline import Draft
from workbench.importers.files.documents import clean_text, compact, loads

_DATA_URL = re.compile(r"data:([\w.+/-]{1,100});base64,")
_TEXTS = ("text", "refusal", "reasoning", "thinking", "value")
_URLS = (
    "image_url",
    "url",
    "file_url",
    "image",
    "audio",
    "video",
    "document",
    "path",
    "file_data",
    "file_id",
)


def objects_in(value: object) -> list[dict[str, Any]]:
    """Return the objects in a list; an empty list for any other value."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def text_of(content: object) -> str:
    """Return a content as one text: a text, a list of parts, or other JSON; empty for None."""
    if isinstance(content, str):
        return clean_text(content)
    if isinstance(content, list):
        return "\n".join(part_text(part) for part in content)
    if isinstance(content, dict):
        return part_text(content)
    return "" if content is None else compact(content)


def texts_of(content: object) -> list[str]:
    """Return the texts of a content, one per part."""
    return [part_text(part) for part in content] if isinstance(content, list) else [text_of(content)]


def part_text(part: object) -> str:
    """Return one part as text."""
    if not isinstance(part, dict):
        return clean_text(part) if isinstance(part, str) else compact(part)
    for key in _TEXTS:
        if isinstance(part.get(key), str):
            return clean_text(part[key])
    return clean_text(f"[{_named(part)}]")


def drafts_of(content: object, kind: EventKind) -> list[Draft]:
    """Return the drafts of a content, one per part; blank parts give none."""
    parts = content if isinstance(content, list) else [content]
    return [draft for part in parts if part is not None for draft in text_drafts(part_text(part), kind)]


def arguments_of(arguments: object) -> object:
    """Return the arguments of a call: JSON text is parsed, other text is kept."""
    if not isinstance(arguments, str):
        return arguments
    try:
        value = loads(arguments.encode("utf-8", "surrogatepass"))
    except ValueError:
        return clean_text(arguments)
    return value if isinstance(value, dict | list) else clean_text(arguments)


def _named(part: dict[str, Any]) -> str:
    kind = str(part.get("type", "part"))
    source = part.get("source")
    inner = source if isinstance(source, dict) else part
    if isinstance(inner.get("data"), str):
        what = inner.get("media_type") or inner.get("mime_type") or inner.get("format") or ""
        return f"{kind} {what} {size_of(inner['data'])} bytes"
    for key in _URLS:
        value = inner.get(key)
        value = value.get("url", value.get("file_id")) if isinstance(value, dict) else value
        if not isinstance(value, str):
            continue
        found = _DATA_URL.match(value)
        if found is not None:
            return f"{kind} {found.group(1)} {size_of(value[found.end() :])} bytes"
        return f"{kind} {value[:400]}"
    return kind if "type" in part else compact(part)[:2_000]
