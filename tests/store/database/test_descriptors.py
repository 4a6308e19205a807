"""Descriptors of store files: none piles up, and none that a connection rests on is closed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from store.database import descriptors
from store.engine import Store
from store.lifecycle import backup
from tests.store.build import events_of, keep

OPEN = Path("/proc/self/fd")


@pytest.mark.skipif(not OPEN.is_dir(), reason="the system does not list a process's descriptors")
def test_backups_leave_no_descriptors(store: Store, tmp_path: Path) -> None:
    """As many after eight backups as after one."""
    keep(store, events_of(3), tmp_path)
    backup.backup(store, tmp_path / "first.duckdb")
    after_one = len(list(OPEN.iterdir()))
    for number in range(7):
        backup.backup(store, tmp_path / f"{number}.duckdb")
    assert len(list(OPEN.iterdir())) == after_one


def test_a_file_in_use_by_another_name_keeps_its_descriptor(tmp_path: Path) -> None:
    """Closing one would drop the lock that the driver holds by the other name."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "made").write_bytes(b"x")
    (tmp_path / "placed").hardlink_to(folder / "made")
    (folder / "alone").write_bytes(b"y")
    shared, alone = descriptors.descriptor_of(folder / "made"), descriptors.descriptor_of(folder / "alone")
    descriptors.descriptor_of(tmp_path / "placed")
    descriptors.forget(folder)
    os.fstat(shared)
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(alone)


def test_what_is_read_is_not_let_go_of(tmp_path: Path) -> None:
    """A descriptor in use stays open while many other files are requested."""
    (tmp_path / "long").write_bytes(b"z" * 10)
    with descriptors.pinned(tmp_path / "long") as reading:
        for number in range(descriptors.MOST_KEPT + 3):
            (tmp_path / str(number)).write_bytes(b"")
            descriptors.descriptor_of(tmp_path / str(number))
        assert os.pread(reading, 10, 0) == b"z" * 10
