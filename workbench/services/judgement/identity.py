"""The identity of an installation: two installations with the same identity produce the same bytes.

Version, a digest of the installed code, and the versions of the libraries that verdicts depend on.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from workbench.version import __version__

_PACKAGES = ("gates", "workbench")
_SUFFIXES = (".py", ".json", ".md")
_LIBRARIES = ("detect-secrets", "pydantic", "rapidfuzz", "snowballstemmer")


@dataclass(frozen=True)
class Identity:
    """Version, code and libraries of one installation."""

    version: str
    code: str
    """First 12 hex digits of the digest of all modules and their data."""
    libraries: tuple[tuple[str, str], ...]

    def difference(self, other: Identity) -> str:
        """Describe what the other has instead; empty if both are equal."""
        if self.version != other.version:
            return f"workbench {other.version}, not {self.version}"
        if self.code != other.code:
            return f"other code of workbench {other.version} ({other.code}, not {self.code})"
        mine = dict(self.libraries)
        others = [
            f"{name} {found}, not {mine.get(name)}"
            for name, found in other.libraries
            if mine.get(name) != found
        ]
        return "; ".join(others)


@lru_cache(maxsize=1)
def identity() -> Identity:
    """Return the identity of this process."""
    whole = hashlib.sha256()
    for package in _PACKAGES:
        root = Path(str(import_module(package).__file__)).parent
        for path in sorted(root.rglob("*")):
            if path.suffix in _SUFFIXES and path.is_file():
                whole.update(f"{package}/{path.relative_to(root).as_posix()}\n".encode())
                whole.update(hashlib.sha256(path.read_bytes()).digest())
    return Identity(__version__, whole.hexdigest()[:12], tuple((name, _version(name)) for name in _LIBRARIES))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"
