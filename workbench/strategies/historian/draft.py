"""The `historian` draft: the ledger and waiting questions as items, the newest turns kept in full (SG3).

The narrative of the older turns is stored beside the items and never proposed alone. If a range has no more
turns than stay in full, its messages stay and the work between them is summarised (`short_range`); without
such work the range is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gates.artifact import Item, ItemKind, Origin
from gates.language.sentence_spans import sentences
from gates.language.similarity import coverage, statement
from gates.source import EventKind, SourceEvent, SourceRange
from gates.tool_calls import calls_with_results
from gates.traceability import COVERED_AT
from workbench.errors import UsageError
from workbench.facts.actions.changes import FileChange, changes
from workbench.facts.actions.named_paths import short_names
from workbench.facts.commitment import Commitment, CommitmentKind
from workbench.facts.merging import Survivors
from workbench.facts.reading import commitments, fold_plans
from workbench.facts.spans import EventWords, fold
from workbench.strategies.base import EXTRACTIVE, Candidate, DraftRequest, candidate
from workbench.strategies.essentials import essentials
from workbench.strategies.historian.arc import NOTHING_STATED
from workbench.strategies.historian.changed_files import cited_changes, tells_files, with_names, without_files
from workbench.strategies.historian.extractive import ExtractiveHistory, HistorySummarizer
from workbench.strategies.historian.ledger_choice import (
    of_same_words,
    recorded,
    retold,
    still_holds,
    withdrawn,
    without_parts,
)
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.narrative_sources import sourced
from workbench.strategies.historian.range_end import (
    last_check,
    told_end,
    waiting_items,
    with_check,
    with_commit,
)
from workbench.strategies.historian.short_range import (
    MESSAGE_TOKENS,
    is_too_much,
    leaves_work,
    messages_of,
    newest_messages,
    numbered,
    parted,
)
from workbench.strategies.historian.summarize import (
    FULL_DETAIL_TURNS,
    SUMMARIZE_THRESHOLD,
    compress,
    response_summary,
)
from workbench.strategies.historian.told_sources import told_words
from workbench.strategies.historian.told_turns import claim, ledger_items
from workbench.strategies.historian.transcript import TranscriptTurn, turns_of
from workbench.strategies.offered_choices import on_a_menu
from workbench.strategies.page.last_shown import last_shown
from workbench.strategies.page.next_step import with_next
from workbench.strategies.page.objections import Objections
from workbench.strategies.ranked import Offers
from workbench.strategies.scope import in_scope
from workbench.strategies.sizing import CEILING, Size, fitting
from workbench.strategies.statements import Writer

NAME = "historian"
CHARACTERS = 4
"""Characters per token, as a draft's size is counted."""
LIKELY_TOKENS = 1_900
"""Tokens of the items up to which proposed items are added."""
PAGE_TOKENS = 2_200
"""Tokens of the items up to which files, errors and turns are added."""
OF_SHORT_RANGE = 0.125
"""Largest share of a range for both: of a short one the list is not longer than a page."""
MOST_FILES = 12
"""Most changed files that are listed, those that were changed last."""
KEPT_SHARE = 0.5
"""Largest share of a requested size for the newest turns: fewer stay, or only their newest messages."""
WAITING_SHARE = 0.3
"""Share of a requested size for waiting questions and open work, before binding items, the newest first."""
_WAITING = (ItemKind.OPEN_WORK, ItemKind.OPEN_QUESTION)
NARRATIVE_SHARE = 0.4
"""Largest share of the remaining room for the narrative and the items that cover it."""


class HistorianStrategy:
    """The `historian` strategy."""

    name = NAME
    prompt_version = EXTRACTIVE

    def draft(self, request: DraftRequest) -> Candidate:
        """Return a candidate for the requested range, with its newest three turns kept verbatim.

        Raises:
            UsageError: the range has nothing beyond the turns that stay in full.
        """
        return drafting()(request)


