"""Containers of Inspect samples: an archive with one member per sample (`.eval`), or one JSON document.

Members are compressed with deflate or Zstandard; at most the size limit of a document is decompressed.
"""

from __future__ import annotations

import re
import zlib
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol
from zipfile import BadZipFile, ZipFile, ZipInfo

from workbench.errors import InputError
from workbench.importers.conversations.files import OTHER_FORMAT, document_of, whole
from workbench.importers.files.documents import LARGEST_DOCUMENT
from workbench.importers.files.unreadable import unreadable

MAGIC = b"PK\x03\x04"
_FIRST = (b"_journal/", b"samples/", b"summaries.json", b"reductions.json")
"""Names of an archive's possible first members; a log is written with its journal first."""
_SAMPLE = re.compile(r"samples/(.{1,400})_epoch_(\d{1,6})\.json")
_ZSTANDARD = 93
_LOCAL_HEADER = 30
_MOST_MEMBERS = 200_000
_DAMAGED = "the file is damaged: copy it again, or `inspect log convert --to json` makes JSON of it"


def begins_as_log(head: bytes) -> bool:
    """Return whether an archive begins with a member of a log, under any file name."""
    return head.startswith(MAGIC) and head[_LOCAL_HEADER:].startswith(_FIRST)


class EvalLog(Protocol):
    """A log whose samples are read one at a time."""

    def keys(self) -> tuple[str, ...]:
        """Return the names of the samples, as `id/epoch`, in the order of the log."""

    def header(self) -> dict[str, Any]:
        """Return the log's data about the whole evaluation; empty if there is none."""

    def sample(self, key: str) -> dict[str, Any]:
        """Return one sample.

        Raises:
            InputError: the log has no sample of this name, or it cannot be read.
        """


def open_log(path: Path) -> EvalLog:
    """Return the log in a file.

    Raises:
        InputError: it cannot be read, or is neither such an archive nor such a document.
    """
    try:
        with path.open("rb") as file:
            archive = file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise unreadable(path, error) from error
    return _Archive(path) if archive else _Document(path)


class _Document:
    def __init__(self, path: Path) -> None:
        self._path = path
        found = document_of(path)
        self._body: dict[str, Any] = found if isinstance(found, dict) else {}
        if not isinstance(self._body.get("samples"), list):
            raise InputError(
                f"{path.name} holds no samples of Inspect",
                "the log was written without its samples; give one that contains them",
            )

    def keys(self) -> tuple[str, ...]:
        return tuple(self._samples)

    def header(self) -> dict[str, Any]:
        return {key: value for key, value in self._body.items() if key != "samples"}

    def sample(self, key: str) -> dict[str, Any]:
        found = self._samples.get(key)
        if found is None:
            raise no_such(self._path, key, self.keys())
        return found

    @cached_property
    def _samples(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for number, sample in enumerate(self._body["samples"], 1):
            if isinstance(sample, dict):
                key = f"{sample.get('id', number)}/{sample.get('epoch', 1)}"
                found[key if key not in found else f"{key}.{number}"] = sample
        return found


class _Archive:
    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with ZipFile(path) as archive:
                infos = archive.infolist()
        except (BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise InputError(f"{path.name} is not a complete archive: {error}", _DAMAGED) from error
        if len(infos) > _MOST_MEMBERS:
            raise InputError(f"{path.name} holds over {_MOST_MEMBERS:,} members", OTHER_FORMAT)
        self._members = {info.filename: info for info in infos}
        found = [(match, name) for name in self._members if (match := _SAMPLE.fullmatch(name))]
        self._samples = {f"{match.group(1)}/{match.group(2)}": name for match, name in found}
        if not self._samples:
            raise InputError(f"{path.name} holds no samples of Inspect", OTHER_FORMAT)

    def keys(self) -> tuple[str, ...]:
        return tuple(sorted(self._samples, key=_natural))

    def header(self) -> dict[str, Any]:
        for name in ("header.json", "_journal/start.json"):
            if name in self._members:
                return self._json(name)
        return {}

    def sample(self, key: str) -> dict[str, Any]:
        if key not in self._samples:
            raise no_such(self._path, key, self.keys())
        return self._json(self._samples[key])

    def _json(self, name: str) -> dict[str, Any]:
        try:
            found = whole(unpacked(self._path, self._members[name]))
        except (BadZipFile, OSError, ValueError, EOFError, NotImplementedError, zlib.error) as error:
            raise InputError(f"{self._path.name}: {name} cannot be read: {error}", _DAMAGED) from error
        if not isinstance(found, dict):
            raise InputError(f"{self._path.name}: {name} is not a JSON object", _DAMAGED)
        return found


def no_such(path: Path, key: str, keys: tuple[str, ...]) -> InputError:
    """Return the error for a sample that is not in the log."""
    return InputError(
        f"{path.name} holds no sample {key!r}",
        f"it holds {len(keys):,}: {', '.join(keys[:8])}{', …' if len(keys) > 8 else ''}",
        code="unknown_part",
    )


def unpacked(path: Path, member: ZipInfo) -> bytes:
    """Return the bytes of a member, at most the size limit of a document, whatever the archive declares.

    Raises:
        ValueError: it is larger, or the decompressed data differs from the original.
        OSError, BadZipFile: it cannot be decompressed.
    """
    if member.compress_type == _ZSTANDARD:
        data = _zstandard(path, member)
    else:
        with ZipFile(path) as archive, archive.open(member) as file:
            data = file.read(LARGEST_DOCUMENT + 1)
    if len(data) > LARGEST_DOCUMENT:
        raise ValueError(f"it unpacks to over {LARGEST_DOCUMENT >> 20} MB")
    return data


def _zstandard(path: Path, member: ZipInfo) -> bytes:
    """Return a member decompressed by Arrow, since Python before 3.14 does not read Zstandard."""
    import pyarrow

    if member.flag_bits & 0x1:
        raise BadZipFile("it is encrypted")
    with path.open("rb") as file:
        file.seek(member.header_offset)
        head = file.read(_LOCAL_HEADER)
        if len(head) < _LOCAL_HEADER or not head.startswith(MAGIC):
            raise BadZipFile("its own header is damaged")
        names = int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little")
        file.seek(names, 1)
        packed = file.read(min(member.compress_size, LARGEST_DOCUMENT))
    with pyarrow.CompressedInputStream(pyarrow.BufferReader(packed), "zstd") as stream:
        data: bytes = stream.read(LARGEST_DOCUMENT + 1)
    if len(data) <= LARGEST_DOCUMENT and zlib.crc32(data) != member.CRC:
        raise BadZipFile("its checksum differs")
    return data


def _natural(key: str) -> tuple[tuple[int, int | str], ...]:
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in re.split(r"(\d{1,18})", key))
