"""No test is to depend on who runs it: on their configuration, agents' folders, settings or terminal."""

from __future__ import annotations

import atexit
import os
from collections.abc import MutableMapping
from pathlib import Path
from tempfile import TemporaryDirectory

OF_THE_PROGRAM = (
    *("WORKBENCH_ACTOR", "WORKBENCH_ANSWERS", "WORKBENCH_CONFIG", "WORKBENCH_DEBUG", "WORKBENCH_STORE"),
    *("CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR", "EDITOR", "VISUAL", "PAGER"),
    *("COLUMNS", "LINES", "COLORTERM", "NO_COLOR", "FORCE_COLOR"),
)
"""Variables that the program, or what draws its screens, reads."""
OF_FOLDERS = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


def leave(environment: MutableMapping[str, str], home: Path) -> None:
    """Reset an environment to that of a new user account whose home folder is `home`."""
    mine = Path(environment.get("HOME", home)) / ".gitconfig"
    if mine.is_file():
        environment.setdefault("GIT_CONFIG_GLOBAL", str(mine))  # whose checkouts git trusts is said there
    for name in list(environment):
        if name in OF_THE_PROGRAM or name in OF_FOLDERS or name.startswith("WORKBENCH_RUN_"):
            del environment[name]
    environment["HOME"] = str(home)


def leave_for_good() -> None:
    """The same for this process and all that it starts."""
    home = TemporaryDirectory(prefix="workbench-home-", ignore_cleanup_errors=True)
    atexit.register(home.cleanup)
    leave(os.environ, Path(home.name))
