"""A session for the OpenAI Agents SDK that compacts a long conversation and keeps the review.

    session = ReviewedSession(SQLiteSession("chat-1"), "review.duckdb", max_tokens=60_000)
    await Runner.run(agent, "Hello", session=session)

Requires the extra `openai-agents`. It wraps a session that keeps the items; compacted items are in the store.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from agents.items import TResponseInputItem
from agents.memory import Session, SessionABC

from gates.source import EventKind
from workbench.adapters.reviewed_thread import (
    UNDECIDED,
    ReviewedThread,
    events_covered,
    kept_whole,
    messages_of,
)
from workbench.importers.events.tokens import DEFAULT_FACTOR, estimate
from workbench.services.runs.run_events import tool_call
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies.keeping import RunEvent
from workbench.strategies.reviewing import ReviewPolicy

_LOG = logging.getLogger(__name__)
_CALLS = (
    "function_call",
    "custom_tool_call",
    "local_shell_call",
    "shell_call",
    "apply_patch_call",
    "computer_call",
)


class ReviewedSession(SessionABC):
    """A session that replaces older items by a reviewed summary once they exceed `max_tokens`.

    Args:
        underlying: keeps the items, such as an `SQLiteSession`.
        store: the store's file, created if it does not exist.
        max_tokens: limit for all items, estimated from their length.
        keep: number of final items that always stay.
        strategy: the drafting strategy, without a model.
        review: decides whether a draft applies; by default it applies at once, unreviewed.
    """

    def __init__(
        self,
        underlying: Session,
        store: str,
        *,
        max_tokens: int = 100_000,
        keep: int = 8,
        strategy: str = "intentional",
        review: ReviewPolicy | None = None,
    ) -> None:
        self.session_id = underlying.session_id
        self.session_settings = underlying.session_settings
        self._underlying = underlying
        self._most, self._keep = max_tokens, max(1, keep)
        self._changing = asyncio.Lock()
        """Held while the underlying session is being changed."""
        self._compacting = False
        keeper = StoreKeeper.open(store)
        self._thread = ReviewedThread(self.session_id, keeper, strategy, review or ReviewPolicy())

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Return the items in compacted form, oldest first."""
        async with self._changing:
            found: list[TResponseInputItem] = await self._underlying.get_items(limit)
            return found

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Add items and, if there are too many, compact the older ones, one compaction at a time."""
        async with self._changing:
            await self._underlying.add_items(items)
            everything = await self._underlying.get_items()
        if self._compacting:
            return
        self._compacting = True
        try:
            compacted = await asyncio.to_thread(self._compacted, everything)
        finally:
            self._compacting = False
        if compacted is not None:
            await asyncio.shield(
                self._replace(everything, compacted)
            )  # a cancelled task leaves no half of it

    async def pop_item(self) -> TResponseInputItem | None:
        """Remove the last item; compacted items stay in the store."""
        async with self._changing:
            return await self._underlying.pop_item()

    async def clear_session(self) -> None:
        """Remove all items; compacted items stay in the store."""
        async with self._changing:
            await self._underlying.clear_session()

    async def _replace(self, read: list[TResponseInputItem], compacted: list[TResponseInputItem]) -> None:
        """Replace the items that were read by `compacted`; items added meanwhile follow it.

        Nothing is replaced if the session no longer begins with the items read. If the underlying session
        fails, its items are restored.
        """
        async with self._changing:
            now = await self._underlying.get_items()
            if now[: len(read)] != read:
                return
            await self._underlying.clear_session()
            try:
                await self._underlying.add_items([*compacted, *now[len(read) :]])
            except BaseException:
                await self._underlying.clear_session()
                await self._underlying.add_items(now)
                raise

    def _compacted(self, items: list[Any]) -> list[Any] | None:
        if estimate(json.dumps(items, ensure_ascii=False, default=str), DEFAULT_FACTOR) <= self._most:
            return None
        position = events_covered(_text(items[0]))
        fresh = items[1:] if position else items
        cut = kept_whole([_role(each) for each in fresh], self._keep)
        groups = [_events(each) for each in fresh[:cut]]
        if not any(groups):
            return None
        try:
            text, count = self._thread.compacted(position, [event for group in groups for event in group])
        except UNDECIDED as error:
            _LOG.warning("the session stays as it is: %s", error)
            return None
        rest = fresh[messages_of(groups, count - position) :]
        return [{"role": "user", "content": text}, *rest]


def _role(item: dict[str, Any]) -> str:
    kind = str(item.get("type", ""))
    if kind in ("reasoning", *_CALLS):  # reasoning must not part from the call that it led to
        return "call"
    return "result" if kind.endswith("_output") else "words"


def _text(item: dict[str, Any]) -> str:
    content = item.get("content", item.get("output", ""))
    if isinstance(content, list):
        parts = [part.get("text", "") for part in content if isinstance(part, dict)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, default=str)


def _events(item: dict[str, Any]) -> list[RunEvent]:
    """Convert an item to events; reasoning becomes none."""
    kind, call_id = str(item.get("type", "message")), str(item.get("call_id", ""))
    if kind.endswith("_output"):
        return [RunEvent(EventKind.TOOL_RESULT, _text(item), call_id)]
    if kind in _CALLS:
        return [tool_call(str(item.get("name", kind)), _arguments(item), call_id)]
    text = _text(item)
    if kind != "message" or not text.strip():
        return []
    roles = {"user": EventKind.USER, "assistant": EventKind.ASSISTANT}
    return [RunEvent(roles.get(str(item.get("role")), EventKind.SYSTEM), text)]


def _arguments(item: dict[str, Any]) -> dict[str, Any]:
    given = item.get("arguments", item.get("input", item.get("action")))
    try:
        value = json.loads(given) if isinstance(given, str) else given
    except ValueError:
        value = given
    return value if isinstance(value, dict) else {"input": value}
