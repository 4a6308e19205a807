"""What an artifact leaves out, adds and links anew against its parent, the same in commands and screens."""

from __future__ import annotations

from collections import Counter

from workbench.edits.against_parent import AgainstParent, StatementWords
from workbench.presentation.figures import plural


def by_kind(statements: tuple[StatementWords, ...]) -> str:
    """Statements counted by kind, in their order: `4 open work, 2 decisions`; empty where there is none."""
    named = Counter(each.kind.replace("_", " ") for each in statements).items()
    return ", ".join(plural(count, name, name if name == "open work" else None) for name, count in named)


def totals(against: AgainstParent) -> str:
    """`9 added, 3 relinked, 21 left out`, and what stands in another's place where anything does."""
    parts = [f"{len(against.added)} added"]
    if against.reworded:
        parts.append(f"{against.reworded} in place of another")
    return ", ".join([*parts, f"{against.relinked} relinked", f"{len(against.left_out)} left out"])


def left_out_words(against: AgainstParent) -> str:
    """`left out against d-1: 4 open work, 2 claims`, what binds first; empty where nothing is left out."""
    counts = by_kind(against.left_out)
    return f"left out against d-{against.number}: {counts}" if counts else ""
