"""Set right the checksums of a copy whose original was being written when its process was killed.

The driver (DuckDB 2.0) adds to a block of its catalogue by writing the whole block again in its place.
Killed in the middle it leaves the old bytes and the new, which agree in all that the newest state rests
on, under a checksum that fits neither; it then refuses the file. What it computes is put there instead.
Nothing here proves that a copy is whole now: flipped bits pass it too, and only `verify` states them. Headers
are left alone: they say which state is the newest, and a repaired one could choose an older state, also
whole.
"""

from __future__ import annotations

import os
from pathlib import Path

import duckdb

from store.database.access import config_of
from store.database.connect import HEADERS
from store.database.driver_errors import MISFIT

_WIDTH = 8
"""Bytes of a checksum, at the beginning of its block."""
_MOST = 64
"""Blocks that are set right; one is what a kill tears."""


def repair(copy: Path) -> int:
    """Make every checksum of a copy fit; how many did not.

    Raises:
        duckdb.Error: it cannot be read all the same.
        UnicodeDecodeError: a name in it is not text.
    """
    for repaired in range(_MOST + 1):
        try:
            _read_all(copy)
        except duckdb.Error as error:
            found = MISFIT.search(str(error))
            if found is None or repaired == _MOST:
                raise
            computed, stored, place = map(int, found.groups())
            if place < HEADERS or not _put(copy, place, stored, computed):
                raise
        else:
            return repaired
    raise AssertionError("unreachable")


def _read_all(copy: Path) -> None:
    with duckdb.connect(str(copy), config=config_of(copy)) as made:
        for (table,) in made.execute("SELECT table_name FROM duckdb_tables() ORDER BY ALL").fetchall():
            made.execute(f'SELECT bit_xor(hash(row)) FROM "{table}" AS row').fetchall()


def _put(copy: Path, place: int, stored: int, computed: int) -> bool:
    """Put a checksum in place of another; False where that other one is not there."""
    descriptor = os.open(copy, os.O_RDWR)
    try:
        if os.pread(descriptor, _WIDTH, place) != stored.to_bytes(_WIDTH, "little"):
            return False
        os.pwrite(descriptor, computed.to_bytes(_WIDTH, "little"), place)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return True
