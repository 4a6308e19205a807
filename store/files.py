"""Keep a file as content-addressed pieces, hashed and compressed beside the work that reads it.

A grown file shares all but its last piece with what is there. Pieces that no import names are harmless.
"""

from __future__ import annotations

import hashlib
import queue
import threading
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from sqlmodel import Session

from store import blobs

PIECE_BYTES = 1 << 20
_WAITING = 8
"""Most pieces that wait compressed in memory."""
_STOP_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that was kept piece by piece."""

    size: int
    hash: str
    pieces: tuple[str, ...]
    """Hashes of its pieces, in order."""


@dataclass(frozen=True, slots=True)
class _Piece:
    name: str
    size: int
    body: bytes | None
    """None: it is in the store already."""


class FileKeeper:
    """Hashes and compresses a file in a thread of its own; the caller inserts what is ready.

    Use it as a context manager. `there` are hashes known to be in the store.
    """

    def __init__(self, path: Path, there: Collection[str] = ()) -> None:
        self._path = path
        self._there = there
        self._ready: queue.Queue[_Piece | OSError | None] = queue.Queue(_WAITING)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="file-keeper", daemon=True)
        self._whole = hashlib.sha256()
        self._names: list[str] = []
        self._size = 0

    def __enter__(self) -> FileKeeper:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._thread.join()

    def insert_ready(self, session: Session) -> int:
        """Insert the pieces that are ready, without waiting for more; how many bytes they take."""
        found = []
        for _ in range(self._ready.qsize()):
            piece = self._ready.get_nowait()
            if not isinstance(piece, _Piece):
                self._ready.put(piece)
                break
            found.append(piece)
        self._insert(session, found)
        return sum(len(piece.body or b"") for piece in found)

    def finish(self, session: Session) -> StoredFile:
        """Insert the rest. Raises OSError when the file could not be read."""
        found: list[_Piece] = []
        while (piece := self._ready.get()) is not None:
            if isinstance(piece, OSError):
                raise piece
            found.append(piece)
            if len(found) >= _WAITING:
                self._insert(session, found)
                found = []
        self._insert(session, found)
        return StoredFile(self._size, self._whole.hexdigest(), tuple(self._names))

    def _insert(self, session: Session, found: list[_Piece]) -> None:
        fresh = [(piece.name, piece.size, piece.body) for piece in found if piece.body is not None]
        if fresh:
            blobs.insert_compressed(session, fresh)

    def _work(self) -> None:
        try:
            with self._path.open("rb") as file:
                while (body := file.read(PIECE_BYTES)) and self._hand_over(self._piece(body)):
                    pass
            self._hand_over(None)
        except OSError as error:
            self._hand_over(error)

    def _piece(self, body: bytes) -> _Piece:
        name = hashlib.sha256(body).hexdigest()
        self._whole.update(body)
        self._names.append(name)
        self._size += len(body)
        return _Piece(name, len(body), None if name in self._there else blobs.compress(body))

    def _hand_over(self, piece: _Piece | OSError | None) -> bool:
        """False when the caller has gone."""
        while not self._stopped.is_set():
            try:
                self._ready.put(piece, timeout=_STOP_SECONDS)
            except queue.Full:
                continue
            return True
        return False
