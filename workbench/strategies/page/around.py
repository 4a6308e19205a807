"""A summary that is there already, made into a draft of a size: its statements, then what it lacks.

Its statements come first. What a kept event says in full is not told beside it; where the size does not
hold all of them, those that bind least likely go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gates.artifact import Item
from gates.language.similarity import coverage, statement
from workbench.facts.proposals.fold import words_of
from workbench.facts.spans import Words, fold
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.choosing import Chooser
from workbench.strategies.page.statement import Statement
from workbench.strategies.page.statements import statements
from workbench.strategies.page.units import DECISIVE, units

REPEATED = 0.85
"""Share of a statement's words that a kept event holds when it says it in full."""
VERBATIM_SHARE = 0.95
"""Share of the room for what the source itself says best; the summary's own statements have the rest."""
FIRST = frozenset(("state", "counted"))
"""What a page says first; it is told here too, in its own words."""
FIRST_SHARE = 0.6
"""Share of the room that this may take."""
UNWEIGHED = 0.1
"""Likelihood of a statement whose words the ranker did not judge."""


@dataclass(frozen=True, slots=True)
class Extended:
    """The statements that stay, what was added to them, the events that are kept, and what gave way."""

    items: tuple[Item, ...]
    kept: frozenset[int]
    repeated: tuple[Item, ...]
    """Left out since a kept event says them in full."""
    crowded_out: tuple[Item, ...]
    """Left out since the size has no room for them."""


def extend(request: DraftRequest, given: Sequence[Item], most: int, sure: frozenset[str]) -> Extended:
    """Statements given, with what else fits into `most` characters; ids in `sure` come first."""
    known = statements(request)
    own = [_own(request, item, known, counted=item.item_id in sure) for item in given]
    may_keep = units(request)
    chooser = Chooser([*own, *known], may_keep, most)
    order = sorted(range(len(own)), key=lambda n: (own[n].group != "counted", -own[n].likelihood, n))
    sure_ones = [n for n in order if own[n].group == "counted"]
    said = {fold(own[n].item.text).casefold() for n in sure_ones}
    chooser.force(sure_ones, int(most * FIRST_SHARE))
    first = [n for n, each in enumerate(known) if each.group in FIRST]
    more = [len(own) + n for n in first if fold(known[n].item.text).casefold() not in said]
    chooser.force(more, int(most * FIRST_SHARE))
    chooser.settle()  # a retold decision beside its own words, kept out of sight, would count as altered
    chooser.fill(int(most * VERBATIM_SHARE), DECISIVE)
    chooser.force([n for n in order if own[n].group != "counted"], most)
    chooser.fill(most, DECISIVE)
    chooser.fill(most)
    choice = chooser.choice
    kept = frozenset(ordinal for n in choice.kept for ordinal in may_keep[n].ordinals)
    stays = set(choice.items)
    left = [each for n, each in enumerate(own) if n not in stays]
    repeated = [each.item for each in left if each.said_in is not None and each.said_in & kept]
    gone = [each.item for each in left if each.item not in repeated]
    added = [known[n - len(own)].item for n in sorted(stays) if n >= len(own)]
    held = [own[n].item for n in sorted(stays) if n < len(own)]
    return Extended((*held, *added), kept, tuple(repeated), tuple(gone))


def _own(request: DraftRequest, item: Item, known: Sequence[Statement], *, counted: bool) -> Statement:
    places = tuple(Words(link.ordinal, 0, 0) for link in item.links)
    near = [k.likelihood for k in known if any(_meets(k, item, n) for n in range(len(item.links)))]
    likelihood = max(near, default=UNWEIGHED)
    stems = statement(item.text).stems
    inside = sorted({w.ordinal for w in places if request.source.start <= w.ordinal <= request.source.end})
    said = {o for o in inside if coverage(stems, statement(request.events[o].text).stems) >= REPEATED}
    made = Statement(item, places, words_of(item.text), likelihood, "counted" if counted else "given")
    return replace(made, said_in=frozenset(said))


def _meets(known: Statement, item: Item, n: int) -> bool:
    """Whether a statement of the source is what a link points to."""
    link = item.links[n]
    return any(
        link.ordinal == other.ordinal and (link.quote in other.quote or other.quote in link.quote)
        for other in known.item.links
    )
