"""Stores a file as content-addressed pieces, hashed and compressed beside the work that reads it.

A grown file shares all but its last piece with the stored one. Pieces that no import names are harmless.
"""

from __future__ import annotations

import errno
import hashlib
import threading
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from types import TracebackType

from sqlmodel import Session

from store.records import blobs

PIECE_BYTES = 1 << 20
TAIL_BYTES = 1 << 15
"""Bytes of a last piece from which it is left as it is when lines are added."""
_MOST_WAITING = 8 << 20
"""Most bytes of compressed pieces that wait in memory."""
_AT_ONCE = 16
"""Pieces that are inserted together."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that was stored piece by piece."""

    size: int
    pieces: tuple[str, ...]
    """Hashes of its pieces, in order."""

    @property
    def hash(self) -> str:
        """SHA-256 of the hashes of its pieces."""
        return pieces_hash(self.pieces)


def pieces_hash(pieces: Iterable[str]) -> str:
    """Return the digest of a whole file: SHA-256 (64 hex digits) of the hashes of its pieces, in order."""
    return hashlib.sha256("\n".join(pieces).encode()).hexdigest()


class TailKeeper:
    """Adds lines to a stored file without reading it, with the interface of `FileKeeper`.

    Args:
        size: number of bytes that are stored.
        pieces: hashes of their pieces, in order.
        last: the bytes of the last piece, which is rewritten while it is short.
        tail: the bytes to add.
    """

    def __init__(self, size: int, pieces: Sequence[str], last: bytes, tail: bytes) -> None:
        short = bool(pieces) and len(last) < TAIL_BYTES
        body = last + tail if short else tail
        found = [body[at : at + PIECE_BYTES] for at in range(0, len(body), PIECE_BYTES)]
        names = [hashlib.sha256(piece).hexdigest() for piece in found]
        self._fresh = dict(zip(names, found, strict=True))
        before = pieces[:-1] if short else pieces
        self._kept = StoredFile(size + len(tail), (*before, *names))

    def __enter__(self) -> TailKeeper:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Do nothing: no resource is open."""

    def pass_over(self, there: Collection[str]) -> None:
        """Do nothing: no stored piece is handed over again."""

    def ready(self) -> list[blobs.Compressed]:
        """Return an empty list: all pieces come at the end."""
        return []

    def finish(self, session: Session) -> StoredFile:
        """Insert the new pieces."""
        blobs.insert(session, blobs.compressed(self._fresh))
        return self._kept


class FileKeeper:
    """Hashes and compresses a file in a thread of its own; the caller inserts the ready pieces.

    Use it as a context manager. It may begin before the file's events are read: the end of the file counts
    only after `pass_over` was called, so that everything read of a growing file is stored.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._there: Collection[str] = ()
        self._ready: deque[blobs.Compressed] = deque()
        self._waiting = 0
        self._read = False
        self._ended = False
        self._stopped = False
        self._failure: OSError | None = None
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="file-keeper", daemon=True)
        self._names: list[str] = []
        self._size = 0

    def __enter__(self) -> FileKeeper:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self._thread.join()

    def pass_over(self, there: Collection[str]) -> None:
        """Mark the start of reading events, and skip pieces with these hashes, which are stored already."""
        with self._changed:
            self._there = there
            self._read = True
            self._changed.notify_all()

    def ready(self) -> list[blobs.Compressed]:
        """Return the pieces that are ready, without waiting for more; the caller inserts them."""
        with self._changed:
            found = list(self._ready)
            self._ready.clear()
            self._waiting = 0
            self._changed.notify_all()
        return found

    def finish(self, session: Session) -> StoredFile:
        """Insert the rest. Raises OSError if the file could not be read."""
        found: list[blobs.Compressed] = []
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._ready or self._ended)
                last = self._ended
            found += self.ready()
            if last or len(found) >= _AT_ONCE:
                blobs.insert(session, found)
                found = []
            if last:
                break
        if self._failure is not None:
            raise self._failure
        return StoredFile(self._size, tuple(self._names))

    def _work(self) -> None:
        try:
            if not self._path.is_file():
                raise OSError(errno.EINVAL, "not a file")
            buffer = memoryview(bytearray(PIECE_BYTES))
            with self._path.open("rb", buffering=0) as file:
                while (body := self._fill(file, buffer)) and self._hand_over(self._piece(body)):
                    pass
        except OSError as error:
            self._failure = error
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _piece(self, body: memoryview) -> blobs.Compressed | None:
        """Hash and compress a piece; return None if it is in the store already."""
        name = hashlib.sha256(body).hexdigest()
        self._names.append(name)
        self._size += len(body)
        return None if name in self._there else (name, len(body), blobs.compress(body))

    def _hand_over(self, piece: blobs.Compressed | None) -> bool:
        """Queue a piece; return False if the caller has stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting < _MOST_WAITING or self._stopped)
            if piece is not None:
                self._ready.append(piece)
                self._waiting += len(piece[2])
            self._changed.notify_all()
            return not self._stopped

    def _fill(self, file: FileIO, buffer: memoryview) -> memoryview:
        """Read the next bytes of the file into the buffer; only at the end it is not filled."""
        filled = 0
        while filled < len(buffer):
            believed = self._read
            count = file.readinto(buffer[filled:])
            if not count:
                if believed or self._stopped:
                    break
                with self._changed:
                    self._changed.wait_for(lambda: self._read or self._stopped)
            filled += count
        return buffer[:filled]
