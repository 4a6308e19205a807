"""What made an artifact, in the words that every command and screen uses: `native, repaired`."""

from __future__ import annotations

from gates.artifact import Origin

_PLAIN = (Origin.DRAFTED, Origin.IMPORTED)


def made_by(strategy: str, origin: str) -> str:
    """The strategy, and what became of its draft where anything did: `intentional`, `native, repaired`."""
    return strategy if origin in (*_PLAIN, strategy) else f"{strategy}, {origin}"
