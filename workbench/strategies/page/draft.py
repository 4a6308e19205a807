"""One page about a range: what counts and the state at the end, then the best statements and events that fit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gates.artifact import Item
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.choosing import Chooser
from workbench.strategies.page.statements import Statement, statements
from workbench.strategies.page.units import DECISIVE, units

FIRST_SHARE = 0.6
"""Share of the room that what counts and the state at the end may take."""

FILES_SHARE = 0.65
"""Share of the room up to which the files that matter are named."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page before it is written down as an artifact."""

    request: DraftRequest
    """With the events to keep in its source."""
    items: tuple[Item, ...]


def page(request: DraftRequest) -> Page:
    """The page of a range, of the size that was asked for."""
    room = request.room()
    known, may_keep = statements(request), units(request)
    chooser = Chooser(known, may_keep, room.most)
    first = [n for n, each in enumerate(known) if each.group in ("state", "counted")]
    first.sort(key=lambda n: (known[n].group != "state", -known[n].likelihood))
    chooser.force(first, int(room.most * FIRST_SHARE))
    chooser.force([n for n, each in enumerate(known) if each.group == "file"], int(room.most * FILES_SHARE))
    chooser.fill(room.most, DECISIVE)
    if room.hard:
        chooser.fill(room.most)
    choice = chooser.choice
    kept = frozenset(ordinal for n in choice.kept for ordinal in may_keep[n].ordinals)
    source = replace(request.source, kept=kept)
    chosen = [known[n] for n in sorted(choice.items)]
    return Page(replace(request, source=source), tuple(_ordered(chosen)))


def _ordered(chosen: list[Statement]) -> list[Item]:
    return [each.item for each in chosen]
