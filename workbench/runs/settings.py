"""Budgets and thresholds of a run, stored with it so that a resumed run has the same."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from gates.policy import SnapshotSettings
from gates.validation import first_fault
from workbench.config_file import tables
from workbench.errors import InputError
from workbench.models.embeddings import MOST_DIMENSIONS
from workbench.models.prices import CURRENCY
from workbench.nearest import did_you_mean
from workbench.runs.ranking.scoring import THRESHOLD
from workbench.runs.records.shapes import Model

PREFIX = "WORKBENCH_RUN_"
"""`WORKBENCH_RUN_STEPS=20` sets `steps`, and so on for every setting."""
OF_ONE_RUN = {
    "sources": "each run has its own: use --source",
    "out": "each run needs its own folder: use --out",
    "named_files": "a run knows them itself; remove it",
    "currency": 'write it into the [prices."PROVIDER:MODEL"] of the model',
    "snapshot": "write a table [snapshot] of its own in the policy file",
}
"""Settings that no configuration may set, and what to do instead."""


class RunSettings(Model):
    """Budgets and thresholds of a run."""

    sources: tuple[str, ...] = ()
    model: str | None = None
    """The model, named like `--model`; None: offline by rules."""
    embeddings: str | None = None
    """An embedding model, named like `--model`; None: character n-grams."""
    embeddings_dimensions: Annotated[int, Field(ge=1, le=MOST_DIMENSIONS)] | None = None
    """Required length of its vectors, requested from the service; None: any length."""
    embeddings_weight: Annotated[float, Field(gt=0, le=10)] = 1.0
    """Weight of a rank by its vectors; a rank by words has 1."""
    embeddings_record: str | None = None
    """File that its answers are written to."""
    embeddings_recorded: str | None = None
    """Recording that its answers are read from; nothing is sent."""
    meaning: Literal["auto", "on", "off"] = "auto"
    """Whether rules also judge passages by meaning; auto: if the extra is installed when the run begins."""
    ask: bool = False
    """Whether to ask a person before the run gives up."""
    steps: Annotated[int, Field(ge=1, le=10_000)] = 12
    tokens: Annotated[int, Field(ge=1)] = 400_000
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 900.0
    """Seconds of work, without the time spent waiting for a person."""
    money: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 5.0
    """In `currency`."""
    currency: str = CURRENCY
    """That of the model's price when the run began, in which all its money is counted."""
    prompt_tokens: Annotated[int, Field(ge=500)] = 6_000
    candidates: Annotated[int, Field(ge=1, le=500)] = 24
    selected: Annotated[int, Field(ge=1, le=50)] = 6
    threshold: Annotated[float, Field(ge=0, le=1)] = THRESHOLD
    widen: Annotated[int, Field(ge=2, le=10)] = 3
    """Factor by which the fallback multiplies the candidates."""
    private_hosts: tuple[str, ...] = ()
    """Hosts that may be fetched although their address is private."""
    out: str | None = None
    """Folder for the outputs when the run ends; None: they are only in the store."""
    named_files: tuple[str, ...] | None = None
    """Sources that were files when the run began (the others were folders or pages); None: unknown."""
    snapshot: SnapshotSettings | None = None
    """When a checkpoint is due: the policy's when the run began; None: that of whoever continues it."""
    fetch_bytes: Annotated[int, Field(ge=1)] = 16_000_000
    fetch_seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 20.0


def settings_of(
    given: Mapping[str, Any],
    config: Path,
    environment: Mapping[str, str] = os.environ,
    policy: Mapping[str, Any] | None = None,
) -> RunSettings:
    """Return the settings of a new run: the given ones, else environment, policy file or configuration.

    Raises:
        InputError: the configuration cannot be read, or a value is out of range.
    """
    layers = _layers(config, environment, policy)
    stated = {name: value for _, layer in layers for name, value in layer.items()}
    stated |= {name: value for name, value in given.items() if value is not None}
    return _validated(stated, f"see [run] in {config} and ")


def origins_of(
    config: Path, environment: Mapping[str, str] = os.environ, policy: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """Return where a new run takes each setting from that has not its default. Raises as `settings_of`."""
    found = {name: origin for origin, layer in _layers(config, environment, policy) for name in layer}
    return {name: origin or PREFIX + name.upper() for name, origin in found.items()}


def _layers(
    config: Path, environment: Mapping[str, str], policy: Mapping[str, Any] | None
) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the origins of settings with what each sets, the later before the earlier one.

    The environment has no name: each setting comes from a variable of its own. Raises InputError.
    """
    table = tables(config).get("run", {})
    if not isinstance(table, dict):
        raise InputError(f"`run` in {config} is not a table", f"write [run]; fix or remove {config}")
    files = [(f"[run] in {config}", table), ("[run] of the policy", policy or {})]
    for place, part in files:
        for name, instead in OF_ONE_RUN.items():
            if name in part:
                raise InputError(f"{place} sets `{name}`", instead)
    return [*files, ("", _of_environment(environment))]


def check_environment(environment: Mapping[str, str] = os.environ) -> None:
    """Refuse a variable that names no setting, or whose value is out of range. Raises InputError."""
    _validated(_of_environment(environment), "correct or unset ")


def _validated(stated: Mapping[str, Any], hint: str) -> RunSettings:
    """Return checked settings; the hint of an error ends with the variable of the setting."""
    try:
        return RunSettings.model_validate(stated)
    except ValidationError as error:
        problem = first_fault(error)
        place = problem.partition(":")[0]
        raise InputError(f"run setting {problem}", f"{hint}{PREFIX}{place.upper()}") from error


def _of_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings in environment variables. Raises InputError."""
    known = {name: field for name, field in RunSettings.model_fields.items() if name not in OF_ONE_RUN}
    stated: dict[str, Any] = {}
    for each, value in environment.items():
        if not each.startswith(PREFIX):
            continue
        name = each.removeprefix(PREFIX).lower()
        if name not in known or each != PREFIX + name.upper():
            near = did_you_mean(name, list(known))
            listed = f"{near}docs/runs/index.md lists the settings; or unset it"
            raise InputError(f"{each} is not a setting of runs", OF_ONE_RUN.get(name, listed))
        several = "tuple" in str(known[name].annotation)
        stated[name] = tuple(part for part in value.split(",") if part) if several else value
    return stated
