"""A draft of a size made from an existing summary: a page of the range, and the summary's statements.

The most likely statements of the source come first, then those of the summary. A statement that is already
made, or that a kept event makes in full, is not repeated. If the size is too small for all, the least likely
ones are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gates.artifact import Item
from gates.language.similarity import coverage, statement
from gates.source import EventKind
from workbench.facts.proposals.fold import words_of
from workbench.facts.spans import EventWords
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.choosing import Chooser
from workbench.strategies.page.deciding_events import deciding_units
from workbench.strategies.page.statement import PageStatement
from workbench.strategies.page.statements import statements
from workbench.strategies.page.units import DECISIVE, EventUnit, units
from workbench.strategies.page.unspoken import unspoken

REPEATED = 0.85
"""Share of a statement's words that a kept event must have to state it in full."""
VERBATIM_SHARE = 0.95
"""Share of the room for the source's most likely statements; the summary's have the rest."""
FIRST = ("state", "counted")
"""First groups of a page, in this order; they are stated here too, in their own words."""
FIRST_SHARE = 0.6
"""Largest share of the room for these groups."""
FILES_SHARE = 0.65
"""Share of the room up to which the most relevant files are named."""
RESTATED = 0.2
"""Weight of a statement of the summary, relative to the words that it restates."""
UNWEIGHED = 0.1
"""Likelihood of a statement whose words the ranker did not judge."""
AGREED = 1.5
"""Factor for a statement or an event that the summary links to as well."""
UNSTATED = 0.8
"""Factor for any other."""
OFTEN = 2
"""Statements of the summary that must link to an event for that factor."""
ROUNDS = 2
"""Most rounds in which repeated statements make room for new ones."""
INFORMATIVE = DECISIVE | {"remark", "informs", "latest"}
"""Sorts of events that such a draft keeps before it is filled with others."""


@dataclass(frozen=True, slots=True)
class Extended:
    """The statements that stay, the added ones, the kept events, and the statements that were left out."""

    items: tuple[Item, ...]
    kept: frozenset[int]
    repeated: tuple[Item, ...]
    """Left out because a kept event, or another statement, states them in full."""
    crowded_out: tuple[Item, ...]
    """Left out because the size has no room for them."""


