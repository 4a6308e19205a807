"""Who asked for the compactions of a Codex rollout: it does not say, but a turn of their own does.

`/compact` is a task in which nothing else happens; Codex itself compacts inside a task, or at its
beginning, before the message that the task is about.
"""

from __future__ import annotations


class CodexTriggers:
    """Collects the trigger of each compaction by its offset: `manual`, `auto`; others are unknown."""

    def __init__(self) -> None:
        self.found: dict[int, str] = {}
        self._waiting: list[int] = []
        self._done: int | None = None
        """Things that happened in the task that runs; None: none runs."""

    def begun(self) -> None:
        """A task begins."""
        self._settle("manual")
        self._done = 0

    def ended(self) -> None:
        """The task ends."""
        self._settle("manual")
        self._done = None

    def worked(self) -> None:
        """The model answered, a tool did, or somebody spoke."""
        self._settle("auto")
        if self._done is not None:
            self._done += 1

    def compacted(self, offset: int, *, answered: bool) -> None:
        """A compaction stands at this offset; `answered`: its own answer was counted as work before."""
        if self._done is None:
            return
        self._done -= answered
        if self._done > 0:
            self.found[offset] = "auto"
        else:
            self._waiting.append(offset)

    def _settle(self, trigger: str) -> None:
        for offset in self._waiting:
            self.found[offset] = trigger
        self._waiting.clear()
