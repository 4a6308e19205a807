"""The strategy `memory` on a range: the range folded into a summary at once, as an artifact with links.

What would be the newest messages of a conversation lie after the range; inside it nothing stays verbatim.
A summary of a conversation in progress becomes an artifact by the same rules, each bullet sought in the
events that it was folded from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from gates.artifact import Artifact, Item, ItemKind, Origin
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch, link_statement
from gates.source import EventKind
from workbench.facts.commitment import Basis
from workbench.facts.spans import Words, shorten
from workbench.strategies.base import EXTRACTIVE, Candidate, DraftRequest, candidate
from workbench.strategies.condensing import condense
from workbench.strategies.essentials import essentials
from workbench.strategies.memory.extractive import heading_of, stated_in
from workbench.strategies.memory.merging import gives_way, restates, says_little_more, told_of
from workbench.strategies.memory.state import DEFAULT_POLICIES, TokenCount, estimated_tokens
from workbench.strategies.memory.text import Entry, Heading, bounded, parse, render, weight
from workbench.strategies.sizing import CEILING, Size
from workbench.strategies.statements import ANSWERED, PASSED_LATER, Writer

NAME = "memory"

MAX_FAILURE = 160
"""Characters of a failed command and what it said; the rest is ephemeral."""

_TAKEN = re.compile(
    r"^(?:shall|should|can|may) (?:i|we) ([^?\n]{3,240})\?"
    r" (?:yes|yeah|yep|sure|ok|okay|please)\b[^?\n]{0,20}$",
    re.IGNORECASE,
)
"""An offer of the agent with the answer that took it."""

_KINDS = {
    Heading.FACTS: ItemKind.CONSTRAINT,
    Heading.GOALS: ItemKind.DECISION,
    Heading.DECISIONS: ItemKind.DECISION,
    Heading.OPEN: ItemKind.OPEN_WORK,
    Heading.ARTIFACTS: ItemKind.ARTIFACT_REF,
}


class MemoryStrategy:
    """`memory`."""

    name = NAME
    prompt_version = EXTRACTIVE

    def __init__(
        self,
        max_summary_tokens: int = DEFAULT_POLICIES.max_summary_tokens,
        count: TokenCount = estimated_tokens,
    ) -> None:
        self._most = max_summary_tokens
        self._count = count

    def draft(self, request: DraftRequest) -> Candidate:
        """Decisions, constraints, open items, facts and references of a range, at most 1,000 tokens.

        What binds comes first; what is stated besides fills the room that is left, while the whole stays in
        the contract's share of the source.
        """
        found = essentials(request)
        waiting = [item for item in found.state if _waits(item)]
        items = [_condensed(item) for item in (*found.binding, *found.records, *waiting) if _durable(item)]
        stated = stated_items(request, items)
        if not items and not stated:
            items = [_condensed(item) for item in found.state]
        entries = [Entry(_heading(item), item.text) for item in items]
        fitting = bounded(entries, self._most, self._count)
        kept = [item for item, entry in zip(items, entries, strict=True) if _takes(fitting, entry)]
        return candidate(request, self._filled(request, kept, stated), self.name, Origin.DRAFTED)

    def _filled(self, request: DraftRequest, kept: Sequence[Item], stated: Sequence[Item]) -> list[Item]:
        """The items kept, and as far as there is room those stated, what binds most and came last first."""
        size, chosen = Size(request), set[int]()
        most = size.bytes_for(CEILING)
        order = sorted(range(len(stated)), key=lambda n: (weight(_entry(stated[n])), n), reverse=True)
        for number in order:
            tried = [*kept, *(stated[n] for n in sorted({*chosen, number}))]
            told = render(_entry(item) for item in tried)
            if self._count(told) <= self._most and size.measure(tried) <= most:
                chosen.add(number)
        return [*kept, *(stated[n] for n in sorted(chosen))]


def _entry(item: Item) -> Entry:
    return Entry(_heading(item), item.text)


def stated_items(request: DraftRequest, binding: Sequence[Item]) -> list[Item]:
    """What messages state that binds nobody by its form, as of the range's end, in order.

    Of two statements about the same thing the later one stays; what a binding item says is not said again,
    and what a later one revises is left out.
    """
    bound = [(item.links[-1].ordinal if item.links else -1, _entry(item)) for item in binding]
    kept: list[tuple[Entry, Words]] = []
    for event in request.replaced():
        for found in stated_in(event) if event.kind in (EventKind.USER, EventKind.ASSISTANT) else ():
            entry = found.entry
            kept = [(old, words) for old, words in kept if not gives_way(old, entry)]
            over = any(ordinal > event.ordinal and gives_way(entry, each) for ordinal, each in bound)
            known = any(restates(each, entry) or _repeats(entry, each) for _, each in bound) or any(
                restates(old, entry) for old, _ in kept
            )
            if told_of(entry) is not None and entry.text and not over and not known:
                kept.append((entry, Words(event.ordinal, found.start, found.end)))
    writer = Writer(request.source.session_id, request.seen(), request.source.start)
    items = (_of_entry(writer.stated(words), entry) for entry, words in kept)
    return [item for item in items if not writer.unclear(item)]


def _repeats(stated: Entry, bound: Entry) -> bool:
    """Whether a statement says little more than what binds says under the same heading."""
    return stated.heading is bound.heading and says_little_more(stated, bound)


def _of_entry(item: Item, entry: Entry) -> Item:
    kind = _KINDS[entry.heading]
    status = "open" if kind is ItemKind.OPEN_WORK else None
    return item.model_copy(update={"kind": kind, "text": entry.text, "speaker": None, "status": status})


def _takes(fitting: list[Entry], entry: Entry) -> bool:
    """Whether an entry is among those that fit, each of which is taken once."""
    if entry not in fitting:
        return False
    fitting.remove(entry)
    return True


def _waits(item: Item) -> bool:
    """Whether a statement of the end is a plan that waits for an answer; what the agent thought goes."""
    return item.text.startswith("Proposed plan:")


def _durable(item: Item) -> bool:
    """Whether an item still guides what is done: work that is done and failures that are over do not."""
    over = item.kind is ItemKind.FAILURE and item.text.endswith(PASSED_LATER)
    return not over and not (item.kind is ItemKind.OPEN_WORK and item.status == "done")


def _condensed(item: Item) -> Item:
    """The item in the words of a memory: condensed, so no longer anybody's own words."""
    if item.kind is ItemKind.ARTIFACT_REF:
        return item.model_copy(update={"text": item.text.partition(" (last ")[0]})
    said = shorten(item.text, MAX_FAILURE) if item.kind is ItemKind.FAILURE else _settled(item.text)
    bare = said.removesuffix(ANSWERED)
    told = (condense(bare) or bare) + said[len(bare) :]
    return item.model_copy(update={"text": told, "speaker": None})


