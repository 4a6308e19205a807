"""Stores the n-grams of stems, each stem once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

from store.ngrams import places

if TYPE_CHECKING:
    import pyarrow
    from duckdb import DuckDBPyConnection


def insert_stems(connection: DuckDBPyConnection, stems: Iterable[str]) -> None:
    """Append the stems that are not stored yet."""
    import pyarrow

    batch = pyarrow.table({"term": pyarrow.array(stems, pyarrow.string())})
    fresh = _registered(connection, batch, "SELECT term FROM batch ANTI JOIN stem USING (term) ORDER BY term")
    if fresh:
        _registered(connection, _rows([term for (term,) in fresh]), "INSERT INTO stem SELECT * FROM batch")


def fill_stems(connection: DuckDBPyConnection) -> None:
    """Append every stem of the stored passages."""
    found = connection.execute("SELECT DISTINCT term FROM chunk_term ORDER BY term").fetchall()
    insert_stems(connection, [term for (term,) in found])


def _registered(connection: DuckDBPyConnection, batch: pyarrow.Table, statement: str) -> list[tuple[str]]:
    connection.register("batch", batch)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.unregister("batch")


def _rows(stems: list[str]) -> pyarrow.Table:
    import pyarrow

    flat, ends = array("H"), array("i", (0,))
    for stem in stems:
        flat.extend(places(stem))
        ends.append(len(flat))
    found = pyarrow.ListArray.from_arrays(pyarrow.array(memoryview(ends)), pyarrow.array(memoryview(flat)))
    return pyarrow.table({"term": pyarrow.array(stems, pyarrow.string()), "places": found})
