"""The replacement history of a compaction in a Codex rollout: what it keeps, and its summary.

A `replacement_history` repeats what is kept verbatim and names no record, so its items are matched by their
words. The module sees texts and ordinals, never the file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workbench.importers.codex.contents import SUMMARY_PREAMBLE, dicts, message_text, without_preamble
from workbench.importers.events.tokens import estimate

_SEALED = ("compaction", "compaction_summary", "context_compaction")
_CUT = "tokens truncated"
"""Marker in the middle of a message that was shortened to fit."""
_SURE = 200
"""Characters of a shortened message by which it is matched."""
_USER_TOKENS = 20_000
"""Token budget for the newest user messages that stay, if no history is recorded."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a compaction."""

    text: str | None
    """The summary's text; None if it is encrypted, or was removed from the file."""
    shown: str
    """The text of the summary's event."""
    in_history: bool = False
    """Whether it is the last message of the replacement history."""


class SpokenMessages:
    """The messages so far, indexed by their words."""

    def __init__(self) -> None:
        self._whole: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
        self._begun: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
        self._human: list[tuple[int, int, int]] = []

    def add(self, role: str, text: str, first: int, last: int, *, human: bool) -> None:
        """Add a message of the main line with its first and last ordinal."""
        if last < first or not text:
            return
        self._whole[role, hash(text)].append((first, last))
        if len(text) >= _SURE:
            self._begun[role, hash(text[:_SURE])].append((first, last))
        if human:
            self._human.append((first, last, estimate(text, 4.0)))

    def kept(self, history: list[dict[str, Any]]) -> tuple[set[int], list[dict[str, Any]]]:
        """Return the ordinals of the events that a history repeats, and its messages that repeat none.

        The newest of equal messages are used: what does not fit is left out from the oldest on.
        """
        used: set[tuple[int, int]] = set()
        ordinals: set[int] = set()
        strange: list[dict[str, Any]] = []
        for item in reversed(history):
            span = self._find(item, used)
            if span is None:
                strange.append(item)
                continue
            used.add(span)
            ordinals.update(range(span[0], span[1] + 1))
        return ordinals, strange[::-1]

    def newest_human(self) -> set[int]:
        """Return what stays if no history is recorded: the newest human messages that fit."""
        left, ordinals = _USER_TOKENS, set[int]()
        for first, last, tokens in reversed(self._human):
            left -= tokens
            if left < 0:
                break
            ordinals.update(range(first, last + 1))
        return ordinals

    def _find(self, item: dict[str, Any], used: set[tuple[int, int]]) -> tuple[int, int] | None:
        role, text = str(item.get("role", "")), message_text(item.get("content"))
        places = self._whole.get((role, hash(text)), [])
        if not places and _CUT in text:
            places = self._begun.get((role, hash(text[:_SURE])), [])
        return next((span for span in reversed(places) if span not in used), None)


def history_of(payload: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the messages of the replacement history; None if none is recorded."""
    history = payload.get("replacement_history")
    if not isinstance(history, list):
        return None
    return [item for item in dicts(history) if item.get("type") == "message"]


def before_summary(payload: dict[str, Any], summary: Summary) -> list[dict[str, Any]]:
    """Return the items before the summary in the replacement history, tool calls included."""
    items = list(dicts(payload.get("replacement_history")))
    if items and items[-1].get("type") == "message":
        text = without_preamble(message_text(items[-1].get("content")))
        if summary.in_history or text == (summary.text or "").strip():
            return items[:-1]
    return items


def summary_of(payload: dict[str, Any], *, first: bool) -> Summary:
    """Return the summary of a compaction.

    Args:
        payload: the `compacted` record.
        first: no event precedes the record: its history repeats nothing, and its last
            message is the summary, as in a session file made to be resumed.
    """
    message = payload.get("message")
    if isinstance(message, str) and message.strip():
        text = without_preamble(message)
        return Summary(text, text)
    for item in _sealed(payload):
        size = len(str(item.get("encrypted_content") or ""))
        return Summary(None, f"[encrypted summary {size} bytes]")
    last = (history_of(payload) or [{}])[-1]
    words = message_text(last.get("content")) if last.get("role") == "user" else ""
    if words.startswith(SUMMARY_PREAMBLE) or (first and words):
        text = without_preamble(words)
        return Summary(text, text, in_history=True)
    return Summary(None, "[encrypted summary, not in this file]")


def _sealed(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for item in dicts(payload.get("replacement_history")):
        if item.get("type") in _SEALED:
            yield item
