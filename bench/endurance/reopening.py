"""Open a store after a kill as its user would: `restore --repair` repairs first what the kill damaged."""

from __future__ import annotations

from pathlib import Path

from store.engine import Store
from store.errors import StoreUnreadable
from store.lifecycle import backup
from store.lifecycle.open import open_store

repaired: list[str] = []
"""The message for each store that a kill had damaged."""


def reopened(path: Path) -> Store:
    """The store at a path. Raises StoreError when it cannot be had back."""
    try:
        return open_store(path)
    except StoreUnreadable as error:
        done = backup.restore(path, path, replace=True, repair=True)
        if not done.repaired:
            raise
        repaired.append(str(error))
        return open_store(path)
