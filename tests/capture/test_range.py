"""The capture of a range: items created, changed or restated in it, and those carried over."""

from __future__ import annotations

import pytest

from gates.capture import Capture, CapturedItem
from gates.errors import RangeError
from gates.search.index import SourceIndex
from gates.source import SourceRange
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range


def capture(script: Script, start: int = 0, end: int | None = None) -> Capture:
    """The capture of a range of a script, to its end by default."""
    last = len(script.events) - 1 if end is None else end
    return capture_range(SESSION, script.events, start, last)


def one(found: Capture, text: str) -> CapturedItem:
    """The item of this text."""
    return next(item for item in found.items if item.text == text)


def test_directives_are_phrases_and_signals_are_structural() -> None:
    """Each captured item names the kind of source it was read from."""
    script = Script()
    script.user("please keep the retry limit at 3")
    script.answer("Which database?", "the staging copy")
    script.todos(("write the migration", "pending"))
    found = capture(script)
    assert [(i.kind, i.origin, i.status) for i in found.items] == [
        ("decision", "phrase", "in_force"),
        ("decision", "structural", "in_force"),
        ("open_work", "structural", "open"),
    ]


def test_what_is_open_when_a_range_begins_is_carried() -> None:
    """Open work and decisions in force come along, with evidence from before the range."""
    script = Script()
    script.user("never touch the invoices table")
    script.todos(("write the migration", "pending"), ("write the docs", "pending"))
    begin = script.agent("The migration is next.")
    script.agent("Nothing happened to either.")
    found = capture(script, begin)
    assert all(item.carried for item in found.items)
    assert {item.text for item in found.items} == {
        "never touch the invoices table",
        "write the migration",
        "write the docs",
    }
    assert one(found, "never touch the invoices table").evidence[0].ordinal == 0


def test_what_the_range_closes_is_not_carried() -> None:
    """Finished and vanished work was changed in the range: it is there, and it does not count."""
    script = Script()
    script.todos(("write the migration", "pending"), ("write the docs", "pending"))
    begin = script.todos(("write the migration", "completed"))
    found = capture(script, begin)
    assert [(i.text, i.status, i.carried, i.counts) for i in found.items] == [
        ("write the migration", "done", False, False),
        ("write the docs", "superseded", False, False),
    ]


def test_what_closed_before_the_range_is_left_out() -> None:
    """Work that was done before, and that the range does not name, is no part of it."""
    script = Script()
    script.todos(("write the migration", "completed"))
    script.todos(("write the docs", "pending"))
    begin = script.agent("On to the docs.")
    assert [item.text for item in capture(script, begin).items] == ["write the docs"]


def test_the_state_is_that_of_the_ranges_end() -> None:
    """What happens after the range changes nothing about it."""
    script = Script()
    end = script.todos(("write the migration", "pending"))
    before = capture(script, 0, end)
    script.todos(("write the migration", "completed"))
    assert capture(script, 0, end) == before
    assert capture(script, 0).items[0].status == "done"


def test_restatements_merge_into_the_fuller_one() -> None:
    """A directive repeated with more words is one item with both places."""
    script = Script()
    script.user("always add logging to the exporter")
    script.agent("Noted, the exporter has no logging so far.")
    script.user("always add logging to the exporter in src/export.py")
    (item,) = capture(script).items
    assert item.text == "always add logging to the exporter in src/export.py"
    assert [link.ordinal for link in item.evidence] == [0, 2]


def test_evidence_resolves() -> None:
    """Every link leads to words of the source, also where they cross a chunk's end."""
    script = Script()
    filler = "It works fine and quickly now. " * 128
    script.user(filler + "please keep the retry limit of the worker at 3 everywhere")
    script.answer("Which database?", "the staging copy")
    script.plan("# Cache layer\n\nKeep results for a day.")
    found = capture(script)
    index = SourceIndex.build(
        SourceRange(SESSION, 0, len(script.events) - 1), script.events, scope_complete=True
    )
    links = [link for item in found.items for link in item.evidence]
    assert len(links) == 7
    assert all(index.resolve(link).ok for link in links)


def test_ids_do_not_depend_on_the_range() -> None:
    """An item keeps its id from range to range, so that a review stays with it."""
    script = Script()
    script.user("please keep the retry limit at 3")
    begin = script.agent("Noted.")
    ids = {capture(script, start).items[0].item_id for start in (0, begin)}
    assert len(ids) == 1


def test_lanes_are_left_out() -> None:
    """Nothing is captured from an abandoned rewind."""
    script = Script()
    script.user("please drop the table", sidechain="rewind-1")
    script.todos(("drop the table", "pending"), sidechain="rewind-1")
    assert capture(script).items == ()


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (1, 0), (0, 9)])
def test_a_range_outside_the_session_is_refused(start: int, end: int) -> None:
    """The range must lie in the events."""
    script = Script()
    script.user("please keep the retry limit at 3")
    with pytest.raises(RangeError):
        capture_range(SESSION, script.events, start, end)
