"""The strategy `memory` for a range: the whole range folded into a summary, as an artifact with links.

As after any fold (S4 section 5) the newest messages stay verbatim beside the summary if they are short. A
summary of a conversation in progress becomes an artifact by the same rules: each bullet is linked to the
events that it was folded from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gates.artifact import Artifact, Item, ItemKind, Origin
from gates.search.linking import SpanSearch, link_statement
from gates.source import EventKind, SourceRange
from gates.withdrawn import without_withdrawn
from workbench.facts.merging import Survivors
from workbench.facts.objective import cut_to
from workbench.facts.spans import GAP
from workbench.strategies.bare_texts import is_bare
from workbench.strategies.base import EXTRACTIVE, Candidate, DraftRequest, candidate
from workbench.strategies.clauses import memory_clauses
from workbench.strategies.condensing import VERBATIM_WORDS
from workbench.strategies.essentials import essentials
from workbench.strategies.memory.room import SummaryRoom
from workbench.strategies.memory.state import DEFAULT_POLICIES, TokenCount, estimated_tokens
from workbench.strategies.memory.stated import KINDS, entry_of, heading_of_item, stated_items
from workbench.strategies.memory.summary_text import SummaryBullet, parse, render, weight
from workbench.strategies.memory.window import (
    SHARE,
    WINDOW_TOKENS,
    VerbatimWindow,
    is_message,
    newest,
    together,
    widened,
)
from workbench.strategies.offered_choices import of_phases, of_steps, on_a_menu
from workbench.strategies.page.draft import page_objective
from workbench.strategies.page.in_hand import BEGUN
from workbench.strategies.page.last_shown import last_shown
from workbench.strategies.page.next_step import with_next, without_next
from workbench.strategies.page.objections import Objections
from workbench.strategies.page.open_end import open_end
from workbench.strategies.page.overtaken import is_failing, last_passed
from workbench.strategies.page.superfluous import IN_HAND
from workbench.strategies.ranked import Offer, Offers
from workbench.strategies.repaired import DroppedStatement
from workbench.strategies.scope import in_scope
from workbench.strategies.sizing import Size
from workbench.strategies.source_index import source_index
from workbench.strategies.statements import PASSED_LATER, Writer

NAME = "memory"

LONGEST_OBJECTIVE = 400
"""Most characters of the message that opened the session in the objective."""
OBJECTIVE_PART = 3
"""If a size was asked for, the objective has at most one in this many of its characters."""


class MemoryStrategy:
    """The `memory` strategy.

    Args:
        max_summary_tokens: most tokens of the summary, counted by `count`.
        count: tokens of a text for the target model.
        window_tokens: most tokens of the messages that stay verbatim, in characters / 4.
    """

    name = NAME
    prompt_version = EXTRACTIVE

    def __init__(
        self,
        max_summary_tokens: int = DEFAULT_POLICIES.max_summary_tokens,
        count: TokenCount = estimated_tokens,
        *,
        window_tokens: int = WINDOW_TOKENS,
    ) -> None:
        self._most = max_summary_tokens
        self._window = window_tokens
        self._count = count

    def draft(self, request: DraftRequest) -> Candidate:
        """Return a summary of at most 1,000 tokens, with the range's newest messages kept verbatim.

        Binding items come first, then proposed ones, the likeliest first, as far as there is room. A
        statement that cannot be made without twelve consecutive words of a message is kept verbatim if it is
        short; else it is among the candidate's `dropped`.
        """
        offers = Offers(request, in_short=True)
        binding = offers.binding()
        total = asked_characters(request)
        window = self._kept(request, binding, total)
        objective = _objective(request, total)
        left = None if total is None else total - window.characters - len(objective)
        room = SummaryRoom(Size(request), self._count, self._most, left)
        dropped = _taken(room, binding, offers, window, request)
        own = replace(request, source=_keeping(request.source, window), objective=objective)
        items = _ordered(in_scope(request, room.items))
        named = with_next(request, items)
        items = named if room.holds(named) else items
        made = candidate(own, items, self.name, Origin.DRAFTED)
        return replace(made, dropped=tuple(dropped))

    def _kept(self, request: DraftRequest, binding: Sequence[Offer], total: int | None) -> VerbatimWindow:
        """Return the newest messages, and short ones and refusals whose content cannot be restated."""
        inside = list(without_withdrawn(request.replaced()))
        most = min(self._window, int(SHARE * sum(len(event.text) for event in inside)) // 4)
        most = most if total is None else min(most, total // 12)
        messages = [event for event in inside if is_message(event)]
        unstated = {o for offer in binding if offer.left_out for o in offer.ordinals}
        half = (self._window if total is None else most) // 2
        window = VerbatimWindow()
        for ordinal, events in sorted(together(inside).items() if unstated else ()):
            wider = widened(window, events, half) if ordinal in unstated else None
            window = wider or window
        return newest(messages, most, window)


def _objective(request: DraftRequest, total: int | None) -> str:
    """Return the objective with the last request, in a part of the `total` characters if a size was asked."""
    if total is None:
        return page_objective(request, LONGEST_OBJECTIVE)
    most = total // OBJECTIVE_PART
    return cut_to(page_objective(request, min(LONGEST_OBJECTIVE, most // 2)), most)


def asked_characters(request: DraftRequest) -> int | None:
    """Return the most characters of items and kept events together; None if no size was requested (SG8)."""
    return request.room().most if request.size is not None else None


def _taken(
    room: SummaryRoom, binding: Sequence[Offer], offers: Offers, window: VerbatimWindow, request: DraftRequest
) -> list[DroppedStatement]:
    """Fill the room in the order of weight; return binding statements that are neither stated nor kept."""
    survivors, dropped = Survivors(), []
    waiting = _unstated(_open_end(request), [item for offer in binding for item in offer.items])
    for item in _fresh(survivors, waiting):
        room.take([item], always=True)
    for offer in binding:
        whole = offer.left_out and window.holds(offer.ordinals)
        fresh = [] if whole else list(offer.items)  # a part beside the whole adds nothing
        for item in fresh:
            survivors.add(item.text)
        lost = [] if room.take(fresh, always=True) else [(item.text, "no_room") for item in fresh]
        lost += [(text, "verbatim_words") for text in offer.left_out]
        dropped += [] if window.holds(offer.ordinals) else [_dropped(*each) for each in lost]
    shown = last_shown(request)
    room.take([shown.item(request)] if shown is not None else [])
    for offer in offers.files():
        room.take(offer.items)
    passed, objections = last_passed(request), Objections.of(request.seen())
    groups = [(offer.items, offer.ordinals) for offer in offers.likely()]
    stated = [((item,), ()) for item in _by_weight(stated_items(request, room.items))]
    for items, ordinals in [*stated, *groups] if offers.talk else [*groups, *stated]:
        if not window.holds(ordinals):
            informative = [item for item in items if _says_something(request, item, passed)]
            valid = [item for item in informative if not objections.reject_item(item)]
            room.take(_fresh(survivors, valid))
    if not room.items:
        known = essentials(request)
        found = (known.state or known.binding)[-1:]
        room.take([item.model_copy(update={"speaker": None}) for item in found], always=True)
    return dropped


def _open_end(request: DraftRequest) -> list[Item]:
    """Return what waits for the human, or the agent's step, in clauses without a run of twelve words."""
    writer = Writer(request.source.session_id, request.seen(), request.source.start)
    found = []
    for item in (each.item for each in open_end(request, writer)):
        lead = IN_HAND if item.text.startswith(IN_HAND) else ""
        since = BEGUN if item.text.endswith(BEGUN) else ""
        said = item.text.removeprefix(lead).removesuffix(since)
        texts = [f"{lead}{text}{since}" for text in memory_clauses(said).texts]
        found += [item.model_copy(update={"text": text, "speaker": None}) for text in texts]
    return found


