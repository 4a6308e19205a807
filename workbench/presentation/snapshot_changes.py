"""How a snapshot change is shown: its sign and word, its statement and its status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
"""By the change names of a comparison, which are also the names in `diff --json`."""


_COUNTED = {"relinked": "with other links", "status": "with another status"}
"""Wording after a number of changes, where the word for one change does not fit."""
_TITLES = {
    "source_coverage.source_ids_seen": "sources read",
    "source_coverage.chunk_ids_seen": "passages read",
    "source_coverage.chunk_ids_cited": "passages cited",
    "counts.delta": "what the last move changed",
    "counts.steps_since_last_compaction": "steps since the last compaction",
    "counts.counted_events_since_last_compaction": "counted events since the last compaction",
}
"""Titles of comparison fields whose own name is not readable."""


def title_of_field(field: str) -> str:
    """Return the title of a group of changes."""
    return _TITLES.get(field, field.replace("_", " "))


def came_and_went(before: Sequence[object], after: Sequence[object]) -> str:
    """Count added and removed ids between two sides: `27 more, none fewer`."""
    return f"{len(after) or 'none'} more, {len(before) or 'none'} fewer"


def changed_sides(before: Any, after: Any) -> tuple[str, str]:  # noqa: ANN401 - JSON of a snapshot
    """Format both sides of a change; of mappings with the same keys only the differing entries."""
    if _are_figures(before) and _are_figures(after) and before.keys() == after.keys():
        names = [name for name in before if before[name] != after[name]]
        return value_text({n: before[n] for n in names}), value_text({n: after[n] for n in names})
    return value_text(before), value_text(after)


def _are_figures(value: Any) -> bool:  # noqa: ANN401 - JSON of a snapshot
    return isinstance(value, dict) and all(isinstance(each, int) for each in value.values())


def value_text(value: Any) -> str:  # noqa: ANN401 - JSON of a snapshot
    """Return the statement of a claim, conflict or failure; any other value as text."""
    if isinstance(value, dict):
        for key in ("statement", "description", "why"):
            if key in value:
                return str(value[key])
        return ", ".join(f"{name.replace('_', ' ')} {value[name]}" for name in sorted(value)) or "none"
    return "none" if value is None else str(value)


def status_of(value: Any) -> str:  # noqa: ANN401 - JSON of a snapshot
    """Return the status of a claim, with its work status."""
    if not isinstance(value, dict):
        return str(value)
    return " ".join(str(part) for part in (value.get("status"), value.get("work_status")) if part)


def counted_changes(summary: Mapping[str, Any]) -> str:
    """Count the statements by kind of change, and the unchanged ones."""
    change_counts = [f"{summary[name]} {_COUNTED.get(name, sign.word)}" for name, sign in CHANGES.items()]
    return ", ".join([*change_counts, f"{summary['unchanged']} unchanged"])
