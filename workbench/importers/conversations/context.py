"""What a model was given, call after call: which messages are new, and which were left out.

Logs of requests and histories of states repeat a conversation at every step. A message that the step before
held is the same message; one that is gone was dropped by a compaction, or by a human who went back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from workbench.importers.conversations.steps import Rewritten, Steps

_Key = tuple[str, int]
"""A message's key, and how often it occurred in its list up to there."""


@dataclass(frozen=True, slots=True)
class GivenMessage:
    """One message of a list that the model was given."""

    key: str
    """By what it is known again in a later list."""
    add: Callable[[], int]
    """Tells it to the steps, once; the number it got is returned."""
    summary: str | None = None
    """The summary that it holds, without what its program puts around it; empty where it is encrypted."""
    trigger: str = "unknown"
    """What made its program write the summary."""
    altered: bool = False
    """It was changed in place, such as a result that was cleared: it is no more what was said."""
    persistent: bool = False
    """Instructions: they hold for every call, whether a list repeats them or not."""


class ConversationContext:
    """The context of one conversation, followed from list to list.

    `trims`: a list without some of the messages before it, and without a summary, is a compaction too.
    """

    def __init__(self, steps: Steps, version: str, *, trims: bool = False) -> None:
        self._steps = steps
        self._version = version
        self._trims = trims
        self._persistent: set[_Key] = set()
        self._held: dict[_Key, int] = {}
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

    def take(
        self, messages: Sequence[GivenMessage], marked: Rewritten | None = None, *, summarised: bool = True
    ) -> None:
        """The model is given these messages now.

        `marked` is what the file itself says of a compaction at this place: its trigger and its counts. Then
        what is new was there before it, but the summary; `summarised`: there is one, even if its words are
        those of an earlier one.
        """
        keyed = _counted(messages)
        anew = marked is not None and summarised
        summary = next((key for key, each in keyed.items() if self._is_new_summary(key, each, anew)), None)
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
            return  # a list that repeats an earlier one, such as of a call sent again
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
        """The summary, where it is in the first list: what it replaced is in no list before."""
        if summary is None or self._held:
            return None
        self._steps.scope_complete = False
        return summary

    def _begins(self) -> bool:
        """Whether what is given next begins the conversation, but for instructions."""
        return self._steps.sidechain is None and self._steps.nobody_spoke(len(self._steps.messages))

    def learn(self, messages: Sequence[GivenMessage]) -> None:
        """The model is given these messages among others: what is new of them is reported, none is lost."""
        self._learn(_counted(messages), None)

    def _learn(self, keyed: dict[_Key, GivenMessage], summary: _Key | None) -> None:
        for key, message in keyed.items():
            if key not in self._held and key != summary:
                self._held[key] = message.add()

    def _is_new_summary(self, key: _Key, message: GivenMessage, anew: bool) -> bool:
        return message.summary is not None and (anew or key not in self._held)

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
        """Whether what is still given is how the context began."""
        return all(key in seen for key in list(self._held)[: len(seen)])

    def _went_back(self, seen: set[_Key]) -> bool:
        """Whether only the end of the context is gone, more than instructions is left, and talk goes on."""
        return len(seen) > 1 and self._is_head(seen)

    def _rewind(self, lost: set[_Key]) -> None:
        """What is gone was abandoned: it goes on a sidechain of its own."""
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
