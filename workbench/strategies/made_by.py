"""How an artifact was made, in the words of every command and screen: `native, repaired`."""

from __future__ import annotations

from gates.artifact import Origin

_PLAIN = (Origin.DRAFTED, Origin.IMPORTED)


def made_by(strategy: str, origin: str) -> str:
    """Return the strategy, and how its draft was changed, if it was: `intentional`, `native, repaired`."""
    return strategy if origin in (*_PLAIN, strategy) else f"{strategy}, {origin}"