def _settled(text: str) -> str:
    """What an offer and its acceptance come to, told as no dialogue; any other text as it stands."""
    found = _TAKEN.match(text)
    return f"Agreed: {found.group(1)}" if found else text


def _heading(item: Item) -> Heading:
    if item.kind is ItemKind.OPEN_WORK:
        return Heading.OPEN
    if item.kind is ItemKind.ARTIFACT_REF:
        return Heading.ARTIFACTS
    if item.kind is ItemKind.DECISION:
        return heading_of(item.text, Basis.REQUEST)
    return Heading.FACTS


def summary_of(artifact: Artifact) -> str:
    """An artifact's items as a memory summary: what applies after it was accepted.

    Finished work and the narrative are left out.
    """
    return render(
        Entry(_heading(item), " ".join(item.text.split())) for item in artifact.items if _durable(item)
    )


def drafting(summary: str) -> Callable[[DraftRequest], Candidate]:
    """What makes an artifact of a summary that was folded from the requested range."""

    def draft(request: DraftRequest) -> Candidate:
        bare = replace(request, objective="")  # a summary holds its goals itself
        return candidate(bare, _linked(bare, parse(summary)), NAME, Origin.DRAFTED)

    return draft


def _linked(request: DraftRequest, entries: Sequence[Entry]) -> list[Item]:
    index = SourceIndex.build(request.source, tuple(request.seen()), scope_complete=True)
    search = SpanSearch(index)
    return [_item(search, entry) for entry in entries]


def _item(search: SpanSearch, entry: Entry) -> Item:
    kind = _KINDS[entry.heading]
    bare = Item(kind=kind, text=entry.text, status="open" if kind is ItemKind.OPEN_WORK else None)
    return bare.model_copy(update={"links": link_statement(search, bare)})
