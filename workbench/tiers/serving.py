"""The service that a judge's setting names: its model, its key, and whether it can be asked at all."""

from __future__ import annotations

import os
from dataclasses import dataclass

from workbench.errors import UsageError
from workbench.models.base import LanguageModel
from workbench.models.services import SERVICES, address_of, open_model
from workbench.tiers.settings import TierSetting

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


def serving_of(setting: TierSetting, timeout_ms: int) -> Serving:
    """The service of a setting; a local one needs no key.

    Raises:
        UsageError: the model's name, the key or the address will not do.
    """
    if not setting.model.isprintable() or len(setting.model) > LONGEST_NAME:
        raise UsageError("the judge's model has a name that cannot be sent", "write it as its service does")
    service = SERVICES[setting.provider]
    variable = setting.key or service.key_variable
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise UsageError(f"{variable} holds what is no key", "set it to the key alone")
    keyless = not key and address_of(setting.provider, setting.url).startswith(service.url)
    model = open_model(setting.provider, setting.model, url=setting.url, key=key, timeout_ms=timeout_ms)
    return Serving(model, f"{setting.provider}:{setting.model}", variable, keyless)
