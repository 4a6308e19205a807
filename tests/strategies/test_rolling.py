"""Rolling artifacts: what they carry, what they drop, and the generation of their items."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gates.artifact import Artifact, ItemKind, parse
from gates.source import SourceRange
from tests.facts.session import SESSION
from tests.strategies.source import Source, whole, work_session
from workbench.errors import UsageError
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page.last_state import FAILED, PASSED
from workbench.strategies.page.superfluous import IN_HAND
from workbench.strategies.rolling import RollingStrategy, RollingTriggers
from workbench.strategies.triggers import EventFacts

SPLIT = 9
"""The turn at which both todos are open and the directives are in force."""


def rolled(source: Source, *, keep: int | None = None, split: int = SPLIT) -> tuple[Artifact, Artifact]:
    """An artifact of the first events, and a rolling one over everything that rolls it up."""
    first = Source(source.events, SourceRange(SESSION, 0, split)).draft(IntentionalStrategy())
    if keep is not None:
        first = first.with_items(first.items[:keep])
    request = DraftRequest(source.range, source.events, rolled=(first,))
    return first, parse(RollingStrategy().draft(request).payload)


def test_a_rolling_artifact_is_judged_over_its_whole_range() -> None:
    """It passes against the original events of its range, and names the artifacts it rolls up."""
    source = whole(work_session())
    first, artifact = rolled(source)
    report = source.judge(artifact)
    assert not report.blocking
    assert artifact.covers == (first.artifact_id,)
    assert (artifact.source.source_start, artifact.source.source_end) == (0, len(source.events) - 1)


def test_a_rolling_artifact_has_the_objective_of_a_page() -> None:
    """With the last request, or what the agent began with if nobody asked for anything."""
    script = work_session()
    script.user("Now rename the desk of the ferry, please.")
    source = whole(script)
    first, _ = rolled(source)
    request = DraftRequest(
        source.range, source.events, "Keep the ledger of the ferry small.", rolled=(first,)
    )
    artifact = parse(RollingStrategy().draft(request).payload)
    assert artifact.objective.startswith("Keep the ledger of the ferry small.")
    assert "rename the desk of the ferry" in artifact.objective


def test_items_are_one_generation_above_the_highest_rolled() -> None:
    """Without anything to roll up it is 0, then 1, then 2."""
    source = whole(work_session())
    alone = parse(RollingStrategy().draft(DraftRequest(source.range, source.events)).payload)
    assert {item.generation for item in alone.items} == {0}
    first, second = rolled(source)
    assert {item.generation for item in second.items} == {1}
    mixed = first.with_items((*first.items[:-1], first.items[-1].model_copy(update={"generation": 4})))
    request = DraftRequest(source.range, source.events, rolled=(mixed,))
    third = parse(RollingStrategy().draft(request).payload)
    assert {item.generation for item in third.items} == {5}


def test_what_was_closed_since_is_not_carried_as_open() -> None:
    """Open work that is done by then is stated as done or left out."""
    source = whole(work_session())
    first, artifact = rolled(source)
    assert any(item.text.endswith("split the query") and item.status == "open" for item in first.items)
    stated = [item for item in artifact.items if item.kind is ItemKind.OPEN_WORK and "split" in item.text]
    assert all(item.status == "done" for item in stated)


def test_a_state_that_is_over_is_not_carried() -> None:
    """An earlier current step is past, and of each check only the last run is stated."""
    source = whole(work_session())
    first, _ = rolled(source)
    model = next(item for item in first.items if item.detail is None)
    stale = [
        model.model_copy(
            update={"kind": ItemKind.OPEN_WORK, "status": "open", "text": f'{IN_HAND}"Reading."'}
        ),
        model.model_copy(update={"kind": ItemKind.CLAIM, "text": f"{PASSED}pytest tests/rows (3 passed)"}),
    ]
    late = model.model_copy(update={"kind": ItemKind.CLAIM, "text": f"{FAILED}pytest tests/rows (row 4)"})
    request = DraftRequest(
        source.range, source.events, rolled=(first.with_items((*first.items, *stale, late)),)
    )
    texts = [item.text for item in parse(RollingStrategy().draft(request).payload).items]
    assert not any(text.startswith(IN_HAND) for text in texts)
    assert [text for text in texts if "pytest tests/rows" in text] == [f"{FAILED}pytest tests/rows (row 4)"]


def test_what_only_the_rolled_artifact_says_is_carried() -> None:
    """A statement that a reviewer added to the rolled artifact is not lost."""
    source = whole(work_session())
    first, _ = rolled(source)
    own = next(item for item in first.items if item.detail is None).model_copy(
        update={"kind": ItemKind.CLAIM, "text": "The exporter belongs to Rosa's team"}
    )
    request = DraftRequest(source.range, source.events, rolled=(first.with_items((*first.items, own)),))
    artifact = parse(RollingStrategy().draft(request).payload)
    assert "The exporter belongs to Rosa's team" in [item.text for item in artifact.items]


def test_the_events_behind_a_rolled_artifact_are_not_read_again() -> None:
    """A pass reads only the artifact: a claim that it lost stays lost."""
    source = whole(work_session())
    first, artifact = rolled(source, split=40)
    _, thinner = rolled(source, keep=0, split=40)
    claims = {item.text for item in first.items if item.kind is ItemKind.CLAIM}
    assert claims & {item.text for item in artifact.items}
    assert not claims & {item.text for item in thinner.items}


def test_rolling_fires_every_twenty_turns() -> None:
    """It fires at the first event of turns 21 and 41 over everything before, with any batches."""
    facts = [EventFacts(n, "user", n // 2 + 1, 0, 1, 1, None, None) for n in range(100)]
    facts = [
        replaced if n % 2 == 0 else replaced._replace(kind="assistant") for n, replaced in enumerate(facts)
    ]
    for size in (1, 7, 100):
        scan = RollingTriggers()
        marks = [m for start in range(0, 100, size) for m in scan.feed(facts[start : start + size])]
        assert [(m.ordinal, m.turn, m.start, m.end) for m in marks] == [(40, 21, 0, 39), (80, 41, 0, 79)]
        assert list(scan.close()) == []


def test_a_request_names_what_it_rolls_up() -> None:
    """`covers` and the generation follow from the artifacts rolled up."""
    source = whole(work_session())
    first, _ = rolled(source)
    request = DraftRequest(source.range, source.events, rolled=(first,))
    assert request.covers == (first.artifact_id,)
    assert (request.generation, replace(request, rolled=()).generation) == (1, 0)


def test_events_that_nothing_stands_for_are_not_rolled_up() -> None:
    """Rolling up reads no events before what it rolls up; they would be lost."""
    source = whole(work_session())
    late = Source(source.events, SourceRange(SESSION, SPLIT + 1, len(source.events) - 3))
    artifact = late.draft(IntentionalStrategy())
    request = DraftRequest(source.range, source.events, rolled=(artifact,))
    with pytest.raises(UsageError, match=rf"covers events 0\.\.{SPLIT}"):
        RollingStrategy().draft(request)