def drafting(
    narrative: str | None = None,
    summarizer: HistorySummarizer | None = None,
    full_detail_turns: int = FULL_DETAIL_TURNS,
    waits: Sequence[str] = (),
    *,
    only_sourced: bool = False,
) -> Callable[[DraftRequest], Candidate]:
    """Return a function that drafts a range with the narrative of a run, or with one made from the range.

    `waits` are the texts that a run knows to wait for the user, beyond the questions of its last reply; each
    becomes an item if the reply contains it. With `only_sourced` a sentence without a source is left out.
    """

    def draft(request: DraftRequest) -> Candidate:
        turns = turns_of(request.seen(), request.source.start)
        own, older = _with_kept(request, turns, full_detail_turns)
        maker = summarizer or ExtractiveHistory()
        made = changes(request.seen(), request.source.start)
        stated = _with_plan(request, older, [_turn(turn, maker, made) for turn in older])
        stated = with_commit(
            request, with_check(_with_decided(request, older, stated), last_check(request, made))
        )
        text = narrative if narrative is not None else compress(stated, "", maker)
        waiting = waiting_items(own, waits)
        if request.size is None:
            items = _fitted(own, Size(own), older, stated, text, waiting)
        else:
            items, text = _held(own, older, stated, text, waiting)
        items, text = sourced(own, items, text) if only_sourced else (items, text)
        return candidate(own, in_scope(own, items), NAME, Origin.DRAFTED, text or None)

    return draft


def _with_kept(
    request: DraftRequest, turns: Sequence[TranscriptTurn], full: int
) -> tuple[DraftRequest, list[TranscriptTurn]]:
    """Return the request with the newest turns kept, and the turns before them."""
    source = request.source
    spoken = [turn for turn in turns if any(event.kind is EventKind.USER for event in turn.events)]
    if len(spoken) <= full:
        return _with_messages(request, turns, len(spoken), full)
    first = _unparted(request.seen()[source.start :], spoken[-full].events[0].ordinal)
    older = [turn for turn in turns if turn.events[-1].ordinal < first]
    if not older:
        raise UsageError(
            "a tool call of the oldest turn has its result in the newest ones, which stay in full",
            "choose a larger range, or another strategy",
            code="too_few_turns",
        )
    inside = [event for event in request.seen()[first:] if event.sidechain is None]
    if request.size is None and is_too_much(inside):
        newest = [turn for turn in turns if turn not in older]
        messages = newest_messages(messages_of(newest), CHARACTERS * MESSAGE_TOKENS)
        return _keeping(request, messages), numbered([*older, *parted(newest)])
    if request.size is not None:
        most = int(request.room().most * KEPT_SHARE)
        if sum(len(event.text) for event in inside) > most and full > 1:
            return _with_kept(request, turns, full - 1)
        if sum(len(event.text) for event in inside) > most:
            inside, older = newest_messages(inside, most), list(turns)
    return _keeping(request, inside), older


def _with_messages(
    request: DraftRequest, turns: Sequence[TranscriptTurn], spoken: int, full: int
) -> tuple[DraftRequest, list[TranscriptTurn]]:
    """Return the request with a short range's newest messages kept, and its turns split at each reply."""
    source = request.source
    most = CHARACTERS * MESSAGE_TOKENS if request.size is None else int(request.room().most * KEPT_SHARE)
    messages = newest_messages(messages_of(turns), most)
    if not leaves_work(turns, messages):
        raise UsageError(
            f"the historian keeps the newest {full} turns in full; "
            f"events {source.start}..{source.end} hold {spoken}, and no work between their messages",
            f"choose a range of more than {full} turns, or another strategy",
            code="too_few_turns",
        )
    return _keeping(request, messages), numbered(parted(turns))


def _keeping(request: DraftRequest, events: Sequence[SourceEvent]) -> DraftRequest:
    source = request.source
    kept = source.kept | {event.ordinal for event in events}
    return replace(request, source=SourceRange(source.session_id, source.start, source.end, kept))


def _unparted(events: Sequence[SourceEvent], first: int) -> int:
    """Return the ordinal at which the kept part begins, so that each result in it has its call."""
    pairs = list(calls_with_results(events, sidechains=False))
    for call, result in reversed(pairs):
        if result.ordinal < first:
            break
        first = min(first, call.ordinal)
    return first


