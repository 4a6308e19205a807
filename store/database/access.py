"""The path of a store's file and this user's access to it; imports no driver, to keep start-up fast."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote

from store.errors import StoreUnreadable

CONFIG = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
"""Options of every connection; connections of one process to one file must agree (`config_of`)."""


def writable(path: Path) -> bool:
    """Return whether this user may write to the file and its log, or the file does not exist yet."""
    if not _may(path, os.F_OK):
        return True
    log = path.with_name(path.name + ".wal")
    return _may(path, os.W_OK) and (_may(path.parent, os.W_OK | os.X_OK) or _may(log, os.W_OK))


def denied(path: Path) -> StoreUnreadable:
    """Return the error for a file that this user may not read or write: the reason and what to do."""
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
    """Return whether this user has that kind of access to a file."""
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def config_of(path: Path) -> dict[str, str | bool | int | float | list[str]]:
    """Return the options of a connection to a file: read-only if no more is permitted."""
    return dict(CONFIG) if writable(path) else {**CONFIG, "access_mode": "READ_ONLY"}


def path_of(path_or_url: str | Path) -> Path:
    """Return the file named by a path or URL, with links resolved, because its log is next to the real file.

    Raises:
        StoreUnreadable: it cannot be a store.
    """
    text = str(path_or_url)
    scheme, found, rest = text.partition("://")
    if not found:
        return _possible(Path(text).expanduser())
    if scheme.split("+", 1)[0] != "duckdb":
        raise StoreUnreadable(
            f"a store of kind {scheme!r} is not supported", "name a file, or duckdb:///PATH"
        )
    name = unquote(rest.partition("?")[0]).removeprefix("/")
    if name in ("", ":memory:"):
        raise StoreUnreadable("a store needs a file", "name one, as in duckdb:////home/me/store.duckdb")
    return _possible(Path(name).expanduser())


def _possible(path: Path) -> Path:
    """Return the real path of a store, below which no folder is a file. Raises StoreUnreadable."""
    real = real_path(path)
    if not real.exists():
        above = next(each for each in real.parents if each.exists())
        if not above.is_dir():
            raise StoreUnreadable(
                f"there can be no store at {path}: {above} is a file", "choose another with --store"
            )
    return real


def real_path(path: Path) -> Path:
    """Return the path with all links resolved."""
    return Path(os.path.realpath(path))
