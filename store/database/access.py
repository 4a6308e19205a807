"""Where the file of a store lies and how this user may open it; imports no driver, so it costs nothing."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote

from store.errors import StoreUnreadable

CONFIG = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
"""How every connection is opened; those of one process to one file must agree (`config_of`)."""


def writable(path: Path) -> bool:
    """Whether this user may write to a file and to the log beside it, or there is no file yet."""
    if not _may(path, os.F_OK):
        return True
    log = path.with_name(path.name + ".wal")
    return _may(path, os.W_OK) and (_may(path.parent, os.W_OK | os.X_OK) or _may(log, os.W_OK))


def denied(path: Path) -> StoreUnreadable:
    """What to say of a file that this user may not read, or not write: why, and the way on."""
    try:
        frozen = bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    except OSError:
        frozen = False
    elsewhere = "or choose another store with --store"
    if frozen:
        return StoreUnreadable(
            f"nothing can be written to {path}: its disk is mounted read-only",
            f"nothing was done, and reading works; copy it to another disk, {elsewhere}",
        )
    if not _may(path, os.R_OK):
        return StoreUnreadable(
            f"{path} may not be read: permission denied", f"allow it with `chmod u+rw`, {elsewhere}"
        )
    if _may(path, os.W_OK):
        return StoreUnreadable(
            f"nothing can be written to {path}: its folder may not be written, and a log is kept beside it",
            f"nothing was done, and reading works; `chmod u+w {path.parent}`, {elsewhere}",
        )
    return StoreUnreadable(
        f"nothing can be written to {path}: permission denied",
        f"nothing was done, and reading works; check its owner, `chmod u+w` it, {elsewhere}",
    )


def _may(path: Path, what: int) -> bool:
    """Whether this user may do that with a file."""
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


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