def _turn(turn: TranscriptTurn, maker: HistorySummarizer, made: Sequence[FileChange]) -> Turn:
    """Return a turn, or a part of one, with the changes that were made in it."""
    given = turn.given
    inside = {event.ordinal for event in turn.events}
    return Turn(
        number=turn.number,
        user_message=given.user_message,
        assistant_message=given.final_response,
        summary=response_summary(given.final_response, maker, SUMMARIZE_THRESHOLD),
        changed=tuple(change.path for change in made if change.place.ordinal in inside),
    )


def _with_plan(request: DraftRequest, older: Sequence[TranscriptTurn], turns: list[Turn]) -> list[Turn]:
    """Return the turns; the one in which the range's last plan was approved, else the last, has its title."""
    plans = [plan for plan in fold_plans(request.seen()) if plan.state == "approved"]
    if not turns or not plans or plans[-1].ordinal < request.source.start:
        return turns
    approved = plans[-1].ordinal
    ends = [turn.events[-1].ordinal for turn in older]
    place = next((n for n, end in enumerate(ends) if approved <= end), len(turns) - 1)
    titled = turns[place].model_copy(update={"approved_plan": fold(plans[-1].title)})
    return [*turns[:place], titled, *turns[place + 1 :]]


def _with_decided(request: DraftRequest, older: Sequence[TranscriptTurn], turns: list[Turn]) -> list[Turn]:
    """Return the turns, each with what the user decided in it and still holds."""
    seen, start = request.seen(), request.source.start
    writer = Writer(request.source.session_id, seen, start)
    known = [each for each in commitments(seen, start) if each.words and _was_decided(each)]
    found = []
    for turn, own in zip(turns, older, strict=True):
        inside = {event.ordinal for event in own.events}
        held = [each for each in known if max(words.ordinal for words in each.words) in inside]
        texts = tuple(writer.commitment(each).text for each in held)
        found.append(turn.model_copy(update={"decided": texts}))
    return found


def _was_decided(found: Commitment) -> bool:
    """Return whether it is in force, or a decision that was carried out; nothing that was taken back is."""
    return found.counts or (found.kind is CommitmentKind.DECISION and found.status == "done")


def _held(
    request: DraftRequest,
    older: Sequence[TranscriptTurn],
    stated: Sequence[Turn],
    text: str,
    waits: Sequence[Item],
) -> tuple[list[Item], str]:
    """Return items that fit the requested size: waiting and binding ones, and the narrative if it fits."""
    most = request.room().most - sum(len(request.events[o].text) for o in request.source.kept)
    whole = _fitted(request, None, older, stated, text, waits)
    reported = _covering_items(whole, text)
    used = len(text) + sum(len(whole[n].text) for n in reported)
    if used > most * NARRATIVE_SHARE:
        text, reported, used = "", set(), 0
    waiting = [n for n, item in enumerate(whole) if item.kind in _WAITING]
    binding = reversed(range(len(essentials(request).binding)))
    for order, limit in (
        (waiting, used + int(most * WAITING_SHARE)),
        (binding, most),
        (range(len(whole)), most),
    ):
        for n in order:
            if n not in reported and used + len(whole[n].text) <= limit:
                reported.add(n)
                used += len(whole[n].text)
    return [whole[n] for n in sorted(reported)] or whole[:1], text


def _covering_items(items: Sequence[Item], text: str) -> set[int]:
    """Return the positions of the first item that covers each sentence of a narrative."""
    texts = [text[start:end] for start, end in sentences(text)]
    return {n for each in texts for n in [n for n, item in enumerate(items) if _covers(item, each)][:1]}


