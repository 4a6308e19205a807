"""Opens a text in the user's pager, with control characters visible so that it commands nothing."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from textual.app import App, SuspendNotSupported

from gates.errors import os_reason
from workbench.escaping import visible
from workbench.tui.hand_over import handed_over


def page(app: App[None], text: str) -> str:
    """Show a text in $PAGER (`less` if unset); return what went wrong, or an empty string."""
    try:
        command = shlex.split(os.environ.get("PAGER") or "less")
    except ValueError as error:
        return f"$PAGER is not a command: {error}."
    with tempfile.TemporaryDirectory(prefix="workbench-") as folder:
        path = Path(folder) / "text.txt"
        path.write_text(visible(text), encoding="utf-8")
        try:
            with handed_over(app):
                subprocess.run([*command, str(path)], check=False)
        except SuspendNotSupported:
            return "This terminal cannot be handed to a pager."
        except OSError as error:
            return f"$PAGER cannot be started: {os_reason(error)}"
    return ""
