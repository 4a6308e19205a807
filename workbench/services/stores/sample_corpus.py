"""Paths of the sample corpus: documents and golden questions written for this project."""

from __future__ import annotations

from pathlib import Path

OBJECTIVE = (
    "What caused the failure of the link span at Brannay in November 2023, and how many bolts were renewed?"
)
"""The default objective of `run demo`."""


def demo_folder() -> Path:
    """Return the folder of the sample documents."""
    return _corpus() / "documents"


def golden_file() -> Path:
    """Return the file of golden questions, which is JSON.

    Its name does not say so, because the folder is scored for transcripts too.
    """
    return _corpus() / "golden.cases"


def baseline_file() -> Path:
    """Return the file of the committed results, which later ones must not fall below."""
    return _corpus() / "golden.baseline"


def _corpus() -> Path:
    import sample_sessions

    return Path(sample_sessions.__file__).parent / "corpus"
