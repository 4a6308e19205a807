"""Keep a file as content-addressed pieces, hashed and compressed beside the work that reads it.

A grown file shares all but its last piece with what is there. Pieces that no import names are harmless.
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
"""Bytes from which a last piece is left as it is when lines are added."""
_MOST_WAITING = 8 << 20
"""Most bytes of compressed pieces that wait in memory."""
_AT_ONCE = 16
"""Pieces that are inserted together."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that was kept piece by piece."""

    size: int
    pieces: tuple[str, ...]
    """Hashes of its pieces, in order."""

    @property
    def hash(self) -> str:
        """SHA-256 over the hashes of its pieces."""
        return pieces_hash(self.pieces)


def pieces_hash(pieces: Iterable[str]) -> str:
    """The digest of a whole file: SHA-256 (64 hex digits) over the hashes of its pieces, in order."""
    return hashlib.sha256("\n".join(pieces).encode()).hexdigest()


class TailKeeper:
    """Adds lines to a file that is kept already, without reading it: what `FileKeeper` is to a whole one.

    Args:
        size: bytes that are kept.
        pieces: hashes of their pieces, in order.
        last: the bytes of the last piece, which is written anew while it is short.
        tail: what is added.
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
        """Nothing is held."""

    def pass_over(self, there: Collection[str]) -> None:
        """Nothing of what is there is given again."""

    def ready(self) -> list[blobs.Compressed]:
        """All pieces come at the end."""
        return []

    def finish(self, session: Session) -> StoredFile:
        """Insert the new pieces."""
        blobs.insert(session, blobs.compressed(self._fresh))
        return self._kept


class FileKeeper:
    """Hashes and compresses a file in a thread of its own; the caller inserts what is ready.

    Use it as a context manager. It may begin before the file's events are read: the end of the file is
    believed only once `pass_over` was called, so that of a file that grows meanwhile all is kept that was
    read.
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
        """The events are being taken in; compress no more pieces of these hashes, they are in the store."""
        with self._changed:
            self._there = there
            self._read = True
            self._changed.notify_all()

    def ready(self) -> list[blobs.Compressed]:
        """The pieces that are ready, without waiting for more; the caller inserts them."""
        with self._changed:
            found = list(self._ready)
            self._ready.clear()
            self._waiting = 0
            self._changed.notify_all()
        return found

    def finish(self, session: Session) -> StoredFile:
        """Insert the rest. Raises OSError when the file could not be read."""
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
        """None: it is in the store already."""
        name = hashlib.sha256(body).hexdigest()
        self._names.append(name)
        self._size += len(body)
        return None if name in self._there else (name, len(body), blobs.compress(body))

    def _hand_over(self, piece: blobs.Compressed | None) -> bool:
        """False when the caller has gone."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting < _MOST_WAITING or self._stopped)
            if piece is not None:
                self._ready.append(piece)
                self._waiting += len(piece[2])
            self._changed.notify_all()
            return not self._stopped

    def _fill(self, file: FileIO, buffer: memoryview) -> memoryview:
        """The next bytes of the file, in the buffer: less than it holds only at the end."""
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
