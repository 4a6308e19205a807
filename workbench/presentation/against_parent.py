"""What an artifact leaves out, adds and links anew against its parent, the same in commands and screens."""

from __future__ import annotations

from collections import Counter

from workbench.edits.against_parent import AgainstParent, StatementWords
from workbench.presentation.figures import plural


def kind_counts(counts: dict[str, int]) -> str:
    """Statements counted by kind: `4 open work, 2 decisions`; empty where there is none."""
    named = ((kind.replace("_", " "), count) for kind, count in counts.items())
    return ", ".join(plural(count, name, name if name == "open work" else None) for name, count in named)


def by_kind(said: tuple[StatementWords, ...]) -> str:
    """The same of statements, in their order."""
    return kind_counts(Counter(each.kind for each in said))


def totals(against: AgainstParent) -> str:
    """`9 added, 3 relinked, 21 left out`."""
    return f"{len(against.added)} added, {against.relinked} relinked, {len(against.left_out)} left out"


def left_out_words(against: AgainstParent) -> str:
    """`left out against d-1: 4 open work, 2 decisions`; empty where nothing of the kind is left out."""
    counts = kind_counts(dict(against.in_force))
    return f"left out against d-{against.number}: {counts}" if counts else ""
