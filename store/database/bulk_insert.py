"""Appends many rows at once: as Arrow batches, or as lists if loading Arrow would cost more than it saves."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary
from sqlmodel import Session, SQLModel

from store.database.session import raw_connection
from store.tables import PlainBytes, table_of

if TYPE_CHECKING:
    import pyarrow
    from duckdb import DuckDBPyConnection

    _Values: TypeAlias = Sequence[Any] | pyarrow.ChunkedArray


def insert_rows(session: Session, row: type[SQLModel], rows: Sequence[tuple[Any, ...]]) -> None:
    """Append rows, as tuples in column order, without checking whether they exist."""
    if rows:
        insert_columns(session, row, tuple(zip(*rows, strict=True)))


def insert_columns(session: Session, row: type[SQLModel], columns: Sequence[_Values]) -> None:
    """Like `insert_rows`, with the rows as columns."""
    insert_batch(session, row, batch_of(row, columns))


def batch_of(row: type[SQLModel], columns: Sequence[_Values]) -> pyarrow.Table:
    """Convert columns to a compact Arrow table, which keeps no Python objects alive."""
    import pyarrow

    schema = _arrow_schema(row)
    arrays = [
        values if isinstance(values, pyarrow.ChunkedArray) else pyarrow.array(values, kind)
        for values, kind in zip(columns, schema.types, strict=True)
    ]
    return pyarrow.Table.from_arrays(arrays, schema=schema)


def uncopied(values: Iterable[bytes]) -> pyarrow.ChunkedArray:
    """Wrap large values as a column without copying: each value is a chunk, since joining would copy them."""
    import pyarrow

    kind = pyarrow.binary()
    chunks = [
        pyarrow.Array.from_buffers(
            kind, 1, [None, pyarrow.py_buffer(array("i", (0, len(value)))), pyarrow.py_buffer(value)]
        )
        for value in values
    ]
    return pyarrow.chunked_array(chunks, kind)


def insert_batch(session: Session, row: type[SQLModel], batch: pyarrow.Table) -> None:
    """Append a table made by `batch_of`."""
    connection = raw_connection(session)
    connection.register("arrow_batch", batch)
    try:
        connection.execute(f'INSERT INTO "{table_of(row).name}" SELECT * FROM arrow_batch')
    finally:
        connection.unregister("arrow_batch")


def insert_objects(session: Session, objects: Sequence[SQLModel]) -> None:
    """Append objects of one row class without adding them to the session."""
    if objects:
        names = [column.name for column in table_of(type(objects[0])).columns]
        insert_rows(
            session, type(objects[0]), [tuple(getattr(each, name) for name in names) for each in objects]
        )


def insert_few(session: Session, row: type[SQLModel], rows: Sequence[tuple[Any, ...]]) -> None:
    """Append up to a few thousand rows of text and integers in one statement."""
    if not rows:
        return
    insert_into(raw_connection(session), row, rows)


def insert_into(connection: DuckDBPyConnection, row: type[SQLModel], rows: Sequence[tuple[Any, ...]]) -> None:
    """Like `insert_few`, on the driver's connection; does nothing without rows."""
    if not rows:
        return
    kinds = ["BIGINT[]" if isinstance(c.type, BigInteger) else "VARCHAR[]" for c in table_of(row).columns]
    lists = ", ".join(f"unnest(CAST(? AS {kind}))" for kind in kinds)
    columns = [list(values) for values in zip(*rows, strict=True)]
    connection.execute(f'INSERT INTO "{table_of(row).name}" SELECT {lists}', columns)


@lru_cache(maxsize=32)
def _arrow_schema(row: type[SQLModel]) -> pyarrow.Schema:
    import pyarrow

    def kind(column: Column[Any]) -> pyarrow.DataType:
        if isinstance(column.type, BigInteger | Integer):
            return pyarrow.int64()
        if isinstance(column.type, LargeBinary | PlainBytes):
            return pyarrow.binary()
        if isinstance(column.type, Boolean):
            return pyarrow.bool_()
        return pyarrow.float64() if isinstance(column.type, Float) else pyarrow.string()

    return pyarrow.schema([(column.name, kind(column)) for column in table_of(row).columns])
