"""A model behind a service, with the key that its environment variable holds; nothing is sent yet."""

from __future__ import annotations

import os
from dataclasses import dataclass

from workbench.errors import UsageError
from workbench.models.base import LanguageModel
from workbench.models.services import SERVICES, address_of, open_model

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
        UsageError: the name, the key or the address will not do.
    """
    if provider not in SERVICES:
        raise UsageError(f"there is no provider {provider!r}", f"there are: {', '.join(SERVICES)}")
    if not model.isprintable() or len(model) > LONGEST_NAME:
        raise UsageError(f"{whose} has a name that cannot be sent", "write it as its service does")
    service = SERVICES[provider]
    variable = variable or service.key_variable
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise UsageError(f"{variable} holds something that is not a key", "set it to the key alone")
    keyless = not key and address_of(provider, url).startswith(service.url)
    opened = open_model(provider, model, url=url, key=key, timeout_ms=timeout_ms)
    return Serving(opened, f"{provider}:{model}", variable, keyless)
