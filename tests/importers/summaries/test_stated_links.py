"""Links stated in an exported file: used if the words match, searched again if not, and never trusted."""

from __future__ import annotations

from typing import Any

import pytest

from gates.artifact import Artifact
from gates.imported import imported_artifact
from gates.search.index import SourceIndex
from gates.search.linking import link_items, with_sound_links
from gates.source import EventKind, SourceEvent
from workbench.importers.base import FoundCompaction
from workbench.importers.summaries.exported import stated_factor, stated_links, with_items

TEXT = (
    "# Summary of the earlier events\n\n## Facts\n\n- The mill closed in 1954\n- The dam broke (last Edit)\n"
)
EVENTS = tuple(
    SourceEvent(n, EventKind.ASSISTANT, text, f"n{n}")
    for n, text in enumerate(
        ["The mill closed in 1954.", "Later: the dam broke.", "and then. and then.", "end"]
    )
)
PLACES = {"a": (0, 0), "b": (1, 2)}


def found(*links: Any) -> FoundCompaction:
    stated = stated_links({"links": list(links)}, PLACES)
    made = FoundCompaction(0, 3, (), None, "manual", False, "imported:x/1", stated=stated)
    return with_items(made, TEXT)


def linked(*links: Any) -> Artifact:
    artifact = imported_artifact("ses_x", found(*links))
    index = SourceIndex.build(artifact.source.range(), EVENTS, scope_complete=True)
    return link_items(with_sound_links(artifact, index), index)


def link(place: str, start: int, quote: str, **more: Any) -> dict[str, Any]:
    return {"in": place, "part": 0, "start": start, "quote": quote, **more}


def quotes(artifact: Artifact) -> list[list[tuple[int, str]]]:
    return [[(each.ordinal, each.quote) for each in item.links] for item in artifact.items]


def test_a_link_is_taken_as_it_is_stated() -> None:
    given = linked([link("a", 4, "mill closed")], [link("b", 11, "dam"), link("a", 0, "The")])
    assert quotes(given) == [[(0, "mill closed")], [(1, "dam"), (0, "The")]]


def test_words_that_stand_elsewhere_in_the_event_are_found_there_and_once_only() -> None:
    """Changed offsets are corrected, but a text that occurs twice is ambiguous."""
    given = linked([link("a", 0, "mill closed"), link("b#1", 1, "and then.")], [])
    assert quotes(given)[0] == [(0, "mill closed")]


@pytest.mark.parametrize(
    "bad",
    [
        None, 7, "x", {}, link("a", 4, "never said"), link("nowhere", 4, "mill"), link("b#9", 0, "Later"),
        link("a", -4, "mill"), link("a", True, "T"), link("a", 4.0, "mill"), link("a", 4, ""),  # type: ignore[arg-type]
        link("a", 4, "mill", part=-1), link("a", 4, "mill closed", part=9), link("a", 10**30, "mill"),
        {**link("a", 4, "mill"), "quote": 3}, link("a", 0, "x" * 5_000),
    ],
)  # fmt: skip
def test_a_link_that_cannot_be_is_searched_like_one_that_is_missing(bad: Any) -> None:
    given = quotes(linked([bad], []))
    assert given[0] in ([(0, "The mill closed in 1954")], [(0, "mill closed")])


@pytest.mark.parametrize("lists", [[], [[link("a", 4, "mill")]], [[], [], [link("a", 4, "mill")]]])
def test_links_of_another_text_are_none_of_this_one(lists: list[Any]) -> None:
    """The statements come from the text, whatever number of lists the mark contains."""
    made = found(*lists)
    assert made.stated == () and made.items[0].text == "The mill closed in 1954"


@pytest.mark.parametrize("mark", [None, 3, [], {"links": 3}, {"links": {}}, {}])
def test_a_mark_without_lists_states_nothing(mark: Any) -> None:
    assert stated_links(mark, PLACES) == ()


@pytest.mark.parametrize(
    ("value", "factor"),
    [
        (3.25, 3.25),
        (4, 4.0),
        (0.5, 1.0),
        (1e300, 8.0),
        (0, None),
        (-1, None),
        (True, None),
        ("4", None),
        (None, None),
    ],
)
def test_the_factor_is_a_number_within_what_is_ever_fitted(value: Any, factor: float | None) -> None:
    assert stated_factor(value) == factor
