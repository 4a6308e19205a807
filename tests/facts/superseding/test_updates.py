"""A later statement gives an earlier one's thing another value."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.capture import capture_range
from workbench.facts.superseding.updatable import REPLACED_AT
from workbench.facts.superseding.updates import updates

PAIRS = [
    ("The fair closes on 2031-05-02.", "Update: the fair now closes on 2031-05-09."),
    ("Our travel budget is $900.", "Quick update: the travel spend has a new limit of $750."),
    ("The branch is wip/otter-3.", "We rebased onto wip/heron-8."),
    ("Report all lengths in FT.", "From now on, report all lengths in centimetres."),
    ("The kitchen lead this month is Ada Wong.", "Ben Ortiz now leads the kitchen this month."),
    ("I prefer terse answers.", "I would rather get warm, chatty answers."),
]


@pytest.mark.parametrize(("earlier", "later"), PAIRS)
def test_another_value_of_the_same_thing_replaces_it(earlier: str, later: str) -> None:
    """The wording may differ."""
    assert updates(later, earlier) >= REPLACED_AT


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The primary region is eu-north-3.", "The backup region is now us-west-2."),
        ("The production box is db-1.", "The staging box is now db-2."),
        ("The fair closes on 2031-05-02.", "The lease ends on 2031-06-01."),
        ("The fair closes on 2031-05-02.", "Does the fair now close on 2031-05-09?"),
        ("Use tabs in the parser.", "The parser now has a test."),
    ],
)
def test_another_thing_or_a_question_replaces_nothing(earlier: str, later: str) -> None:
    """A word of a row, another topic, no word of change, a question."""
    assert updates(later, earlier) < REPLACED_AT


def test_the_replaced_rule_is_superseded_and_the_new_one_in_force() -> None:
    """In a capture of plain talk."""
    script = Script()
    script.user("FACT: The fair closes on 2031-05-02.")
    script.user("Update: the fair moved to 2031-05-09.")
    capture = capture_range("ses_x", script.events, 0, len(script.events) - 1)
    assert {(item.text.split()[-1], item.status) for item in capture.items} == {
        ("2031-05-02.", "superseded"),
        ("2031-05-09.", "in_force"),
    }
