"""Remote files by address (`s3://bucket/prefix`), through fsspec (extra `distributed`): listed and fetched.

Credentials and endpoints come from the environment and configuration of the process that reads, never from an
argument. Only s3, file and memory addresses are tested.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from workbench.checkers.extras import library
from workbench.errors import InputError
from workbench.services.transcript_files.transcripts import SUFFIXES

_HINT = "check the address, the credentials and the endpoint (for s3 the usual AWS_ variables)"


def files_under(url: str) -> Iterator[tuple[str, int]]:
    """Yield addresses and sizes in bytes of the files named like transcripts under an address, by path.

    The address of a single file yields that file, whatever its name.

    Raises:
        InputError: it cannot be listed, or nothing is there.
        ExtraMissing: the extra is not installed.
    """
    system, path = _system(url)
    try:
        system.invalidate_cache()
        if system.isfile(path):
            yield url, int(system.size(path) or 0)
            return
        found = system.find(path, detail=True)
    except Exception as error:  # each file system raises errors of its own
        raise InputError(f"cannot list {url}: {_words(error)}", _HINT) from error
    if not found:
        raise InputError(f"cannot read {url}: nothing is there", "check the address", code="input_missing")
    for name in sorted(found):
        place = PurePosixPath(name)
        if place.name.lower().endswith(SUFFIXES) and not place.name.startswith("."):
            yield _address(url, name), int(found[name].get("size") or 0)


@contextmanager
def fetched(url: str) -> Iterator[str]:
    """Yield the path of a temporary local copy of a remote file.

    Raises:
        InputError: it cannot be read.
        ExtraMissing: the extra is not installed.
    """
    system, path = _system(url)
    with tempfile.TemporaryDirectory(prefix="workbench-") as folder:
        # the name is part of what tells formats apart, so it is kept
        copy = Path(folder) / (PurePosixPath(path).name or "file")
        try:
            system.get_file(path, str(copy))
        except Exception as error:
            raise InputError(f"cannot read {url}: {_words(error)}", _HINT) from error
        yield str(copy)


def _system(url: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it."""
    core = library("distributed", "fsspec.core", f"reading {url}")
    try:
        system, path = core.url_to_fs(url)
    except ImportError as error:
        raise InputError(
            f"nothing installed reads {url.partition(':')[0]} addresses: {error}", "install what it names"
        ) from error
    except Exception as error:
        raise InputError(f"cannot read {url}: {_words(error)}", _HINT) from error
    return system, str(path)


def _address(url: str, name: str) -> str:
    """Return the address of a path that the file system of `url` listed."""
    scheme = url.partition("://")[0]
    return f"{scheme}://{name.removeprefix(f'{scheme}://')}"


def _words(error: Exception) -> str:
    return str(error).strip() or type(error).__name__
