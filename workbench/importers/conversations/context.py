"""What a model was given, call after call: which messages are new, and which were left out.

Logs of requests and histories of states repeat a conversation at every step. A message that the step before
held is the same message; one that is gone was dropped by a compaction, or by a human who went back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from workbench.importers.conversations.steps import Rewritten, Steps


@dataclass(frozen=True, slots=True)
class Given:
    """One message of a list that the model was given."""

    key: str
    """By what it is known again in a later list."""
    say: Callable[[], int]
    """Tells it to the steps, once; the number it got is returned."""
    summary: str | None = None
    """The summary that it holds, without what its program puts around it; empty where it is encrypted."""


class Context:
    """The context of one conversation, followed from list to list."""

    def __init__(self, steps: Steps, version: str) -> None:
        self._steps = steps
        self._version = version
        self._held: dict[tuple[str, int], int] = {}
        """The messages given last, by key and how often it came before in the list."""
        self._rewinds = 0

    def __len__(self) -> int:
        return len(self._held)

    def holds(self, key: str) -> bool:
        """Whether the context holds such a message."""
        return (key, 1) in self._held

    def answered(self, key: str, number: int) -> None:
        """The model answered with this message: later lists will hold it."""
        count = 1
        while (key, count) in self._held:
            count += 1
        self._held[key, count] = number

    def take(self, messages: Sequence[Given], marked: Rewritten | None = None) -> None:
        """The model is given these messages now.

        `marked` is what the file itself says of a compaction at this place: its trigger and its counts.
        """
        counts: Counter[str] = Counter()
        keyed: list[tuple[tuple[str, int], Given]] = []
        for message in messages:
            counts[message.key] += 1
            keyed.append(((message.key, counts[message.key]), message))
        seen = {key for key, _ in keyed if key in self._held}
        fresh = [(key, message) for key, message in keyed if key not in self._held]
        lost = self._held.keys() - seen
        summary = next(((key, message) for key, message in fresh if message.summary is not None), None)
        rewritten: Rewritten | None = None
        if self._held and (marked is not None or (summary is not None and lost)):
            rewritten = self._rewrite(marked, seen, summary[1] if summary else None)
        elif lost and fresh and self._went_back(seen):
            self._rewind(lost)
        elif lost and not fresh and seen and self._is_head(seen):
            return  # a list that repeats an earlier one, such as of a call sent again
        elif lost and seen:
            rewritten = self._rewrite(None, seen, None)
        if summary is not None and not self._held:
            self._steps.scope_complete = False
        now: dict[tuple[str, int], int] = {}
        for key, message in keyed:
            number = self._held.get(key)
            if number is None:
                number = message.say()
                if rewritten is not None and summary is not None and key == summary[0]:
                    rewritten.summary = number
            now[key] = number
        self._held = now

    def _rewrite(
        self, marked: Rewritten | None, seen: set[tuple[str, int]], summary: Given | None
    ) -> Rewritten:
        base = marked or Rewritten(frozenset(), self._version)
        text = None if summary is None else summary.summary or None
        made = replace(base, kept=frozenset(self._held[key] for key in seen), text=text)
        self._steps.rewrite(made)
        return made

    def _is_head(self, seen: set[tuple[str, int]]) -> bool:
        """Whether what is still given is how the context began."""
        return all(key in seen for key in list(self._held)[: len(seen)])

    def _went_back(self, seen: set[tuple[str, int]]) -> bool:
        """Whether only the end of the context is gone, more than instructions is left, and talk goes on."""
        return len(seen) > 1 and self._is_head(seen)

    def _rewind(self, lost: set[tuple[str, int]]) -> None:
        """What is gone was abandoned: it goes on a lane of its own."""
        self._rewinds += 1
        for key in lost:
            self._steps.said[self._held[key]].lane = f"rewind-{self._rewinds}"
