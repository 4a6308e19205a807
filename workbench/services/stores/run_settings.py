"""The settings of a new run for `doctor`: each with its value, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gates.policy import PurposeLimits
from workbench.bootstrap import Env
from workbench.errors import WorkbenchError
from workbench.runs.settings import OF_ONE_RUN, RunSettings, origins_of, settings_of

_UNITS = {
    "seconds": " s",
    "fetch_seconds": " s",
    "prompt_tokens": " tokens",
    "fetch_bytes": " bytes",
}


class StatedSetting(NamedTuple):
    """One setting, in the form of a check."""

    name: str
    ok: bool
    value: str
    """With its origin in parentheses; secrets are masked."""
    hint: str = ""


def stated_settings(env: Env) -> Iterator[StatedSetting]:
    """Yield every setting of a new run, then the thresholds of its checkpoints; nothing is sent.

    If the settings cannot be read, only the reason; a model that cannot be asked is not ok.
    """
    try:
        found = settings_of({}, env.config_file, policy=env.run_table)
        origins = origins_of(env.config_file, policy=env.run_table)
    except WorkbenchError as error:
        yield StatedSetting("runs", False, error.message, error.hint)
        return
    for name in RunSettings.model_fields:
        if name not in OF_ONE_RUN:
            yield _stated(env, found, name, origins.get(name, "default"))
    snapshot = env.policy.snapshot
    for name in type(snapshot).model_fields:
        origin = "[snapshot] of the policy" if name in snapshot.model_fields_set else "default"
        yield StatedSetting(f"run {name}", True, f"{getattr(snapshot, name):,} ({origin})")


def _stated(env: Env, settings: RunSettings, name: str, origin: str) -> StatedSetting:
    from workbench.masking import mask
    from workbench.models.prices import currency_of

    ok, words, hint = True, "", ""
    try:
        if name == "model" and settings.model is not None:
            words, hint = _model(env, settings.model)
        elif name == "embeddings" and settings.embeddings is not None:
            words, hint = _embeddings(env, settings, settings.embeddings)
        elif name == "money":
            words = f"{_shown(settings.money)} {currency_of(env.config_file, settings.model)}"
        elif name == "meaning":
            words = _meaning(settings)
    except WorkbenchError as error:
        ok, words, hint = False, error.message, error.hint
    value = words or f"{_shown(getattr(settings, name))}{_UNITS.get(name, '')}"
    return StatedSetting(f"run {name}", ok, f"{mask(value)[0]} ({mask(origin)[0]})", hint)


def _shown(value: object) -> str:
    """Format the value of a setting."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def _model(env: Env, name: str) -> tuple[str, str]:
    """Return address and key of the model of runs, and what to do about a key that is not sent."""
    from workbench.models.service_words import place_of
    from workbench.models.settings import setting_of

    setting = setting_of(name, env.config_file)
    url = setting.serve(PurposeLimits().timeout_ms).model.url
    key, hint = setting.key_state()
    return f"{setting.named} at {place_of(url)}, {key}", hint


def _embeddings(env: Env, settings: RunSettings, name: str) -> tuple[str, str]:
    """Return the same of the embeddings model of runs."""
    from workbench.models.embeddings import embeddings_service
    from workbench.models.service_words import place_of
    from workbench.models.settings import setting_of

    recorded = settings.embeddings_recorded
    service = embeddings_service(
        name,
        env.config_file,
        recorded=Path(recorded) if recorded is not None else None,
        dimensions=settings.embeddings_dimensions,
        timeout_ms=(env.policy.limits("compaction") or PurposeLimits()).timeout_ms,
    )
    if recorded is not None:
        return f"{service.provider}:{service.model} from a recording", ""
    key, hint = setting_of(name, env.config_file).key_state()
    return f"{service.provider}:{service.model} at {place_of(service.url)}, {key}", hint


def _meaning(settings: RunSettings) -> str:
    from workbench.runs.ranking.meaning import meaning_of, settled

    settled_to = settled(settings.meaning)
    meaning_of(settled_to)  # raises if it is on without its extra
    return settings.meaning if settings.meaning == settled_to else f"{settings.meaning}: {settled_to}"
