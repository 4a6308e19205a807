"""Content-addressed bytes: long texts and the transcripts themselves, compressed rows of the store (ST3).

Also the one compression of JSON bodies. Nothing here knows what the bytes are of.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlmodel import Session, col, select

from store.database.bulk_insert import insert_columns, uncopied
from store.database.session import raw_connection
from store.engine import Store
from store.errors import NotFound, StoreUnreadable
from store.tables import BlobRow


def get(store: Store, name: str) -> bytes:
    """The bytes of a blob by their SHA-256. Raises NotFound."""
    with store.reading() as session:
        found = fetch(session, [name]).get(name)
    if found is None:
        raise NotFound(f"no blob {name}", "`workbench verify` looks for damage")
    return found


def pack(value: object) -> bytes:
    """JSON data as the bytes of a `body` column."""
    return zlib.compress(orjson.dumps(value), 3)


def json_bytes(body: bytes) -> bytes:
    """The JSON text of a `body` column. Raises StoreUnreadable."""
    try:
        return zlib.decompress(body)
    except zlib.error as error:
        raise StoreUnreadable(
            f"a stored record is damaged: {error}", "restore the store from a backup"
        ) from error


def unpack(body: bytes) -> Any:  # noqa: ANN401 (JSON data of any shape)
    """JSON data out of a `body` column. Raises StoreUnreadable."""
    try:
        return orjson.loads(json_bytes(body))
    except ValueError as error:
        raise StoreUnreadable(
            f"a stored record is damaged: {error}", "restore the store from a backup"
        ) from error


def fetch(session: Session, names: Iterable[str]) -> dict[str, bytes]:
    """The bytes of those blobs that are there. Raises StoreUnreadable for one that does not decompress."""
    import pyarrow

    found: dict[str, bytes] = {}
    wanted = list(dict.fromkeys(names))
    for first in range(0, len(wanted), 500):
        some = wanted[first : first + 500]
        for row in session.exec(select(BlobRow).where(col(BlobRow.hash).in_(some))):
            try:
                body = pyarrow.decompress(row.body, decompressed_size=row.size, codec="zstd", asbytes=True)
            except (OSError, ValueError) as error:
                raise StoreUnreadable(
                    f"blob {row.hash} is damaged", "restore the store from a backup"
                ) from error
            found[row.hash] = body
            session.expunge(row)
    return found


def known(session: Session, names: Iterable[str]) -> set[str]:
    """Which of these blobs are there."""
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return set()
    found = raw_connection(session).execute(
        "SELECT hash FROM blob WHERE hash IN (SELECT unnest(CAST(? AS VARCHAR[])))", [wanted]
    )
    return {row[0] for row in found.fetchall()}


Compressed = tuple[str, int, bytes]
"""A blob as its row: hash and length of its bytes, and them compressed."""


def compressed(contents: Mapping[str, bytes]) -> list[Compressed]:
    """Blobs by their hashes, as rows."""
    return [(name, len(body), compress(body)) for name, body in contents.items()]


def insert(session: Session, rows: Sequence[Compressed]) -> None:
    """Add blobs; those that are there stay as they are."""
    there = known(session, [row[0] for row in rows])
    fresh = {row[0]: row for row in rows if row[0] not in there}
    if fresh:
        names, sizes, bodies = zip(*fresh.values(), strict=True)
        insert_columns(session, BlobRow, (names, sizes, uncopied(bodies)))


def compress(body: bytes | memoryview) -> bytes:
    """Bytes as they lie in a blob's row."""
    import pyarrow

    compressed: bytes = pyarrow.compress(body, codec="zstd", asbytes=True)
    return compressed
