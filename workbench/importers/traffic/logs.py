"""Logs of calls as one conversation each: a call adds its new messages and drops those it leaves out."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from workbench.importers.conversations.context import ConversationContext, GivenMessage
from workbench.importers.conversations.parts import objects_in
from workbench.importers.conversations.steps import Rewritten, Steps
from workbench.importers.conversations.usage import NO_USAGE, CallUsage, usage_of
from workbench.importers.files.documents import clean_text
from workbench.importers.messages.responses import ResponsesLog
from workbench.importers.messages.responses_items import key_of as item_key
from workbench.importers.messages.responses_items import summary_of as item_summary
from workbench.importers.traffic.dialects import (
    AnthropicDialect,
    ChatDialect,
    Dialect,
    Message,
    as_stated,
    key_of,
    summary_of,
)
from workbench.importers.traffic.exchanges import RecordedExchange, ServiceProtocol


class Log(Protocol):
    """One conversation, added call by call."""

    def take(self, exchange: RecordedExchange) -> None:
        """Add a call."""


class ChatLog:
    """A conversation in one of the chat protocols."""

    def __init__(self, steps: Steps, dialect: Dialect, version: str) -> None:
        self._steps = steps
        self._dialect = dialect
        self._version = version
        self._context = ConversationContext(steps, version)

    def take(self, exchange: RecordedExchange) -> None:
        """Add a call: the new messages of its request, then its answer."""
        messages = [self._given(message, exchange.time) for message in self._dialect.asked(exchange.request)]
        self._context.take(messages)
        answer = self._dialect.answered(exchange.response)
        if answer is None:
            self._steps.noise += 1
            return
        usage = usage_of(answer.get("usage"))
        summary = summary_of(answer)
        if summary is None:
            number = self._add_message(answer, exchange.time, usage)
            self._context.answered(key_of(answer), number)
            return
        marked = Rewritten(frozenset(), self._version, trigger="api")
        add = partial(self._add_message, answer, exchange.time, usage)
        self._context.take([GivenMessage(key_of(answer), add, clean_text(summary))], marked)

    def _given(self, message: Message, time: str) -> GivenMessage:
        summary = summary_of(message)
        add = partial(self._add_message, message, time, NO_USAGE)
        persistent = message.get("role") in ("system", "developer")
        return GivenMessage(key_of(message), add, summary and clean_text(summary), persistent=persistent)

    def _add_message(self, message: Message, time: str, usage: CallUsage) -> int:
        drafts = as_stated(message, self._dialect.drafts(message, len(self._steps.messages)))
        return self._steps.add_message(
            [message.get("role"), message.get("content"), message.get("tool_calls")],
            drafts,
            own_id=message.get("id") if message.get("role") == "assistant" else None,
            by_model=message.get("role") == "assistant",
            usage=usage,
            timestamp=time,
        )


class ItemLog:
    """A conversation in the items of the Responses API."""

    def __init__(self, steps: Steps, version: str) -> None:
        self._log = ResponsesLog(steps, version)

    def take(self, exchange: RecordedExchange) -> None:
        """Add a call."""
        record = {"request": exchange.request, "response": exchange.response}
        self._log.take(record, (0, 0, 0), exchange.time)


def log_of(service: ServiceProtocol, steps: Steps) -> Log:
    """Return a log for a service."""
    version = f"imported:har/{service.value}"
    if service is ServiceProtocol.RESPONSES:
        return ItemLog(steps, version)
    return ChatLog(
        steps, AnthropicDialect() if service is ServiceProtocol.ANTHROPIC else ChatDialect(), version
    )


def keys_of(exchange: RecordedExchange) -> tuple[list[str], list[str], bool]:
    """Return the keys of a call's input and of its answer, and whether its input has a summary."""
    if exchange.service is ServiceProtocol.RESPONSES:
        asked = exchange.request.get("input")
        listed = [{"role": "user", "content": asked}] if isinstance(asked, str) else objects_in(asked)
        items = [item for item in listed if item.get("role") not in _SYSTEM]
        answers = objects_in(exchange.response.get("output"))
        has_summary = any(item_summary(item) is not None for item in items)
        return [item_key(item) for item in items], [item_key(item) for item in answers], has_summary
    dialect: Dialect = AnthropicDialect() if exchange.service is ServiceProtocol.ANTHROPIC else ChatDialect()
    messages = [each for each in dialect.asked(exchange.request) if each.get("role") not in _SYSTEM]
    answer = dialect.answered(exchange.response)
    has_summary = any(summary_of(message) is not None for message in messages)
    return [key_of(each) for each in messages], [key_of(answer)] if answer else [], has_summary


_SYSTEM = ("system", "developer")
