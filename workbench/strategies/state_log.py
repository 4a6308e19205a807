"""The states of one run in its keeper: whole at intervals, with only the changes between.

A run of a thousand steps stores as much as was said in it, not a thousand copies of its state.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from workbench.errors import Refused
from workbench.strategies.keeping import RunRepository, SavedRun

WHOLE_EVERY = 64
"""States from one whole one to the next."""


class StateLog:
    """Saves a run's states; without a keeper it saves nothing.

    Args:
        keeper: where they are saved; None for a run that lives in memory only.
        run_id: names the run.
        strategy: name of its strategy.
    """

    def __init__(self, keeper: RunRepository | None, run_id: str, strategy: str) -> None:
        self._keeper, self._run_id, self._strategy = keeper, run_id, strategy
        self._sequence = self._since = 0
        self._last: dict[str, Any] | None = None
        self._waits = False
        self._waiting: dict[str, Any] | None = None

    @contextmanager
    def together(self) -> Iterator[None]:
        """Save only the last of the states given inside: at the end of the block, or at `flush`."""
        self._waits = True
        try:
            yield
        finally:
            self.flush()

    def flush(self) -> None:
        """Save the state that waits, if one does, and from now on every state at once.

        Raises:
            store.errors.RunMoved: as `save`.
        """
        self._waits, waiting = False, self._waiting
        self._waiting = None
        if waiting is not None:
            self.save(waiting)

    def load(self) -> dict[str, Any] | None:
        """Return the newest state, from which the log continues; None for a new run.

        Raises:
            Refused: the keeper has a run with this id of another strategy.
        """
        saved = self._keeper.load(self._run_id) if self._keeper is not None else None
        if saved is None:
            return None
        if saved.strategy != self._strategy:
            raise Refused(
                f"run {self._run_id} belongs to the strategy {saved.strategy}", "choose another run id"
            )
        self._sequence, self._since, self._last = saved.sequence, 0, saved.state
        return saved.state

    def save(self, state: dict[str, Any], *, whole: bool = False) -> None:
        """Save a state unless it is the previous one; whole if requested or if nothing is shared with that.

        Raises:
            store.errors.RunMoved: another process saved a state with that number.
        """
        if self._keeper is None:
            return
        if self._waits:
            self._waiting = state
            return
        if state == self._last:
            return
        known = self._last
        changes = None
        if known is not None and not whole and self._since < WHOLE_EVERY:
            changes = changes_between(known, state)
        body = state if changes is None else changes
        saved = SavedRun(self._run_id, self._strategy, self._sequence + 1, body, changes is not None)
        self._keeper.save(saved)
        self._sequence += 1
        self._since = 0 if changes is None else self._since + 1
        self._last = state


def changes_between(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any] | None:
    """Return what to set and append so that one state becomes the other; None if a key is gone."""
    if before.keys() - after.keys():
        return None
    changes: dict[str, dict[str, Any]] = {"set": {}, "append": {}}
    for key, value in after.items():
        old = before.get(key)
        if key in before and old == value:
            continue
        if isinstance(old, list) and isinstance(value, list) and old and value[: len(old)] == old:
            changes["append"][key] = value[len(old) :]
        else:
            changes["set"][key] = value
    return changes