def _unstated(items: Sequence[Item], binding: Sequence[Item]) -> list[Item]:
    """Return the items without those whose open work a binding item states."""
    known = Survivors()
    for item in binding:
        if item.kind is ItemKind.OPEN_WORK:
            known.add(item.text)
    return [item for item in items if item.kind is not ItemKind.OPEN_WORK or not known.restates(item.text)]


def _says_something(request: DraftRequest, item: Item, passed: int) -> bool:
    """Return whether an item is informative: no bare line, no entry of a menu, no check that passed later.

    Words cut off within a quotation are none either.
    """
    events = request.seen()
    last = item.links[-1].ordinal if item.links else -1
    by_agent = last >= 0 and events[last].kind is not EventKind.USER
    prescribed = on_a_menu(events, item) or of_steps(events, item) or of_phases(events, item)
    offered = item.kind is ItemKind.CLAIM and prescribed
    over = by_agent and item.kind is ItemKind.CLAIM and last < passed and is_failing(item.text)
    cut = item.text.count('"') % 2 == 1 and GAP not in item.text
    return not (offered or over or cut) and not is_bare(item.text, by_agent=by_agent)


def _by_weight(items: Sequence[Item]) -> list[Item]:
    """Return the items by weight, the last first among equals."""
    order = sorted(range(len(items)), key=lambda n: (weight(entry_of(items[n])), n), reverse=True)
    return [items[n] for n in order]


