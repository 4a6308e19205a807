"""A model behind a service, with the key that its environment variable holds; nothing is sent yet."""

from __future__ import annotations

import os
from dataclasses import dataclass

from workbench.errors import UsageError
from workbench.models.base import LanguageModel
from workbench.models.services import SERVICES, base_of, open_model

LONGEST_NAME = 160


@dataclass(frozen=True)
class Serving:
    """One model behind one service, nothing sent yet."""

    model: LanguageModel
    named: str
    """Provider and model, as reports show them."""
    variable: str
    """The environment variable that holds the key."""
    keyless: bool
    """The provider's own service, and no key for it: nothing is sent."""


@dataclass(frozen=True)
class Credentials:
    """The key to a service, and where it comes from."""

    key: str
    variable: str
    """The environment variable that holds it."""
    missing: bool
    """The provider's own service, and no key for it; a service at another address may need none."""


def credentials(provider: str, url: str = "", variable: str = "") -> Credentials:
    """The key to a provider's service, or to one at another address that speaks as it does.

    Args:
        provider: one of `SERVICES`.
        url: address before the path of the protocol; empty: the provider's variable, else its own.
        variable: environment variable that holds the key; empty: the provider's own.

    Raises:
        UsageError: what the variable holds is not a key.
    """
    service = SERVICES[provider]
    variable = variable or service.key_variable
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise UsageError(f"{variable} holds something that is not a key", "set it to the key alone")
    return Credentials(key, variable, missing=not key and base_of(provider, url).startswith(service.url))


def check_model_name(model: str, whose: str) -> None:
    """Reject a model's name that cannot be sent.

    Raises:
        UsageError: it is too long, or holds what is not printable.
    """
    if not model.isprintable() or len(model) > LONGEST_NAME:
        raise UsageError(f"{whose} has a name that cannot be sent", "write it as its service does")


def serve(
    provider: str,
    model: str,
    *,
    url: str = "",
    variable: str = "",
    timeout_ms: int,
    whose: str = "the model",
) -> Serving:
    """The service of a provider, or one at another address that speaks as it does; a local one needs no key.

    Args:
        provider: one of `SERVICES`.
        model: its name as the service writes it.
        url: address before the path of the protocol; empty: the provider's variable, else its own.
        variable: environment variable that holds the key; empty: the provider's own.
        timeout_ms: most milliseconds of one answer.
        whose: what an error calls the model.

    Raises:
        UsageError: there is no such provider, or the name, the key or the address will not do.
    """
    if provider not in SERVICES:
        raise UsageError(f"there is no provider {provider!r}", f"there are: {', '.join(SERVICES)}")
    check_model_name(model, whose)
    found = credentials(provider, url, variable)
    opened = open_model(provider, model, url=url, key=found.key, timeout_ms=timeout_ms)
    return Serving(opened, f"{provider}:{model}", found.variable, found.missing)
