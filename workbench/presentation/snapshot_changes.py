"""What a change of a snapshot says: its sign and word, the statement in it, and its status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Sign(NamedTuple):
    """How a kind of change is shown."""

    mark: str
    word: str
    style: str


CHANGES = {
    "added": Sign("+", "added", "good"),
    "removed": Sign("-", "removed", "bad"),
    "changed": Sign("~", "changed", "warn"),
    "relinked": Sign("@", "links changed", "accent"),
    "status": Sign("*", "status changed", "accent"),
}
"""By the change that a comparison names; `diff --json` has these names."""


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


def counted_changes(summary: Mapping[str, Any]) -> str:
    """How many statements changed in which way, and how many did not."""
    stated = [f"{summary[name]} {sign.word}" for name, sign in CHANGES.items()]
    return ", ".join([*stated, f"{summary['unchanged']} unchanged"])
