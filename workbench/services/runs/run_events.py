"""The events of a run as session events: tools by their action, signals, and the lines of the transcript.

A tool's action is derived from its name and arguments as in the importers, unless the caller states it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from gates.source import EventKind, Signal, SourceEvent, ToolAction, ToolFact
from workbench.importers.events.replies import result_signals
from workbench.importers.events.tokens import DEFAULT_FACTOR, estimate
from workbench.importers.events.tools import ARGUMENTS, fact_of, plain_name, render_call, stated_arguments
from workbench.strategies.keeping import RunEvent

_CALLS = (EventKind.ASSISTANT, EventKind.THINKING, EventKind.TOOL_CALL)
_FILES = (ToolAction.CHANGE, ToolAction.READ)
_MOST_TARGET = 400


def tool_call(tool: str, arguments: dict[str, Any], call_id: str = "") -> RunEvent:
    """Return the event of a tool call, with its text rendered as by the importers.

    Args:
        tool: name of the tool.
        arguments: JSON data, such as a todo list, a path or a command line.
        call_id: id by which the result refers to the call.
    """
    text = render_call(tool, arguments)[0]
    return RunEvent(EventKind.TOOL_CALL, text, call_id, tool, arguments=arguments)


def written(
    earlier: Sequence[SourceEvent], fresh: Sequence[RunEvent], now: str
) -> tuple[bytes, list[SourceEvent]]:
    """Return the transcript lines of new events, and the events for the store.

    Args:
        earlier: preceding events: the last one, and the calls whose results may follow.
        fresh: the new events.
        now: timestamp of the recording.
    """
    body = bytearray()
    made: list[SourceEvent] = []
    calls = {e.tool.call_id: e.tool for e in earlier if e.kind is EventKind.TOOL_CALL and e.tool}
    last = earlier[-1] if earlier else None
    before = last.offset + last.length if last is not None else 0
    for event in fresh:
        line = _line(event)
        one = _event(event, made[-1] if made else last, calls, now)
        made.append(one._replace(offset=before + len(body), length=len(line)))
        if one.kind is EventKind.TOOL_CALL and one.tool is not None:
            calls[one.tool.call_id] = one.tool
        body += line
    return bytes(body), made


def _line(event: RunEvent) -> bytes:
    record: dict[str, object] = {"kind": event.kind.value, "text": event.text}
    if event.tool or event.call_id:
        record |= {"tool": event.tool, "call_id": event.call_id}
    if event.arguments is not None:
        record["arguments"] = event.arguments
    if event.action is not None:
        record |= {"action": event.action.value, "target": event.target}
    return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


def _event(event: RunEvent, last: SourceEvent | None, calls: dict[str, ToolFact], now: str) -> SourceEvent:
    turn, step = (last.turn, last.step) if last is not None else (0, 0)
    is_stated = event.kind is EventKind.USER
    called = event.kind in _CALLS and (last is None or last.kind not in _CALLS)
    ordinal = last.ordinal + 1 if last is not None else 0
    tool, signals = tool_of(event, calls.get(event.call_id))
    return SourceEvent(
        ordinal,
        event.kind,
        event.text,
        f"run:{ordinal}",
        turn=turn + is_stated,
        step=step + called,
        tokens=estimate(event.text, DEFAULT_FACTOR) if event.tokens is None else event.tokens,
        provenance="estimated" if event.tokens is None else "reported",
        tool=tool,
        signals=signals,
        timestamp=now,
        line=ordinal + 1,
    )


def tool_of(event: RunEvent, call: ToolFact | None = None) -> tuple[ToolFact | None, tuple[Signal, ...]]:
    """Return the tool side of an event, and its signals about decisions and open work.

    `call` is the tool side of the call that a result answers, if it is known.
    """
    if event.kind is EventKind.TOOL_CALL:
        arguments = event.arguments if event.arguments is not None else _arguments(event)
        fact = fact_of(event.tool, event.call_id, arguments)
        target = event.target or fact.target or _path(fact.action, arguments)
        fact = fact._replace(action=event.action or fact.action, target=target, failed=event.failed)
        return fact, _placed(event, arguments)
    if event.kind is EventKind.TOOL_RESULT:
        known = call or fact_of(event.tool, event.call_id, None)
        fact = known._replace(
            name=event.tool or known.name,
            action=event.action or known.action,
            target=event.target or known.target,
            failed=event.failed,
        )
        return fact, result_signals(fact, event.text, None, event.arguments)
    return None, ()


def _arguments(event: RunEvent) -> object:
    """Return the arguments in an event's text: JSON, or the text after the tool's name."""
    text = event.text.strip()
    head, _, rest = text.partition("\n") if "\n" in text else text.partition(" ")
    if plain_name(head) == plain_name(event.tool):
        text = rest.strip()
    if text.startswith("{"):
        try:
            return orjson.loads(text)
        except ValueError:
            return text
    return _fields(text) or text


def _fields(text: str) -> dict[str, object]:
    """Parse arguments of the form `name: value`, with lists and objects as JSON; empty if there are none."""
    found = stated_arguments(text)
    if next(iter(found), "") not in ARGUMENTS:
        return {}  # a sentence with a colon
    return {name: _value(value.removesuffix("\n")) for name, value in found.items()}


def _value(text: str) -> object:
    try:
        return orjson.loads(text) if text[:1] in ("[", "{") else text
    except ValueError:
        return text


def _path(action: ToolAction, arguments: object) -> str:
    """Return the path if the arguments are nothing but one; else an empty string."""
    if action not in _FILES or not isinstance(arguments, str) or len(arguments) > _MOST_TARGET:
        return ""
    return arguments if arguments and not any(char.isspace() for char in arguments) else ""


def _placed(event: RunEvent, arguments: object) -> tuple[Signal, ...]:
    """Return the signals of a call, with their places in the event's own text."""
    if not isinstance(arguments, dict):
        return ()
    text, signals = render_call(event.tool, arguments)
    if text == event.text:
        return signals
    found = []
    for signal in signals:
        at, entries = 0, []
        for entry in signal.entries:
            start = event.text.find(entry.text, at)
            at = start + len(entry.text) if start >= 0 else at
            entries.append(entry._replace(start=max(start, 0), end=at if start >= 0 else 0))
        found.append(Signal(signal.kind, tuple(entries)))
    return tuple(found)
