"""Grouping of a recording's calls into conversations by the messages that they share.

A call that shares none but begins with a summary continues the conversation of that summary.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from workbench.importers.traffic.exchanges import RecordedExchange, ServiceProtocol
from workbench.importers.traffic.logs import keys_of


@dataclass(slots=True)
class Talk:
    """The calls of one conversation, in their order."""

    service: ServiceProtocol
    session: str
    """The client's name for its session; empty if not stated."""
    exchanges: list[RecordedExchange] = field(default_factory=list)
    held: set[str] = field(default_factory=set)
    """Keys of the messages in the last call's input and answer."""
    answers: set[str] = field(default_factory=set)
    """Ids of the answers, by which a later call may name the one it follows."""

    def add(self, exchange: RecordedExchange, keys: Iterable[str]) -> None:
        """Add a call, with the keys of all its messages."""
        self.exchanges.append(exchange)
        follows = exchange.request.get("previous_response_id") is not None
        self.held = {*keys, *(self.held if follows else ())}
        found = exchange.response.get("id")
        if isinstance(found, str):
            self.answers.add(found)


def talks_of(exchanges: Iterable[RecordedExchange]) -> list[Talk]:
    """Return the conversations of a recording, in the order in which they begin."""
    talks: list[Talk] = []
    for exchange in exchanges:
        asked, answered, has_summary = keys_of(exchange)
        found = _continued_talk(talks, exchange, asked, has_summary=has_summary)
        if found is None:
            found = Talk(exchange.service, _session_of(exchange.request))
            talks.append(found)
        found.add(exchange, [*asked, *answered])
    return talks


def parted(talks: list[Talk]) -> tuple[list[Talk], list[Talk]]:
    """Return conversations and single side calls (a title); if all are single, all are conversations."""
    long = [talk for talk in talks if len(talk.exchanges) > 1]
    if not long:
        return talks, []
    return long, [talk for talk in talks if len(talk.exchanges) == 1]


def _continued_talk(
    talks: list[Talk], exchange: RecordedExchange, asked: list[str], *, has_summary: bool
) -> Talk | None:
    same = [talk for talk in reversed(talks) if talk.service is exchange.service]
    previous = exchange.request.get("previous_response_id")
    if isinstance(previous, str):
        found = next((talk for talk in same if previous in talk.answers), None)
        if found is not None:
            return found
    shared = [(len(talk.held.intersection(asked)), talk) for talk in same if asked and asked[0] in talk.held]
    if shared:
        return max(shared, key=lambda pair: pair[0])[1]
    if not has_summary:
        return None
    session = _session_of(exchange.request)
    mine = [talk for talk in same if talk.session == session]
    return max(mine, key=lambda talk: len(talk.exchanges), default=None)


def _session_of(request: dict[str, Any]) -> str:
    metadata = request.get("metadata")
    places = [metadata if isinstance(metadata, dict) else {}, request]
    for place in places:
        for key in ("session_id", "user_id", "prompt_cache_key", "conversation"):
            found = place.get(key)
            found = found.get("id") if isinstance(found, dict) else found
            if isinstance(found, str) and found:
                return found
    return ""
