"""The one piece of open work that comes next at the end of a range, named as such.

It is only what was said or done: a step of a plan that is not done, the step that the agent announced, a
request without an answer, or the check that failed last. While a question waits, nothing comes next; where
the human decides what does (`then I will tell you the next step`), only the request itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gates.artifact import Item, ItemKind
from gates.render import NEXT
from gates.source import EventKind, ToolAction
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.proposals.work_state import is_check
from workbench.facts.reading import commitments
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.asked_last import asked_last
from workbench.strategies.page.exchanges import marked
from workbench.strategies.page.last_state import FAILED
from workbench.strategies.page.superfluous import IN_HAND

ASKED = "the user asked: "
"""Words before a request that comes next."""
_PLANNED = (Basis.TODO, Basis.PLAN_STEP)
_DECIDES = re.compile(
    r"\b(?:then|afterwards|after that|and) (?:i|we)(?:'ll| will|'m going to| am going to| can)\b"
    r"|\bi(?:'ll| will) (?:then )?(?:tell|instruct|let you know|say|decide|review|check|come back|get back)\b"
    r"|\bwait (?:for|until) (?:me|my|i)\b"
    r"|\b(?:do not|don't) (?:start|begin|implement|continue|go on|proceed)\b|\bstop (?:here|there)\b"
    r"|\bbefore (?:you|we) (?:start|begin|implement|continue|go on|proceed)\b",
    re.IGNORECASE,
)
"""The human keeps what comes after a request to themselves."""


def with_next(request: DraftRequest, items: Sequence[Item]) -> list[Item]:
    """Return the items, with the open work that comes next before all others and named `NEXT`."""
    waiting = [n for n, each in enumerate(items) if each.kind is ItemKind.OPEN_WORK and each.status == "open"]
    if not waiting or any(each.kind is ItemKind.OPEN_QUESTION for each in items):
        return list(items)
    asked = asked_last(request)
    since = asked.message.ordinal if asked is not None and asked.is_open else None
    known = {n: items[n] for n in waiting}
    decides = asked is not None and _DECIDES.search(asked.message.text.replace("’", "'")) is not None
    ways = (_asked,) if decides else _WAYS
    found = next(((way, n) for way in ways if (n := way(request, known, since)) is not None), None)
    if found is None:
        return list(items)
    way, n = found
    return [_named(items[n], asked=way is _asked), *items[:n], *items[n + 1 :]]


def without_next(item: Item) -> Item:
    """Return an item of an earlier page as open work like any other: something else may come next now."""
    if not item.text.startswith(NEXT):
        return item
    return item.model_copy(update={"text": item.text.removeprefix(NEXT)})


def _named(item: Item, *, asked: bool) -> Item:
    text = f"{ASKED}{marked(item.text)}" if asked else item.text
    return item.model_copy(update={"text": f"{NEXT}{text}", "speaker": None})


def _planned(request: DraftRequest, known: dict[int, Item], since: int | None) -> int | None:
    """Return the first step that is not done of the newest list, unless a later request waits."""
    steps = [
        c
        for c in commitments(request.seen(), request.source.start)
        if c.basis in _PLANNED and c.status == "open" and (since is None or _stated(request, c) > since)
    ]
    steps.sort(key=lambda c: (-c.words[-1].ordinal, c.words[-1].start))
    places = ((n for n, each in known.items() if each.text.startswith(step.text)) for step in steps)
    return next((n for found in places for n in found), None)


def _stated(request: DraftRequest, step: Commitment) -> int:
    """Return where a step was stated last; reading the file of a plan states none. -1 if it was only read."""
    places = (words.ordinal for words in step.words)
    return max((at for at in places if request.events[at].kind is not EventKind.TOOL_RESULT), default=-1)


def _in_hand(_request: DraftRequest, known: dict[int, Item], _since: int | None) -> int | None:
    return next((n for n, each in known.items() if each.text.startswith(IN_HAND)), None)


def _asked(_request: DraftRequest, known: dict[int, Item], since: int | None) -> int | None:
    """Return the first words of the last request that has no answer."""
    return next((n for n, each in known.items() if since in {link.ordinal for link in each.links}), None)


def _failing(request: DraftRequest, known: dict[int, Item], _since: int | None) -> int | None:
    """Return the check that failed last, unless another one was run since."""
    failed = [(_last(each), n) for n, each in known.items() if each.text.startswith(FAILED)]
    last, found = max(failed, default=(-1, None))
    later = (e for e in request.seen()[last + 1 :] if e.sidechain is None and e.kind is EventKind.TOOL_RESULT)
    calls = (e.tool for e in later if e.tool is not None and e.tool.action is ToolAction.COMMAND)
    return None if any(is_check(tool.target) for tool in calls) else found


def _last(item: Item) -> int:
    return max((link.ordinal for link in item.links), default=-1)


_WAYS: tuple[Callable[[DraftRequest, dict[int, Item], int | None], int | None], ...] = (
    _planned,
    _in_hand,
    _asked,
    _failing,
)
"""What may come next, the most certain first."""
