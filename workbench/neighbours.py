"""Detects whether `gates` and `store` are this program's packages: their names are generic.

It imports neither, and is used only after importing one of them failed.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

NAMES = ("gates", "store")


def in_the_way() -> str:
    """Return a sentence naming another package found in place of ours; empty if there is none."""
    home = Path(__file__).resolve().parent.parent
    for name in NAMES:
        found = find_spec(name)
        if found is None or found.origin is None:
            return f"the package {name} of this program is not found"
        if Path(found.origin).resolve().parent.parent != home:
            return f"another package is named {name} and takes its place: {Path(found.origin).parent}"
    return ""


HINT = "install the workbench in an environment of its own (`pipx install`), or run it from another folder"
