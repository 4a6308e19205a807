"""The service that a judge's setting names: its model, its key, and whether it can be asked at all."""

from __future__ import annotations

from workbench.models.serving import Serving, serve
from workbench.tiers.settings import TierSetting


def serving_of(setting: TierSetting, timeout_ms: int) -> Serving:
    """The service of a setting; a local one needs no key.

    Raises:
        UsageError: the model's name, the key or the address will not do.
    """
    return serve(
        setting.provider,
        setting.model,
        url=setting.url,
        variable=setting.key,
        timeout_ms=timeout_ms,
        whose="the judge's model",
    )
