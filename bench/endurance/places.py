"""Folders for stores and inputs of endurance runs: a memory disk, if a writable one exists."""

from __future__ import annotations

import os
from pathlib import Path

_IN_MEMORY = Path("/dev/shm")


def quick_folder() -> Path | None:
    """A folder in memory to make folders in; None: the usual one for temporary files."""
    return _IN_MEMORY if _IN_MEMORY.is_dir() and os.access(_IN_MEMORY, os.W_OK | os.X_OK) else None
