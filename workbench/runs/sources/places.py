"""The sources of a run: files, folders and addresses, each file or page as one place, in a stable order.

Only what was named is read: a folder means the files in it, no link in it is followed, and hidden files are
ignored. Anything else that is not read is a place too, with the reason.
"""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from gates.canonical import digest
from gates.errors import os_reason
from workbench.errors import InputError, UsageError
from workbench.runs.sources.extract import SourceUnreadable, media_type_of
from workbench.runs.sources.masked_addresses import masked_address

MOST_FILES = 100_000
MOST_BYTES = 16_000_000
"""Maximum size of one file."""
_HOST = re.compile(r"https?://(?:[^/?\\@]*(?=[/?\\]|$))?", re.IGNORECASE)
"""Scheme of an address, and host and port of one without a user."""
_NO_FILE = "has no file in it; names that begin with a dot are left out"


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """One file or page."""

    location: str
    """Path or address as a reader would use it.

    A file in a folder is relative to that folder, with parent folders in front if another source has a file
    of the same name.
    """
    where: str
    """The absolute path, or the address."""
    unread: str = ""
    """Why it is not read, if that is known without opening it."""
    root: str = ""
    """The absolute path of the named folder, or of the folder of a named file; empty for an address."""
    walked: bool = False
    """Whether it was found in a named folder, so that no link may stand in its path below that folder."""

    @property
    def source_id(self) -> str:
        """Id of the place, independent of its content."""
        return "loc_" + digest(["place/1", plain(self.where)])[:20]

    @property
    def is_address(self) -> bool:
        """Whether the place is fetched."""
        return is_address(self.where)


def is_address(given: str) -> bool:
    """Return whether a source is a page rather than a path."""
    return given.lower().startswith(("http://", "https://"))


def plain(path: str) -> str:
    """Return a path as text, with escapes for bytes that are not UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def check_text(text: str, name: str) -> None:
    """Refuse text with bytes that are not UTF-8. Raises UsageError."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(f"{name} is not UTF-8", "write it in UTF-8, or set the locale to one") from None


def absolute(given: str) -> str:
    """Return a source as an address or absolute path, valid from any folder; a password is masked.

    Addresses of one page are alike: scheme and host in lower case, without a fragment.

    Raises:
        UsageError: it is empty, or its name is not UTF-8.
    """
    if not given.strip():
        raise UsageError("a source is empty", "name files, folders or pages, as in --source docs/")
    check_text(given, f"the name of the source {plain(given)}")
    if is_address(given):
        page = masked_address(given).partition("#")[0]
        host = _HOST.match(page)
        return page if host is None else host[0].lower() + page[host.end() :]
    if "://" in given:
        return masked_address(given)
    return os.path.normpath(Path(given).expanduser().absolute())


def places(
    given: Iterable[str], *, begun: bool = False, files: Collection[str] | None = None
) -> tuple[SourcePlace, ...]:
    """Return the named files and pages and the files in named folders, each once.

    Args:
        given: the named sources.
        begun: whether a run began with them; then a missing source becomes a place that cannot be read.
        files: which of them were files when a run began with them; None: unknown.

    Raises:
        InputError: a path does not exist, and no run began with it.
        UsageError: nothing was named, or a folder contains more than 100,000 files.
    """
    found: dict[str, SourcePlace] = {}
    for each in given:
        for place in _places(each, begun=begun, was_file=None if files is None else each in files):
            found.setdefault(place.where, place)
            if len(found) > MOST_FILES:
                raise UsageError(f"more than {MOST_FILES:,} files are named", "name a smaller folder")
    if given and not begun and all(place.unread == _NO_FILE for place in found.values()):
        raise UsageError(
            f"no file is in {', '.join(given)}", "files and folders whose names begin with a dot are left out"
        )
    if not given:
        raise UsageError("no source is named", "name files, folders or pages, as in --source docs/")
    return _told_apart(tuple(found.values()))


def _told_apart(found: tuple[SourcePlace, ...]) -> tuple[SourcePlace, ...]:
    """Make locations unique by adding as many parent folders as necessary."""
    depths: dict[str, int] = {}
    while True:
        called = [_called(place, depths.get(place.root, 0)) for place in found]
        counts = Counter(called)
        roots = {p.root for p, name in zip(found, called, strict=True) if counts[name] > 1}
        deeper = {root for root in roots if depths.get(root, 0) < len(Path(root).parts) - 1}
        if not deeper:
            return tuple(replace(p, location=name) for p, name in zip(found, called, strict=True))
        depths |= {root: depths.get(root, 0) + 1 for root in deeper}


