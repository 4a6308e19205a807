"""LangChain middleware (and a LangGraph node) that compacts a long conversation and keeps the review.

    agent = create_agent(model, tools, middleware=[CompactionMiddleware("review.duckdb", max_tokens=60_000)])

Requires the extra `langgraph`. Before a model call with too many messages, the older ones are stored, drafted
into a summary and judged; the summary replaces them if the review policy permits.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from langchain.agents.middleware import AgentMiddleware, AgentState
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.messages.utils import count_tokens_approximately
from langgraph.config import get_config
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime

from gates.source import EventKind
from workbench.adapters.reviewed_thread import (
    UNDECIDED,
    ReviewedThread,
    events_covered,
    kept_whole,
    messages_of,
)
from workbench.services.runs.run_events import tool_call
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies.keeping import RunEvent
from workbench.strategies.reviewing import ReviewPolicy

_LOG = logging.getLogger(__name__)
_NO_THREAD = "langgraph"


class CompactionMiddleware(AgentMiddleware[AgentState[Any], Any]):
    """Compacts with a strategy of the workbench once the messages exceed `max_tokens`.

    Args:
        store: the store's file, created if it does not exist.
        max_tokens: limit for all messages, as counted by `count`.
        keep: number of final messages that always stay.
        strategy: the drafting strategy, without a model.
        review: decides whether a draft applies; by default it applies at once, unreviewed.
        thread_id: name of the conversation; None takes the one of the graph's configuration.
        count: counts the tokens of messages.
    """

    def __init__(
        self,
        store: str,
        *,
        max_tokens: int = 100_000,
        keep: int = 8,
        strategy: str = "intentional",
        review: ReviewPolicy | None = None,
        thread_id: str | None = None,
        count: Callable[[Sequence[AnyMessage]], int] = count_tokens_approximately,
    ) -> None:
        super().__init__()
        self._keeper = StoreKeeper.open(store)
        self._most, self._keep, self._count = max_tokens, max(1, keep), count
        self._strategy, self._review, self._thread_id = strategy, review or ReviewPolicy(), thread_id
        self._threads: dict[str, ReviewedThread] = {}

    def before_model(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:  # noqa: ARG002
        """Return the compacted messages, or None if they stay as they are."""
        return self.compact(state["messages"])

    def __call__(self, state: dict[str, Any]) -> dict[str, Any]:
        """Run as a node of a graph whose state has `messages`."""
        return self.compact(state["messages"]) or {}

    def compact(self, messages: Sequence[AnyMessage]) -> dict[str, Any] | None:
        """Return the state update.

        All messages removed, then the system messages, the summary and the last ones.
        """
        if self._count(messages) <= self._most:
            return None
        head = [each for each in messages if isinstance(each, SystemMessage)]
        stated = [each for each in messages if not isinstance(each, SystemMessage)]
        position = events_covered(stated[0].text) if stated and isinstance(stated[0], HumanMessage) else 0
        fresh = stated[1:] if position else stated
        cut = kept_whole([_role(each) for each in fresh], self._keep)
        groups = [_events(each) for each in fresh[:cut]]
        if not any(groups):
            return None
        thread = self._thread()
        try:
            text, count = thread.compacted(position, [event for group in groups for event in group])
        except UNDECIDED as error:
            _LOG.warning("the context stays as it is: %s", error)
            return None
        summary = HumanMessage(text, additional_kwargs={"lc_source": "summarization"})
        rest = fresh[messages_of(groups, count - position) :]
        return {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), *head, summary, *rest]}

    def _thread(self) -> ReviewedThread:
        name = self._thread_id or _configured() or _NO_THREAD
        if name not in self._threads:
            self._threads[name] = ReviewedThread(name, self._keeper, self._strategy, self._review)
        return self._threads[name]


def _configured() -> str | None:
    """Return the thread of the running graph; None outside of one."""
    try:
        found = get_config().get("configurable", {}).get("thread_id")
    except RuntimeError:
        return None
    return None if found is None else str(found)


def _role(message: AnyMessage) -> str:
    if isinstance(message, ToolMessage):
        return "result"
    return "call" if isinstance(message, AIMessage) and message.tool_calls else "words"


def _events(message: AnyMessage) -> list[RunEvent]:
    """Convert a message to events: its text, then its tool calls; or a result."""
    text = message.text
    if isinstance(message, ToolMessage):
        failed = message.status == "error"
        return [RunEvent(EventKind.TOOL_RESULT, text, message.tool_call_id, message.name or "", failed)]
    if not isinstance(message, AIMessage):
        return [RunEvent(EventKind.USER, text)] if text.strip() else []
    run_events = [RunEvent(EventKind.ASSISTANT, text)] if text.strip() else []
    return run_events + [
        tool_call(each["name"], each["args"], each["id"] or "") for each in message.tool_calls
    ]
