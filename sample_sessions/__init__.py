"""Sample sessions written for this project, to try it on and to test it with.

The texts are invented; README.md says what each file holds and what is wrong in it. What
was planted in them is listed for tests in `sample_sessions.builder.planted`: nothing that scores reads it.
"""

from __future__ import annotations

from pathlib import Path

NAMES = (
    "lost-open-work.jsonl",
    "clean-run.jsonl",
    "invented-instruction.jsonl",
    "kitchen-chat.json",
)
"""The sample files, in the order in which they are shown."""


def paths() -> tuple[Path, ...]:
    """The sample files, in a fixed order."""
    folder = Path(__file__).parent
    return tuple(folder / name for name in NAMES)
