"""A gate report with what is needed to say what its findings are about: the artifact and its events."""

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
    """A report that can be read aloud; without an artifact or events it says less."""

    report: GateReport
    artifact: Artifact | None = None
    events: Sequence[SourceEvent] = ()
    checks: tuple[tuple[str, str], ...] = ()
    """Name and PASS or FAIL of the checks on the snapshot that the artifact would make."""

    @property
    def opaque(self) -> bool:
        """Whether the summary's text is encrypted or absent, so that nothing in it can be judged."""
        return self.artifact is not None and self.artifact.opaque

    @cached_property
    def problems(self) -> tuple[GateProblem, ...]:
        """What blocks and what only warns, in the order in which a reviewer walks it."""
        return problems(self.report)

    @cached_property
    def _statements(self) -> dict[str, str]:
        return {item.item_id: item.text for item in self.artifact.items} if self.artifact else {}

    @cached_property
    def _places(self) -> dict[str, str]:
        return places(self.artifact) if self.artifact else {}

    def statement(self, item_id: str | None) -> str | None:
        """What the artifact says under an item id."""
        return self._statements.get(item_id or "")

    def place_of(self, item_id: str | None) -> str:
        """The place of an item in the artifact: `c-7`; empty where it has none."""
        return self._places.get(item_id or "", "")

    def where(self, ordinal: int) -> str:
        """Where an event is: `event 148, turn 21, assistant`."""
        if 0 <= ordinal < len(self.events):
            event = self.events[ordinal]
            return event_words(ordinal, event.turn, event.kind.value)
        return f"event {ordinal}"

    def line(self, ordinal: int | None) -> int:
        """The line of an event in its transcript; 0 where that is not known."""
        if ordinal is None or not 0 <= ordinal < len(self.events):
            return 0
        return max(self.events[ordinal].line, 0)


def event_words(ordinal: int, turn: int, kind: str) -> str:
    """An event with its turn and kind."""
    return f"event {ordinal}, turn {turn}, {kind}"


def distinct(links: Iterable[SourceLink]) -> list[SourceLink]:
    """The links that a reader can distinguish: the same words of the same event once."""
    first: dict[tuple[int, str], SourceLink] = {}
    for link in links:
        first.setdefault((link.ordinal, link.quote), link)
    return list(first.values())