def extend(
    request: DraftRequest,
    given: Sequence[Item],
    most: int,
    sure: frozenset[str],
    again: frozenset[int] = frozenset(),
) -> Extended:
    """Return given statements with whatever else fits into `most` characters; ids in `sure` come first.

    `again` are events that already stay verbatim: they stay, the newest first, as far as half of the room
    suffices, and as the statements that bind have room beside them.
    """
    known, found = _agreed(request, given)
    own = [_own(request, item, known, counted=item.item_id in sure) for item in given]
    stated, count = [*known, *own], len(known)
    refused = {words.ordinal for each in known if each.pinned for words in each.places}
    may_keep = [u for u in found if u.sort != "refused" or refused.isdisjoint(u.ordinals)]
    chooser = Chooser(stated, may_keep, most)
    first_room = int(most * FIRST_SHARE)
    binding = sum(each.size for each in known if each.group in FIRST)
    chooser.keep(
        [n for n in reversed(range(len(may_keep))) if again.issuperset(may_keep[n].ordinals)],
        min(most // 2, first_room - binding),
    )
    first = [n for n in range(count) if known[n].group in FIRST]
    first.sort(key=lambda n: (FIRST.index(known[n].group), -known[n].likelihood))
    lost = [n for n in range(count, len(stated)) if stated[n].group == "counted"]
    chooser.force(first, first_room)
    chooser.force(lost, first_room, fresh=True)
    chooser.settle()  # a restated decision without its own words on the page would count as altered
    chooser.force([n for n in range(count) if known[n].group == "file"], int(most * FILES_SHARE))
    chooser.keep_last_answer(int(most * VERBATIM_SHARE))
    chooser.fill(int(most * VERBATIM_SHARE), INFORMATIVE)
    rest = sorted(range(count, len(stated)), key=lambda n: (-stated[n].likelihood, n))
    chooser.force(rest, most, fresh=True)
    chooser.fill(most, INFORMATIVE)
    chooser.fill(most)
    removed = set[int]()
    for _ in range(ROUNDS):
        twice = _stated_twice(request, chooser)
        if not twice:
            break
        chooser.drop(twice)
        removed.update(twice)
        chooser.fill(most, INFORMATIVE)
        chooser.fill(most)
    choice = chooser.choice
    kept = frozenset(ordinal for n in choice.kept for ordinal in may_keep[n].ordinals)
    stays = sorted(choice.items)
    left = [n for n in range(count, len(stated)) if n not in choice.items]
    again_said = [n for n in left if n in removed or (stated[n].stated_in or frozenset()) & kept]
    repeated = [stated[n].item for n in again_said]
    gone = [stated[n].item for n in left if n not in again_said]
    added = [stated[n].item for n in stays if n < count]
    held = [stated[n].item for n in stays if n >= count]
    return Extended((*held, *added), kept, tuple(repeated), tuple(gone))


def _stated_twice(request: DraftRequest, chooser: Chooser) -> list[int]:
    """Return statements without certain binding force whose words a kept event or another statement has.

    An agent's message does not state what a human said, even if it repeats the words: there they are the
    agent's.
    """
    stated, choice = chooser.statements, chooser.choice
    kept = [request.events[o] for n in choice.kept for o in chooser.units[n].ordinals]
    held = [statement(event.text).stems for event in kept]
    by_human = [statement(event.text).stems for event in kept if event.kind is EventKind.USER]
    texts = {n: statement(stated[n].item.text).stems for n in choice.items}
    gone: list[int] = []
    for n in sorted(choice.items, key=lambda n: stated[n].likelihood):
        if stated[n].group not in ("given", "likely") or stated[n].pinned:
            continue
        whole = by_human if stated[n].item.speaker == "user" else held
        others = [*whole, *(stems for m, stems in texts.items() if m != n and m not in gone)]
        if any(coverage(texts[n], stems) >= REPEATED for stems in others):
            gone.append(n)
    return gone


def _agreed(request: DraftRequest, given: Sequence[Item]) -> tuple[list[PageStatement], list[EventUnit]]:
    """Return what a page may contain, weighted by whether the summary links to it as well."""
    known = [
        replace(each, likelihood=each.likelihood * _weight(_rests_on(each, given), 1))
        if each.group == "likely"
        else each
        for each in (*statements(request), *unspoken(request))
    ]
    rests = Counter(link.ordinal for item in given for link in item.links)
    may_keep = [
        replace(unit, worth=unit.worth * _weight(sum(rests[o] for o in unit.ordinals), OFTEN))
        for unit in deciding_units(request, units(request), frozenset())
    ]
    return known, may_keep


def _weight(times: int, enough: int) -> float:
    return AGREED if times >= enough else UNSTATED


def _rests_on(known: PageStatement, given: Sequence[Item]) -> int:
    """Return how many statements of the summary link to the words of a statement of the source."""
    return sum(any(_meets(known, item, n) for n in range(len(item.links))) for item in given)


def _own(
    request: DraftRequest, item: Item, known: Sequence[PageStatement], *, counted: bool
) -> PageStatement:
    places = tuple(EventWords(link.ordinal, 0, 0) for link in item.links)
    near = [k.likelihood for k in known if any(_meets(k, item, n) for n in range(len(item.links)))]
    likelihood = RESTATED * max(near, default=UNWEIGHED)
    stems = statement(item.text).stems
    inside = sorted({w.ordinal for w in places if request.source.start <= w.ordinal <= request.source.end})
    stated_at = {o for o in inside if coverage(stems, statement(request.events[o].text).stems) >= REPEATED}
    made = PageStatement(item, places, words_of(item.text), likelihood, "counted" if counted else "given")
    return replace(made, stated_in=frozenset(stated_at))


def _meets(known: PageStatement, item: Item, n: int) -> bool:
    """Return whether a statement of the source has the words of a link."""
    link = item.links[n]
    return any(
        link.ordinal == other.ordinal and (link.quote in other.quote or other.quote in link.quote)
        for other in known.item.links
    )
