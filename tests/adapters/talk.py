"""A conversation with a rule at its beginning, and what a store holds of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.cli.run import inside

RULE = "Never write to config.toml. We decided to use DuckDB for the order store."
ASKED = [RULE, *(f"Please check step {n} of the plan and tell me what file_{n}.py does." for n in range(14))]


def shown(store: Path) -> dict[str, Any]:
    """The only session of a store, as `show` prints it."""
    listed = inside("--store", store, "sessions", "--json", cwd=store.parent).json["sessions"]
    (session,) = listed
    value: dict[str, Any] = inside(
        "--store", store, "show", session["session_id"], "--json", cwd=store.parent
    ).json["value"]
    return value
