"""The choice of statements and events for a page: binding ones first, then the most worth for their size.

Greedy by worth per character. A kept event states its text in full, so that nothing of it is repeated as an
item.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from workbench.strategies.page.statement import PageStatement
from workbench.strategies.page.units import EventUnit

AS_ITEM = 0.9
"""Worth of a statement as an item, without its message and reasons, relative to verbatim."""
ALIKE = 0.9
"""Share of its worth that a statement loses if its words are already stated."""
SAME = 0.75
"""Share of its words from which a statement counts as already stated."""
FEWEST = 40
"""Least cost of anything, in characters."""
MOST_ON_PAGE = 2
"""Most statements of a message that is stated as items instead of being kept."""
WHOLE = 0.85
"""Share of such a message that its statements must cover."""
WORTH_WEIGHT = 0.5
"""Weight of the average of a unit's sort beside the worth of its own statements."""


@dataclass
class Choice:
    """The choice so far."""

    most: int
    items: list[int] = field(default_factory=list)
    """Positions of statements that are items."""
    kept: list[int] = field(default_factory=list)
    """Positions of units that are kept."""
    used: int = 0


class Chooser:
    """Chooses among the statements and units of one range."""

    def __init__(self, statements: Sequence[PageStatement], units: Sequence[EventUnit], most: int) -> None:
        self.statements, self.units = statements, units
        self.choice = Choice(most)
        self._unit_of = {ordinal: n for n, unit in enumerate(units) for ordinal in unit.ordinals}
        self._inside: list[list[int]] = [[] for _ in units]
        for n, statement in enumerate(statements):
            unit = self._unit_of.get(statement.places[-1].ordinal) if statement.places else None
            if unit is not None and statement.stated_in is None:
                self._inside[unit].append(n)
        self._near: list[set[int]] = [set() for _ in units]
        for n, statement in enumerate(statements):
            for ordinal in (*(w.ordinal for w in statement.places), *(statement.stated_in or ())):
                if ordinal in self._unit_of:
                    self._near[self._unit_of[ordinal]].add(n)
        self._pageable = {n for n in range(len(units)) if self._is_pageable(n)}
        self._alike = [0.0] * len(statements)
        self._done: set[int] = set()
        self._on_page: set[int] = set()
        self._settled: set[int] = set()

    def force(self, wanted: Iterable[int], limit: int, *, fresh: bool = False) -> None:
        """Take these statements as items, as far as they fit and no kept event states them.

        `fresh`: only those whose words are not stated already.
        """
        for n in wanted:
            fits = self.choice.used + self.statements[n].size <= limit
            again = fresh and self._alike[n] >= SAME
            if fits and not again and n not in self.choice.items and not self._is_stated(n):
                self._take_item(n)

    def keep(self, wanted: Iterable[int], limit: int) -> None:
        """Keep these units, as far as they fit into the limit."""
        for n in wanted:
            if n not in self.choice.kept and self.choice.used + self._cost(n) <= limit:
                self._keep(n)

    def keep_last_answer(self, limit: int) -> None:
        """Keep the message that closed the last turn whole, if it fits into the limit."""
        closing = [n for n, unit in enumerate(self.units) if unit.sort == "closing"]
        self.keep(closing[-1:], limit)

    def settle(self) -> None:
        """Fix the present items: they stay, whatever events are kept later."""
        self._settled.update(self.choice.items)

    def drop(self, gone: Iterable[int]) -> None:
        """Remove statements for good: they are stated elsewhere and need no room."""
        for n in gone:
            self.choice.items.remove(n)
            self.choice.used -= self.statements[n].size
            self._done.add(n)

    def fill(self, limit: int, sorts: frozenset[str] | None = None) -> None:
        """Take what has the most worth for its size until nothing fits; only units of `sorts` if given."""
        may = [n for n, unit in enumerate(self.units) if sorts is None or unit.sort in sorts]
        while True:
            best: tuple[float, int, int] | None = None
            for n in may:
                cost = self._cost(n)
                if n not in self.choice.kept and n not in self._on_page and self.choice.used + cost <= limit:
                    found = (round(self._unit_gain(n) / max(FEWEST, cost), 9), 1, -n)
                    best = max(best, found) if best else found
            for n, statement in enumerate(self.statements):
                if n in self._done or not statement.informative or self._alike[n] >= SAME:
                    continue
                if self.choice.used + statement.size <= limit:
                    gain = AS_ITEM * self._gain(n)
                    found = (round(gain / max(FEWEST, statement.size), 9), 0, -n)
                    best = max(best, found) if best else found
            if best is None or best[0] <= 0:
                return
            if best[1]:
                self._keep(-best[2])
            else:
                self._take_item(-best[2])

    def _gain(self, n: int) -> float:
        return self.statements[n].likelihood * (1 - ALIKE * self._alike[n])

    def _unit_gain(self, n: int) -> float:
        own = sum(self._gain(s) for s in self._inside[n] if s not in self._done or s in self.choice.items)
        fresh = 1 - self._stated_share(n) if self.units[n].sort == "closing" else 1
        return own + WORTH_WEIGHT * self.units[n].worth * fresh

    def _stated_share(self, n: int) -> float:
        """Return the share of a unit's text that items already state."""
        chosen = [self.statements[s] for s in self.choice.items if s in self._near[n]]
        own = self.units[n].ordinals
        held = sum(w.end - w.start for each in chosen for w in each.places if w.ordinal in own)
        return min(1.0, held / max(1, self.units[n].size))

    def _is_pageable(self, n: int) -> bool:
        """Return whether a message of the user is one or two statements, which then become items."""
        own = [self.statements[s] for s in self._inside[n]]
        stated = len(own) <= MOST_ON_PAGE and all(s.informative for s in own)
        whole = sum(s.places[-1].end - s.places[-1].start for s in own) >= WHOLE * self.units[n].size
        return self.units[n].sort == "user" and bool(own) and stated and whole

    def _cost(self, n: int) -> int:
        """Return the characters that a unit adds, without the items that it replaces."""
        if n in self._pageable:
            return sum(self.statements[s].size for s in self._inside[n] if s not in self.choice.items)
        return self.units[n].size - sum(self.statements[s].size for s in self._freed(n))

    def _freed(self, n: int) -> list[int]:
        """Return the items that the unit states in full."""
        own = set(self.units[n].ordinals)
        return [s for s in sorted(self._near[n]) if s in self.choice.items and self._stated_in(s, own)]

    def _stated_in(self, s: int, own: set[int]) -> bool:
        """Return whether these events and the kept ones state a statement in full that need not stay."""
        statement = self.statements[s]
        if statement.stays or s in self._settled:
            return False
        if statement.stated_in is not None:
            return bool(statement.stated_in & own)
        return all(
            w.ordinal in own or self._unit_of.get(w.ordinal) in self.choice.kept for w in statement.places
        )

    def _is_stated(self, n: int) -> bool:
        """Return whether a kept event already states it in full."""
        stated_at = self.statements[n].stated_in
        return stated_at is not None and any(self._unit_of.get(o) in self.choice.kept for o in stated_at)

    def _take_item(self, n: int) -> None:
        self.choice.items.append(n)
        self.choice.used += self.statements[n].size
        self._report(n)

    def _keep(self, n: int) -> None:
        if n in self._pageable:
            for s in [s for s in self._inside[n] if s not in self.choice.items]:
                self._take_item(s)
            self._on_page.add(n)
            return
        freed = self._freed(n)
        self.choice.used += self._cost(n)
        self.choice.kept.append(n)
        self.choice.items = [s for s in self.choice.items if s not in freed]
        for s in self._inside[n]:
            self._report(s)

    def _report(self, n: int) -> None:
        self._done.add(n)
        tokens = self.statements[n].tokens
        for m, other in enumerate(self.statements):
            if m != n and other.tokens:
                shared = len(tokens & other.tokens) / len(other.tokens)
                self._alike[m] = max(self._alike[m], round(shared, 6))
