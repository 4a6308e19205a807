"""Statements about files that share few words with their source: readings, lines in messages, renames."""

from __future__ import annotations

from functools import cache

import pytest

from gates.artifact import Item, ItemKind
from gates.search.index import SourceIndex
from gates.search.linking import link_statement
from gates.search.span_search import SpanSearch
from gates.search.told_places import told_places
from gates.source import EventKind, ToolAction, ToolFact
from gates.traceability import traceable
from tests.facts.session import Script
from tests.strategies.source import whole

_PAGE = "\n".join(f"{number}\tbell {number} rings over the quay" for number in range(21, 31))


@cache
def tower() -> tuple[SourceIndex, dict[str, int]]:
    """A session that reads a page, finds a cause at a line, and renames two files."""
    script = Script()
    script.user("the bell of the tower rings twice at noon")
    shown = ToolFact("Read", "r1", ToolAction.READ, "tower/bells.py", False)
    places = {"read": script.add(EventKind.TOOL_RESULT, _PAGE, tool=shown)}
    places["line"] = script.agent(
        "When the clock strikes, the hammer is lifted by a fixed `2.5` and falls again.\n\n"
        "**Place**: tower/bells.py, line 26 in the `swing_hammer` function.\n\n"
        "Every other weight is left alone."
    )
    places["move"] = script.run("git mv tower/old_bell.py tower/noon_bell.py", "") - 1
    places["said"] = script.agent("Renamed `full_chime` to `short_chime` and updated its callers.")
    for number in range(12):
        script.agent(f"Window {number} has a shutter, a hinge and glass of four colours.")
    return whole(script).index(), places


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I had already read lines 21-30 of the page to see where the echo comes from", "read"),
        ("I had already read lines 21-29 of the page to see where the echo comes from", None),
        ("I had read lines 21-30 of organ.py", None),
        ("Identified root cause: line 26 in swing_hammer function, hammer lifted by fixed `2.5`", "line"),
        ("Identified root cause: line 25 in swing_hammer function, hammer lifted by fixed `2.5`", None),
        ("Identified root cause: line 26 in swing_hammer function, pigeons nest beside cold pipes", None),
        ("The `old_bell.py` module was renamed to `noon_bell.py` to say when it rings", "move"),
        ("Renamed full_chime to short_chime.", "said"),
        ("Renamed full_chime to long_chime.", None),
        ("Renamed full_chime to short_chime and all its tests were deleted", None),
    ],
)
def test_the_source_is_what_was_read_said_or_moved(text: str, place: str | None) -> None:
    """Not a statement of other lines, of other words, of another name, or of more than the rename."""
    index, places = tower()
    assert [span.ordinal for span in told_places(text, index)] == ([places[place]] if place else [])


def test_such_a_statement_is_linked_there_and_counts() -> None:
    """Gate B takes the link, though few words are shared."""
    index, places = tower()
    search = SpanSearch(index)
    item = Item(kind=ItemKind.CLAIM, text="I had already read lines 21-30 to see where the echo comes from")
    linked = item.model_copy(update={"links": link_statement(search, item)})
    assert linked.links[0].ordinal == places["read"]
    assert traceable(linked, index, None, search)
