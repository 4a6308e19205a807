"""The events that a statement links to, as `[12]`."""

from __future__ import annotations

from collections.abc import Iterable


def event_numbers(ordinals: Iterable[int], most: int = 3) -> str:
    """Return each event once and how many are left out: `[144]`, `[144,149,150+2]`; empty for none."""
    found = list(dict.fromkeys(ordinals))
    more = f"+{len(found) - most}" if len(found) > most else ""
    return f"[{','.join(str(each) for each in found[:most])}{more}]" if found else ""
