"""Words of the notes that checkers leave for the user: why nothing came."""

from __future__ import annotations

from collections.abc import Mapping


def reasons(why: Mapping[str, int]) -> str:
    """Return reasons in order, each with its count if there are several: `cannot connect: 2, no key: 1`."""
    found = sorted((reason, count) for reason, count in why.items() if count > 0)
    if len(found) == 1:
        return found[0][0]
    return ", ".join(f"{reason}: {count:,}" for reason, count in found)
