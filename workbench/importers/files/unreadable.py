"""The one error of a file that the system does not let be read."""

from __future__ import annotations

from pathlib import Path

from gates.errors import os_reason
from workbench.errors import InputError


def unreadable(path: Path, error: OSError) -> InputError:
    """The error for a file that cannot be opened or read; whoever was given its path names it as typed."""
    return InputError(f"{path.name} cannot be read: {os_reason(error)}", "check that it may be read")
