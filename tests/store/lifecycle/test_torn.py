"""A store that a kill tore is had back with all of its records; nothing else passes for one."""

from __future__ import annotations

import random
import stat
from pathlib import Path

import duckdb
import pytest

from store.errors import StoreError, StoreUnreadable, TargetExists
from store.journal import journal
from store.lifecycle import backup
from store.lifecycle.empty_store import BLOCK_BYTES
from store.lifecycle.open import open_store
from store.verify import verify
from tests.store.conftest import Written
from tests.store.test_trouble import remount, small_disk

HEADERS = 12_288
"""Bytes of a file before its first block; the block begins with its checksum."""


def tear(path: Path) -> bytes:
    """Put a checksum in front of a block that does not fit it, as a kill does; the file's bytes.

    It is the first block that opening the file reads.
    """
    whole = path.read_bytes()
    for place in range(HEADERS, len(whole), BLOCK_BYTES):
        body = bytearray(whole)
        body[place : place + 8] = b"\x00\xff" * 4
        path.write_bytes(body)
        try:
            duckdb.connect(str(path)).close()
        except duckdb.Error:
            break
    return path.read_bytes()


def test_a_torn_store_is_repaired_in_place(moved: Written) -> None:
    """It is refused with the way back; that gives the same heads, and keeps the torn file as it was."""
    heads, path = journal.heads(moved.store), moved.store.path
    torn = tear(path)
    with pytest.raises(StoreUnreadable, match="is damaged") as stated:
        open_store(path)
    assert f"workbench restore {path} --repair --store {path}`" in stated.value.hint
    assert path.read_bytes() == torn
    done = backup.restore(path, path, replace=False, repair=True)
    assert (done.repaired, done.heads, done.replaced) == (1, heads, path.with_name("store.duckdb.replaced"))
    assert done.replaced is not None and done.replaced.read_bytes() == torn
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    store = open_store(path)
    assert verify.verify(store).ok and journal.heads(store) == heads


def test_a_torn_file_of_elsewhere_is_repaired_on_its_way_here(moved: Written) -> None:
    """Itself it stays torn; over a store that is there only with `replace`."""
    heads, other = journal.heads(moved.store), moved.folder / "torn.duckdb"
    other.write_bytes(moved.store.path.read_bytes())
    torn = tear(other)
    with pytest.raises(TargetExists):
        backup.restore(moved.store.path, other, replace=False, repair=True)
    done = backup.restore(moved.store.path, other, replace=True, repair=True)
    assert (done.repaired, done.heads) == (1, heads)
    assert other.read_bytes() == torn


def test_a_torn_file_on_a_read_only_disk_is_repaired_elsewhere(moved: Written, tmp_path: Path) -> None:
    """A read-only disk needs no lock on the damaged file."""
    with small_disk(tmp_path, 40) as disk:
        other = disk / "torn.duckdb"
        other.write_bytes(moved.store.path.read_bytes())
        tear(other)
        remount(disk, "ro")
        done = backup.restore(moved.folder / "new.duckdb", other, replace=False, repair=True)
    assert (done.repaired, done.heads) == (1, journal.heads(moved.store))


def test_a_store_that_is_whole_needs_no_repair(moved: Written) -> None:
    """Nothing is changed, and the result says so."""
    heads = journal.heads(moved.store)
    done = backup.restore(moved.store.path, moved.store.path, replace=False, repair=True)
    assert (done.repaired, done.heads) == (0, heads)


@pytest.mark.parametrize("place", [4_096, 8_192])
def test_what_says_which_state_is_the_newest_is_not_repaired(moved: Written, place: int) -> None:
    """Repair would select an older, complete state: such a store is restored only from a backup."""
    path = moved.store.path
    body = bytearray(path.read_bytes())
    body[place + 9] ^= 1
    path.write_bytes(body)
    for act in (lambda: open_store(path), lambda: backup.restore(path, path, replace=False, repair=True)):
        with pytest.raises(StoreUnreadable, match="is damaged") as stated:
            act()
        assert "--repair" not in stated.value.hint
        assert path.read_bytes() == body


def test_flipped_bits_are_not_repaired_into_truth(moved: Written) -> None:
    """A bit that something rests on is found though its checksum fits; the file then stays as it is."""
    whole, heads, path = moved.store.path.read_bytes(), journal.heads(moved.store), moved.store.path
    chosen, refused = random.Random(3), 0
    kept = path.with_name("store.duckdb.replaced")
    for _ in range(12):
        place = chosen.choice([at for at in range(HEADERS, len(whole), 97) if whole[at]])
        flipped = bytearray(whole)
        flipped[place] ^= 1 << chosen.randrange(8)
        path.write_bytes(flipped)
        try:
            backup.restore(path, path, replace=False, repair=True)
        except StoreError as error:
            refused += 1
            assert error.hint
            assert path.read_bytes() == flipped
        else:
            store = open_store(path)
            assert verify.verify(store).ok and journal.heads(store) == heads
            kept.unlink()
    assert refused
    assert not list(path.parent.glob(".store-*"))


@pytest.mark.parametrize("name", [b"\x0bappend_only", b"\x0bappend_onlyg\x00\x01\x04main"])
def test_a_flipped_name_is_reported_as_damage(moved: Written, name: bytes) -> None:
    """The driver decodes names as they are read; what is not text there ends in no traceback."""
    path = moved.store.path
    body = path.read_bytes()
    assert name in body
    path.write_bytes(body.replace(name, name[:1] + b"\xe1" + name[2:]))
    with pytest.raises(StoreUnreadable, match="is damaged"):
        backup.restore(path, path, replace=False, repair=True)
