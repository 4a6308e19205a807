"""Ids and times that look like a transcript's own and are the same on every run."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime, timedelta

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789"


def number(seed: str, low: int, high: int) -> int:
    """An integer from low to high, both included, decided by the seed alone."""
    value = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    return low + value % (high - low + 1)


def token(seed: str, length: int) -> str:
    """`length` letters and digits decided by the seed."""
    value = int.from_bytes(hashlib.sha512(seed.encode()).digest(), "big")
    letters = []
    for _ in range(length):
        value, index = divmod(value, len(_LETTERS))
        letters.append(_LETTERS[index])
    return "".join(letters)


def uuid(seed: str) -> str:
    """A random-looking (version 4) UUID decided by the seed."""
    digits = list(hashlib.sha256(seed.encode()).hexdigest()[:32])
    digits[12] = "4"
    digits[16] = "89ab"[int(digits[16], 16) % 4]
    text = "".join(digits)
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def signature(seed: str) -> str:
    """The opaque signature of a thinking block."""
    return base64.b64encode(hashlib.shake_256(seed.encode()).digest(96)).decode()


class Clock:
    """Session time: starts at a given instant and only moves forward."""

    def __init__(self, start: str, seed: str) -> None:
        self._now = datetime.fromisoformat(start).replace(tzinfo=UTC)
        self._seed = seed
        self._ticks = 0

    def tick(self, low_ms: int, high_ms: int) -> str:
        """Moves on by low to high milliseconds and gives the new time as ISO text."""
        self._ticks += 1
        self._now += timedelta(milliseconds=number(f"{self._seed}:tick:{self._ticks}", low_ms, high_ms))
        return self.text()

    def pause(self, amount: str) -> None:
        """Moves on by an amount such as `40s`, `12m` or `9h`."""
        seconds = int(amount[:-1]) * {"s": 1, "m": 60, "h": 3600}[amount[-1]]
        self._now += timedelta(seconds=seconds)

    def text(self) -> str:
        """The present, as `2026-01-31T09:15:00.123Z`."""
        return self._now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{self._now.microsecond // 1000:03d}Z"
