"""The two kinds of service: Anthropic Messages, and chat completions as OpenAI and many others speak them.

Temperature is zero if the model accepts it; a request is repeated without a field that the model refuses. The
four token counts do not overlap, however the service itself counts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from workbench.errors import UsageError
from workbench.models.base import (
    Deadline,
    LanguageModel,
    ModelAnswer,
    ModelTrouble,
    Prompt,
    Tick,
)
from workbench.models.posting import Posted, Poster
from workbench.models.refusals import BadRequest, TooLong
from workbench.models.streams import CUT, AnthropicEvents, Collector, OpenAIEvents, content_text
from workbench.models.usages import anthropic_usage, openai_usage
from workbench.nearest import did_you_mean

ANTHROPIC_VERSION = "2023-06-01"
BETWEEN = "\n\n"


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


class AnthropicModel:
    """A model that speaks Anthropic Messages."""

    provider = "anthropic"

    def __init__(self, model: str, poster: Poster) -> None:
        self.model = model
        self.url = poster.url
        self._poster = poster
        self._yielded: list[Yielded] = []

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

    def answer(self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None) -> ModelAnswer:
        """Send a request; see `LanguageModel.answer`."""
        request = self.request(prompt)
        ask = partial(self._poster.post, tick=tick)
        seconds, known = self._poster.seconds, self._yielded
        posted = _posted(ask, seconds, request, AnthropicEvents, run, known, _without_temperature)
        if posted.collector is not None:
            given = posted.collector
            return ModelAnswer(given.text, given.counts, given.cut, given.filtered, failed=posted.failed)
        body = posted.body
        try:
            calls = [part for part in body["content"] if part.get("type") == "tool_use"]
            text = "".join(_block_text(part) for part in calls or body["content"])
            usage = anthropic_usage(body.get("usage") or {})
            ended = body.get("stop_reason")
            return ModelAnswer(text, usage, ended in CUT, ended == "refusal", failed=posted.failed)
        except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise ModelTrouble("the answer has another shape") from error


class OpenAIModel:
    """A model that speaks chat completions, as OpenAI and compatible servers do."""

    provider = "openai"

    def __init__(self, model: str, poster: Poster) -> None:
        self.model = model
        self.url = poster.url
        self._poster = poster
        self._yielded: list[Yielded] = []

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

    def answer(self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None) -> ModelAnswer:
        """Send a request; see `LanguageModel.answer`."""
        request = self.request(prompt)
        changes = (_without_temperature, _with_newer_limit, _without_system)
        ask = partial(self._poster.post, tick=tick)
        seconds, known = self._poster.seconds, self._yielded
        posted = _posted(ask, seconds, request, OpenAIEvents, run, known, *changes)
        if posted.collector is not None:
            given = posted.collector
            return ModelAnswer(given.text, given.counts, given.cut, given.filtered, failed=posted.failed)
        body = posted.body
        try:
            choice = body["choices"][0]
            message, ended = choice["message"], choice.get("finish_reason")
            usage = openai_usage(body.get("usage") or {})
            filtered = ended == "content_filter" or bool(message.get("refusal"))
            content = message.get("content") if filtered else message["content"]
            return ModelAnswer(
                content_text(content), usage, ended == "length", filtered, failed=posted.failed
            )
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise ModelTrouble("the answer has another shape") from error


Change = Callable[[dict[str, Any], BadRequest], dict[str, Any] | None]
Yielded = tuple[Change, BadRequest]
"""A change to a request, and the refusal that led to it."""


def _posted(
    ask: Callable[..., Posted],
    seconds: float,
    body: dict[str, Any],
    collector: Callable[[], Collector],
    run: Deadline | None,
    known: list[Yielded],
    *changes: Change,
) -> Posted:
    """Post a request; after a refusal post it again with each change that the refusal calls for.

    All attempts share one time limit. `known` are the changes that led to an answer before: they are applied
    from the start, and the ones that lead to an answer now are added to it.
    """
    untried = [_with_shorter_answer, *changes, _without_stream, _without_cache, _without_schema]
    whole = Deadline(min(seconds, run.left()) if run is not None else seconds)
    for change, refused in tuple(known):
        yielded = change(body, refused)
        if yielded is not None and change in untried:
            untried.remove(change)
            body = yielded
    made: list[Yielded] = []
    while True:
        try:
            posted = ask(body, collector if body.get("stream") else None, whole)
            known += made
            return posted
        except BadRequest as refusal:
            for change in untried[:1] if isinstance(refusal, TooLong) else untried:
                yielded = change(body, refusal)
                if yielded is not None:
                    untried.remove(change)
                    body = yielded
                    made += [] if isinstance(refusal, TooLong) else [(change, refusal)]
                    break
            else:
                raise


def _with_shorter_answer(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    """Lower the limit of the answer to what the model allows.

    A longer answer is cut, which is then reported.
    """
    name = "max_tokens" if "max_tokens" in body else "max_completion_tokens"
    most = refusal.most_tokens(body[name])
    return {**body, name: most} if most is not None else None


def _without_temperature(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    if not refusal.names("temperature"):
        return None
    return _less(body, "temperature")


def _with_newer_limit(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    if not refusal.names("max_completion_tokens"):
        return None
    return {**_less(body, "max_tokens"), "max_completion_tokens": body["max_tokens"]}


def _without_system(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    """Move the instructions to the beginning of the user's message, for a model without a system role."""
    first, *rest = body["messages"]
    if first["role"] != "system" or not refusal.refuses_role():
        return None
    texts = [first["content"], *(each["content"] for each in rest)]
    return {**body, "messages": [{"role": "user", "content": BETWEEN.join(texts)}]}


def _without_stream(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    if not refusal.names("stream") or "stream" not in body:
        return None
    return _less(body, "stream", "stream_options")


def _without_cache(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    """Replace blocks with cache marks by plain text, for a service that does not know the marks."""
    if not refusal.names("cache_control") or not isinstance(body.get("system"), list):
        return None
    messages = [{**each, "content": _plain(each["content"])} for each in body["messages"]]
    return {**body, "system": _plain(body["system"]), "messages": messages}


def _without_schema(body: dict[str, Any], _refusal: BadRequest) -> dict[str, Any] | None:
    """Remove the schema: the last resort, whatever the refusal names, since servers word it in many ways."""
    plain = _less(body, "tools", "tool_choice", "response_format")
    return plain if plain != body else None


def _less(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in names}


def _cached(text: str) -> dict[str, Any]:
    """Return a block up to which the service's cache should keep the request."""
    return {"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}


def _plain(blocks: list[dict[str, Any]]) -> str:
    return BETWEEN.join(block["text"] for block in blocks)


def _joined(prompt: Prompt) -> str:
    """Return the user's message for a service whose cache needs no marks, the stable part first."""
    return BETWEEN.join(each for each in (prompt.stable, prompt.text) if each)


def _block_text(part: dict[str, Any]) -> str:
    """Return the text of one block of an answer, or the input of a tool call as JSON."""
    kind = part.get("type")
    if kind == "tool_use":
        return json.dumps(part["input"], ensure_ascii=False)
    return str(part["text"]) if kind == "text" else ""
