"""Ids in a store for a shell's completion: read with the driver alone, or not at all."""

from __future__ import annotations

from pathlib import Path

from store import quick_look
from workbench import config

MOST = 200


def store_names(store: str | None, kind: str) -> list[tuple[str, str]]:
    """Return ids with a description, the newest first; `kind` is one of `store.quick_look.names`.

    Empty if there is no store, it is in use, or the file is not a store.
    """
    location = config.store_location(store)
    if "://" in location:
        return []
    return [*(quick_look.names(Path(location).expanduser(), kind, MOST) or ())]
