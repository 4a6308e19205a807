"""Problems and statements that the reader has visited since the app was started, by draft."""

from __future__ import annotations


class LookedAt:
    """Keys of problems and ids of statements; statements marked as reviewed are kept in the store instead."""

    def __init__(self) -> None:
        """Start empty."""
        self._keys: dict[str, set[str]] = {}

    def add(self, artifact_id: str | None, *keys: str) -> None:
        """Record that the reader visited something in a draft."""
        if artifact_id is not None:
            self._keys.setdefault(artifact_id, set()).update(keys)

    def of(self, artifact_id: str | None) -> frozenset[str]:
        """Return everything that the reader visited in a draft."""
        return frozenset(self._keys.get(artifact_id or "", ()))