def _called(place: SourcePlace, depth: int) -> str:
    """Return the location of a place with `depth` parent folders in front of it."""
    return plain("/".join([*Path(place.root).parts[-depth:], place.location])) if depth else place.location


def _has_host(address: str) -> bool:
    try:
        return bool(urlsplit(address).hostname)
    except ValueError:
        return False


def _places(given: str, *, begun: bool, was_file: bool | None) -> Iterator[SourcePlace]:
    if is_address(given) and (begun or _has_host(given)):
        yield SourcePlace(masked_address(given), given)
        return
    if "://" in given:
        stated = f"{masked_address(given)!r} is neither a path nor an http(s) address"
        raise UsageError(stated, "write https://host/page")
    if not given.strip():
        raise UsageError("a source is empty", "name files, folders or pages, as in --source docs/")
    path = Path(given).expanduser()
    if was_file and path.is_dir():
        yield _named(path, "is a folder now")
    elif was_file is False and path.is_file():
        yield _named(path, "is a file now")
    elif path.is_dir():
        walked = _walk(path)
        yield next(walked, _named(path, _NO_FILE))
        yield from walked
    elif path.is_file():
        yield _named(path)
    elif begun:
        yield _named(path, "is not there any more")
    elif path.exists():
        raise InputError(f"{given} is neither a file nor a folder", "write it to a file first")
    else:
        raise InputError(f"there is no file or folder {given}", "check the path of --source")


def _named(path: Path, unread: str = "") -> SourcePlace:
    """Return the place of a path that was named itself."""
    whole = path.absolute()
    return SourcePlace(path.name or str(path), str(whole), unread, str(whole.parent))


def _walk(root: Path) -> Iterator[SourcePlace]:
    for folder, folders, files in os.walk(root):
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in links)
        for name in sorted([*files, *links]):
            if not name.startswith("."):
                path = Path(folder) / name
                location = plain(path.relative_to(root).as_posix())
                yield SourcePlace(location, str(path.absolute()), _unread(path), str(root.absolute()), True)


def _unread(path: Path) -> str:
    """Return why an entry of a folder is not read; empty for a file."""
    if path.is_symlink():
        return "is a link" if path.exists() else "is a link to nothing"
    return "" if path.is_file() else "is neither a file nor a folder"


def read_file(place: SourcePlace, most: int = MOST_BYTES) -> tuple[bytes, str]:
    """Return the bytes of a file and its kind.

    Raises:
        SourceUnreadable: it cannot be read, is too large, or of a kind that is not read.
    """
    if place.unread:
        raise SourceUnreadable(f"{place.location} {place.unread}", "name what is to be read with --source")
    kind = media_type_of(place.where)
    if kind is None:
        raise SourceUnreadable(
            f"{place.location} is of a kind that is not read",
            "give text, Markdown, HTML, JSON, CSV, source code or PDF",
        )
    body = bytearray()
    try:
        with _opened(place) as file:
            while piece := file.read(1 << 20):
                body += piece
                if len(body) > most:
                    raise SourceUnreadable(f"{place.location} is over {most:,} bytes", "split it")
    except OSError as error:
        raise SourceUnreadable(f"{place.location} cannot be read: {os_reason(error)}") from error
    return bytes(body), kind


def _opened(place: SourcePlace) -> BinaryIO:
    """Open the file of a place, as it was found: a link that was put into its path since is not followed.

    Raises:
        OSError: it cannot be opened, or a part of its path below a named folder is a link.
        SourceUnreadable: it is no file any more.
    """
    once = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe is not waited for
    if place.walked and os.open in os.supports_dir_fd:
        handle = _below(place, once)
    elif place.walked and Path(place.where).is_symlink():
        raise SourceUnreadable(f"{place.location} is a link now", "name what is to be read with --source")
    else:
        handle = os.open(place.where, once)
    file = os.fdopen(handle, "rb")
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        file.close()
        raise SourceUnreadable(
            f"{place.location} is no file any more", "name what is to be read with --source"
        )
    return file


def _below(place: SourcePlace, how: int) -> int:
    """Return a descriptor of a file in a named folder, opened part by part of its path."""
    *folders, name = Path(place.where).relative_to(place.root).parts
    within = os.open(place.root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for folder in folders:
            deeper = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=within)
            os.close(within)
            within = deeper
        return os.open(name, how | os.O_NOFOLLOW, dir_fd=within)
    finally:
        os.close(within)
