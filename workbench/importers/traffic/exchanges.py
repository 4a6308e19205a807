"""Exchanges with a model service from a HAR file: the JSON of each request and its answer.

Headers, cookies and query strings contain keys and are never read. Streamed answers are assembled.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from workbench.importers.conversations.steps import is_too_deep
from workbench.importers.files.documents import loads
from workbench.importers.traffic.streams import assembled


class ServiceProtocol(StrEnum):
    """The protocol of a model service."""

    ANTHROPIC = "anthropic"
    CHAT = "chat"
    RESPONSES = "responses"


@dataclass(frozen=True, slots=True)
class RecordedExchange:
    """One call: the request, the response (empty if none was readable), and the time."""

    number: int
    """1-based number among the entries of the file."""
    service: ServiceProtocol
    request: dict[str, Any]
    response: dict[str, Any]
    time: str


_PATHS = {
    "/messages": ServiceProtocol.ANTHROPIC,
    "/chat/completions": ServiceProtocol.CHAT,
    "/responses": ServiceProtocol.RESPONSES,
    "/responses/compact": ServiceProtocol.RESPONSES,
}


def entries_of(document: object) -> list[Any] | None:
    """Return the entries of a HAR document; None if it is not one."""
    log = document.get("log") if isinstance(document, dict) else None
    entries = log.get("entries") if isinstance(log, dict) else None
    return entries if isinstance(entries, list) else None


def service_of(entry: object) -> ServiceProtocol | None:
    """Return the service that an entry was sent to; None if it is not a model call."""
    request = entry.get("request") if isinstance(entry, dict) else None
    if not isinstance(request, dict) or str(request.get("method", "POST")).upper() != "POST":
        return None
    url = request.get("url")
    if not isinstance(url, str):
        return None
    try:
        path = urlsplit(url).path.rstrip("/")
    except ValueError:
        return None
    return next((service for end, service in _PATHS.items() if path.endswith(end)), None)


def exchanges_of(entries: list[Any], skip: list[tuple[int, str]]) -> Iterator[RecordedExchange]:
    """Yield the model calls among the entries; unreadable ones go to `skip` with their number."""
    for number, entry in enumerate(entries, 1):
        service = service_of(entry)
        if service is None:
            continue
        request = _json(_asked(entry))
        if not isinstance(request, dict):
            skip.append((number, "the request of an entry is not a JSON object"))
            continue
        answer = _answered(entry)
        response = _json(answer)
        if not isinstance(response, dict):
            response = assembled(answer, service.value) if answer else {}
        if not response and answer:
            skip.append((number, "the answer of an entry is neither JSON nor a stream of events"))
        if is_too_deep(request) or is_too_deep(response):
            skip.append((number, "an entry is nested too deeply"))
            continue
        time = entry.get("startedDateTime")
        yield RecordedExchange(number, service, request, response, time if isinstance(time, str) else "")


def _asked(entry: dict[str, Any]) -> str:
    data = entry["request"].get("postData")
    return _text(data) if isinstance(data, dict) else ""


def _answered(entry: dict[str, Any]) -> str:
    response = entry.get("response")
    content = response.get("content") if isinstance(response, dict) else None
    return _text(content) if isinstance(content, dict) else ""


def _text(body: dict[str, Any]) -> str:
    text = body.get("text")
    if not isinstance(text, str):
        return ""
    if body.get("encoding") != "base64":
        return text
    try:
        return base64.b64decode(text).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def _json(text: str) -> object:
    try:
        return loads(text.encode("utf-8", "surrogatepass"))
    except ValueError:
        return None
