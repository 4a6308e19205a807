"""Logs of a CI that take commands from what is printed: a text that would be one is printed as none.

GitHub, Azure and TeamCity read the log of a step line by line. What a transcript says must not set a variable
there, so where a runner listens, the beginnings of its commands are broken by a space.
"""

from __future__ import annotations

import os
import re

_LISTENERS = ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
"""Variables that are set where a runner reads the log."""
_COMMAND = re.compile(r"^(\s*):(?=:)|#(?=#(?:\[|vso\[|teamcity\[))", re.MULTILINE)


def tame(text: str) -> str:
    """The text with no command in it, where a runner listens; elsewhere as it is."""
    if "::" not in text and "##" not in text:
        return text
    if not any(os.environ.get(name) for name in _LISTENERS):
        return text
    return _COMMAND.sub(lambda found: f"{found.group(1)}: " if found.group(1) is not None else "# ", text)
