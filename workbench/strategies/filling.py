"""Filling: the most informative further statements of a range, best first, until a draft is large enough.

Statements are taken word for word. What was said comes before what was done, and that before what
was only read, which is taken just far enough to reach the contract's target.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from gates.artifact import Item
from gates.language.similarity import Statement, statement
from workbench.facts.merging import Survivors
from workbench.facts.spans import fold
from workbench.strategies.base import DraftRequest
from workbench.strategies.offers import Offer, tiers
from workbench.strategies.sizing import HEADING_BYTES, Size, line_bytes
from workbench.strategies.statements import Writer

TARGETS = (0.26, 0.23, 0.21)
"""Share of the source's tokens up to which each tier is taken."""


def fill(
    request: DraftRequest,
    size: Size,
    given: Sequence[Item],
    targets: tuple[float, float, float] = TARGETS,
    *,
    told: Sequence[Item] = (),
) -> list[Item]:
    """Items to add to the given ones, in source order, so that the draft nears its target size.

    `targets` are the shares of the source's tokens up to which each tier is taken. What the items `told` say
    is not said again, though they take no room of this draft.
    """
    writer = Writer(request.source.session_id, request.seen(), request.source.start)
    said = Survivors()
    for item in (*given, *told):
        said.add(item.text)
    used, chosen = size.measure(given) + HEADING_BYTES, []
    for tier, target in zip(tiers(request), targets, strict=True):
        limit = size.bytes_for(target)
        for offer in _ranked(request, tier) if used < limit else ():
            item = writer.claim(offer)
            cost = line_bytes(item)
            if used + cost > limit or writer.unclear(item) or said.restates(item.text):
                continue
            said.add(item.text)
            chosen.append((offer.words, item))
            used += cost
    return [item for _, item in sorted(chosen, key=lambda pair: pair[0])]


def _ranked(request: DraftRequest, offers: list[Offer]) -> list[Offer]:
    """Best first: rare words and names, and what is near the range's end; ties in source order."""
    said = [statement(fold(offer.words.quote(request.events))) for offer in offers]
    frequency = Counter(stem for one in said for stem in one.stems)
    order = [
        (-_score(request, offer, one, frequency), offer.words, number)
        for number, (offer, one) in enumerate(zip(offers, said, strict=True))
    ]
    return [offers[number] for _, _, number in sorted(order)]


def _score(request: DraftRequest, offer: Offer, said: Statement, frequency: Counter[str]) -> float:
    if not said.stems:
        return 0.0
    source = request.source
    rarity = sum(1 / math.sqrt(frequency[stem]) for stem in sorted(said.stems)) / len(said.stems)
    substance = min(1.0, len(said.stems) / 8)
    late = (offer.words.ordinal - source.start + 1) / (source.end - source.start + 1)
    names = 1.2 if said.tokens.identifiers else 1.0
    return round(offer.weight * (0.4 + 0.6 * rarity) * substance * (0.8 + 0.2 * late) * names, 6)