def _fitted(
    request: DraftRequest,
    size: Size | None,
    older: Sequence[TranscriptTurn],
    stated: Sequence[Turn],
    text: str,
    waits: Sequence[Item],
) -> list[Item]:
    """Return binding and waiting items always; then proposed ones, files, errors and turns that fit a page.

    The newest turns come first. Without a size all items are returned, in this order.
    """
    found = essentials(request)
    seen = request.seen()
    gone, objections = withdrawn(seen), Objections.of(seen)
    ledger = ledger_items(request, older, stated)
    records = recorded(found.records, older, MOST_FILES if size is not None else len(found.records))
    shown = last_shown(request)
    first = [*(item for item in found.binding if not on_a_menu(seen, item)), *waits]
    first += [shown.item(request)] if shown is not None else []
    first = with_next(request, first)
    first += _covering(request, older, text, first, ledger)
    survivors = Survivors()
    for item in first:
        survivors.add(item.text)
    ledger = [item for item in ledger if item in first or not of_same_words(item, first)]
    reworded = retold(ledger)
    groups = (
        _likely(request),
        records,
        list(_without_repeats(first, reversed(ledger))),
        found.done,
    )
    items, used = list(first), sum(len(item.text) for item in first)
    most_of_range = int(OF_SHORT_RANGE * size.source_tokens) if size is not None else PAGE_TOKENS
    likely, page = (min(tokens, most_of_range) for tokens in (LIKELY_TOKENS, PAGE_TOKENS))
    shares = (likely, page, page, page)
    for group, most in zip(groups, shares, strict=True):
        for item in group:
            if not still_holds(item, gone, objections) or (
                item not in reworded and of_same_words(item, reworded)
            ):
                continue
            fits = size is None or used + len(item.text) <= CHARACTERS * most
            if fits and not survivors.restates(item.text):
                survivors.add(item.text)
                items.append(item)
                used += len(item.text)
    items = without_parts(items)
    first = [item for item in first if item in items]
    return items if size is None else fitting(size, (first, items[len(first) :]), CEILING)


def _likely(request: DraftRequest) -> list[Item]:
    """Return the proposed items in their original words, the likeliest first."""
    seen = request.seen()
    offered = [item for offer in Offers(request, in_short=False).likely() for item in offer.items]
    return [item for item in offered if not on_a_menu(seen, item)]


def _without_repeats(first: Sequence[Item], ledger: Iterable[Item]) -> list[Item]:
    known = {item.text for item in first}
    return [item for item in ledger if item.text not in known]


def _covering(
    request: DraftRequest,
    older: Sequence[TranscriptTurn],
    text: str,
    items: Sequence[Item],
    ledger: Sequence[Item],
) -> list[Item]:
    """Return items for narrative sentences that `items` do not cover: a turn's ledger, or a new item."""
    found: list[Item] = []
    spoken = [e for turn in older for e in turn.events if e.kind in (EventKind.USER, EventKind.ASSISTANT)]
    for start, end in sentences(text):
        sentence = text[start:end]
        counted = tells_files(sentence)
        if sentence in NOTHING_STATED or (len(statement(sentence).stems) < 2 and not counted):
            continue
        if any(_covers(item, sentence) for item in (*items, *found)):
            continue
        own = next((item for item in ledger if _covers(item, sentence)), None)
        places = told_words(spoken, without_files(sentence)) if own is None else []
        ending = told_end(request, without_files(sentence))
        if counted:
            changed = cited_changes(request.seen(), request.source.start, older)
            named = with_names(sentence, short_names(changed))
            found.append(claim(request, named, *changed.values(), *(places if ending is None else ending[1])))
        elif ending is not None:
            found.append(claim(request, ending[0], *ending[1]))
        elif own is not None:
            found.append(own)
        elif places:
            found.append(_stated(request, sentence, places))
    return found


def _covers(item: Item, sentence: str) -> bool:
    return coverage(statement(sentence).stems, statement(item.text).stems) >= COVERED_AT


def _stated(request: DraftRequest, sentence: str, places: Sequence[EventWords]) -> Item:
    """Return the source's own sentence if it covers the narrative's, else the narrative's, linked to it."""
    text = fold(places[0].quote(request.events))
    if len(places) > 1 or coverage(statement(sentence).stems, statement(text).stems) < COVERED_AT:
        return claim(request, sentence, *places)
    item = claim(request, text, places[0])
    said_by_user = request.events[places[0].ordinal].kind is EventKind.USER
    return item.model_copy(update={"speaker": "user"}) if said_by_user else item
