"""A conversation whose compactions are drafted by a strategy, kept in a store, and reviewed there.

Shared by the adapters and independent of any framework: messages come in as events, and the text that
replaces them goes out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gates.artifact import Artifact
from gates.source import EventKind
from workbench.exporters.turns import summary_text
from workbench.services.drafts.draft import strategy_of
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies.keeping import (
    AcceptanceRefused,
    Proposal,
    RunEvent,
)
from workbench.strategies.reviewing import CompactionRejected, NoDecision, ReviewPolicy, await_decision

_STANDS_FOR = re.compile(r"\A<summary>\nThis summary replaces events 0 to (\d{1,15}) of the conversation\.\n")

UNDECIDED = (NoDecision, CompactionRejected, AcceptanceRefused)
"""Why a draft does not apply: nobody has decided, a person rejected it, or the gates refuse it."""


def events_covered(text: str) -> int:
    """Return how many events of the conversation a summary message replaces; 0 if it is not one."""
    found = _STANDS_FOR.match(text)
    return int(found[1]) + 1 if found else 0


@dataclass
class ReviewedThread:
    """One conversation.

    `review` decides whether a draft applies. By default it applies at once, unreviewed, and stays in the
    store for a later review. `ReviewPolicy(without_decision="accept")` asks the gates, and `"stop"` a person.
    """

    thread_id: str
    keeper: StoreKeeper
    strategy: str = "intentional"
    review: ReviewPolicy = field(default_factory=ReviewPolicy)
    _pending: Proposal | None = field(default=None, repr=False)

    def compacted(self, position: int, events: Sequence[RunEvent]) -> tuple[str, int]:
        """Store `events`, which follow the first `position` ones, and compact all events up to their end.

        Returns:
            The text that replaces them, and the number of events it replaces. While a draft waits for a
            decision, it covers the range that was proposed first, and later events stay as they are.

        Raises:
            NoDecision, CompactionRejected, AcceptanceRefused: the draft does not apply; the store has it.
        """
        events = _named(events)
        self.keeper.record(self.thread_id, position, events)
        if self._pending is None:
            drafting = strategy_of(self.strategy).draft
            self._pending = self.keeper.propose(self.thread_id, 0, position + len(events) - 1, drafting)
        proposal = self._pending
        try:
            decision = await_decision(self.keeper, proposal, self.review)
        except CompactionRejected:
            self._pending = None  # the next one is of more events
            raise
        self._pending = None
        return self._stated(decision.artifact), proposal.end + 1

    def _stated(self, artifact: Artifact) -> str:
        """Return the summary, followed verbatim by the events that the artifact keeps of its range."""
        text = summary_text(artifact)
        events = self.keeper.recorded(self.thread_id, 0) if artifact.source.kept else ()
        kept = [f"[e{n}] {events[n].kind.value}:\n{events[n].text}" for n in sorted(artifact.source.kept)]
        return "\n\n".join(
            [text, "Kept word for word from that part of the conversation:", *kept] if kept else [text]
        )


def _named(events: Sequence[RunEvent]) -> list[RunEvent]:
    """Add the tool's name to each result; not every framework repeats it there."""
    names = {each.call_id: each.tool for each in events if each.kind is EventKind.TOOL_CALL}
    return [
        replace(each, tool=names.get(each.call_id, ""))
        if each.kind is EventKind.TOOL_RESULT and not each.tool
        else each
        for each in events
    ]


def messages_of(groups: Sequence[Sequence[RunEvent]], events: int) -> int:
    """Return how many messages the first `events` events belong to.

    `groups` are the events of each message.
    """
    count = 0
    for number, group in enumerate(groups):
        if count >= events:
            return number
        count += len(group)
    return len(groups)


def kept_whole(roles: Sequence[str], keep: int) -> int:
    """Return where to cut a conversation so that at least `keep` messages stay and no call loses its result.

    `roles` are `call` for a message that calls tools, `result` for one that answers, anything else otherwise.
    """
    cut = max(0, len(roles) - keep)
    while 0 < cut < len(roles) and (roles[cut] == "result" or _open_before(roles, cut)):
        cut -= 1
    return cut


def _open_before(roles: Sequence[str], cut: int) -> bool:
    """Return whether a call just before the cut is answered after it."""
    return roles[cut - 1] == "call" and "result" in roles[cut:]
