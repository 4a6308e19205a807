"""The two kinds of service: Anthropic Messages, and chat completions as OpenAI and many others speak them.

Temperature is zero where the model takes it; a model that refuses a field is asked again without it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench.errors import UsageError
from workbench.models.base import LanguageModel, ModelAnswer, ModelTrouble, Prompt, Usage
from workbench.models.posting import BadRequest, Poster

ANTHROPIC_VERSION = "2023-06-01"


@dataclass(frozen=True, slots=True)
class Service:
    """Where a provider is found, unless told otherwise."""

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
    """Where requests to a provider go: the address given, else its variable's, else its own."""
    service = SERVICES[provider]
    base = (url or os.environ.get(service.url_variable, "") or service.url).rstrip("/")
    return base + service.path


def open_model(provider: str, model: str, *, url: str = "", key: str = "", timeout_ms: int) -> LanguageModel:
    """The model of a provider; nothing is sent yet.

    Raises:
        UsageError: there is no such provider, or the address will not do.
    """
    if provider not in SERVICES:
        raise UsageError(f"there is no provider {provider!r}", f"there are: {', '.join(SERVICES)}")
    address = address_of(provider, url)
    if provider == "anthropic":
        headers = {"x-api-key": key, "anthropic-version": ANTHROPIC_VERSION} if key else {}
        return AnthropicModel(model, Poster(address, headers, timeout_ms=timeout_ms))
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return OpenAIModel(model, Poster(address, headers, timeout_ms=timeout_ms))


class AnthropicModel:
    """Anthropic Messages."""

    provider = "anthropic"

    def __init__(self, model: str, poster: Poster) -> None:
        self.model = model
        self.url = poster.url
        self._poster = poster

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The body of a request."""
        return {
            "model": self.model,
            "max_tokens": prompt.max_tokens,
            "temperature": 0,
            "system": prompt.system,
            "messages": [{"role": "user", "content": prompt.text}],
        }

    def answer(self, prompt: Prompt) -> ModelAnswer:
        """Ask; see `LanguageModel`."""
        body = _posted(self._poster, self.request(prompt), _without_temperature)
        try:
            text = "".join(part["text"] for part in body["content"] if part.get("type") == "text")
            usage = body.get("usage") or {}
            return ModelAnswer(text, _usage(usage, "input_tokens", "output_tokens"))
        except (KeyError, TypeError, AttributeError) as error:
            raise ModelTrouble("the answer has another shape") from error


class OpenAIModel:
    """Chat completions, as OpenAI and servers compatible with it speak them."""

    provider = "openai"

    def __init__(self, model: str, poster: Poster) -> None:
        self.model = model
        self.url = poster.url
        self._poster = poster

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The body of a request."""
        return {
            "model": self.model,
            "max_tokens": prompt.max_tokens,
            "temperature": 0,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.text},
            ],
        }

    def answer(self, prompt: Prompt) -> ModelAnswer:
        """Ask; see `LanguageModel`."""
        body = _posted(self._poster, self.request(prompt), _without_temperature, _with_newer_limit)
        try:
            text = body["choices"][0]["message"]["content"]
            usage = body.get("usage") or {}
            return ModelAnswer(str(text or ""), _usage(usage, "prompt_tokens", "completion_tokens"))
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise ModelTrouble("the answer has another shape") from error


Change = Callable[[dict[str, Any], BadRequest], dict[str, Any] | None]


def _posted(poster: Poster, body: dict[str, Any], *changes: Change) -> Any:  # noqa: ANN401 - JSON of any shape
    """Post; after a refusal that names a field, once more for each change that yields to it."""
    waiting = list(changes)
    while True:
        try:
            return poster.post(body)
        except BadRequest as refusal:
            for change in waiting:
                yielded = change(body, refusal)
                if yielded is not None:
                    waiting.remove(change)
                    body = yielded
                    break
            else:
                raise


def _without_temperature(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    if not refusal.names("temperature"):
        return None
    return {key: value for key, value in body.items() if key != "temperature"}


def _with_newer_limit(body: dict[str, Any], refusal: BadRequest) -> dict[str, Any] | None:
    if not refusal.names("max_completion_tokens"):
        return None
    rest = {key: value for key, value in body.items() if key != "max_tokens"}
    return {**rest, "max_completion_tokens": body["max_tokens"]}


def _usage(told: dict[str, Any], given: str, made: str) -> Usage:
    counts = [told.get(name) for name in (given, made)]
    known = [n if isinstance(n, int) and not isinstance(n, bool) and n >= 0 else None for n in counts]
    return Usage(*known)
