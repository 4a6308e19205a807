"""The model's context, followed from call to call: which messages are new, and which were left out.

Logs of requests and histories of states repeat a conversation at every step. A message that the previous step
contained is the same message; one that is gone was dropped by a compaction, or by a human who went back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from workbench.importers.conversations.steps import Rewritten, Steps

_Key = tuple[str, int]
"""A message's key, and how often it has occurred in its list so far."""


@dataclass(frozen=True, slots=True)
class GivenMessage:
    """One message of a list that was given to the model."""

    key: str
    """Identity by which the message is recognized in a later list."""
    add: Callable[[], int]
    """Function that adds it to the steps, called once; it returns the message's number."""
    summary: str | None = None
    """The summary in it, without its program's framing; empty if it is encrypted."""
    trigger: str = "unknown"
    """Trigger that made its program write the summary."""
    altered: bool = False
    """Whether it was changed in place, such as a cleared result, and lost its original words."""
    persistent: bool = False
    """Whether it contains instructions: they apply to every call, even if a list does not repeat them."""


class ConversationContext:
    """The context of one conversation, followed from list to list.

    With `trims`, a list that lacks earlier messages and has no summary counts as a compaction too.
    """

    def __init__(self, steps: Steps, version: str, *, trims: bool = False) -> None:
        self._steps = steps
        self._version = version
        self._trims = trims
        self._persistent: set[_Key] = set()
        self._held: dict[_Key, int] = {}
        """The messages given last, by key and occurrence in the list."""
        self._rewinds = 0

    def __len__(self) -> int:
        return len(self._held)

    def holds(self, key: str) -> bool:
        """Return whether the context contains such a message."""
        return (key, 1) in self._held

    def answered(self, key: str, number: int) -> None:
        """Add the model's answer, which later lists will contain."""
        count = 1
        while (key, count) in self._held:
            count += 1
        self._held[key, count] = number

    def take(
        self, messages: Sequence[GivenMessage], marked: Rewritten | None = None, *, summarised: bool = True
    ) -> None:
        """Take the next list of messages that was given to the model.

        `marked` is the file's own report of a compaction at this place, with trigger and counts. Then all new
        messages except the summary precede it. `summarised` states that there is a summary, even if its words
        are those of an earlier one.
        """
        keyed = _counted(messages)
        even_if_known = marked is not None and summarised
        summary = next(
            (key for key, each in keyed.items() if self._is_new_summary(key, each, even_if_known)), None
        )
        if marked is not None:
            self._learn(keyed, summary)
        seen = {key for key in keyed if key in self._held and key != summary} | self._persistent
        lost = self._held.keys() - seen
        fresh = keyed.keys() - seen
        rewritten: Rewritten | None = None
        if self._held and (marked is not None or (summary is not None and lost)):
            rewritten = self._rewrite(marked, seen, keyed, summary)
        elif lost and fresh and self._went_back(seen):
            self._rewind(lost)
        elif lost and not fresh and seen and self._is_head(seen):
            return  # repeats an earlier list, such as a call that is sent again
        elif lost and seen and self._trims:
            rewritten = self._rewrite(None, seen, keyed, None)
        opens = self._opening(summary)
        now = {key: self._held[key] for key in self._persistent}
        for key, message in keyed.items():
            if message.persistent:
                self._persistent.add(key)
            if key == opens and self._begins():
                rewritten = self._rewrite(None, set(), keyed, key)
            now[key] = self._held[key] if key in seen else message.add()
        if rewritten is not None and summary is not None:
            rewritten.summary = now[summary]
        self._held = now

    def _opening(self, summary: _Key | None) -> _Key | None:
        """Return the summary if it is in the first list: no earlier list has what it replaced."""
        if summary is None or self._held:
            return None
        self._steps.scope_complete = False
        return summary

    def _begins(self) -> bool:
        """Return whether the next message begins the conversation, apart from instructions."""
        return self._steps.sidechain is None and self._steps.nobody_spoke(len(self._steps.messages))

    def learn(self, messages: Sequence[GivenMessage]) -> None:
        """Add messages that are new in a partial list; none counts as left out."""
        self._learn(_counted(messages), None)

    def _learn(self, keyed: dict[_Key, GivenMessage], summary: _Key | None) -> None:
        for key, message in keyed.items():
            if key not in self._held and key != summary:
                self._held[key] = message.add()

    def _is_new_summary(self, key: _Key, message: GivenMessage, even_if_known: bool) -> bool:
        return message.summary is not None and (even_if_known or key not in self._held)

    def _rewrite(
        self, marked: Rewritten | None, seen: set[_Key], keyed: dict[_Key, GivenMessage], summary: _Key | None
    ) -> Rewritten:
        altered = {key for key, message in keyed.items() if message.altered}
        holder = None if summary is None else keyed[summary]
        trigger = "unknown" if holder is None else holder.trigger
        base = marked or Rewritten(frozenset(), self._version, trigger=trigger)
        text = None if holder is None else holder.summary or None
        made = replace(base, kept=frozenset(self._held[key] for key in seen - altered), text=text)
        self._steps.rewrite(made)
        return made

    def _is_head(self, seen: set[_Key]) -> bool:
        """Return whether the remaining messages are the beginning of the context."""
        return all(key in seen for key in list(self._held)[: len(seen)])

    def _went_back(self, seen: set[_Key]) -> bool:
        """Return whether only the end of the context is gone, and more than instructions remains."""
        return len(seen) > 1 and self._is_head(seen)

    def _rewind(self, lost: set[_Key]) -> None:
        """Move the abandoned messages to a new sidechain."""
        self._rewinds += 1
        for key in lost:
            self._steps.messages[self._held[key]].sidechain = f"rewind-{self._rewinds}"


def _counted(messages: Sequence[GivenMessage]) -> dict[_Key, GivenMessage]:
    counts: Counter[str] = Counter()
    keyed: dict[_Key, GivenMessage] = {}
    for message in messages:
        counts[message.key] += 1
        keyed[message.key, counts[message.key]] = message
    return keyed
