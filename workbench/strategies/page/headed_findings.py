"""Findings that the agent's report has as headings: `#### Issue 3: the first checkpoint walks everything`.

A heading is normally the name of a part, and its text says more; a heading that numbers a finding is the
finding itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gates.source import EventKind, SourceEvent
from workbench.facts.spans import EventWords, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.statement import PageStatement, made_of
from workbench.strategies.statements import Writer

HEADED = 0.15
"""Likelihood of a finding that is a heading."""

FEWEST_WORDS = 4
"""Fewest words of a heading that states something."""
MAX_READ = 60_000
MOST_OF_MESSAGE = 12

_HEADING = re.compile(
    r"^(?:#{1,6}[ \t]+|\*\*|\d{1,2}[.)][ \t]+\*\*)(?:\d{1,2}[.)][ \t]+)?"
    r"(?:issue|finding|problem|bug|defect|risk|gap|cause|root cause|bottleneck|concern|blocker|error)s?"
    r"(?:[ \t]+#?\w{1,3})?[ \t]*(?::|—|–|-)[ \t]*(?:\*\*[ \t]*)?(?P<said>\S[^\n]{8,240}?)\*{0,2}[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)


def headed(request: DraftRequest, writer: Writer, found: Sequence[PageStatement]) -> Iterator[PageStatement]:
    """Yield the findings of a range that no other statement makes."""
    known = {each.item.text.casefold() for each in found}
    for event in request.seen()[request.source.start :]:
        if event.kind is EventKind.ASSISTANT and event.sidechain is None:
            for words in headed_findings(event):
                item = writer.stated(words)
                if item.text.casefold() not in known:
                    yield made_of(item, [words], HEADED, "likely")


def headed_findings(message: SourceEvent) -> Iterator[EventWords]:
    """Yield the places of a message's findings that are headings."""
    for number, found in enumerate(_HEADING.finditer(message.text[:MAX_READ])):
        if number >= MOST_OF_MESSAGE:
            return
        words = trimmed(message.text, message.ordinal, *found.span("said"))
        if words is not None and len(found["said"].split()) >= FEWEST_WORDS and found["said"][-1] != ":":
            yield words
