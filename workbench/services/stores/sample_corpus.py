"""Where the sample corpus is: documents and golden questions written for this project."""

from __future__ import annotations

from pathlib import Path

OBJECTIVE = (
    "What caused the failure of the link span at Brannay in November 2023, and how many bolts were renewed?"
)
"""What `run demo` asks unless told otherwise."""


def demo_folder() -> Path:
    """The folder of the sample documents."""
    return _corpus() / "documents"


def golden_file() -> Path:
    """The golden questions about them, as JSON; not named so, as the folder is scored for transcripts too."""
    return _corpus() / "golden.cases"


def baseline_file() -> Path:
    """The committed result of the golden questions, which a later one must not be worse than."""
    return _corpus() / "golden.baseline"


def _corpus() -> Path:
    import sample_sessions

    return Path(sample_sessions.__file__).parent / "corpus"
