"""The link thresholds chosen on all real sessions but one, and measured on that one.

A claim of a native summary rests on its own session, and hardly on another: how many are linked in each.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.accuracy.frame import Figure, share
from bench.accuracy.real import Judged, compactions
from gates.search.linking import SpanSearch, find_verbatim
from gates.search.span_search import HELD_AT
from gates.search.support import LINK_AT, Support

TITLE = "links of claims of real compactions to their own session and to another, thresholds chosen on others"

CHOICES = tuple(
    itertools.product((0.25, 0.3, 0.35, 0.4, 0.45), (-0.5, 0.0, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5))
)
"""Pairs of `HELD_AT` and `LINK_AT`."""
COMMITTED = HELD_AT, LINK_AT
MOST_FOREIGN = 0.08
"""Share of claims that may be linked in another session where thresholds are chosen."""


@dataclass(frozen=True)
class Linked:
    """One claim beside one source: the session it is of, whether that is its own, and its best span."""

    session: str
    own: bool
    verbatim: bool
    span: Support | None

    def at(self, choice: tuple[float, float]) -> bool:
        """Whether it is linked at these thresholds."""
        if self.verbatim or self.span is None:
            return self.verbatim
        return self.span.literal or (self.span.held >= choice[0] and self.span.score >= choice[1])


def _rows(data: Path) -> list[Linked]:
    judged = list(compactions(data))
    rows = []
    for each in judged:
        others = [other for other in judged if other.file != each.file]
        other = others[sum(map(ord, each.file)) % len(others)]
        rows += [_linked(each, each.judge.search, text) for text in _claims(each)]
        rows += [_linked(each, other.judge.search, text, own=False) for text in _claims(each)]
    return rows


def _claims(judged: Judged) -> list[str]:
    """The claims that are linked by their words; the user's own are sought as quotations."""
    return [item.text for item in judged.artifact.items if item.speaker != "user"]


def _linked(judged: Judged, search: SpanSearch, text: str, *, own: bool = True) -> Linked:
    verbatim = find_verbatim(search.index, text) is not None
    made = Linked(judged.file, own, verbatim, search.nearest(text))
    if made.at(COMMITTED) != bool(verbatim or search.spans(text)):
        raise AssertionError("the features of a link do not say what the linker does")
    return made


def _worth(rows: Iterable[Linked], choice: tuple[float, float]) -> float:
    """The share linked in its own session, where few enough are in another; else how far off that is."""
    own, other = ([row.at(choice) for row in rows if row.own is own] for own in (True, False))
    foreign = sum(other) / len(other)
    return round(-foreign if foreign > MOST_FOREIGN else sum(own) / len(own), 9)


def figures(data: Path) -> Iterable[Figure]:
    """Claims linked in their own session and in another, at the committed thresholds and at chosen ones."""
    rows = _rows(data)
    sessions = sorted({row.session for row in rows})
    chosen = {
        session: max(CHOICES, key=lambda c: _worth([r for r in rows if r.session != session], c))
        for session in sessions
    }
    print(f"  HELD_AT, LINK_AT    committed {COMMITTED} chosen {sorted(chosen.values())}")
    for own, name in ((True, "own"), (False, "another")):
        mine = [row for row in rows if row.own is own]
        for stated, hits in (
            ("committed", sum(row.at(COMMITTED) for row in mine)),
            ("held out", sum(row.at(chosen[row.session]) for row in mine)),
        ):
            title = f"claims linked in {name} session, {stated}"
            yield share(title, hits, len(mine), better="higher" if own else "lower", tolerance=0.02)
