"""The location of the store, the actor and the policy, unless set on the command line.

Reads the environment and a policy file; opens no store and writes nothing.
"""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gates.errors import os_reason
from workbench.errors import InputError
from workbench.pipes import read_whole

if TYPE_CHECKING:
    from gates.policy import Policy

STORE_VARIABLE = "WORKBENCH_STORE"
ACTOR_VARIABLE = "WORKBENCH_ACTOR"
CONFIG_VARIABLE = "WORKBENCH_CONFIG"
MAX_POLICY_BYTES = 1_000_000


def default_store() -> str:
    """Return `workbench/store.duckdb` in the platform's user data directory."""
    from platformdirs import user_data_path

    return str(user_data_path("workbench", appauthor=False) / "store.duckdb")


def store_location(location: str | None) -> str:
    """Return the store's location: the option, else WORKBENCH_STORE, else the default."""
    return location or os.environ.get(STORE_VARIABLE) or default_store()


def config_file() -> Path:
    """Return the configuration file: WORKBENCH_CONFIG, else the user's `workbench/config.toml`."""
    path = os.environ.get(CONFIG_VARIABLE)
    if path:
        return Path(path)
    from platformdirs import user_config_path

    return Path(user_config_path("workbench", appauthor=False)) / "config.toml"


def actor_name(name: str | None) -> str:
    """Return the actor's name: the option, else WORKBENCH_ACTOR, else the user's login name.

    Bytes of it that are not UTF-8 are written as escapes.
    """
    named = name or os.environ.get(ACTOR_VARIABLE)
    try:
        found = named or getpass.getuser()
    except (OSError, KeyError):  # no login name, as in some containers
        return "unknown"
    return found.encode("utf-8", "backslashreplace").decode()


def read_policy(path: str) -> Policy:
    """Return the policy of a TOML file.

    Raises:
        InputError: the file cannot be read as text.
        gates.errors.PolicyError: it is not a valid policy.
    """
    from gates.policy import parse_policy

    return parse_policy(_policy_text(path))


def read_run_table(path: str) -> dict[str, Any]:
    """Return the table `run` of a policy file, not validated; empty if there is none.

    Raises:
        InputError: the file cannot be read as text, or `run` is not a table.
    """
    import tomllib

    found = tomllib.loads(_policy_text(path)).get("run", {})
    if not isinstance(found, dict):
        raise InputError(f"`run` in {path} is no table", "write [run]")
    return found


def _policy_text(path: str) -> str:
    try:
        body = read_whole(Path(path), MAX_POLICY_BYTES + 1)
    except OSError as error:
        raise InputError(
            f"cannot read the policy {path}: {os_reason(error)}", "give a policy file in TOML"
        ) from error
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"the policy {path} is not valid UTF-8", "give a policy file in TOML") from error
    if len(body) > MAX_POLICY_BYTES:
        raise InputError(f"the policy {path} is over 1 MB", "give a policy file in TOML")
    return text
