"""Where the file of a store lies and how this user may open it; imports no driver, so it costs nothing."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote

from store.errors import StoreUnreadable

CONFIG = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
"""How every connection is opened; those of one process to one file must agree (`config_of`)."""


def writable(path: Path) -> bool:
    """Whether this user may write to a file, or there is none yet."""
    effective = os.access in os.supports_effective_ids
    return os.access(path, os.W_OK, effective_ids=effective) or not os.access(
        path, os.F_OK, effective_ids=effective
    )


def config_of(path: Path) -> dict[str, str | bool | int | float | list[str]]:
    """How a connection to a file is opened: for reading only, where no more is allowed."""
    return dict(CONFIG) if writable(path) else {**CONFIG, "access_mode": "READ_ONLY"}


def path_of(path_or_url: str | Path) -> Path:
    """The file that a path or a URL names, through every link to it: its log lies beside the file itself.

    Raises:
        StoreUnreadable: it can be no store.
    """
    text = str(path_or_url)
    scheme, found, rest = text.partition("://")
    if not found:
        return real_path(Path(text).expanduser())
    if scheme.split("+", 1)[0] != "duckdb":
        raise StoreUnreadable(
            f"a store of kind {scheme!r} is not supported", "name a file, or duckdb:///PATH"
        )
    name = unquote(rest.partition("?")[0]).removeprefix("/")
    if name in ("", ":memory:"):
        raise StoreUnreadable("a store needs a file", "name one, as in duckdb:////home/me/store.duckdb")
    return real_path(Path(name).expanduser())


def real_path(path: Path) -> Path:
    """The file itself, through every link to it."""
    return Path(os.path.realpath(path))
