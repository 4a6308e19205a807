"""The user's command for live compactions that fail, with the details in environment variables.

The shell runs the command as it was typed; nothing from a transcript is ever put into its text. The values
are ids, figures and the path of the transcript.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

from workbench.services.hooks.shapes import CompactionVerdictShape

PREFIX = "WORKBENCH_"
SECONDS = 60.0
"""Seconds after which the command is ended."""


def variables(
    verdict: CompactionVerdictShape, *, session_id: str, path: str, format_name: str, store: str
) -> dict[str, str]:
    """Return the environment variables for the command, by name."""
    values = {
        "ARTIFACT": verdict.artifact_id,
        "NUMBER": str(verdict.number),
        "SESSION": session_id,
        "TRANSCRIPT": path,
        "FORMAT": format_name,
        "STORE": store,
        "RANGE": f"{verdict.source_start}..{verdict.source_end}",
        "GATES": " ".join(f"{gate}={status}" for gate, status in verdict.gates.items()),
        "FAILED_GATES": " ".join(verdict.failed_gates),
        "LOST": str(verdict.lost),
        "LIKELY_LOST": str(verdict.likely_lost),
        "TRIGGER": verdict.trigger,
    }
    return {PREFIX + name: value.replace("\0", "") for name, value in values.items()}


def run_command(command: str, values: Mapping[str, str], seconds: float = SECONDS) -> str:
    """Run the command and wait for it; return its fault in a clause, empty if it exited with 0.

    Its output goes to stderr: stdout is for data.
    """
    try:
        done = subprocess.run(
            command,
            shell=True,
            env={**os.environ, **values},
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr if _has_file(sys.stderr) else subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it was ended after {seconds:g} seconds"
    except (OSError, ValueError) as error:
        return f"it cannot be run: {error}"
    return f"it exited {done.returncode}" if done.returncode else ""


def _has_file(stream: object) -> bool:
    """Return whether a stream has a file descriptor, which a command can be given."""
    try:
        stream.fileno()  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):
        return False
    return True
