"""The places that a run was given: files, folders and addresses, each as one location in a steady order.

Only what was named is read: a folder stands for the files in it, no link out of it is followed, and hidden
files are left alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gates.canonical import digest
from workbench.errors import InputError, UsageError
from workbench.runs.extract import SourceUnreadable, media_type_of

MOST_FILES = 100_000
MOST_BYTES = 16_000_000
"""Of one file."""


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """One file or page."""

    location: str
    """Path or address as a reader would follow it; of a file in a folder: relative to that folder."""
    where: str
    """The absolute path, or the address."""

    @property
    def source_id(self) -> str:
        """Id of the place, whatever it holds today."""
        return "loc_" + digest(["place/1", self.where])[:20]

    @property
    def is_address(self) -> bool:
        """Whether it is fetched."""
        return is_address(self.where)


def is_address(given: str) -> bool:
    """Whether something names a page rather than a path."""
    return given.startswith(("http://", "https://"))


def places(given: Iterable[str]) -> tuple[SourcePlace, ...]:
    """The files and pages that were named, folders walked, each once.

    Raises:
        InputError: a path is not there.
        UsageError: nothing was named, or a folder holds more than 100,000 files.
    """
    found: dict[str, SourcePlace] = {}
    for each in given:
        for place in _places(each):
            found.setdefault(place.where, place)
            if len(found) > MOST_FILES:
                raise UsageError(f"more than {MOST_FILES:,} files are named", "name a smaller folder")
    if not found and given:
        raise UsageError(
            f"no file is in {', '.join(given)}", "files and folders whose names begin with a dot are left out"
        )
    if not found:
        raise UsageError("no source is named", "name files, folders or pages, as in --source docs/")
    return tuple(found.values())


def _places(given: str) -> Iterator[SourcePlace]:
    if is_address(given):
        yield SourcePlace(given, given)
        return
    if "://" in given:
        raise UsageError(f"{given!r} is neither a path nor an http(s) address", "write https://host/page")
    path = Path(given).expanduser()
    if path.is_dir():
        yield from _walk(path)
    elif path.is_file():
        yield SourcePlace(path.name, str(path.absolute()))
    elif path.exists():
        raise InputError(f"{given} is neither a file nor a folder", "write it to a file first")
    else:
        raise InputError(f"there is no file or folder {given}", "check the path of --source")


def _walk(root: Path) -> Iterator[SourcePlace]:
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(folder) / name
            if name.startswith(".") or path.is_symlink() or not path.is_file():
                continue
            yield SourcePlace(path.relative_to(root).as_posix(), str(path.absolute()))


def read_file(place: SourcePlace, most: int = MOST_BYTES) -> tuple[bytes, str]:
    """The bytes of a file and what kind it is.

    Raises:
        SourceUnreadable: it cannot be read, is too large, or of no kind that is read.
    """
    kind = media_type_of(place.where)
    if kind is None:
        raise SourceUnreadable(
            f"{place.location} is of no kind that is read",
            "give text, Markdown, HTML, JSON, CSV, source code or PDF",
        )
    body = bytearray()
    try:
        with Path(place.where).open("rb") as file:
            while piece := file.read(1 << 20):
                body += piece
                if len(body) > most:
                    raise SourceUnreadable(f"{place.location} is over {most:,} bytes", "split it")
    except OSError as error:
        raise SourceUnreadable(f"{place.location} cannot be read: {error.strerror}") from error
    return bytes(body), kind
