"""The subject of an objective of mere addresses: the titles of the pages behind them, as they were read."""

from __future__ import annotations

import re

from gates.language.similarity import statement
from gates.source import EventKind, SourceEvent
from workbench.facts.spans import fold
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import marked

BEHIND = "Behind the link: "
"""Words before the title of the page behind an address."""
FEWEST_STEMS = 4
"""Words of an objective, without its addresses, from which it states its subject itself."""
MOST_LINKS = 3
MOST_RESULTS = 40
"""Most results of tools after the objective in which titles are looked for."""
NEAR = 400
"""Characters around a name in which its title is looked for."""
MAX_READ = 60_000
_URL = re.compile(r"https?://[^\s<>()\"']{4,400}")
_TICKET = re.compile(r"\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b")
_TITLE = re.compile(
    r"\"title\"[ \t]{0,4}:[ \t]{0,4}\"((?:[^\"\\\n]|\\.){4,160})\""
    r"|^(?:title:[ \t]{1,8}|#{1,2} )([^\n]{4,160}?)[ \t]{0,8}$",
    re.MULTILINE | re.IGNORECASE,
)


def linked_titles(request: DraftRequest) -> list[str]:
    """Return the quoted titles behind the objective's addresses; empty if it states its subject itself."""
    objective = request.objective
    addresses = _URL.findall(objective)
    if not addresses or len(statement(_URL.sub(" ", objective)).stems) >= FEWEST_STEMS:
        return []
    read = _results(request, addresses[0])
    found = (_title(_name(address), read) for address in addresses[:MOST_LINKS])
    return [marked(title) for title in dict.fromkeys(found) if title and title not in objective]


def _results(request: DraftRequest, address: str) -> list[SourceEvent]:
    """Return the results of tools after the message that gives an address."""
    events = request.seen()
    asked = next((n for n, e in enumerate(events) if e.kind is EventKind.USER and address in e.text), 0)
    found = (e for e in events[asked:] if e.kind is EventKind.TOOL_RESULT and e.sidechain is None)
    return [event for event, _ in zip(found, range(MOST_RESULTS), strict=False)]


def _name(address: str) -> str:
    """Return the ticket that an address names, else its last part."""
    ticket = _TICKET.search(address)
    return ticket.group() if ticket is not None else address.rstrip("/.,").rpartition("/")[2]


def _title(name: str, results: list[SourceEvent]) -> str:
    """Return the title nearest after a name in what was read; empty if there is none."""
    for event in results:
        text = event.text[:MAX_READ]
        at = text.find(name)
        if at >= 0:
            near = text[max(0, at - NEAR) : at + NEAR]
            titles = list(_TITLE.finditer(near))
            after = [each for each in titles if each.start() >= min(at, NEAR)]
            if titles:
                chosen = (after or titles)[0]
                return fold(chosen.group(1) or chosen.group(2))
    return ""
