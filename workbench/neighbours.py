"""Whether `gates` and `store` are this program's: their names are generic, and other packages may have them.

It imports neither; it is asked only where an import of them failed.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

NAMES = ("gates", "store")


def in_the_way() -> str:
    """A sentence that names another package found in the place of ours; empty where there is none."""
    home = Path(__file__).resolve().parent.parent
    for name in NAMES:
        found = find_spec(name)
        if found is None or found.origin is None:
            return f"the package {name} of this program is not found"
        if Path(found.origin).resolve().parent.parent != home:
            return f"another package is named {name} and takes its place: {Path(found.origin).parent}"
    return ""


HINT = "install the workbench in an environment of its own (`pipx install`), or run it from another folder"
