"""What the reader went to since the app was started: problems and statements, by the draft they are of."""

from __future__ import annotations


class LookedAt:
    """Keys of problems and ids of statements; what was marked as reviewed is kept in the store instead."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._keys: dict[str, set[str]] = {}

    def add(self, artifact_id: str | None, *keys: str) -> None:
        """The reader went to something in a draft."""
        if artifact_id is not None:
            self._keys.setdefault(artifact_id, set()).update(keys)

    def of(self, artifact_id: str | None) -> frozenset[str]:
        """All that the reader went to in a draft."""
        return frozenset(self._keys.get(artifact_id or "", ()))
