"""Importer for message dumps of LangChain and LangGraph: message lists, a state, or a thread's states.

A history of states contains each step's context, so it shows exactly what a summary replaced; a single state
contains only what was left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from workbench.importers.base import TranscriptReading
from workbench.importers.conversations.context import ConversationContext, GivenMessage
from workbench.importers.conversations.files import nothing_in, records_of
from workbench.importers.conversations.reading import StepReading
from workbench.importers.conversations.steps import NOWHERE, Place, Rewritten, Steps
from workbench.importers.events.timeline import Calls
from workbench.importers.files.documents import compact, peek
from workbench.importers.messages.langchain_messages import ALL, LangChainMessage, message_of

_VERSION = "imported:langchain/unknown"
_STATES = ("values", "channel_values")


class LangChainImporter:
    """Importer for the JSON output of `messages_to_dict`, `dumpd`, `model_dump` and of LangGraph's states."""

    name = "langchain"

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file begins with a dumped message, or with a state that contains messages."""
        del name
        values = peek(head)
        first = values[0] if values else None
        if isinstance(first, list):
            first = first[0] if first else None
        if message_of(first) is not None:
            return True
        messages = _messages_of(first)
        if messages:
            return message_of(messages[0]) is not None
        return isinstance(first, dict) and isinstance(first.get("values"), dict) and "config" in first

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a dump.

        Raises:
            InputError: the file cannot be read, or contains no dumped message.
        """
        steps = Steps()
        thread = _Thread(steps)
        states: list[tuple[dict[str, Any], Place]] = []
        for record in records_of(path, steps):
            for value in _flattened(record.value):
                if _messages_of(value) is not None and isinstance(value, dict):
                    states.append((value, record.place))
                else:
                    thread.message(value, record.place)
        for state, place in _in_order(states):
            thread.state(state, place)
        if not steps.messages:
            raise nothing_in(path, "no LangChain messages", steps.skipped)
        return StepReading(self.name, steps)


class _Thread:
    """One thread, read from single messages or from states."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._calls = Calls()
        self._context = ConversationContext(steps, _VERSION, trims=True)
        self._held: dict[str, int] = {}
        """Message numbers by id, for messages of a plain list that were not removed."""
        self._removed = False
        self._number = 0

    def state(self, state: dict[str, Any], place: Place) -> None:
        """Add the messages that the thread contained in this state."""
        self._steps.native_id = self._steps.native_id or _thread_id(state)
        created = state.get("created_at") or state.get("ts")
        messages: list[GivenMessage] = []
        for number, value in enumerate(_messages_of(state) or (), 1):
            message = message_of(value)
            if message is None:
                self._steps.skip(place[0], f"message {number} of a state is not a LangChain message")
                continue
            if message.kind == "remove":
                self._steps.noise += 1
                continue
            key = message.own_id or compact([message.kind, message.data.get("content")])
            add = partial(self._add_message, message, place, created)
            persistent = message.kind == "system"
            messages.append(GivenMessage(key, add, message.summary, _trigger(message), persistent=persistent))
        self._context.take(messages)

    def message(self, value: object, place: Place) -> None:
        """Add a message of a plain list; one that removes other messages gives no event."""
        self._number += 1
        message = message_of(value)
        if message is None:
            reason = f"record {self._number} is not a LangChain message"
            self._steps.skip(place[0], reason)
        elif message.kind == "remove":
            self._remove(message)
        else:
            self._listed(message, place)

    def _remove(self, message: LangChainMessage) -> None:
        self._steps.noise += 1
        self._removed = True
        if message.own_id == ALL:
            self._held.clear()
        self._held.pop(message.own_id, None)

    def _listed(self, message: LangChainMessage, place: Place) -> None:
        summary = message.summary
        if summary is not None and self._steps.nobody_spoke(len(self._steps.messages)):
            self._steps.scope_complete = False
        if message.own_id and message.own_id in self._held:
            self._steps.noise += 1  # repeated after a removal of all messages
            return
        known = [n for n, step in enumerate(self._steps.messages) if step.content_id == message.own_id]
        if message.own_id and known:
            self._held[message.own_id] = known[0]
            self._kept_again(known[0])
            return
        rewritten = None
        if summary is not None or (self._steps.messages and self._removed):
            kept = frozenset(self._held.values()) if self._removed else frozenset()
            text = None if summary is None else summary or None
            rewritten = Rewritten(kept, _VERSION, text=text, trigger=_trigger(message))
            self._steps.rewrite(rewritten)
            self._removed = False
        number = self._add_message(message, place, None)
        if rewritten is not None and summary is not None:
            rewritten.summary = number
        self._held[message.own_id or f"#{number}"] = number

    def _kept_again(self, number: int) -> None:
        """Record that a message was kept: all were removed, and it is repeated after the summary."""
        self._steps.noise += 1
        if self._steps.rewrites:
            self._steps.rewrites[-1][1].kept |= {number}

    def _add_message(self, message: LangChainMessage, place: Place, created: object) -> int:
        drafts = message.drafts(self._calls, len(self._steps.messages))
        return self._steps.add_message(
            [message.kind, message.data],
            drafts,
            own_id=message.own_id,
            by_model=message.kind in ("ai", "assistant"),
            usage=message.usage,
            timestamp=created,
            place=place if place[0] else NOWHERE,
        )


def _trigger(message: LangChainMessage) -> str:
    return "auto" if message.automatic else "unknown"


def _flattened(value: object) -> Iterator[object]:
    """Yield the records of a value: the elements of a list, the messages of an object that is not a state."""
    if isinstance(value, list):
        for each in value:
            yield from _flattened(each) if isinstance(each, list) else (each,)
    elif isinstance(value, dict) and message_of(value) is None and not _is_state(value):
        messages = value.get("messages")
        yield from messages if isinstance(messages, list) else (value,)
    else:
        yield value


def _is_state(value: dict[str, Any]) -> bool:
    return any(isinstance(value.get(key), dict) for key in (*_STATES, "checkpoint"))


def _messages_of(value: object) -> list[Any] | None:
    """Return the messages of a state from any of the usual places; None if the value is not a state."""
    if not isinstance(value, dict):
        return None
    places = [value, value.get("values"), value.get("channel_values"), value.get("checkpoint")]
    checkpoint = value.get("checkpoint")
    if isinstance(checkpoint, dict):
        places.append(checkpoint.get("channel_values"))
    for place in places:
        messages = place.get("messages") if isinstance(place, dict) else None
        if isinstance(messages, list):
            return messages
    return None


def _thread_id(state: dict[str, Any]) -> str:
    config = state.get("config")
    for place in (config.get("configurable") if isinstance(config, dict) else None, state.get("checkpoint")):
        found = place.get("thread_id") if isinstance(place, dict) else None
        if isinstance(found, str):
            return found
    return ""


def _in_order(states: list[tuple[dict[str, Any], Place]]) -> list[tuple[dict[str, Any], Place]]:
    """Return the states, earliest first; a history lists the newest first."""
    steps = [_step(state) for state, _ in states]
    known = [step for step in steps if step is not None]
    if len(known) == len(states):
        return [each for _, each in sorted(zip(known, states, strict=True), key=lambda pair: pair[0])]
    times = [str(state.get("created_at") or state.get("ts") or "") for state, _ in states]
    if all(times) and times[0] > times[-1]:
        return states[::-1]
    return states


def _step(state: dict[str, Any]) -> int | None:
    metadata = state.get("metadata")
    step = metadata.get("step") if isinstance(metadata, dict) else None
    return step if isinstance(step, int) and not isinstance(step, bool) else None
