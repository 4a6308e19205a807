"""Places of items in an artifact, as on the command line: `o-n` for open work, `c-n` for everything else."""

from __future__ import annotations

from collections import defaultdict

from gates.artifact import Artifact, ItemKind


def places(artifact: Artifact) -> dict[str, str]:
    """Return the place of each item by its id."""
    counts: dict[bool, int] = defaultdict(int)
    found = {}
    for item in artifact.items:
        is_open = item.kind is ItemKind.OPEN_WORK
        counts[is_open] += 1
        found[item.item_id] = f"{'o' if is_open else 'c'}-{counts[is_open]}"
    return found
