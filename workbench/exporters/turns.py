"""A context as chat turns: one role each, with tool calls directly followed by their results.

Shared by the message-array exporters, which differ only in notation. Thinking is left out, because its
signatures are invalid elsewhere; an unpaired call or result becomes text; results are moved directly after
their calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gates.artifact import Artifact
from gates.source import EventKind, SourceEvent
from workbench.exporters.base import ExportContext
from workbench.exporters.pairing import CallNames, PairedCall, orphan_text, pairs_of, role_of
from workbench.exporters.summaries import context_text

SELF_DESCRIBING = frozenset({"claude-code"})
"""Formats whose summaries identify themselves as summaries."""

_CLOSING = re.compile(r"</(?=summary\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SpeakerWords:
    """Text of one role."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class SpeakerTurn:
    """All that one role says before the other speaks: text, or an assistant's text and its calls."""

    role: Literal["system", "user", "assistant"]
    texts: tuple[str, ...]
    calls: tuple[PairedCall, ...] = ()


def turns(context: ExportContext) -> list[SpeakerTurn]:
    """Return the turns in order; adjacent texts of one role are merged, calls only if issued together."""
    found: list[SpeakerTurn] = []
    for each in _steps(context):
        fresh = _turn(each)
        if found and _joins(found[-1], fresh):
            last = found[-1]
            found[-1] = SpeakerTurn(last.role, last.texts + fresh.texts, last.calls + fresh.calls)
        else:
            found.append(fresh)
    return found


def _turn(step: SpeakerWords | PairedCall) -> SpeakerTurn:
    if isinstance(step, SpeakerWords):
        return SpeakerTurn(step.role, (step.text,))
    return SpeakerTurn("assistant", (), (step,))


def _joins(last: SpeakerTurn, fresh: SpeakerTurn) -> bool:
    if last.role != fresh.role or (last.calls and fresh.texts):
        return False
    return not (last.calls and fresh.calls) or fresh.calls[0].beside(last.calls[-1])


def summary_text(artifact: Artifact) -> str:
    """Return an artifact as a message marked as a summary; its text cannot close the mark."""
    source = artifact.source
    where = f"{source.source_start} to {source.source_end}"
    return _marked(
        f"This summary replaces events {where} of the conversation.",
        context_text(artifact),
    )


def _marked(what: str, text: str) -> str:
    body = _CLOSING.sub(r"<\\/", text.strip("\n"))
    return f"<summary>\n{what}\n\n{body}\n</summary>" if text.strip() else ""


def _steps(context: ExportContext) -> Iterator[SpeakerWords | PairedCall]:
    pairs = pairs_of([event for segment in context.segments for event in segment.events])
    names = CallNames()
    if context.system.strip():
        yield SpeakerWords("system", context.system)
    for segment in context.segments:
        if segment.artifact is not None:
            yield SpeakerWords("user", summary_text(segment.artifact))
        for event in segment.events:
            yield from _event_steps(event, pairs, names, context.format)
    if context.message.strip():
        yield SpeakerWords("user", context.message)


def _event_steps(
    event: SourceEvent, pairs: dict[int, SourceEvent | None], names: CallNames, transcript: str
) -> Iterator[SpeakerWords | PairedCall]:
    if event.kind is EventKind.TOOL_CALL and event.ordinal in pairs:
        result = pairs[event.ordinal]
        if result is not None:
            yield names.call(event, result)
        return
    if event.kind is EventKind.TOOL_RESULT and event.ordinal in pairs:
        return
    text = orphan_text(event) if event.tool else event.text
    if event.kind is EventKind.COMPACTION and transcript not in SELF_DESCRIBING:
        text = _marked("This summary replaces the conversation before it.", text)
    role = role_of(event, transcript)
    if role and text.strip():
        yield SpeakerWords(role, text)
