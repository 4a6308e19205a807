"""A gate report together with the artifact and events that its findings refer to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from gates.artifact import Artifact
from gates.report import GateReport
from gates.source import SourceEvent, SourceLink
from workbench.presentation.item_places import places
from workbench.presentation.problems import GateProblem, problems


@dataclass(frozen=True)
class Judgement:
    """A gate report with its artifact and events; either may be missing, and then less can be shown."""

    report: GateReport
    artifact: Artifact | None = None
    events: Sequence[SourceEvent] = ()
    checks: tuple[tuple[str, str], ...] = ()
    """Names of the checks on the resulting snapshot, each with PASS or FAIL."""

    @property
    def opaque(self) -> bool:
        """Return whether the summary's text is encrypted or absent, so that nothing in it can be judged."""
        return self.artifact is not None and self.artifact.opaque

    @cached_property
    def problems(self) -> tuple[GateProblem, ...]:
        """Return blocking problems and warnings, in the order in which a reviewer works through them."""
        return problems(self.report)

    @cached_property
    def _statements(self) -> dict[str, str]:
        return {item.item_id: item.text for item in self.artifact.items} if self.artifact else {}

    @cached_property
    def _places(self) -> dict[str, str]:
        return places(self.artifact) if self.artifact else {}

    def statement(self, item_id: str | None) -> str | None:
        """Return the artifact's statement with this item id, or None."""
        return self._statements.get(item_id or "")

    def place_of(self, item_id: str | None) -> str:
        """Return the place of an item in the artifact, such as `c-7`; empty if it has none."""
        return self._places.get(item_id or "", "")

    def where(self, ordinal: int) -> str:
        """Describe an event: `event 148, turn 21, assistant`."""
        if 0 <= ordinal < len(self.events):
            event = self.events[ordinal]
            return event_words(ordinal, event.turn, event.kind.value)
        return f"event {ordinal}"

    def line(self, ordinal: int | None) -> int:
        """Return the transcript line of an event; 0 if it is not known."""
        if ordinal is None or not 0 <= ordinal < len(self.events):
            return 0
        return max(self.events[ordinal].line, 0)


def event_words(ordinal: int, turn: int, kind: str) -> str:
    """Describe an event by number, turn and kind."""
    return f"event {ordinal}, turn {turn}, {kind}"


def distinct(links: Iterable[SourceLink]) -> list[SourceLink]:
    """Drop links that a reader could not tell apart: the same words of the same event."""
    first: dict[tuple[int, str], SourceLink] = {}
    for link in links:
        first.setdefault((link.ordinal, link.quote), link)
    return list(first.values())
