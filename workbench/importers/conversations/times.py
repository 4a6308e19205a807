"""Conversion of times from any format to ISO 8601 in UTC, as events contain them."""

from __future__ import annotations

from datetime import UTC, datetime

_EARLIEST = 946_684_800
"""The year 2000, in seconds since 1970; smaller numbers are not times."""
_LATEST = 4_102_444_800
"""The year 2100, in seconds since 1970."""


def iso_time(value: object) -> str | None:
    """Return a time text unchanged, seconds or milliseconds since 1970 as ISO 8601, else None."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    seconds = value / 1000 if value > _LATEST else value
    if not _EARLIEST <= seconds <= _LATEST:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
