"""Integrity of the store, and diagnosis of the environment."""

from __future__ import annotations

import json
import locale
import os
import platform
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gates.errors import os_reason
from gates.policy import PurposeLimits
from gates.second_opinion import CHECKER_NAMES
from store.database.access import path_of
from store.errors import StoreError
from store.journal import journal
from store.records import lookup
from store.values import HistoryHead, Verification
from store.verify import verify as integrity
from store.verify.heads import NotedHead
from workbench.bootstrap import Env
from workbench.checkers import loading, settings
from workbench.checkers.extras import USES, is_installed
from workbench.errors import InputError, UsageError, WorkbenchError, install_hint
from workbench.pipes import read_whole
from workbench.version import __version__

if TYPE_CHECKING:
    from workbench.models.settings import ModelSetting

_LIBRARIES = ("duckdb", "sqlmodel", "duckdb-sqlalchemy", "pydantic", "pyarrow", "rapidfuzz", "textual")


_HASH = re.compile("[0-9a-f]{64}")


def verify(env: Env, *, noted: Sequence[str] = (), noted_in: Sequence[str] = ()) -> Verification:
    """Check every record against the journal, and every digest and reference.

    Args:
        env: the environment, whose store is checked.
        noted: head hashes that must still exist.
        noted_in: files with the output of `head --json`, whose heads must still exist.

    Raises:
        UsageError: a head is not a hash.
        InputError: a file contains no heads.
    """
    hashes = [each.strip().casefold() for each in noted]
    for named_hash in hashes:
        if not _HASH.fullmatch(named_hash):
            raise UsageError(
                f"{named_hash!r} is not a head hash", "a head is 64 hexadecimal digits, as `head` prints it"
            )
    wanted = [NotedHead(each) for each in hashes]
    for path in noted_in:
        wanted += _heads_in(path)
    return integrity.verify(env.open_store(), noted=wanted)


def _heads_in(path: str) -> list[NotedHead]:
    try:
        body = json.loads(read_whole(Path(path)))
        found = [NotedHead(str(each["hash"]), str(each["session_id"])) for each in body["heads"]]
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", "name a file of `head --json`") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{path} holds no heads", "`workbench head --json > FILE` writes one") from error
    if not found:
        raise InputError(f"{path} holds no heads", "`workbench head --json > FILE` writes one")
    if not all(_HASH.fullmatch(each.hash) for each in found):
        raise InputError(
            f"{path} holds a head that is not a hash", "`workbench head --json > FILE` writes one"
        )
    return found


def heads(env: Env, session: str | None = None) -> tuple[HistoryHead, ...]:
    """Return the newest entry of every journal, or of one session's: anchors to keep elsewhere.

    Raises:
        store.errors.NotFound: no session has this id.
    """
    store = env.open_store()
    found = journal.heads(store)
    if session is None:
        return found
    wanted = lookup.session(store, session)
    return tuple(each for each in found if each.session_id == wanted)


def heads_json(found: Sequence[HistoryHead]) -> dict[str, Any]:
    """Return the `workbench.head/1` object."""
    from workbench.services.output_shapes.reports_and_drafts import HeadsShape
    from workbench.services.output_shapes.shape import printed

    return printed(HeadsShape, heads=found)


def verification_json(found: Verification) -> dict[str, Any]:
    """Return the `workbench.verify/1` object."""
    from workbench.services.output_shapes.reports_and_drafts import VerifyShape
    from workbench.services.output_shapes.shape import printed

    return printed(VerifyShape, found)


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
    checks += [_store(env), *_checkers(env), *_models(env), *map(_extra, USES), _runs(env), *_surroundings()]
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


def _runs(env: Env) -> DoctorCheck:
    """Check the budgets and thresholds of a new run, from configuration and environment."""
    from workbench.models.embeddings import embeddings_service
    from workbench.models.settings import setting_of
    from workbench.runs.ranking.meaning import meaning_of, settled
    from workbench.runs.settings import settings_of

    try:
        found = settings_of({}, env.config_file, policy=env.run_table)
        meant = meaning_of(settled(found.meaning))
    except WorkbenchError as error:
        return DoctorCheck("runs", False, error.message, error.hint)
    near, hint = "character n-grams", ""
    if found.embeddings is not None or found.embeddings_recorded is not None:
        recorded = found.embeddings_recorded
        limits = env.policy.limits("compaction") or PurposeLimits()
        try:
            service = embeddings_service(
                str(found.embeddings),
                env.config_file,
                recorded=Path(recorded) if recorded is not None else None,
                dimensions=found.embeddings_dimensions,
                timeout_ms=limits.timeout_ms,
            )
        except WorkbenchError as error:
            return DoctorCheck("runs", False, error.message, error.hint)
        near = f"embeddings {service.provider}:{service.model} at {service.url or 'a recording'}"
        if recorded is None:
            key, hint = setting_of(str(found.embeddings), env.config_file).key_state()
            near += f", {key}"
    near += f"; judged by meaning too ({meant.name})" if meant else ""
    usage = f"{found.steps} steps, {found.tokens:,} tokens, {found.seconds:g} s, {found.money:g} USD"
    private = f"private hosts {', '.join(found.private_hosts) or 'none (`private_hosts`)'}"
    return DoctorCheck(
        "runs",
        True,
        f"{usage}; threshold {found.threshold:g}, model {found.model or 'none (rules)'}; {near}; {private}",
        hint,
    )


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
