"""Diagnosis of the environment."""

from __future__ import annotations

import locale
import os
import platform
import sys
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Any

from gates.policy import PurposeLimits
from gates.second_opinion import CHECKER_NAMES
from store.database.access import path_of
from store.errors import StoreError
from workbench.bootstrap import Env
from workbench.checkers import loading, settings
from workbench.checkers.extras import USES, is_installed
from workbench.errors import UsageError, WorkbenchError, install_hint
from workbench.services.stores.run_settings import stated_settings
from workbench.version import __version__

if TYPE_CHECKING:
    from workbench.models.settings import ModelSetting

_LIBRARIES = ("duckdb", "sqlmodel", "duckdb-sqlalchemy", "pydantic", "pyarrow", "rapidfuzz", "textual")


@dataclass(frozen=True)
class DoctorCheck:
    """The result of one check."""

    name: str
    ok: bool
    value: str
    hint: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """The checks of the environment, and whether the program can work there."""

    checks: tuple[DoctorCheck, ...]

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.doctor/1` object."""
        from workbench.services.output_shapes.record_shapes import DoctorShape
        from workbench.services.output_shapes.shape import printed

        return printed(DoctorShape, self)


def doctor(env: Env) -> Diagnosis:
    """Check versions, store, lock, optional checkers, models, terminal and locale; changes nothing."""
    checks = [
        DoctorCheck("workbench", True, __version__),
        DoctorCheck("python", True, platform.python_version()),
    ]
    checks += [_library(name) for name in _LIBRARIES]
    checks += [_store(env), *_checkers(env), *_models(env), *map(_extra, USES)]
    checks += [DoctorCheck(*each) for each in stated_settings(env)]
    checks += _surroundings()
    return Diagnosis(tuple(checks))


def _library(name: str) -> DoctorCheck:
    try:
        return DoctorCheck(name, True, metadata.version(name))
    except metadata.PackageNotFoundError:
        return DoctorCheck(name, False, "not installed", "install the program again, with its dependencies")


def _store(env: Env) -> DoctorCheck:
    elsewhere = "make it writable, or choose another with --store or WORKBENCH_STORE"
    if not env.store_exists:
        if not _can_be_made(env.store_location):
            location_words = f"{env.store_location} (not there, and no file can be written there)"
            return DoctorCheck("store", False, location_words, elsewhere)
        return DoctorCheck("store", True, f"{env.store_location} (not there yet; the first import makes it)")
    try:
        store = env.open_store()
    except StoreError as error:
        return DoctorCheck("store", False, f"{env.store_location}: {error.message}", error.hint)
    if store.read_only:
        location_words = f"{env.store_location} (opens to be read only: what would write to it is refused)"
        return DoctorCheck("store", True, location_words, elsewhere)
    return DoctorCheck("store", True, f"{env.store_location} (opens, not held by another process)")


def _can_be_made(location: str) -> bool:
    """Return whether the folder of a store, or its nearest existing parent, is writable."""
    try:
        place = path_of(location).parent
        while not place.exists() and place != place.parent:
            place = place.parent
    except (OSError, StoreError):
        return True  # opening it says what is wrong
    return place.is_dir() and os.access(place, os.W_OK | os.X_OK)


def _extra(name: str) -> DoctorCheck:
    """Check an extra that one command or option needs; its absence is no failure."""
    module, use = USES[name]
    if is_installed(module):
        return DoctorCheck(f"extra {name}", True, "installed")
    return DoctorCheck(f"extra {name}", True, f"not installed, for {use}", install_hint(name))


def _checkers(env: Env) -> list[DoctorCheck]:
    """Check the optional checkers; one that is not configured passes."""
    try:
        described = settings.read(env.config_file)
    except WorkbenchError as error:
        return [DoctorCheck("checkers", False, error.message, error.hint)]
    return [
        DoctorCheck(f"checker {name}", *loading.condition(name, described.get(name)))
        for name in CHECKER_NAMES
    ]


def _models(env: Env) -> list[DoctorCheck]:
    """Check each model that the configuration describes; a missing key is no failure."""
    from workbench.models.settings import read

    try:
        described = read(env.config_file)
    except WorkbenchError as error:
        return [DoctorCheck("models", False, error.message, error.hint)]
    return [_model(setting) for setting in described.values()]


def _model(setting: ModelSetting) -> DoctorCheck:
    """Check a described model: its address, and the key that it is sent."""
    from workbench.models.service_words import place_of

    name = f"model {setting.name}"
    try:
        url = setting.serve(PurposeLimits().timeout_ms).model.url
        key, hint = setting.key_state()
    except UsageError as error:
        return DoctorCheck(name, error.code == "no_key", error.message, error.hint)
    return DoctorCheck(name, True, f"{setting.named} at {place_of(url)}, {key}", hint)


def _surroundings() -> list[DoctorCheck]:
    encoding = locale.getpreferredencoding(False)
    utf8 = encoding.lower().replace("-", "") == "utf8"
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return [
        DoctorCheck(
            "terminal", True, os.environ.get("TERM", "no TERM") if terminal else "stdout is not a terminal"
        ),
        DoctorCheck("colour", True, "off (NO_COLOR)" if os.environ.get("NO_COLOR") else "on terminals only"),
        DoctorCheck("locale", True, encoding if utf8 else f"{encoding}: other letters are shown as escapes"),
    ]
