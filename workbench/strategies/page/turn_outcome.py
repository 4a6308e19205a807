"""What became of a request whose turn is over, if no words of the agent can be stated beside it.

The commit of the turn tells it best, else the files that were changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gates.language.sentence_spans import sentences
from gates.source import EventKind, SourceEvent
from workbench.facts.actions.changes import changes
from workbench.facts.actions.named_paths import short_names
from workbench.facts.spans import EventWords, fold
from workbench.facts.superseding.reversal import undoes_turn
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.closing_statement import ASKS
from workbench.strategies.page.exchanges import HumanExchange, exchanges, marked
from workbench.strategies.page.objections import Objections
from workbench.strategies.page.past import COMMITS

REPLIED = "the agent answered"
"""Words before an answer where no label of a speaker may stand."""
MOST_NAMED = 3
"""Most changed files that are named."""
MAX_READ = 1_200
"""Characters of a message that are searched for words that undo something."""
_UNDID = re.compile(
    r"\b(?:I|we)(?:'ve| have)? (?:just )?(?:undid|undone|reverted|rolled back|backed out|discarded) "
    r"(?:(?:all|most) (?:of )?)?"
    r"(?:it|that|this|them|everything|(?:your|the|those|these) (?:changes?|commits?|edits?|work))\b",
    re.IGNORECASE,
)
"""Words by which the human says that they undid the agent's work."""
_PRINTED = re.compile(r"^\[[^\]\n]{1,120} [0-9a-f]{7,40}\] ([^\n]{1,200})", re.MULTILINE)
"""The line in which git prints a commit, with its subject."""


def last_subject(events: Sequence[SourceEvent]) -> EventWords | None:
    """Return the subject of the last commit that the events' commands printed."""
    for event in reversed(events):
        tool = event.tool if event.kind is EventKind.TOOL_RESULT and event.sidechain is None else None
        if tool is None or tool.failed or COMMITS.search(tool.target[:1_000]) is None:
            continue
        found = [*_PRINTED.finditer(event.text)]
        if found:
            return EventWords(event.ordinal, found[-1].start(1), found[-1].end(1))
    return None


def turn_events(request: DraftRequest, exchange: HumanExchange) -> Sequence[SourceEvent]:
    """Return the events of a turn, up to the user's next message."""
    first, seen = exchange.message.ordinal, request.seen()
    following = min((n for n in exchanges(request) if n > first), default=len(seen))
    return seen[first:following]


def done_in(
    request: DraftRequest, exchange: HumanExchange, brief: Callable[[str], str]
) -> tuple[str, tuple[EventWords, ...]]:
    """Return the ending that says what was done in a turn, with its places; empty if nothing is known.

    `brief` makes a commit's subject one that the draft may state; it returns an empty text if none is.
    """
    subject = last_subject(turn_events(request, exchange))
    said = "" if subject is None else brief(fold(subject.quote(request.events)))
    if subject is not None and said:
        return f" (committed: {marked(said)})", (subject,)
    return turn_changes(request, exchange)


def turn_changes(request: DraftRequest, exchange: HumanExchange) -> tuple[str, tuple[EventWords, ...]]:
    """Return the ending that names the files changed in a turn, with their places; empty without changes."""
    inside = {event.ordinal for event in turn_events(request, exchange)}
    made = {
        c.path: c.place for c in changes(request.seen(), request.source.start) if c.place.ordinal in inside
    }
    names = list(made)[-MOST_NAMED:]
    more = f" and {len(made) - len(names)} more" if len(made) > len(names) else ""
    places = tuple(made[name] for name in names)
    return (f" (then changed: {', '.join(short_names(names))}{more})", places) if made else ("", ())


def is_rejected(request: DraftRequest, exchange: HumanExchange) -> bool:
    """Return whether the human's next message undoes what was done in a turn, or rejects its answer."""
    first = exchange.message.ordinal
    following = min((n for n in exchanges(request) if n > first), default=None)
    if following is None:
        return False
    said = request.events[following].text[:MAX_READ].replace("’", "'")
    result = exchange.result()
    rejected = result is not None and Objections.of(request.seen()).reject(
        result.ordinal, result.quote(request.events)
    )
    return rejected or undoes_turn(said) or _UNDID.search(said) is not None


def asks_else(exchange: HumanExchange, request: str) -> bool:
    """Return whether the message of a request also asks a question: the answer may be to that one."""
    text = exchange.message.text
    asked = (fold(text[a:b]) for a, b in sentences(text))
    return any(ASKS.search(each) is not None and each not in fold(request) for each in asked)
