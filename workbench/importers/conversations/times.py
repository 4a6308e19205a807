"""Times as events hold them: ISO 8601 in UTC, whatever way a format writes them."""

from __future__ import annotations

from datetime import UTC, datetime

_EARLIEST = 946_684_800
"""The year 2000, in seconds since 1970; smaller numbers are no times."""
_LATEST = 4_102_444_800
"""The year 2100."""


def iso_time(value: object) -> str | None:
    """A time text as it stands, a count of seconds or milliseconds since 1970 as ISO 8601; else None."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    seconds = value / 1000 if value > _LATEST else value
    if not _EARLIEST <= seconds <= _LATEST:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
