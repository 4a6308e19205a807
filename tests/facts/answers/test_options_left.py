"""Options that were offered and not chosen are not stated as facts."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.facts.answers.options_left import options_left
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.statements import statements

OFFER = """There are two ways to store the exports.

**Option A:** Write each export to the `exports` table.
The table is pruned by a nightly job that deletes rows older than 30 days.

**Option B:** Write each export to a file under `var/exports`.
The file is deleted by the cleanup service because it never reads the database.

Which one do you prefer?"""


def answered(reply: str) -> Script:
    """The offer and an answer to it."""
    script = work_session()
    script.agent(OFFER)
    script.user(reply)
    script.edit("src/export.py", "a = 1", "b = 2")
    script.agent("The export is stored now, and its tests cover both kinds of reports.")
    return script


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        ("Option A please.", ["Option B"]),
        ("b", ["Option A"]),
        ("A and B, one after the other", []),
        ("What does the second one cost?", []),
    ],
)
def test_what_was_not_taken_is_left(reply: str, left: list[str]) -> None:
    """Only an answer that names exactly one leaves the others."""
    script = answered(reply)
    quotes = [words.quote(script.events) for words in options_left(script.events, 0)]
    assert len(quotes) == len(left)
    for quote in quotes:
        assert ("var/exports" in quote) == (left == ["Option B"])
        assert "Which one" not in quote


def test_a_page_states_nothing_of_an_option_that_was_not_taken() -> None:
    """A description of the chosen option may be reported."""
    source = whole(answered("Option A please."))
    found = statements(DraftRequest(source.range, source.events))
    assert not any("cleanup service" in each.item.text for each in found if each.informative)
