"""A statement that is a label and some names leads to what was done with the names."""

from __future__ import annotations

from functools import cache

import pytest

from gates.artifact import Item, ItemKind
from gates.search.index import SourceIndex
from gates.search.linking import link_statement
from gates.search.named_places import MOST_BESIDE, named_places, names_of
from gates.search.span_search import SpanSearch
from gates.source import EventKind, ToolAction, ToolFact
from gates.traceability import traceable
from tests.facts.session import Script
from tests.strategies.source import whole


class Dairy(Script):
    """A session that reads, searches, creates and edits a few files."""

    def read(self, path: str, text: str) -> int:
        """A file that is shown; the ordinal is that of the result."""
        call = f"r{len(self.events)}"
        tool = ToolFact("Read", call, ToolAction.READ, path)
        self.add(EventKind.TOOL_CALL, f"Read\nfile_path: {path}", tool=tool)
        tool = ToolFact("Read", call, ToolAction.READ, path, False)
        return self.add(EventKind.TOOL_RESULT, text, tool=tool)


@cache
def dairy() -> tuple[SourceIndex, dict[str, int]]:
    """The session, and the place of each event that is a source."""
    script, at = Dairy(), {}
    script.user("the whey tank overflows, look at farm/dairy and mend it, tests/dairy/test_vat.py must hold")
    at["listed"] = script.run("git status", "On branch fix/whey-level\nnothing to commit")
    at["found"] = script.run("grep -rn drain_whey farm", "farm/dairy/vat.py:31:def drain_whey(level):")
    at["test"] = script.read("/srv/farm/tests/dairy/test_vat.py", "1\timport vat\n2\tdef test_level():")
    at["vat"] = script.read(
        "/srv/farm/dairy/vat.py",
        "12\tclass WheyVat:\n13\t    pass\n31\tdef drain_whey(level):\n32\t    pump(level)",
    )
    at["call"] = script.run("sed -n 70,72p farm/dairy/day.py", "71:    drain_whey(full)\n72:    rest()")
    script.agent("Let drain_whey be called twice a day, that is what the cellar wants.")
    at["made"] = script.write("/srv/farm/dairy/gauge.py", "def gauge_level(vat):\n    return vat.level")
    at["edit"] = script.edit("/srv/farm/dairy/vat.py", "pump(level)", "pump(gauge_level(level))")
    at["later"] = script.edit("/srv/farm/dairy/gauge.py", "return vat.level", "return vat.level + 1")
    at["moved"] = script.run("git mv farm/dairy/old.py farm/dairy/cold.py", "moved 1 file")
    for number in range(20):
        script.run(f"cat note{number}.txt", f"note {number} about the milk of the morning\n" * 4)
    return whole(script).index(), at


def claim(text: str, kind: ItemKind = ItemKind.CLAIM) -> Item:
    """An item without links."""
    return Item(kind=kind, text=text)


def linked(text: str) -> list[int]:
    """The events to which the program links a statement."""
    return [link.ordinal for link in link_statement(SpanSearch(dairy()[0]), claim(text))]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Test file: tests/dairy/test_vat.py", "test"),
        ("Test file: /srv/farm/tests/dairy/test_vat.py", "test"),
        ("Target files: farm/dairy/vat.py (main class)", "vat"),
        ("Modified: dairy/vat.py", "edit"),
        ("Created: `dairy/gauge.py`", "made"),
        ("Renamed: farm/dairy/cold.py", "moved"),
        ("Branch: fix/whey-level", "listed"),
        ("Added gauge_level() helper", "made"),
        ("drain_whey function: line 71", "call"),
        ("`drain_whey()` method", "found"),
    ],
)
def test_a_label_and_a_name_lead_to_what_was_done(text: str, place: str) -> None:
    """An edit for a change, the first one for a creation, else a read, a definition or a command."""
    index, at = dairy()
    assert linked(text)[0] == at[place]
    search = SpanSearch(index)
    item = claim(text)
    item = item.model_copy(update={"links": link_statement(search, item)})
    assert traceable(item, index, None, search)


def test_several_names_lead_to_an_event_each() -> None:
    """No event has both files; each has its own read or edit."""
    _, at = dairy()
    assert {at["test"], at["vat"]} <= set(linked("Key files: tests/dairy/test_vat.py, dairy/vat.py"))
    assert {at["edit"], at["made"]} <= set(linked("Modified: dairy/vat.py, dairy/gauge.py"))


def test_the_line_of_a_symbol_is_what_is_quoted() -> None:
    """Not the beginning of the file that has it, and not prose that has a word like a definition's."""
    index, at = dairy()
    names = names_of(claim("Class: WheyVat"))
    assert names is not None
    (span,) = named_places(names, SpanSearch(index))
    assert span.ordinal == at["vat"]
    assert index.events[span.ordinal].text[span.start : span.end] == "12\tclass WheyVat:"


@pytest.mark.parametrize(
    "text", ["Modified: tests/dairy/test_vat.py", "Created: farm/dairy/day.py", "Added drain_whey() helper"]
)
def test_a_change_that_no_tool_made_is_not_led_to_a_read(text: str) -> None:
    """What was only read is no source of its own change."""
    names = names_of(claim(text))
    assert names is not None
    assert named_places(names, SpanSearch(dairy()[0])) == []


@pytest.mark.parametrize(
    "text",
    [
        "Not modified: dairy/vat.py",
        "Should be created: dairy/gauge.py",
        "the vat is full",
        "Files:\n- dairy/vat.py\n- dairy/gauge.py",
    ],
)
def test_what_is_denied_or_wished_has_no_such_place(text: str) -> None:
    """Nor has a text without names, or one of several lines."""
    assert names_of(claim(text)) is None


def test_open_work_is_not_led_to_what_was_done() -> None:
    """A plan to examine a file is not carried by the file."""
    assert names_of(claim("Test file: dairy/vat.py", ItemKind.OPEN_WORK)) is None


def test_only_few_words_may_be_beside_names_that_are_the_content() -> None:
    """Labels do not count; one word more than allowed is content."""
    few = names_of(claim("Test file: dairy/vat.py, cheese butter"))
    more = names_of(claim("Test file: dairy/vat.py, cheese butter cream"))
    assert few is not None
    assert more is not None
    assert (few.alone, more.alone) == (True, False)
    assert len(few.beside) == MOST_BESIDE


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Modified: dairy/vat.py", True),
        ("Drain level pump in dairy/vat.py", True),
        ("Exponential backoff in dairy/vat.py", False),
        ("Whey script: dairy/gauge.py", False),
        ("Gauges added: dairy/gauge.py", True),
    ],
)
def test_words_beside_a_name_count_where_the_name_leads(text: str, found: bool) -> None:
    """A name makes no source for what nobody said; a word may repeat the name, or say what it is."""
    assert bool(linked(text)) is found
