"""Statements the agent made to nobody: its thoughts and its comments in code."""

from __future__ import annotations

import pytest

from gates.source import EventKind
from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.strategies.base import DraftRequest
from workbench.strategies.page import unspoken as module
from workbench.strategies.page.statement import PageStatement
from workbench.strategies.page.unspoken import COMMENT, THOUGHT, unspoken


def found(script: Script, start: int = 0) -> list[PageStatement]:
    """The statements of a script from an event on."""
    source = whole(script, start)
    return list(unspoken(DraftRequest(source.range, source.events)))


def thinking(*thoughts: str) -> Script:
    """A request, and what the agent thought of it."""
    script = Script()
    script.user("The parcel reader drops rows of the April file, find out where.")
    for thought in thoughts:
        script.add(EventKind.THINKING, thought)
    return script


LASTING = "I see - the reader in `reader.py` must keep rows without an owner, because the May file has none."


def test_a_thought_is_stated_as_one() -> None:
    """It is quoted, marked as a thought, and linked to its words."""
    (one,) = found(thinking(LASTING))
    said = "the reader in `reader.py` must keep rows without an owner, because the May file has none."
    assert one.item.text == f'{THOUGHT}"{said}"'
    assert one.item.speaker is None
    assert [link.quote for link in one.item.links] == [said]


@pytest.mark.parametrize(
    "thought",
    [
        "The user wants me to find where the rows of `reader.py` are dropped by the date filter.",
        "Let me look at `reader.py` and at the date filter of the April rows.",
        "Is it the date filter of `reader.py` that drops the April rows?",
        "Good, that works.",
    ],
)
def test_what_only_leads_on_is_no_statement(thought: str) -> None:
    """Requests, next steps, questions and cheers are skipped."""
    assert found(thinking(thought)) == []


def test_a_thought_before_the_range_is_not_stated() -> None:
    """It is of work that was summed up before."""
    script = thinking(LASTING)
    script.user("Now print the labels of the parcels in colour.")
    assert found(script, 2) == []


def test_a_comment_stands_once_where_it_stands_last() -> None:
    """A comment of code that was put in; documents are no code, and code is no comment."""
    script = Script()
    script.user("Keep the rows of the April file.")
    code = (
        "# Rows without an owner are kept, since the May export names none in its header\nrows = keep(rows)"
    )
    script.edit("src/reader.py", "rows = []", code)
    last = script.edit("src/reader.py", "rows = keep(rows)", code)
    script.edit("docs/parcels.md", "Parcels", "# Rows without an owner are kept by the reader of the desk")
    (one,) = found(script)
    assert one.item.text == "Rows without an owner are kept, since the May export names none in its header"
    assert [words.ordinal for words in one.places] == [last]
    assert one.likelihood == COMMENT


def test_what_is_unlikely_to_bind_is_not_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least likelihood is a line: below it a thought is left out."""
    monkeypatch.setattr(module, "LEAST_LIKELY", 1.0)
    assert found(thinking(LASTING)) == []
