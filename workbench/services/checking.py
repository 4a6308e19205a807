"""Integrity of the store, and what the program runs on."""

from __future__ import annotations

import locale
import os
import platform
import sys
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from store import verify as integrity
from store.errors import StoreError
from store.values import Verification
from workbench.bootstrap import Env
from workbench.version import __version__

VERIFY_SCHEMA = "workbench.verify/1"
DOCTOR_SCHEMA = "workbench.doctor/1"

_LIBRARIES = ("duckdb", "sqlmodel", "duckdb-sqlalchemy", "pydantic", "pyarrow", "rapidfuzz", "textual")


def verify(env: Env, *, head: str | None = None) -> Verification:
    """Walk the hash chain and every reference; `head` is a hash that must be in some session's history."""
    return integrity.verify(env.open_store(), head=head)


def verification_json(found: Verification) -> dict[str, Any]:
    """The `workbench.verify/1` object."""
    return {
        "schema": VERIFY_SCHEMA,
        "ok": found.ok,
        "problems": [
            {"record": p.record, "id": p.id, "problem": p.problem, "meaning": p.meaning}
            for p in found.problems
        ],
        "heads": [{"session_id": h.session_id, "sequence": h.sequence, "hash": h.hash} for h in found.heads],
    }


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    ok: bool
    value: str
    hint: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """What the program runs on, and whether it can work there."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether every check is fine."""
        return all(check.ok for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """The `workbench.doctor/1` object."""
        return {
            "schema": DOCTOR_SCHEMA,
            "ok": self.ok,
            "checks": [{"name": c.name, "ok": c.ok, "value": c.value, "hint": c.hint} for c in self.checks],
        }


def doctor(env: Env) -> Diagnosis:
    """Look at versions, store, lock, terminal and locale; changes nothing."""
    checks = [Check("workbench", True, __version__), Check("python", True, platform.python_version())]
    checks += [_library(name) for name in _LIBRARIES]
    checks += [_store(env), *_surroundings()]
    return Diagnosis(tuple(checks))


def _library(name: str) -> Check:
    try:
        return Check(name, True, metadata.version(name))
    except metadata.PackageNotFoundError:
        return Check(name, False, "not installed", "install the program again, with its dependencies")


def _store(env: Env) -> Check:
    if not env.store_exists:
        return Check("store", True, f"{env.store_location} (not there yet; the first import makes it)")
    try:
        env.open_store()
    except StoreError as error:
        return Check("store", False, f"{env.store_location}: {error.message}", error.hint)
    return Check("store", True, f"{env.store_location} (opens, not held by another process)")


def _surroundings() -> list[Check]:
    encoding = locale.getpreferredencoding(False)
    utf8 = encoding.lower().replace("-", "") == "utf8"
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return [
        Check("terminal", True, os.environ.get("TERM", "no TERM") if terminal else "stdout is no terminal"),
        Check("colour", True, "off (NO_COLOR)" if os.environ.get("NO_COLOR") else "on terminals only"),
        Check("locale", True, encoding if utf8 else f"{encoding}: other letters are shown as escapes"),
    ]
