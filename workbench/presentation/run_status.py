"""A run's status as words and style; a separate module, so that the library's first rows need no run code."""

from __future__ import annotations

STATUS_STYLES = {"DONE": "good", "FAILED": "bad", "CANCELLED": "dim", "WAITING": "warn", "RUNNING": "accent"}
PHASE_WORDS = {
    "SOURCES": "reading the sources",
    "COMPILE": "searching",
    "PLAN": "choosing what to do",
    "ACT": "doing it",
    "OBSERVE": "judging it",
    "CHECKPOINT": "compacting",
    "EGRESS": "writing the output",
    "ENDED": "ending",
}
"""What a run does in each phase, for whoever watches it."""
