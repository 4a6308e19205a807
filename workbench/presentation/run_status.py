"""The style of a run's status; a separate module, so that the library's first rows need no run code."""

from __future__ import annotations

STATUS_STYLES = {"DONE": "good", "FAILED": "bad", "CANCELLED": "dim", "WAITING": "warn", "RUNNING": "accent"}
