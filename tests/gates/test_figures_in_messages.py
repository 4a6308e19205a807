"""Messages give figures as people write them: with their unit, not in the form that comparing needs."""

from __future__ import annotations

import pytest

from gates.evaluate import Evaluator
from gates.language.quantities import SECONDS, shown
from gates.language.similarity import statement
from gates.language.tokens import tokenise
from gates.search.co_occurrence import missing_number
from gates.source import EventKind, SourceEvent
from tests.gates.build import ALL, artifact_of, index_of, item


def messages(source: str, claim: str) -> list[str]:
    """What gate D says of one claim about a session of one message."""
    events = (SourceEvent(0, EventKind.USER, source, "n0", tokens=60),)
    made = artifact_of(item(claim), origin="imported").model_copy(
        update={"source": artifact_of().source.model_copy(update={"source_end": 0})}
    )
    report = Evaluator(index_of(events), None, ALL).evaluate(made)
    return [finding.message for finding in report.gates["D"].findings]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (86_400.0, "24 hours"),
        (3_600.0, "1 hour"),
        (1_200.0, "20 minutes"),
        (90.0, "90 seconds"),
        (1.0, "1 second"),
        (0.25, "250 milliseconds"),
        (0.0, "0 seconds"),
    ],
)
def test_a_time_is_given_in_the_largest_whole_unit(seconds: float, text: str) -> None:
    """It is compared in seconds, which nobody wrote."""
    assert shown(seconds, SECONDS) == text


@pytest.mark.parametrize(
    ("source", "claim", "mine", "theirs"),
    [
        (
            "The clinic may keep a free bed for 24 hours after the call.",
            "The clinic may keep a free bed for 24 days after the call.",
            "24 days",
            "24 hours",
        ),
        (
            "The ferry waits 10 minutes at the northern pier for late cyclists.",
            "The ferry waits 45 minutes at the northern pier for late cyclists.",
            "45 minutes",
            "10 minutes",
        ),
    ],
)
def test_both_figures_are_given_with_their_units(source: str, claim: str, mine: str, theirs: str) -> None:
    """A figure without its unit, or in seconds, cannot be found in either text."""
    said = " ".join(messages(source, claim))
    assert mine in said and theirs in said
    assert not {"86400", "86400 s", "600", "2700"} & set(said.replace(";", " ").split())


def test_a_missing_date_is_named_by_its_month() -> None:
    """Dates are compared as numbers below zero."""
    (date,) = tokenise("on May 13").numbers
    assert date.value < 0
    assert missing_number(statement("The fair opens on May 13."), ["The fair opens on May 20."]) == "May 13"
