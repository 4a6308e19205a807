"""Repairs the checksums of a copy whose original was being written when its process was killed.

The driver (DuckDB 2.0) adds to a block of its catalogue by writing the whole block again in its place. If it
is killed in the middle, old and new bytes are mixed; they agree in everything that the newest state uses, but
the checksum fits neither, and the driver rejects the file. This module replaces it by the computed one. That
does not prove that the copy is intact: flipped bits pass too, and only `verify` detects them. Headers are
left alone: they decide which state is the newest, and a repaired one could select an older state that is also
intact.
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
"""Most blocks that are repaired; a kill tears one."""


def repair(copy: Path) -> int:
    """Correct every checksum of a copy and return how many were wrong.

    Raises:
        duckdb.Error: it cannot be read even so.
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
    """Replace one checksum by another; return False if the stored one is not there."""
    descriptor = os.open(copy, os.O_RDWR)
    try:
        if os.pread(descriptor, _WIDTH, place) != stored.to_bytes(_WIDTH, "little"):
            return False
        os.pwrite(descriptor, computed.to_bytes(_WIDTH, "little"), place)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return True
