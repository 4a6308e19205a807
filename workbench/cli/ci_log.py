"""Protection of CI logs: printed text that would be a command to the runner is made harmless.

GitHub, Azure and TeamCity read the log of a step line by line. A transcript's text must not set a variable
there, so if a runner reads the log, the beginnings of its commands are broken by a space.
"""

from __future__ import annotations

import os
import re

_LISTENERS = ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
"""Environment variables that are set when a runner reads the log."""
_COMMAND = re.compile(r"^(\s*):(?=:)|#(?=#(?:\[|vso\[|teamcity\[))", re.MULTILINE)


def tame(text: str) -> str:
    """Return the text without runner commands if a runner reads the log; otherwise unchanged."""
    if "::" not in text and "##" not in text:
        return text
    if not any(os.environ.get(name) for name in _LISTENERS):
        return text
    return _COMMAND.sub(lambda found: f"{found.group(1)}: " if found.group(1) is not None else "# ", text)
