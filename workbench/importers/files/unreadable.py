"""The error for a file that the system does not allow to be read."""

from __future__ import annotations

from pathlib import Path

from gates.errors import os_reason
from workbench.errors import InputError


def unreadable(path: Path, error: OSError) -> InputError:
    """Return the error for a file that cannot be opened or read; callers add the path as it was typed."""
    return InputError(f"{path.name} cannot be read: {os_reason(error)}", "check that it may be read")
