"""A statement that reports the change of a file is linked to the edit, not to the plan of it."""

from __future__ import annotations

import pytest

from gates.search.linking import SpanSearch, link_statement
from tests.gates.test_session_claims import claim, judge_of

WORK = (
    "user: the crate weights are wrong",
    "assistant: I would modify line 12 in depot/crates.py to pass the tare to weigh().",
    "edit: depot/crates.py — weigh(crate) -> weigh(crate, tare)",
    "assistant: The plan was: modify line 12 in depot/crates.py to pass the tare, update depot/labels.py.",
    "command: pytest -q",
    "result: File depot/crates.py, line 12, in weigh: tare is missing",
)


def first_link(text: str, lines: tuple[str, ...] = WORK) -> str:
    """The text of the event that the first link leads to."""
    index = judge_of(lines).index
    links = link_statement(SpanSearch(index), claim(text))
    return index.events[links[0].ordinal].text if links else ""


@pytest.mark.parametrize(
    "text",
    [
        "Modified depot/crates.py line 12 to pass the tare",
        "IMPLEMENTED FIX: Modified line 12 in depot/crates.py to pass the tare to weigh",
        "**Fix**: changed line 12 in `crates.py` to pass the tare to weigh",
    ],
)
def test_a_change_is_linked_to_its_edit(text: str) -> None:
    """By the name of the file that it changed, wherever the statement names it."""
    assert "weigh(crate, tare)" in first_link(text) or "weigh(crate) ->" in first_link(text)


@pytest.mark.parametrize(
    "text", ["Modify line 12 in depot/crates.py to pass the tare", "Updated depot/labels.py"]
)
def test_a_plan_and_a_file_without_edits_have_no_edit(text: str) -> None:
    """Only the words of the session can be their source."""
    assert "->" not in first_link(text)
