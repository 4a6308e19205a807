"""The triggers of the compactions in a Codex rollout, inferred from the tasks around them.

`/compact` is a task in which nothing else happens; Codex itself compacts inside a task, or at its beginning,
before the message that the task is about.
"""

from __future__ import annotations


class CodexTriggers:
    """Collector of each compaction's trigger by its offset: `manual` or `auto`; others are unknown."""

    def __init__(self) -> None:
        self.found: dict[int, str] = {}
        self._waiting: list[int] = []
        self._done: int | None = None
        """Number of actions so far in the current task; None if no task is running."""

    def begun(self) -> None:
        """Record the beginning of a task."""
        self._settle("manual")
        self._done = 0

    def ended(self) -> None:
        """Record the end of the task."""
        self._settle("manual")
        self._done = None

    def worked(self) -> None:
        """Record an answer of the model, a tool result, or a message."""
        self._settle("auto")
        if self._done is not None:
            self._done += 1

    def compacted(self, offset: int, *, answered: bool) -> None:
        """Record a compaction; `answered`: its own answer was already counted as an action of the task."""
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
