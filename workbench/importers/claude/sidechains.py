"""Detection of records on abandoned rewinds.

Parallel tools and progress records fork the parent chain all the time; a fork is a rewind only if two or more
messages typed by a human at different times have the same parent. File order is the timeline.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence


class Tree:
    """The parent chain of a transcript, as a small index of ids."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        """Position of each record by its id."""
        self._ids: list[str] = []
        self._parents: list[int] = []
        self._prompts: dict[int, list[tuple[int, str]]] = defaultdict(list)

    def add(self, uuid: str, parent: str | None, typed_at: str | None) -> None:
        """Add a record; `typed_at` is the time if it is a message that a human typed, else None."""
        position = len(self._ids)
        parent_position = self.known.get(parent, -1) if parent else -1
        self.known[uuid] = position
        self._ids.append(uuid)
        self._parents.append(parent_position)
        if typed_at is not None and parent_position >= 0:
            self._prompts[parent_position].append((position, typed_at))

    def rewinds(self) -> dict[str, str]:
        """Return the sidechain (`rewind-1`, …) of every record on an abandoned branch, by its id."""
        abandoned = self._abandoned_starts()
        if not abandoned:
            return {}
        sidechains: dict[int, str] = {start: f"rewind-{n}" for n, start in enumerate(abandoned, 1)}
        for position in range(abandoned[0] + 1, len(self._ids)):
            sidechain = sidechains.get(self._parents[position])
            if sidechain is not None:
                sidechains.setdefault(position, sidechain)
        return {self._ids[position]: sidechain for position, sidechain in sidechains.items()}

    def _abandoned_starts(self) -> Sequence[int]:
        forks: Mapping[int, list[tuple[int, str]]] = {
            parent: prompts for parent, prompts in self._prompts.items() if len({at for _, at in prompts}) > 1
        }
        if not forks:
            return ()
        last = self._last_descendants()
        starts: list[int] = []
        for prompts in forks.values():
            kept = max((position for position, _ in prompts), key=lambda position: last[position])
            starts += [position for position, _ in prompts if position != kept]
        return sorted(starts)

    def _last_descendants(self) -> list[int]:
        last = list(range(len(self._ids)))
        for position in range(len(last) - 1, -1, -1):
            parent = self._parents[position]
            if parent >= 0 and last[position] > last[parent]:
                last[parent] = last[position]
        return last
