"""Modes that are off until somebody switches them on with a reason (S1 section 3).

The configuration file holds every switch in order, with its reason, actor and time; the last one of a mode
counts. A mode that is on without a reason is refused, whatever wrote the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gates.errors import os_reason
from workbench.config_file import tables
from workbench.errors import InputError, UsageError
from workbench.nearest import did_you_mean

MODES = {
    "rolling": "summarizes its own summaries; highest drift risk",
    "multi_session": "staged windows over a long range; cross-session context loss",
}
"""Modes that must be switched on, with the contract's risk rating."""

_KEYS = {"mode", "on", "reason", "actor", "since"}


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch of a mode."""

    mode: str
    on: bool
    reason: str
    actor: str = ""
    since: str = ""
    """ISO 8601 in UTC."""


def read(path: Path) -> tuple[Switch, ...]:
    """Return every switch of a configuration file, oldest first; none if there is no file.

    Raises:
        InputError: it is not a valid configuration, or switches a mode on without a reason.
    """
    found = tables(path)
    switches = found.pop("switch", [])
    if not isinstance(switches, list):
        raise InputError(f"in the configuration {path} switch is not a table", f"write [[switch]] in {path}")
    return tuple(_switch(each, path) for each in switches)


def _switch(body: object, path: Path) -> Switch:
    hint = f"fix or remove {path}"
    if not isinstance(body, Mapping) or set(body) - _KEYS or body.get("mode") not in MODES:
        raise InputError(f"a switch in {path} is not one of: {', '.join(MODES)}", hint)
    switch: Mapping[str, Any] = body
    if not isinstance(switch.get("on"), bool) or any(
        not isinstance(switch.get(key, ""), str) for key in _KEYS - {"on"}
    ):
        raise InputError(f"a switch of {switch['mode']} in {path} does not say whether it is on", hint)
    if switch["on"] and not str(switch.get("reason", "")).strip():
        raise InputError(
            f"{path} switches {switch['mode']} on without a reason", 'write why, as reason = "..."'
        )
    stated = {key: str(switch.get(key, "")) for key in ("mode", "reason", "actor", "since")}
    return Switch(on=switch["on"], **stated)


def current_switches(switches: tuple[Switch, ...]) -> dict[str, Switch]:
    """Return the last switch of each mode; a mode without one is off."""
    found = {mode: Switch(mode, False, "off by default") for mode in MODES}
    return found | {switch.mode: switch for switch in switches}


def check_known(mode: str) -> None:
    """Reject an unknown mode.

    Raises:
        UsageError: there is no such mode; the message suggests the nearest name.
    """
    if mode not in MODES:
        hint = f"{did_you_mean(mode, MODES)}there are: {', '.join(MODES)}"
        raise UsageError(f"there is no mode {mode!r}", hint)


def append(path: Path, switch: Switch) -> None:
    """Append a switch to the file, which is created if it does not exist.

    Raises:
        UsageError: there is no such mode, or no reason.
        InputError: the file is not a valid configuration or cannot be written.
    """
    check_known(switch.mode)
    if not switch.reason.strip():
        raise UsageError("a switch needs a reason", "say why with --reason")
    read(path)
    lines = ["[[switch]]", f"mode = {_quoted(switch.mode)}", f"on = {str(switch.on).lower()}"]
    lines += [f"{key} = {_quoted(getattr(switch, key))}" for key in ("reason", "actor", "since")]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _append(path, ("\n".join(lines) + "\n\n").encode())
    except OSError as error:
        hint = "nothing changed; check its permissions and the space there"
        raise InputError(f"cannot write {path}: {os_reason(error)}", hint) from error


def _append(path: Path, body: bytes) -> None:
    """Append to a file completely or not at all: half a table would make the whole file unreadable."""
    known = path.stat().st_size if path.exists() else None
    try:
        with path.open("ab", buffering=0) as file:
            while body:
                body = body[file.write(body) :]
    except OSError:
        with suppress(OSError):
            if known is None:
                path.unlink()
            else:
                os.truncate(path, known)
        raise


def _quoted(text: str) -> str:
    """Return a TOML basic string: JSON escapes are valid in TOML; DEL is escaped as well."""
    plain = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(plain, ensure_ascii=False).replace("\x7f", "\\u007f")


def check_on(mode: str, path: Path) -> None:
    """Reject a mode that is off; names that are not such modes pass.

    Raises:
        UsageError: the mode is off.
        InputError: the configuration cannot be read.
    """
    if mode in MODES and not current_switches(read(path))[mode].on:
        raise UsageError(
            f"{mode} is off: {MODES[mode]}",
            f"`workbench modes {mode} on --reason R` switches it on and records why",
            code="mode_off",
        )
