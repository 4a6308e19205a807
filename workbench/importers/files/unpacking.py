"""Transcripts opened for reading, compressed with Zstandard or not.

Compressed files are read as a stream and never written out. The decompressor is pyarrow's, which is a
dependency anyway and is imported only for such a file.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from gates.errors import os_reason
from workbench.errors import InputError
from workbench.importers.files.unreadable import unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
"""Beginning of a Zstandard frame (RFC 8878, section 3.1.1)."""

ZSTD_SUFFIX = ".zst"
_BUFFER = 1 << 18


def is_packed(head: bytes) -> bool:
    """Return whether a file with this beginning is compressed with Zstandard."""
    return head.startswith(ZSTD_MAGIC)


def plain_name(name: str) -> str:
    """Return a file's name without the suffix of its compression."""
    return name[: -len(ZSTD_SUFFIX)] if name.lower().endswith(ZSTD_SUFFIX) else name


@contextmanager
def open_transcript(path: Path) -> Iterator[BinaryIO]:
    """Open a transcript and yield its bytes as a stream, decompressed while they are read.

    Raises:
        InputError: it cannot be opened, or is compressed and this pyarrow cannot decompress it.
    """
    try:
        file = path.open("rb", buffering=_BUFFER)
    except OSError as error:
        raise unreadable(path, error) from error
    with file:
        packed = is_packed(file.read(len(ZSTD_MAGIC)))
        file.seek(0)
        if packed:
            with _unpacked(file, path.name) as stream:
                yield stream
        else:
            yield file


def head_of(path: Path, size: int) -> bytes:
    """Return the first `size` bytes of a transcript, decompressed.

    Raises:
        InputError: it cannot be read, or its compressed data is damaged.
    """
    try:
        with open_transcript(path) as stream:
            return stream.read(size)
    except OSError as error:
        reason = os_reason(error)
        raise InputError(
            f"{path.name} cannot be read: {reason}", "the file may be damaged: copy it again"
        ) from error


@contextmanager
def _unpacked(file: BinaryIO, name: str) -> Iterator[BinaryIO]:
    import io

    import pyarrow as pa

    if not pa.Codec.is_available("zstd"):
        raise InputError(
            f"{name} is compressed with zstd, which this build of pyarrow cannot read",
            "unpack it with `zstd -d`, or install pyarrow from its wheel",
            code="zstd_missing",
        )
    with pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd") as stream:
        yield cast("BinaryIO", io.BufferedReader(stream, _BUFFER))
