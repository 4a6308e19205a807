"""What a change of a snapshot's field says: the statement in it, and its status."""

from __future__ import annotations

from typing import Any


def said_of(value: Any) -> str:  # noqa: ANN401 - JSON of a snapshot
    """The statement of a claim, a conflict, a failure; anything else as it is."""
    if isinstance(value, dict):
        for key in ("statement", "description", "why"):
            if key in value:
                return str(value[key])
        return ", ".join(f"{name.replace('_', ' ')} {value[name]}" for name in sorted(value)) or "none"
    return "none" if value is None else str(value)


def status_of(value: Any) -> str:  # noqa: ANN401 - JSON of a snapshot
    """The status of a claim, with that of its work."""
    if not isinstance(value, dict):
        return str(value)
    return " ".join(str(part) for part in (value.get("status"), value.get("work_status")) if part)
