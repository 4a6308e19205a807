"""Detection of the records off the active branch, which is the one that ends with the last record.

Records without a parent follow the record before them, as in transcripts from before the format had a tree.
"""

from __future__ import annotations


class Branches:
    """The parents of a transcript's records, in file order; ids and positions, no texts."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._ids: list[str] = []
        self._parents: list[int] = []

    def add(self, own_id: str, parent_id: str | None, *, root: bool = False) -> None:
        """Add a record; `root` means that it has no parent although it is not the first record."""
        if own_id in self._known:
            return
        position = len(self._ids)
        before = -1 if root else position - 1
        # Looked up before the record itself is added: a record that names itself as its parent has none.
        self._parents.append(self._known.get(parent_id, before) if parent_id is not None else before)
        self._known[own_id] = position
        self._ids.append(own_id)

    def sidechains(self) -> dict[str, str]:
        """Return the sidechain (`branch-1`, …) of every record off the active branch, by its id."""
        active: set[int] = set()
        position = len(self._ids) - 1
        while position >= 0:
            active.add(position)
            position = self._parents[position]
        sidechains: dict[int, str] = {}
        branches = 0
        for each, parent in enumerate(self._parents):
            if each in active:
                continue
            if parent not in sidechains:
                branches += 1
                sidechains[each] = f"branch-{branches}"
            else:
                sidechains[each] = sidechains[parent]
        return {self._ids[each]: sidechain for each, sidechain in sidechains.items()}
