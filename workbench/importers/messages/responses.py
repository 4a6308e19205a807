"""Requests and responses of the OpenAI Responses API as one conversation, added record by record.

A request may repeat the conversation, or name the response that it follows (`previous_response_id`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from workbench.importers.conversations.context import ConversationContext, GivenMessage
from workbench.importers.conversations.steps import NOWHERE, Place, Rewritten, Steps
from workbench.importers.conversations.times import iso_time
from workbench.importers.conversations.usage import NO_USAGE, CallUsage, usage_of
from workbench.importers.events.timeline import Calls
from workbench.importers.messages.responses_items import (
    COMPACTIONS,
    ResponsesItems,
    is_by_model,
    key_of,
    summary_of,
)

_COMPACTED = "response.compaction"
_KEPT = ("user", "system", "developer")
_STANDING = ("system", "developer")
_ITEMS = ("output", "items", "data")


class ResponsesLog:
    """One conversation; `finish` adds what is still pending."""

    def __init__(self, steps: Steps, version: str) -> None:
        self._steps = steps
        self._version = version
        self._drafts = ResponsesItems(Calls())
        self._context = ConversationContext(steps, version)
        self._call = 0
        """Number of the model call that items currently come from."""
        self._answering = False
        self._loose: list[tuple[dict[str, Any], Place]] = []
        """Items that are single records of the file."""

    def take(self, value: object, place: Place, timestamp: object = None) -> None:
        """Take a record of a log: a request, a response, an exchange of both, or a single item."""
        if not isinstance(value, dict):
            self._steps.skip(place[0], "neither an item nor a request")
            return
        request, response = value.get("request"), value.get("response")
        if isinstance(request, dict) or isinstance(response, dict):
            if isinstance(request, dict):
                self._request(request, place, timestamp)
            if isinstance(response, dict):
                self._response(response, place, timestamp)
        elif "input" in value and value.get("object") != "response":
            self._request(value, place, timestamp)
            if isinstance(value.get("output"), list):
                self._response(value, place, timestamp)
        elif any(isinstance(value.get(key), list) for key in _ITEMS) and "type" not in value:
            self._response(value, place, timestamp)
        elif "type" in value or "role" in value:
            self._loose.append((value, place))
        else:
            self._steps.noise += 1

    def items(self, values: list[Any], place: Place = NOWHERE) -> None:
        """Take a list of items that is the conversation."""
        self._loose += [(each, place) for each in self._steps.readable(values, "item", place[0])]

    def finish(self) -> None:
        """Add the items that are single records of the file."""
        messages = [self._given(item, place, None, NO_USAGE) for item, place in self._loose]
        first = next((number for number, each in enumerate(messages) if each.summary is not None), None)
        if first is not None and not len(self._context):
            self._first([item for item, _ in self._loose[: first + 1]], messages[: first + 1])
            messages = messages[first + 1 :]
        for each in messages:
            if each.summary is not None and len(self._context):
                self._compacted(each)
            else:
                self._add([each])

    def _request(self, body: dict[str, Any], place: Place, timestamp: object) -> None:
        self._name(body)
        given = body.get("input")
        if isinstance(given, str):
            given = [{"role": "user", "content": given}]
        if not isinstance(given, list):
            self._steps.noise += 1
            return
        items = self._steps.readable(given, "item of a request", place[0])
        instructions = body.get("instructions")
        if isinstance(instructions, str) and instructions:
            items = [{"role": "system", "content": instructions}, *items]
        messages = [self._given(item, place, timestamp, NO_USAGE) for item in items]
        if body.get("previous_response_id") or body.get("conversation"):
            self._add([each for each in messages if not self._context.holds(each.key)])
        elif not len(self._context) and any(each.summary is not None for each in messages):
            self._first(items, messages)
        else:
            self._context.take(messages)

    def _first(self, items: list[dict[str, Any]], messages: list[GivenMessage]) -> None:
        """Add the first list of a file: a compaction item in it replaces the items before it.

        If those are only messages to the model, they are what was kept, and the replaced events are in no
        file.
        """
        last = max(number for number, each in enumerate(messages) if each.summary is not None)
        stayed = all(item.get("role") in _KEPT for item in items[:last])
        self._add(messages[:last])
        if stayed:
            self._steps.scope_complete = False
        if len(self._context):
            self._compacted(messages[last], messages[:last] if stayed else [])
        else:
            self._context.take([messages[last]])
        self._add(messages[last + 1 :])

    def _response(self, body: dict[str, Any], place: Place, timestamp: object) -> None:
        self._name(body)
        key = next((key for key in _ITEMS if isinstance(body.get(key), list)), None)
        if key is None:
            self._steps.noise += 1
            return
        items = self._steps.readable(body[key], "item of a response", place[0])
        usage = usage_of(body.get("usage"))
        when = timestamp or iso_time(body.get("created_at"))
        self._answering = False
        if body.get("object") == _COMPACTED:
            self._standalone(items, place, when, usage)
            return
        for item in items:
            stated = self._given(item, place, when, usage if is_by_model(item) else NO_USAGE)
            if self._context.holds(stated.key) and not is_by_model(item):
                continue
            usage = NO_USAGE if is_by_model(item) else usage
            if stated.summary is not None:
                self._compacted(stated)
            else:
                self._context.answered(stated.key, stated.add())

    def _standalone(self, items: list[dict[str, Any]], place: Place, when: object, usage: CallUsage) -> None:
        """Take the output of `/responses/compact`: the items that stay, and the compaction item."""
        stated = [self._given(item, place, when, NO_USAGE) for item in items]
        sealed = next((item for item in items if item.get("type") in COMPACTIONS), None)
        if not len(self._context):
            self._steps.scope_complete = False
            self._add([each for each in stated if each.summary is None])
        if sealed is None:
            self._steps.noise += 1
            return
        self._context.take(stated, Rewritten(frozenset(), self._version, trigger="api", cost=usage))

    def _compacted(self, summary: GivenMessage, kept: Sequence[GivenMessage] = ()) -> None:
        """Add a compaction item: it replaces all items before it, except those that are kept."""
        self._context.take([*kept, summary], Rewritten(frozenset(), self._version, trigger=summary.trigger))

    def _add(self, messages: list[GivenMessage]) -> None:
        for each in messages:
            self._context.answered(each.key, each.add())

    def _given(self, item: dict[str, Any], place: Place, timestamp: object, usage: CallUsage) -> GivenMessage:
        trigger = "api" if item.get("type") in COMPACTIONS else "unknown"
        add = partial(self._add_message, item, place, timestamp, usage)
        persistent = item.get("role") in _STANDING
        return GivenMessage(key_of(item), add, summary_of(item), trigger, persistent=persistent)

    def _add_message(self, item: dict[str, Any], place: Place, timestamp: object, usage: CallUsage) -> int:
        by_model = is_by_model(item)
        self._call += by_model and not self._answering
        self._answering = by_model
        drafts = self._drafts.drafts(item, len(self._steps.messages))
        return self._steps.add_message(
            item,
            drafts,
            own_id=item.get("id"),
            by_model=by_model,
            usage=usage,
            timestamp=timestamp,
            call=self._call if by_model else None,
            place=place,
        )

    def _name(self, body: dict[str, Any]) -> None:
        found = body.get("conversation")
        found = found.get("id") if isinstance(found, dict) else found
        found = found or body.get("session_id") or body.get("conversation_id")
        if isinstance(found, str) and not self._steps.native_id:
            self._steps.native_id = found
