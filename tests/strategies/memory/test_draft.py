"""The strategy on a range: what guides what is done next fills the room, filler and dialogue stay out."""

from __future__ import annotations

from pathlib import Path

import pytest

import sample_sessions
from gates.artifact import Artifact, parse
from gates.render import artifact_text
from gates.source import SourceEvent, SourceRange
from workbench.importers import detect
from workbench.strategies.base import DraftRequest
from workbench.strategies.memory.drafting import MemoryStrategy, summary_of
from workbench.strategies.memory.state import estimated_tokens


@pytest.fixture(scope="module")
def kitchen() -> list[SourceEvent]:
    """The chat sample."""
    path = Path(sample_sessions.__file__).parent / "kitchen-chat.json"
    return list(detect(path).read(path).events())


def draft(events: list[SourceEvent], start: int, end: int) -> Artifact:
    """The range drafted."""
    request = DraftRequest(SourceRange("ses_kitchen", start, end), events[: end + 1])
    return parse(MemoryStrategy().draft(request).payload)


def test_constraints_and_facts_fill_the_room(kitchen: list[SourceEvent]) -> None:
    """What the library's memory keeps is drafted too, as of the range's end, within both limits."""
    early, whole = draft(kitchen, 1, 40), draft(kitchen, 0, 220)
    for told in (artifact_text(early), artifact_text(whole)):
        for wanted in ("sink stays left of the window", "worktop height 94 cm", "induction instead of gas"):
            assert wanted in told
    assert "budget 14k, not more" in artifact_text(early)
    told = summary_of(whole)
    assert "budget is now 16k" in told
    assert "solid oak worktop, oiled" not in told  # replaced since
    assert 600 < estimated_tokens(told) <= 1_000
    size = sum(len(event.text.encode()) for event in kitchen[1:41])
    assert len(artifact_text(early).encode()) <= 0.35 * size


def test_filler_and_dialogue_stay_out(kitchen: list[SourceEvent]) -> None:
    """Good wishes, explanations, and an offer with its answer leave no trace; what came of it does."""
    told = artifact_text(draft(kitchen, 0, 220))
    for unwanted in ("Good luck", "Two thin coats", "yes pls", "Shall I", "I know."):
        assert unwanted not in told
    assert "Agreed: describe drawing" in told
    assert "[e87, e88]" in told
    assert "Solid oak is nice" not in artifact_text(draft(kitchen, 1, 40))
