"""States that are over at the end of a range: abandoned failures, offers, a tree that was clean.

Each is a fact of the range and misleads at its end: it reads as if somebody still had to look at it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gates.source import EventKind, SignalKind, SourceEvent
from workbench.facts.actions.changes import changes
from workbench.facts.actions.commands import CommandFailure
from workbench.facts.actions.put_back import PutBack
from workbench.facts.actions.work import PLANS_OF_A_TURN
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import exchanges
from workbench.strategies.page.statement import PageStatement

TURNED_FROM = 3
"""Messages of the human after which a failure other than a check's counts as abandoned."""
CHECKED = ("test", "lint")
"""Checks for which it is known whether the last run of their kind passed."""

COMMITS = re.compile(r"\bgit\b[^\n;&|]{0,60}\bcommit\b(?![^\n;&|]{0,80}--dry-run)")
"""A command that commits."""
_OFFERS = re.compile(
    r"^\W{0,4}(?:if you(?:'d)? (?:want|like|prefer)\b|(?:shall|should) (?:I|we)\b|want me to\b|let me know\b"
    r"|I(?:'d| would) (?:\w{2,9} )?(?:add|close|do|focus|go|pick|prefer|recommend|start|"
    r"suggest|take|treat|try)\b"
    r"|I can (?:also |now |then )?(?:add|do|draft|extend|fix|go|look|make|prepare|pull|put|rerun|run|"
    r"start|try|turn|update|write)\b(?=[^.\n]{0,60}(?:\bnext\b|\bif you\b|\bfor you\b|\bas well\b|\btoo\b))"
    r"|(?:the|my) next (?:\w{2,12} ){0,2}(?:step|task|move|thing)\b|ready (?:to|for|when)\b)"
    r"|\bif you (?:want|like|prefer)\b[^.]{0,80}\bI(?:'d|'ll| would| can| could)\b",
    re.IGNORECASE,
)
"""Phrases of the agent about what could come next; the human's later words say what does."""
_CLEAN = re.compile(
    r"\b(?:tree|checkout|git status|work(?:ing copy|tree)) "
    r"(?:is |was |stays |remains )?(?:now |still )?clean\b"
    r"|\bclean (?:working )?tree\b"
    r"|\b(?:nothing|no changes?) (?:is |are |was )?(?:left )?uncommitted\b|\bno uncommitted\b",
    re.IGNORECASE,
)
"""Phrases that say that all is committed."""
_BEHIND = re.compile(r"\bcommits? behind\b|\bbehind [`'\"]?(?:origin|upstream|main|master)\b", re.IGNORECASE)
"""Phrases that say that a branch lacks commits of another one."""
_CATCHES_UP = re.compile(
    r"\bgit\b[^\n;&|]{0,60}\b(?:merge|pull|rebase|checkout|switch|reset)\b", re.IGNORECASE
)
"""Commands after which that may be otherwise."""


_CHANGED = re.compile(
    r"\b(?:add(?:ed|s)|chang(?:ed|es)|creat(?:ed|es)|edit(?:ed|s)|made|makes|saved|updat(?:ed|es)|verified|written"
    r"|wrote)\b",
    re.IGNORECASE,
)
"""Words that say that a file was made or changed."""


def is_of_reverted(each: PageStatement, gone: PutBack) -> bool:
    """Return whether a proposed statement says that a file was made or changed of which no edit remains."""
    text = each.item.text
    if each.group != "likely" or each.item.speaker == "user" or not _CHANGED.search(text):
        return False
    names = (path.rpartition("/")[2] for path in gone.altogether)
    return any(name and re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text) for name in names)


