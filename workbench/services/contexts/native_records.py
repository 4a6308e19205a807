"""The records of a stored transcript from which its events were read, for a session file of the same agent.

Records contain what events do not: structured arguments, images, the agent's own fields of a result. A record
that is not at its event's position (the file was rewritten since) is left out. Secrets are masked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from gates.source import EventKind, SourceEvent
from store.engine import Store
from store.records import transcripts
from store.values import StoredSession
from workbench.exporters.base import NativeRecord
from workbench.masking import mask_json

AGENTS = ("claude-code", "codex")
"""Formats whose records can go into a new session file of the same format."""


@dataclass(frozen=True, slots=True)
class NativeRecords:
    """Records by the ordinals of their events, and where the transcript says it was made."""

    by_ordinal: dict[int, NativeRecord] = field(default_factory=dict)
    project: str = ""
    """The working directory in which the session began."""
    version: str = ""
    provider: str = ""
    masked: int = 0
    """Number of secrets masked in the records."""


def native_records(
    store: Store, session: StoredSession, events: Sequence[SourceEvent], *, cut_key: bool
) -> NativeRecords:
    """Return the records of these events; none if the transcript's agent keeps no session files."""
    if session.format not in AGENTS:
        return NativeRecords()
    data = transcripts.transcript(store, session.session_id)
    places: dict[tuple[int, int], list[SourceEvent]] = {}
    for event in events:
        if event.length and event.kind is not EventKind.THINKING:
            places.setdefault((event.offset, event.length), []).append(event)
    found: dict[int, NativeRecord] = {}
    masked, facts = 0, _first_payload(data)
    for (start, length), members in sorted(places.items()):
        body = _record(data[start : start + length])
        if body is None or not all(_is_of(event, body) for event in members):
            continue
        if session.format != "codex":
            facts = {**facts, **_facts(body), "cwd": facts.get("cwd") or _facts(body).get("cwd", "")}
        body, count = mask_json(body, cut_key=cut_key)
        masked += count
        record = NativeRecord(tuple(dict.fromkeys(event.ordinal for event in members)), body)
        found.update(dict.fromkeys(record.ordinals, record))
    return NativeRecords(
        found,
        facts.get("cwd", ""),
        facts.get("version", ""),
        facts.get("model_provider", ""),
        masked,
    )


def _record(data: bytes) -> dict[str, Any] | None:
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def _is_of(event: SourceEvent, body: dict[str, Any]) -> bool:
    """Return whether this is the record that the event was read from, by its id, else by its time."""
    named = body.get("uuid")
    if isinstance(named, str):
        return event.native_id.startswith(named)
    return event.timestamp is None or body.get("timestamp") in (None, event.timestamp)


def _first_payload(data: bytes) -> dict[str, str]:
    """Return the facts in the first line of a Codex session."""
    body = _record(data[: data.find(b"\n") + 1 or len(data)]) or {}
    payload = body.get("payload")
    facts = _facts(payload) if isinstance(payload, dict) else {}
    if isinstance(payload, dict) and isinstance(payload.get("cli_version"), str):
        facts["version"] = payload["cli_version"]
    return facts


def _facts(body: dict[str, Any]) -> dict[str, str]:
    wanted = ("cwd", "version", "model_provider")
    return {key: body[key] for key in wanted if isinstance(body.get(key), str) and body[key]}
