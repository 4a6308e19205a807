"""One sample of an Inspect log as steps: inputs and answers of its model calls, and its compactions.

A call without any message of the sample's own conversation, such as a scorer's, becomes a sidechain.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from workbench.importers.conversations.context import ConversationContext, GivenMessage
from workbench.importers.conversations.parts import objects_in, text_of
from workbench.importers.conversations.steps import Rewritten, Steps, is_too_deep
from workbench.importers.conversations.usage import NO_USAGE, CallUsage, count, usage_of
from workbench.importers.files.documents import compact
from workbench.importers.inspect.messages import InspectMessages, refusal_of

_TRIGGERS = {"threshold": "auto", "forced": "manual"}
_UNSEEN = "a compaction after which no model call shows what was left"


class SampleReader:
    """Converter of one sample to steps."""

    def __init__(self, steps: Steps, sample: dict[str, Any], version: str) -> None:
        self._steps = steps
        self._sample = sample
        self._version = version
        self._messages = InspectMessages(sample.get("attachments"))
        self._main = ConversationContext(steps, version, trims=True)
        self._sidechains: list[tuple[str, ConversationContext]] = []
        self._spans: dict[str, str] = {}
        self._pending: Rewritten | None = None
        self._wrote_summary = False
        """Whether the pending compaction wrote a summary."""
        self._summarised = NO_USAGE
        """Tokens of the call that wrote it."""
        self._keys: set[str] = set()
        """Keys of all messages so far."""
        self._first: dict[str, str] = {}
        """The first text of each tool result, by its key."""
        listed = sample.get("messages")
        self._final = steps.readable(listed, "message") if isinstance(listed, list) else []
        self._own = {self._key(message) for message in self._final if message.get("role") != "system"}

    def emit(self) -> None:
        """Add all steps: the model calls in order, then what only the final messages contain."""
        events = objects_in(self._sample.get("events"))
        for number, event in enumerate(events):
            if is_too_deep(event):
                self._steps.skip(0, f"event {number + 1} is nested too deeply")
            else:
                self._event(event, events, number)
        if self._pending is not None:
            self._steps.skip(0, _UNSEEN, was_read=True)
        self._rest()

    def _event(self, event: dict[str, Any], events: list[dict[str, Any]], number: int) -> None:
        kind = event.get("event")
        if kind == "model":
            following = next((each for each in events[number + 1 :] if not _is_span(each)), {})
            if following.get("event") == "compaction" and following.get("type") == "summary":
                self._summarises(event)
            else:
                self._call(event)
            return
        self._steps.noise += 1
        if kind == "compaction":
            self._compaction(event)
        elif kind == "span_begin":
            self._spans[str(event.get("id"))] = str(event.get("name") or event.get("type") or "")
        elif kind == "approval" and (refused := refusal_of(event)) is not None:
            self._messages.refused(*refused)

    def _summarises(self, event: dict[str, Any]) -> None:
        """Skip a call that writes a summary; its input, except the request, precedes the compaction."""
        self._steps.noise += 1
        self._summarised = _usage(event)
        messages = [(self._key(message), message) for message in self._input(event)[:-1]]
        self._main.learn([self._given(key, each, event.get("timestamp"), None) for key, each in messages])

    def _compaction(self, event: dict[str, Any]) -> None:
        metadata = event.get("metadata")
        stated = metadata.get("trigger") if isinstance(metadata, dict) else None
        self._wrote_summary = event.get("type", "summary") == "summary"
        self._pending = Rewritten(
            frozenset(),
            self._version,
            trigger=_TRIGGERS.get(str(stated), "unknown"),
            before=count(event.get("tokens_before")),
            after=count(event.get("tokens_after")),
            cost=self._summarised,
        )
        self._summarised = NO_USAGE

    def _call(self, event: dict[str, Any]) -> None:
        when = event.get("timestamp")
        messages = self._input(event)
        stated = [(self._key(message), message) for message in messages]
        sidechain, context = self._conversation(event, stated)
        listed = [self._given(key, message, when, sidechain) for key, message in stated]
        marked = None
        if sidechain is None:
            marked, self._pending = self._pending, None
        context.take(listed, marked, summarised=self._wrote_summary)
        answer = _answer(event)
        if answer is None:
            self._steps.noise += 1
            return
        number = self._add_message(answer, when, sidechain, _usage(event))
        context.answered(self._key(answer), number)

    def _conversation(
        self, event: dict[str, Any], stated: list[tuple[str, dict[str, Any]]]
    ) -> tuple[str | None, ConversationContext]:
        keys = [key for key, message in stated if message.get("role") != "system"]
        answer = _answer(event)
        mine = {*keys, self._key(answer)} if answer is not None else set(keys)
        if mine & self._own or any(self._main.holds(key) for key in keys) or not self._own:
            return None, self._main
        for sidechain, context in self._sidechains:
            if any(context.holds(key) for key in keys):
                return sidechain, context
        name = self._spans.get(str(event.get("span_id")), "") or "call"
        sidechain = f"{name[:40]}-{len(self._sidechains) + 1}"
        self._sidechains.append((sidechain, ConversationContext(self._steps, self._version)))
        return self._sidechains[-1]

    def _input(self, event: dict[str, Any]) -> list[dict[str, Any]]:
        messages = event.get("input")
        refs = event.get("input_refs")
        data = self._sample.get("events_data")
        pool = data.get("messages") if isinstance(data, dict) else None
        if isinstance(refs, list) and isinstance(pool, list):
            messages = [each for ref in refs for each in _slice(pool, ref)]
        return objects_in(messages)

    def _given(self, key: str, message: dict[str, Any], when: object, sidechain: str | None) -> GivenMessage:
        summary = self._messages.summary(message)
        add = partial(self._add_message, message, when, sidechain, NO_USAGE)
        persistent = message.get("role") == "system"
        return GivenMessage(key, add, summary, altered=self._is_altered(key, message), persistent=persistent)

    def _is_altered(self, key: str, message: dict[str, Any]) -> bool:
        if message.get("role") != "tool":
            return False
        text = text_of(self._messages.content(message))
        return self._first.setdefault(key, text) != text

    def _key(self, message: dict[str, Any]) -> str:
        if message.get("role") == "tool" and isinstance(message.get("tool_call_id"), str):
            return f"tool:{message['tool_call_id']}"
        calls = objects_in(message.get("tool_calls"))
        if calls:
            return compact(["calls", *(each.get("id") for each in calls)])
        return compact([message.get("role"), text_of(self._messages.spoken(message))])

    def _add_message(
        self, message: dict[str, Any], when: object, sidechain: str | None, usage: CallUsage
    ) -> int:
        self._keys.add(self._key(message))
        self._steps.sidechain = sidechain
        return self._steps.add_message(
            message,
            self._messages.drafts(message, len(self._steps.messages)),
            own_id=message.get("id"),
            by_model=message.get("role") == "assistant",
            usage=usage,
            timestamp=when,
        )

    def _rest(self) -> None:
        """Add the messages after the last model call, or of a sample without calls."""
        known = [n for n, message in enumerate(self._final) if self._key(message) in self._keys]
        last = known[-1] if known else -1
        for message in self._final[last + 1 :]:
            self._last(message)

    def _last(self, message: dict[str, Any]) -> None:
        """Add a message that no call contains; an unannounced summary compacts everything before it."""
        summary = self._messages.summary(message) if self._pending is None else None
        rewritten = Rewritten(frozenset(), self._version, text=summary)
        if summary is not None:
            if self._steps.nobody_spoke(len(self._steps.messages)):
                self._steps.scope_complete = False
            self._steps.rewrite(rewritten)
        rewritten.summary = self._add_message(message, self._sample.get("completed_at"), None, NO_USAGE)


def _answer(event: dict[str, Any]) -> dict[str, Any] | None:
    output = event.get("output")
    choices = output.get("choices") if isinstance(output, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    return {"role": "assistant", **message} if isinstance(message, dict) else None


def _usage(event: dict[str, Any]) -> CallUsage:
    output = event.get("output")
    if not isinstance(output, dict):
        return NO_USAGE
    usage = usage_of(output.get("usage"))
    return CallUsage(count(output.get("input_context_tokens")) or usage.prompt, usage.output)


def _is_span(event: dict[str, Any]) -> bool:
    return event.get("event") in ("span_begin", "span_end", "step")


def _slice(pool: list[Any], ref: object) -> list[Any]:
    if not isinstance(ref, list) or len(ref) != 2 or not all(isinstance(each, int) for each in ref):
        return []
    return pool[max(ref[0], 0) : max(ref[1], 0)]
