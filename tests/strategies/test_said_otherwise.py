"""A preference, a constraint or open work in words of the summary's own: the user's words take its place."""

from __future__ import annotations

import pytest

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from gates.capture import Capture, make_capture
from gates.search.linking import SpanSearch
from gates.traceability import _nearest
from tests.facts.session import SESSION, Script
from tests.strategies.source import Source, whole
from workbench.strategies.base import no_model
from workbench.strategies.repair import RepairedArtifact, repair_artifact

WISH = "i'd only take ferry tickets for the islands, everything else makes me seasick."


def trip(start: int = 0) -> Source:
    """A chat about a trip: a wish of the traveller, then much talk; the range may begin after the wish."""
    script = Script()
    script.user(WISH)
    script.agent("Flight tickets can be bought for the islands, too; a plane ticket is cheaper by a third.")
    for number in range(12):
        script.agent(f"Hotel {number} has a terrace, a garden and breakfast for two persons.")
        script.user(f"and hotel {number + 1}, does it have a garden?")
    return whole(script, start)


def repaired(item: Item, source: Source, capture: Capture | None = None) -> RepairedArtifact:
    """A summary of this one statement without links, repaired."""
    bare = Artifact(
        source=ArtifactSource(
            session_id=SESSION, source_start=source.range.start, source_end=source.range.end
        ),
        strategy="native",
        prompt_version="native/1",
        origin=Origin.IMPORTED,
        generation_record=no_model(),
        items=(),
    )
    artifact = bare.with_items((item,))
    index, known = source.index(), capture or source.capture
    found = repair_artifact(artifact, source.judge(artifact), index, known, drop_unsourced=True)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (ItemKind.CONSTRAINT, "Ferry tickets exclusively - no planes"),
        (ItemKind.CLAIM, "User prefers ferry tickets exclusively - no planes."),
        (ItemKind.CLAIM, "The user insisted on ferry tickets exclusively - no planes."),
    ],
)
def test_a_preference_is_reported_in_the_users_own_words(kind: ItemKind, text: str) -> None:
    """Whether its kind or its words say that it is one; what it was and what takes its place are listed."""
    found = repaired(Item(kind=kind, text=text), trip())
    assert WISH in [item.text for item in found.artifact.items]
    assert [(each.text, each.kept) for each in found.dropped] == [(text, WISH)]


def test_what_only_the_agent_states_is_left_out() -> None:
    """A claim about the work is no wish: nothing of the user takes its place."""
    found = repaired(Item(kind=ItemKind.CLAIM, text="Ferry tickets exclusively - no planes"), trip())
    assert [each.kept for each in found.dropped] == [""]


def test_a_wish_that_is_far_from_all_that_was_said_is_left_out() -> None:
    """Without a similar statement of the user, none replaces it."""
    text = "User prefers a submarine with wooden chandeliers - no planes."
    found = repaired(Item(kind=ItemKind.CLAIM, text=text), trip())
    assert [each.kept for each in found.dropped] == [""]


@pytest.mark.parametrize("carried", [True, False])
def test_a_wish_from_before_the_range_counts_if_it_is_carried_over(carried: bool) -> None:
    """Its event is outside the range: only items carried over may be linked there."""
    source = trip(start=2)
    made = trip().capture
    wish = next(item for item in (*made.items, *made.proposed) if item.text == WISH)
    over = (wish.model_copy(update={"carried": True}),) if carried else ()
    capture = make_capture(made.capture_version, (), over)
    text = "Ferry tickets exclusively - no planes"
    found = repaired(Item(kind=ItemKind.CONSTRAINT, text=text), source, capture)
    assert [each.kept for each in found.dropped] == [WISH if carried else ""]


@pytest.mark.parametrize(
    ("kind", "text", "event"),
    [
        (ItemKind.CLAIM, "User prefers ferry tickets exclusively - no planes.", 0),
        (ItemKind.CONSTRAINT, "Ferry tickets exclusively - no planes", 0),
        (ItemKind.CLAIM, "Plane tickets for the islands exclusively - no ferry, cheaper", 1),
    ],
)
def test_the_nearest_passage_of_a_wish_is_the_users(kind: ItemKind, text: str, event: int) -> None:
    """A user's wish is searched in the user's words first; the agent's statements, anywhere."""
    index = trip().index()
    found = _nearest(Item(kind=kind, text=text), SpanSearch(index))
    assert found is not None
    assert found.ordinal == event