@dataclass(frozen=True, slots=True)
class PassedEvents:
    """The events after the statements of a range."""

    asked: tuple[int, ...]
    """Ordinals of the human's messages."""
    committed: int
    """Ordinal of the last commit; -1 without one."""
    changed: tuple[int, ...]
    """Ordinals of the edits."""
    reported: frozenset[int]
    """Ordinals of the agent's messages."""
    moved: int = -1
    """Ordinal of the last command that may have moved the branch; -1 without one."""
    left_lists: frozenset[int] = frozenset()
    """Ordinals of the agent's step lists that it never went back to: its turn closed, with later commits."""
    mended: frozenset[int] = frozenset()
    """Ordinals of the human's messages before whose next one files were changed, with a commit since."""

    def is_left(self, failure: CommandFailure, failing: Collection[int]) -> bool:
        """Return whether nobody went back to a command that failed.

        Args:
            failure: a command whose last run failed.
            failing: ordinals of the checks whose last run of their kind failed.
        """
        ordinal = failure.output.ordinal
        if failure.category in CHECKED:
            return ordinal not in failing or self.is_behind(ordinal)
        return self._turned_from(ordinal)

    def is_behind(self, ordinal: int) -> bool:
        """Return whether the human has gone on to something else since an event, with the work committed."""
        return self._turned_from(ordinal) and self.committed > ordinal

    def _turned_from(self, ordinal: int) -> bool:
        return sum(asked > ordinal for asked in self.asked) >= TURNED_FROM

    def passed_after_change(self, failure: CommandFailure) -> bool:
        """Return whether something was changed before a failed command passed; else it only ran elsewhere."""
        passed = failure.passed
        return passed is not None and any(failure.output.ordinal < n < passed.ordinal for n in self.changed)

    def is_over(self, each: PageStatement) -> bool:
        """Return whether a proposed statement is over.

        A human's open work is over if they went on and work was committed; a statement of the agent if it was
        an offer, or about a clean tree that changed since.
        """
        if each.group == "likely" and each.item.status == "open":
            if each.places[-1].ordinal in self.left_lists:
                return True
            if each.places[-1].ordinal in self.asked:
                return self.is_behind(each.places[-1].ordinal)
        if each.group != "likely" or len(each.places) != 1 or each.places[0].ordinal not in self.reported:
            return False
        return self.is_outdated(each.places[0].ordinal, each.item.text)

    def is_outdated(self, ordinal: int, text: str) -> bool:
        """Return whether a text of the agent is an offer that the human passed over, or about a changed tree.

        That is a clean tree that was changed since, or a branch that was moved.
        """
        text = text.replace("’", "'")
        if _OFFERS.search(text) and any(asked > ordinal for asked in self.asked):
            return True
        if _BEHIND.search(text) and self.moved > ordinal:
            return True
        return _CLEAN.search(text) is not None and any(changed > ordinal for changed in self.changed)


def passed_events(request: DraftRequest) -> PassedEvents:
    """Return the events after the statements of a request's range."""
    seen = [e for e in request.seen()[request.source.start :] if e.sidechain is None]
    called = [
        (e.ordinal, e.tool.target) for e in seen if e.kind is EventKind.TOOL_CALL and e.tool is not None
    ]
    commits = [ordinal for ordinal, target in called if COMMITS.search(target[:1_000])]
    committed = max(commits, default=-1)
    asked = [e.ordinal for e in seen if e.kind is EventKind.USER]
    changed = [change.place.ordinal for change in changes(request.seen(), request.source.start)]
    mended = (
        asked_at
        for asked_at, following in pairwise([*asked, len(request.events)])
        if any(asked_at < at < min(following, committed) for at in changed)
    )
    return PassedEvents(
        tuple(asked),
        committed,
        tuple(changed),
        frozenset(e.ordinal for e in seen if e.kind is EventKind.ASSISTANT),
        max((ordinal for ordinal, target in called if _CATCHES_UP.search(target[:1_000])), default=-1),
        _left_lists(request, seen, commits),
        frozenset(mended),
    )


def _left_lists(request: DraftRequest, seen: Sequence[SourceEvent], commits: Sequence[int]) -> frozenset[int]:
    """Return the step lists of turns that are over, to which nobody went back.

    These are lists before the last commit whose turn the agent closed after it, and plans of a closed turn
    after which the human asked for other things, or for one if the agent committed in that turn.
    """
    committed = max(commits, default=-1)
    known = exchanges(request, 0)
    closed = {n: x.closing.ordinal for n, x in known.items() if x.closing is not None}
    found = set[int]()
    for event in seen:
        listed = event.ordinal < committed and any(s.kind is SignalKind.TODO_LIST for s in event.signals)
        planned = event.tool is not None and event.tool.name in PLANS_OF_A_TURN and bool(event.signals)
        if not (listed or planned):
            continue
        turn = max((n for n in known if n < event.ordinal), default=-1)
        ended = closed.get(turn, -1)
        fewest = 1 if any(event.ordinal < n < ended for n in commits) else TURNED_FROM
        turned = planned and sum(n > event.ordinal for n in known) >= fewest
        if (listed and ended > committed) or (turned and ended > event.ordinal):
            found.add(event.ordinal)
    return frozenset(found)
