"""Words of the notes that checkers leave for the user: counts with their nouns, and why nothing came."""

from __future__ import annotations

from collections.abc import Mapping


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `1 window`, `1,204 items`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def reasons(why: Mapping[str, int]) -> str:
    """Return reasons in order, each with its count if there are several: `cannot connect: 2, no key: 1`."""
    found = sorted((reason, count) for reason, count in why.items() if count > 0)
    if len(found) == 1:
        return found[0][0]
    return ", ".join(f"{reason}: {count:,}" for reason, count in found)
