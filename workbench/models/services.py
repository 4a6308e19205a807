"""The two kinds of service: Anthropic Messages, and chat completions as OpenAI and many others speak them.

Temperature is zero if the model accepts it; a request is repeated without a field that the model refuses. The
four token counts do not overlap, however the service itself counts.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar
from urllib.parse import urlsplit

from workbench.errors import UsageError
from workbench.models.base import (
    Deadline,
    LanguageModel,
    ModelAnswer,
    ModelTrouble,
    Prompt,
    Tick,
    reported_name,
)
from workbench.models.posting import Poster
from workbench.models.request_changes import (
    BETWEEN,
    Change,
    Yielded,
    posted_with_changes,
    with_newer_limit,
    without_system,
    without_temperature,
)
from workbench.models.streams import CUT, AnthropicEvents, OpenAIEvents, content_text
from workbench.models.usages import anthropic_usage, openai_usage
from workbench.nearest import did_you_mean

ANTHROPIC_VERSION = "2023-06-01"


@dataclass(frozen=True, slots=True)
class Service:
    """A provider's own base address, the variables for another one and for the key, and the path."""

    url: str
    url_variable: str
    key_variable: str
    path: str


SERVICES = {
    "anthropic": Service(
        "https://api.anthropic.com", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "/v1/messages"
    ),
    "openai": Service("https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY", "/chat/completions"),
}


def address_of(provider: str, url: str = "") -> str:
    """Return the address of chat requests: at the given base, else its variable's, else the provider's."""
    return with_path(base_of(provider, url), SERVICES[provider].path)


def base_of(provider: str, url: str = "") -> str:
    """Return the base address, without path: the given one, else its variable's, else the provider's."""
    service = SERVICES[provider]
    return url or os.environ.get(service.url_variable, "") or service.url


def is_own_address(provider: str, base: str) -> bool:
    """Return whether an address is on the provider's own host, or on a regional one below it."""
    own = urlsplit(SERVICES[provider].url).hostname
    try:
        host = urlsplit(base.strip()).hostname or ""
    except ValueError:  # opening the model names the fault
        return False
    return host == own or host.endswith(f".{own}")


def with_path(base: str, path: str) -> str:
    """Append a protocol's path to an address, before its query if it has one (`?api-version=...`)."""
    address, mark, query = base.strip().partition("?")
    return address.rstrip("/") + path + mark + query


def open_model(provider: str, model: str, *, url: str = "", key: str = "", timeout_ms: int) -> LanguageModel:
    """Return a model of a provider; sends nothing yet.

    Raises:
        UsageError: there is no such provider, or the address is invalid.
    """
    if provider not in SERVICES:
        raise UsageError(
            f"there is no provider {provider!r}",
            f"{did_you_mean(provider, SERVICES)}there are: {', '.join(SERVICES)}",
        )
    address = address_of(provider, url)
    if provider == "anthropic":
        headers = {"anthropic-version": ANTHROPIC_VERSION, **({"x-api-key": key} if key else {})}
        return AnthropicModel(model, Poster(address, headers, timeout_ms=timeout_ms))
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return OpenAIModel(model, Poster(address, headers, timeout_ms=timeout_ms))


class _PostedModel:
    """A model at an address; each kind of service adds the form of its requests and answers."""

    _events: ClassVar[type[AnthropicEvents | OpenAIEvents]]
    """Takes the events of a streamed answer."""
    _changes: ClassVar[tuple[Change, ...]]
    """What such a service's requests may lose or change, beside what any request may."""

    def __init__(self, model: str, poster: Poster) -> None:
        self.model = model
        self.url = poster.url
        self._poster = poster
        self._yielded: list[Yielded] = []

    def answer(self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None) -> ModelAnswer:
        """Send a request; see `LanguageModel.answer`."""
        ask, seconds = partial(self._poster.post, tick=tick), self._poster.seconds
        posted = posted_with_changes(
            ask, seconds, self.request(prompt), self._events, run, self._yielded, *self._changes
        )
        given = posted.collector
        if given is not None:
            return ModelAnswer(
                given.text,
                given.counts,
                given.cut,
                given.filtered,
                failed=posted.failed,
                reported=given.model,
            )
        try:
            named = reported_name(posted.body.get("model"))
            return replace(self._read(posted.body), failed=posted.failed, reported=named)
        except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise ModelTrouble("the answer has another shape") from error

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """Return the body of a request."""
        raise NotImplementedError

    def _read(self, body: Any) -> ModelAnswer:  # noqa: ANN401 - JSON of any shape
        """Return the answer that came in one piece; one of another shape raises any error of its values."""
        raise NotImplementedError


class AnthropicModel(_PostedModel):
    """A model that speaks Anthropic Messages."""

    provider = "anthropic"
    _events = AnthropicEvents
    _changes = (without_temperature,)

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """Return the body of a request."""
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": prompt.max_tokens,
            "temperature": 0,
            "system": prompt.system,
            "messages": [{"role": "user", "content": prompt.text}],
        }
        if prompt.stable:
            content = [_cached(prompt.stable), {"type": "text", "text": prompt.text}]
            body |= {"system": [_cached(prompt.system)], "messages": [{"role": "user", "content": content}]}
        if prompt.schema is not None:
            tool = {
                "name": prompt.schema.name,
                "description": "Give the answer.",
                "input_schema": prompt.schema.body,
            }
            body |= {"tools": [tool], "tool_choice": {"type": "tool", "name": prompt.schema.name}}
        return {**body, "stream": True} if prompt.stream else body

    def _read(self, body: Any) -> ModelAnswer:  # noqa: ANN401 - JSON of any shape
        calls = [part for part in body["content"] if part.get("type") == "tool_use"]
        text = "".join(_block_text(part) for part in calls or body["content"])
        ended = body.get("stop_reason")
        return ModelAnswer(text, anthropic_usage(body.get("usage") or {}), ended in CUT, ended == "refusal")


class OpenAIModel(_PostedModel):
    """A model that speaks chat completions, as OpenAI and compatible servers do."""

    provider = "openai"
    _events = OpenAIEvents
    _changes = (without_temperature, with_newer_limit, without_system)

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """Return the body of a request."""
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": prompt.max_tokens,
            "temperature": 0,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": _joined(prompt)},
            ],
        }
        if prompt.schema is not None:
            schema = {"name": prompt.schema.name, "strict": True, "schema": prompt.schema.body}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        if prompt.stream:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return body

    def _read(self, body: Any) -> ModelAnswer:  # noqa: ANN401 - JSON of any shape
        choice = body["choices"][0]
        message, ended = choice["message"], choice.get("finish_reason")
        filtered = ended == "content_filter" or bool(message.get("refusal"))
        content = message.get("content") if filtered else message["content"]
        usage = openai_usage(body.get("usage") or {})
        return ModelAnswer(content_text(content), usage, ended == "length", filtered)


def _cached(text: str) -> dict[str, Any]:
    """Return a block up to which the service's cache should keep the request."""
    return {"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}


def _joined(prompt: Prompt) -> str:
    """Return the user's message for a service whose cache needs no marks, the stable part first."""
    return BETWEEN.join(each for each in (prompt.stable, prompt.text) if each)


def _block_text(part: dict[str, Any]) -> str:
    """Return the text of one block of an answer, or the input of a tool call as JSON."""
    kind = part.get("type")
    if kind == "tool_use":
        return json.dumps(part["input"], ensure_ascii=False)
    return str(part["text"]) if kind == "text" else ""
