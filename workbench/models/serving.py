"""A model of a service, with the key from its environment variable; nothing is sent yet."""

from __future__ import annotations

import os
from dataclasses import dataclass

from workbench.errors import UsageError
from workbench.models.base import LONGEST_NAME, LanguageModel
from workbench.models.services import SERVICES, base_of, is_own_address, open_model


@dataclass(frozen=True)
class Serving:
    """One model of one service, before anything is sent."""

    model: LanguageModel
    named: str
    """Provider and model, as reports show them."""
    variable: str
    """The environment variable that holds the key."""
    keyless: bool
    """Whether it is the provider's own service and there is no key for it, so that nothing is sent."""


@dataclass(frozen=True)
class Credentials:
    """The key to a service, and the variable it comes from."""

    key: str
    variable: str
    """The environment variable that holds the key."""
    missing: bool
    """Whether the provider's own service is asked without a key; one at another address may need none."""
    withheld: bool = False
    """Whether the provider's own key is not sent, because an explicit `url` leads to another service."""


def credentials(provider: str, url: str = "", variable: str = "") -> Credentials:
    """Return the key to a provider's service, or to another service that speaks its protocol.

    The provider's own key goes to the provider and to the address in its base variable, as its SDK sends it.
    A service that `url` names elsewhere is sent a key only if `variable` names one.

    Args:
        provider: one of `SERVICES`.
        url: address before the path of the protocol; empty: the provider's variable, else its own.
        variable: environment variable that holds the key; empty: the provider's own.

    Raises:
        UsageError: the variable's value is not a key.
    """
    service = SERVICES[provider]
    own = is_own_address(provider, base_of(provider, url))
    withheld = bool(url) and not own and not variable
    variable = variable or service.key_variable
    key = os.environ.get(variable, "").strip()
    if withheld:
        return Credentials("", variable, missing=False, withheld=bool(key))
    if not (key.isascii() and key.isprintable()):
        raise UsageError(f"{variable} holds something that is not a key", "set it to the key alone")
    return Credentials(key, variable, missing=not key and own)


def key_state(provider: str, url: str = "", variable: str = "") -> tuple[str, str]:
    """Return in words which key is sent, and what to do about one that is missing or not sent.

    Takes the arguments of `credentials` and raises its errors.
    """
    found = credentials(provider, url, variable)
    if found.key:
        return f"key in {found.variable}", ""
    if found.missing:
        return "no key", f"{found.variable} holds no key: nothing is sent"
    if variable:
        return f"no key in {variable}", f"set {variable}, or remove `key` if the service needs none"
    hint = f"{found.variable} is not sent to another address: if it needs a key, name its variable as `key`"
    return "no key is sent", hint if found.withheld else ""


def check_model_name(model: str, whose: str) -> None:
    """Reject a model name that cannot be sent.

    Raises:
        UsageError: it is too long, or contains unprintable characters.
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
    """Open a model of a provider's service, or of another service that speaks its protocol.

    Args:
        provider: one of `SERVICES`.
        model: its name as the service writes it.
        url: address before the path of the protocol; empty: the provider's variable, else its own.
        variable: environment variable that holds the key; empty: the provider's own, which goes to no other
            address that `url` names.
        timeout_ms: maximum milliseconds per answer.
        whose: how an error refers to the model.

    Raises:
        UsageError: there is no such provider, or the name, the key or the address is invalid.
    """
    if provider not in SERVICES:
        raise UsageError(f"there is no provider {provider!r}", f"there are: {', '.join(SERVICES)}")
    check_model_name(model, whose)
    found = credentials(provider, url, variable)
    opened = open_model(provider, model, url=url, key=found.key, timeout_ms=timeout_ms)
    return Serving(opened, f"{provider}:{model}", found.variable, found.missing)