def _fresh(survivors: Survivors, items: Iterable[Item]) -> list[Item]:
    """Return the items that say something new; they then count as said."""
    found = []
    for item in items:
        if item.text and not survivors.restates(item.text):
            survivors.add(item.text)
            found.append(item)
    return found


_WHY = {
    "verbatim_words": f"no way to tell it without {VERBATIM_WORDS} words of the message in a row",
    "no_room": "there was no room left in the summary",
}


def _dropped(text: str, rule: str) -> DroppedStatement:
    return DroppedStatement(None, text, rule, _WHY[rule])


def _keeping(source: SourceRange, window: VerbatimWindow) -> SourceRange:
    return SourceRange(source.session_id, source.start, source.end, source.kept | window.kept)


def _ordered(items: Sequence[Item]) -> list[Item]:
    """Return the items in the order of the source, so that the newest decision is last."""
    return sorted(items, key=lambda item: item.links[-1].ordinal if item.links else -1)


def summary_of(artifact: Artifact) -> str:
    """Return an artifact's items as a memory summary, which applies after the artifact was accepted.

    Finished work and the narrative are left out.
    """
    items = [without_next(item) for item in artifact.items if _durable(item)]
    return render(SummaryBullet(heading_of_item(item), " ".join(item.text.split())) for item in items)


def _durable(item: Item) -> bool:
    """Return whether an item still guides the work; finished work and failures that are over do not."""
    over = item.kind is ItemKind.FAILURE and item.text.endswith(PASSED_LATER)
    return not over and not (item.kind is ItemKind.OPEN_WORK and item.status == "done")


def drafting(summary: str) -> Callable[[DraftRequest], Candidate]:
    """Return a function that makes an artifact of a summary that was folded from the requested range."""

    def draft(request: DraftRequest) -> Candidate:
        bare = replace(request, objective="")  # a summary contains its own goals
        return candidate(bare, in_scope(bare, _linked(bare, parse(summary))), NAME, Origin.DRAFTED)

    return draft


def _linked(request: DraftRequest, entries: Sequence[SummaryBullet]) -> list[Item]:
    search = SpanSearch(source_index(request.source, request.seen()))
    return [_item(search, entry) for entry in entries]


def _item(search: SpanSearch, entry: SummaryBullet) -> Item:
    kind = KINDS[entry.heading]
    bare = Item(kind=kind, text=entry.text, status="open" if kind is ItemKind.OPEN_WORK else None)
    return bare.model_copy(update={"links": link_statement(search, bare)})
