"""How an artifact differs from its parent.

Statements left out, added and relinked, for commands and screens.
"""

from __future__ import annotations

from collections import Counter

from workbench.edits.against_parent import AgainstParent, StatementWords
from workbench.presentation.figures import plural


def by_kind(statements: tuple[StatementWords, ...]) -> str:
    """Count statements by kind, in order of first appearance: `4 open work, 2 decisions`; empty for none."""
    named = Counter(each.kind.replace("_", " ") for each in statements).items()
    return ", ".join(plural(count, name, name if name == "open work" else None) for name, count in named)


def totals(against: AgainstParent) -> str:
    """Format the totals.

    `9 added, 3 relinked, 21 left out`, plus the replaced statements if there are any.
    """
    parts = [f"{len(against.added)} added"]
    if against.reworded:
        parts.append(f"{against.reworded} in place of another")
    return ", ".join([*parts, f"{against.relinked} relinked", f"{len(against.left_out)} left out"])


def left_out_words(against: AgainstParent) -> str:
    """List what was left out, binding kinds first: `left out against d-1: 4 open work, 2 claims`.

    Empty for none.
    """
    counts = by_kind(against.left_out)
    return f"left out against d-{against.number}: {counts}" if counts else ""
