"""Digests of stored rows over every column, so that any change to a row changes its digest.

Pure functions from rows to hexadecimal SHA-256. Null columns are skipped, so that a column added by a later
schema does not change earlier digests. Bytes are included by their own SHA-256.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

_MODULUS = 1 << 256


def row_digest(table: str, values: Mapping[str, Any]) -> str:
    """Return the digest of one row: the table's name, and every non-null column by name."""
    body = {name: _plain(value) for name, value in values.items() if value is not None}
    return hashlib.sha256(orjson.dumps([table, body], option=orjson.OPT_SORT_KEYS)).hexdigest()


def _plain(value: Any) -> Any:  # noqa: ANN401 (a value of any column)
    if isinstance(value, bytes):
        return {"sha256": hashlib.sha256(value).hexdigest()}
    if isinstance(value, float):  # the column holds 32 bits
        return struct.unpack("f", struct.pack("f", value))[0]
    return value


class ColumnsDigest:
    """Digest of many rows in order, computed column by column in batches of any size."""

    def __init__(self, table: str, names: Sequence[str]) -> None:
        """`names` are the columns in the order used by `add`."""
        self._table = table
        self._names = tuple(names)
        self._hashes = [hashlib.sha256() for _ in self._names]
        self._filled = [False] * len(self._names)
        self._rows = 0

    def add(self, columns: Sequence[Sequence[Any]]) -> None:
        """Add a batch: the values of each column."""
        self._rows += len(columns[0])
        for place, values in enumerate(columns):
            body = orjson.dumps(list(values))
            self._hashes[place].update(memoryview(body)[1:-1])
            self._hashes[place].update(b",")
            self._filled[place] = self._filled[place] or any(value is not None for value in values)

    def hexdigest(self) -> str | None:
        """Return the digest of all rows so far; None if there were none."""
        if not self._rows:
            return None
        columns = zip(self._names, self._hashes, self._filled, strict=True)
        body = {name: done.hexdigest() for name, done, filled in columns if filled}
        return row_digest(self._table, {"rows": self._rows, **body})


class RowsDigest:
    """Digest of many rows in any order: the sum of their digests."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._sum = 0
        self._rows = 0

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows, with values in the order of the columns."""
        for row in rows:
            self._sum += int.from_bytes(hashlib.sha256(orjson.dumps(list(row))).digest(), "big")
            self._rows += 1

    def hexdigest(self) -> str | None:
        """Return the digest of all rows so far; None if there were none."""
        if not self._rows:
            return None
        return row_digest(self._table, {"rows": self._rows, "sum": f"{self._sum % _MODULUS:064x}"})
