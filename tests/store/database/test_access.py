"""Permitted access to a store's file, and the message when it is refused: the reason and the remedy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from store.database.access import denied, writable


def as_owner(path: Path, what: int, *, effective_ids: bool = False) -> bool:
    """Return the owner's access by the file's mode, since tests may run as the superuser."""
    assert effective_ids in (True, False)
    try:
        allowed = path.stat().st_mode >> 6
    except OSError:
        return False
    return what & allowed == what


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file in a folder of its own, as its owner sees it."""
    monkeypatch.setattr(os, "access", as_owner)
    made = tmp_path / "folder" / "store.duckdb"
    made.parent.mkdir()
    made.write_bytes(b"x")
    made.chmod(0o600)
    yield made
    made.parent.chmod(0o700)


def test_a_file_is_written_where_its_log_can_be(path: Path) -> None:
    """Its folder must be writable too, or the log be there; a file that is not there yet may be made."""
    assert writable(path)
    path.parent.chmod(0o500)
    assert not writable(path)
    path.parent.chmod(0o700)
    log = path.with_name("store.duckdb.wal")
    log.write_bytes(b"")
    path.parent.chmod(0o500)
    assert writable(path)
    path.parent.chmod(0o700)
    assert writable(path.with_name("another.duckdb"))


@pytest.mark.parametrize(
    ("mode", "folder", "why", "way"),
    [
        (0o600, 0o500, "its folder may not be written, and a log is kept beside it", "chmod u+w {folder}"),
        (0o400, 0o700, "nothing can be written to {path}: permission denied", "check its owner"),
        (0o000, 0o700, "{path} may not be read: permission denied", "chmod u+rw"),
    ],
)
def test_each_reason_has_its_words(path: Path, mode: int, folder: int, why: str, way: str) -> None:
    """And a way on; another store is always one."""
    path.chmod(mode)
    path.parent.chmod(folder)
    error = denied(path)
    assert why.format(path=path) in error.message
    assert way.format(folder=path.parent) in error.hint
    assert "--store" in error.hint


def test_a_disk_that_is_mounted_read_only_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only disk is named in any file mode; if the disk cannot be queried, the mode decides."""
    monkeypatch.setattr(os, "statvfs", lambda _path: SimpleNamespace(f_flag=os.ST_RDONLY))
    assert "its disk is mounted read-only" in denied(path).message

    def gone(_path: Path) -> object:
        raise OSError

    monkeypatch.setattr(os, "statvfs", gone)
    path.chmod(0o400)
    assert "permission denied" in denied(path).message
