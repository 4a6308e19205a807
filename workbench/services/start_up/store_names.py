"""Ids of a store for a shell's completion: a quick look with the driver alone, or nothing."""

from __future__ import annotations

from pathlib import Path

from store import quick_look
from workbench import config

MOST = 200


def store_names(store: str | None, kind: str) -> list[tuple[str, str]]:
    """Ids with what they are, the newest first; `kind` as `store.quick_look.names` has it.

    Empty where there is no store, it is in use, or it is none.
    """
    location = config.store_location(store)
    if "://" in location:
        return []
    return [*(quick_look.names(Path(location).expanduser(), kind, MOST) or ())]
