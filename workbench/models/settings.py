"""The choice of a model: on the command line, or as `[model.NAME]` in the configuration file.

`anthropic:MODEL` and `openai:MODEL` name a provider and its model; a name without a colon refers to the
configuration file. A table there has `provider` and `model`, and, if they are not the provider's own, the
`url` and the environment variable that holds the `key`. Keys themselves are never written there.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.config_file import tables
from workbench.errors import InputError, UsageError
from workbench.models.services import SERVICES
from workbench.models.serving import Serving, key_state, serve

EXTRACTIVE = "extractive"
"""The `--model` value for drafting without a language model."""
_KEYS = frozenset({"provider", "model", "url", "key"})
_NEEDED = frozenset({"provider", "model"})


@dataclass(frozen=True, slots=True)
class ModelSetting:
    """One model from the command line or the configuration file."""

    name: str
    """The value of `--model`."""
    provider: str
    model: str
    url: str = ""
    key: str = ""
    """Name of the environment variable that holds the key.

    Empty: the provider's own, which is sent to the provider and to the address in its base variable only.
    """

    @property
    def named(self) -> str:
        """Provider and model, as records and prices name them."""
        return f"{self.provider}:{self.model}"

    @property
    def about(self) -> str:
        """Provider, model and address on one line."""
        return self.named + (f" at {self.url}" if self.url else "")

    def key_state(self) -> tuple[str, str]:
        """Return in words which key is sent, and what to do about one that is missing or not sent.

        Raises:
            UsageError: the variable's value is not a key.
        """
        return key_state(self.provider, self.url, self.key)

    def serve(self, timeout_ms: int) -> Serving:
        """Return the service, ready for requests.

        Raises:
            UsageError: the name, the key or the address is invalid, or there is no key.
        """
        serving = serve(self.provider, self.model, url=self.url, variable=self.key, timeout_ms=timeout_ms)
        if serving.keyless:
            where = SERVICES[self.provider].url_variable
            raise UsageError(
                f"{serving.variable} holds no key for {serving.named}",
                f"set {serving.variable}, or {where} for a service that needs none; nothing was sent",
                code="no_key",
            )
        return serving


def is_offline(name: str | None) -> bool:
    """Return whether the name means drafting without a language model."""
    return name in (None, EXTRACTIVE)


def setting_of(name: str, path: Path) -> ModelSetting:
    """Return the setting of a named model.

    Raises:
        UsageError: there is no such provider, or the configuration describes no such model.
        InputError: the configuration file cannot be read.
    """
    described = read(path)
    if name in described:
        return described[name]
    provider, colon, model = name.partition(":")
    known = ", ".join([EXTRACTIVE, *described])
    forms = " or ".join(f"{each}:MODEL" for each in SERVICES)
    if not colon or not model.strip():
        raise UsageError(f"there is no model {name!r}", f"write {forms}, or one of: {known}")
    if provider not in SERVICES:
        raise UsageError(f"there is no provider {provider!r}", f"write {forms}, or one of: {known}")
    return ModelSetting(name, provider, model)


def read(path: Path) -> dict[str, ModelSetting]:
    """Return the models that a configuration file describes, in its order; empty if there is no file.

    Raises:
        InputError: the file cannot be read, or a model's table is invalid.
    """
    hint = f"fix or remove {path}"
    described = tables(path).get("model", {})
    if not isinstance(described, dict):
        raise InputError(f"`model` in {path} is not a table", f"write [model.NAME]; {hint}")
    return {name: _described(name, table, path) for name, table in described.items()}


def _described(name: str, table: Any, path: Path) -> ModelSetting:  # noqa: ANN401 - TOML not checked yet
    hint = f"it takes {', '.join(sorted(_KEYS))}; fix or remove {path}"
    if not isinstance(table, dict) or set(table) - _KEYS:
        raise InputError(f"[model.{name}] in {path} has a key that it does not take", hint)
    texts = {key: table.get(key, "") for key in _KEYS}
    if any(not isinstance(text, str) for text in texts.values()):
        raise InputError(f"[model.{name}] in {path}: the values must be strings", hint)
    if any(not texts[key] for key in _NEEDED) or texts["provider"] not in SERVICES:
        providers = ", ".join(SERVICES)
        raise InputError(f"[model.{name}] in {path} needs a model and a provider of: {providers}", hint)
    if ":" in name or name == EXTRACTIVE or not name.isprintable():
        raise InputError(f"[model.{name}] in {path} has a name that cannot be asked for", hint)
    return ModelSetting(name, **texts)
