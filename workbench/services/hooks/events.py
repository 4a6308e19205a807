"""The event that an agent passes to a hook on stdin, which is not trusted: it is limited and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.errors import InputError

MAX_EVENT_BYTES = 4_000_000
"""Largest event that is read, in bytes; a summary in one has tens of kilobytes."""
MAX_NAME = 4_096
"""Longest id or path, in code points."""
MAX_ENTRIES = 200_000
"""Most entry ids that an event of pi may list."""

EVENTS = ("PreCompact", "PostCompact", "SessionStart", "UserPromptSubmit")
"""The events that are handled, by the names that two of the agents use; pi's extension maps to them."""


@dataclass(frozen=True)
class HookEvent:
    """The used fields of one hook call."""

    agent: str
    name: str
    native_id: str
    """The agent's own id of the session."""
    transcript_path: str
    cwd: str = ""
    trigger: str = ""
    """Of a compaction: `manual` or `auto`; of SessionStart its source, such as `compact`."""
    call_id: str = ""
    """The agent's id of the prompt or turn, which distinguishes a call from its repetition."""
    summary: str = ""
    """PostCompact, if the agent sends it: the new summary."""
    first_kept: str = ""
    """pi: the first entry that its own compaction would keep."""
    entry_ids: tuple[str, ...] = ()
    """pi: the entries of the current branch, in order."""
    tokens_before: int | None = None
    """pi: size of the context before the compaction."""


def parse_event(agent: str, name: str, body: bytes) -> HookEvent:
    """Parse the event from the bytes on stdin.

    Raises:
        InputError: it is not one JSON object of the expected fields.
    """
    if len(body) > MAX_EVENT_BYTES:
        raise InputError("the event is over 4 MB", "events of agents are smaller", code="event_invalid")
    try:
        found = json.loads(body.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"the event is not JSON: {str(error)[:200]}", "an agent writes it to stdin", code="event_invalid"
        ) from None
    if not isinstance(found, dict):
        raise InputError(
            "the event is not a JSON object", "an agent writes it to stdin", code="event_invalid"
        )
    text = _text(found, "hook_event_name")
    if text and text != name:
        raise InputError(
            f"the event says {text[:40]!r}, not {name}",
            "the hook is set under another event in the agent's settings; install the hooks again",
            code="event_invalid",
        )
    return HookEvent(
        agent=agent,
        name=name,
        native_id=_text(found, "session_id"),
        transcript_path=_text(found, "transcript_path"),
        cwd=_text(found, "cwd"),
        trigger=_text(found, "source") if name == "SessionStart" else _text(found, "trigger"),
        call_id=_text(found, "prompt_id") or _text(found, "turn_id"),
        summary=_text(found, "compact_summary", MAX_EVENT_BYTES),
        first_kept=_text(found, "first_kept_entry_id"),
        entry_ids=_entries(found),
        tokens_before=_count(found, "tokens_before"),
    )


def _text(found: Mapping[str, Any], key: str, limit: int = MAX_NAME) -> str:
    """Return a text field, empty if it is absent or null.

    Raises:
        InputError: it is not a string, contains a NUL, or is longer than the limit.
    """
    value = found.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > limit or "\0" in value:
        raise InputError(f"the event's {key} is not a plain text", "", code="event_invalid")
    return value


def _count(found: Mapping[str, Any], key: str) -> int | None:
    value = found.get(key)
    return value if type(value) is int and 0 <= value < 1 << 53 else None


def _entries(found: Mapping[str, Any]) -> tuple[str, ...]:
    value = found.get("entry_ids")
    if not isinstance(value, list):
        return ()
    return tuple(each for each in value[:MAX_ENTRIES] if isinstance(each, str) and len(each) <= MAX_NAME)
