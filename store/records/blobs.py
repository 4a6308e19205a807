"""Content-addressed bytes: long texts and the transcripts themselves, as compressed rows of the store (ST3).

Also the compression of all JSON bodies. This module knows nothing of the contents.
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
    """Return the bytes of a blob by their SHA-256. Raises NotFound."""
    with store.reading() as session:
        found = fetch(session, [name]).get(name)
    if found is None:
        raise NotFound(f"no blob {name}", "`workbench verify` looks for damage")
    return found


def pack(value: object) -> bytes:
    """Compress JSON data to the bytes of a `body` column."""
    return zlib.compress(orjson.dumps(value), 3)


def json_bytes(body: bytes) -> bytes:
    """Return the JSON text of a `body` column. Raises StoreUnreadable."""
    try:
        return zlib.decompress(body)
    except zlib.error as error:
        raise StoreUnreadable(
            f"a stored record is damaged: {error}", "restore the store from a backup"
        ) from error


def unpack(body: bytes) -> Any:  # noqa: ANN401 (JSON data of any shape)
    """Return the JSON data of a `body` column. Raises StoreUnreadable."""
    try:
        return orjson.loads(json_bytes(body))
    except ValueError as error:
        raise StoreUnreadable(
            f"a stored record is damaged: {error}", "restore the store from a backup"
        ) from error


def fetch(session: Session, names: Iterable[str]) -> dict[str, bytes]:
    """Return the bytes of those blobs that exist. Raises StoreUnreadable for one that does not decompress."""
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
    """Return which of these blobs exist."""
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return set()
    found = raw_connection(session).execute(
        "SELECT hash FROM blob WHERE hash IN (SELECT unnest(CAST(? AS VARCHAR[])))", [wanted]
    )
    return {row[0] for row in found.fetchall()}


Compressed = tuple[str, int, bytes]
"""A blob as its row: hash and length of its bytes, and the compressed bytes."""


def compressed(contents: Mapping[str, bytes]) -> list[Compressed]:
    """Return blobs by their hashes as rows."""
    return [(name, len(body), compress(body)) for name, body in contents.items()]


def insert(session: Session, rows: Sequence[Compressed]) -> None:
    """Add blobs; existing ones stay as they are."""
    there = known(session, [row[0] for row in rows])
    fresh = {row[0]: row for row in rows if row[0] not in there}
    if fresh:
        names, sizes, bodies = zip(*fresh.values(), strict=True)
        insert_columns(session, BlobRow, (names, sizes, uncopied(bodies)))


def compress(body: bytes | memoryview) -> bytes:
    """Compress bytes for a blob's row."""
    import pyarrow

    compressed: bytes = pyarrow.compress(body, codec="zstd", asbytes=True)
    return compressed
