"""Digests of stored rows: every column counts, so that a changed one no longer matches.

Pure: rows in, hexadecimal SHA-256 out. A column without a value is left out, so that a column which a
later schema adds changes no digest that was taken before. Bytes count by their own SHA-256.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

_MODULUS = 1 << 256


def row_digest(table: str, values: Mapping[str, Any]) -> str:
    """Digest of one row: the table's name, and each column that has a value, by name."""
    body = {name: _plain(value) for name, value in values.items() if value is not None}
    return hashlib.sha256(orjson.dumps([table, body], option=orjson.OPT_SORT_KEYS)).hexdigest()


def _plain(value: Any) -> Any:  # noqa: ANN401 (a value of any column)
    if isinstance(value, bytes):
        return {"sha256": hashlib.sha256(value).hexdigest()}
    if isinstance(value, float):  # the column holds 32 bits
        return struct.unpack("f", struct.pack("f", value))[0]
    return value


class ColumnsDigest:
    """Digest of many rows in their order, taken column by column while they pass, in batches of any size."""

    def __init__(self, table: str, names: Sequence[str]) -> None:
        """`names` are the columns, in the order in which `add` gives them."""
        self._table = table
        self._names = tuple(names)
        self._hashes = [hashlib.sha256() for _ in self._names]
        self._filled = [False] * len(self._names)
        self._rows = 0

    def add(self, columns: Sequence[Sequence[Any]]) -> None:
        """Take in a batch: for each column its values."""
        self._rows += len(columns[0])
        for place, values in enumerate(columns):
            body = orjson.dumps(list(values))
            self._hashes[place].update(memoryview(body)[1:-1])
            self._hashes[place].update(b",")
            self._filled[place] = self._filled[place] or any(value is not None for value in values)

    def hexdigest(self) -> str | None:
        """Digest of all rows so far; None: there was none."""
        if not self._rows:
            return None
        columns = zip(self._names, self._hashes, self._filled, strict=True)
        body = {name: done.hexdigest() for name, done, filled in columns if filled}
        return row_digest(self._table, {"rows": self._rows, **body})


class RowsDigest:
    """Digest of many rows whatever their order: the sum of their own digests."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._sum = 0
        self._rows = 0

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Take in rows, their values in the order of the columns."""
        for row in rows:
            self._sum += int.from_bytes(hashlib.sha256(orjson.dumps(list(row))).digest(), "big")
            self._rows += 1

    def hexdigest(self) -> str | None:
        """Digest of all rows so far; None: there was none."""
        if not self._rows:
            return None
        return row_digest(self._table, {"rows": self._rows, "sum": f"{self._sum % _MODULUS:064x}"})
