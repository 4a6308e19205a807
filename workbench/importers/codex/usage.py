"""Token counts of a Codex rollout: which belong to a model call, and where one call ends.

`token_count` events are repeated, and after a compaction they contain figures of no call; input includes
cached tokens here.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class CodexUsage(NamedTuple):
    """Token counts of one model call."""

    context: int
    """Input tokens, the cached ones included; 0 if the record belongs to no call."""
    output: int
    """Output tokens without reasoning."""
    total: int
    running: int
    """Tokens of all calls up to this one; two records of one call agree in it."""


def usage_of(payload: dict[str, Any]) -> CodexUsage | None:
    """Return the usage in a `token_count` event; None if it contains none."""
    info = payload.get("info")
    if not isinstance(info, dict):
        return None
    last, every = info.get("last_token_usage"), info.get("total_token_usage")
    if not isinstance(last, dict):
        return None
    running = count(every, "total_tokens") if isinstance(every, dict) else 0
    output = count(last, "output_tokens") - count(last, "reasoning_output_tokens")
    return CodexUsage(count(last, "input_tokens"), max(0, output), count(last, "total_tokens"), running)


def count(value: object, key: str) -> int:
    """Return a count of a usage object; 0 if it is missing."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else 0


class Responses:
    """Grouping of items into model responses; a response has the id of its first item."""

    def __init__(self) -> None:
        self._current: str | None = None
        self._running = -1

    def item(self, native_id: str) -> str:
        """Return the id of the response that this item belongs to."""
        if self._current is None:
            self._current = native_id
        return self._current

    def end(self) -> None:
        """End the response: it is complete, or was interrupted."""
        self._current = None

    def ends_with(self, usage: CodexUsage) -> bool:
        """Return whether a usage is the first one of the response, and if so end the response."""
        if usage.running and usage.running == self._running:
            return False
        self._running = usage.running
        self._current = None
        return True
