"""How a run stands, as a style: alone, so that the library's first rows wait for nothing of a run."""

from __future__ import annotations

STATUS_STYLES = {"DONE": "good", "FAILED": "bad", "CANCELLED": "dim", "WAITING": "warn", "RUNNING": "accent"}
