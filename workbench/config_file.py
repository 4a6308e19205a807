"""Reads the user's TOML configuration file for all modules that have a table in it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from gates.errors import os_reason
from workbench.errors import InputError
from workbench.nearest import did_you_mean
from workbench.pipes import read_whole

MAX_BYTES = 1_000_000
TABLES = ("switch", "checker", "model", "prices", "run")
"""Tables of a configuration file; each is read by the settings module of its package."""
_OLD_TABLE = "tier"
"""Former name of `checker`."""


def tables(path: Path) -> dict[str, Any]:
    """Return the tables of a configuration file; none if there is no file.

    Raises:
        InputError: the file cannot be read, is larger than 1 MB or is not TOML, or a table is unknown.
    """
    try:
        body = read_whole(path, MAX_BYTES + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {os_reason(error)}",
            "check its permissions; WORKBENCH_CONFIG names another file",
        ) from error
    hint = f"fix or remove {path}"
    if len(body) > MAX_BYTES:
        raise InputError(f"the configuration {path} is over 1 MB", hint)
    try:
        found = tomllib.loads(body.decode("utf-8"))
    except RecursionError:
        raise InputError(f"the configuration {path} is nested too deeply", hint) from None
    except UnicodeDecodeError as error:
        raise InputError(f"the configuration {path} is not valid UTF-8, so it is not TOML", hint) from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the configuration {path} is not TOML: {error}", hint) from error
    unknown = next((key for key in found if key not in (*TABLES, _OLD_TABLE)), None)
    if unknown is not None:
        takes = f"it takes {', '.join(TABLES)}; correct or remove the key in {path}"
        message = f"the configuration {path} has a key {unknown!r}, which it does not take"
        raise InputError(message, did_you_mean(unknown, (*TABLES, _OLD_TABLE)) + takes)
    return found
