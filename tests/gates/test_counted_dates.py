"""A count of dates or years is a count like any other, not a day or a year of the calendar."""

from __future__ import annotations

import pytest

from gates.evaluate import Evaluator
from gates.language.quantities import DATE, YEAR, date_value, is_date, is_year
from gates.source import EventKind, SourceEvent, make_link
from tests.gates.build import SESSION, artifact_of, index_of, item


def rules_of(source: str, text: str) -> set[tuple[str, str]]:
    """Rule and severity of what gate D finds in a claim that is linked to the only thing that was said."""
    events = (
        SourceEvent(0, EventKind.USER, "Please count what the barn has.", "n0", tokens=8),
        SourceEvent(1, EventKind.ASSISTANT, source, "n1", tokens=16),
    )
    link = make_link(SESSION, 1, source, 0, len(source))
    artifact = artifact_of(item(text).model_copy(update={"links": (link,)}))
    body = artifact.model_copy(update={"source": artifact.source.model_copy(update={"source_end": 1})})
    report = Evaluator(index_of(events), None).evaluate(body)
    return {(each.rule, each.severity) for each in report.gates["D"].findings}


@pytest.mark.parametrize("noun", ["dates", "years", "weeks"])
@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("The barn book lists 12 {} of hay.", "The barn book lists 14 {} of hay."),
        ("It keeps 12 {} of hay, and 20 sheets of milk.", "Hay is kept: 14 {}."),
    ],
)
def test_a_wrong_count_is_judged_alike_whatever_is_counted(source: str, text: str, noun: str) -> None:
    """As one of sacks is, which is surely no time."""
    found = rules_of(source.format(noun), text.format(noun))
    assert found == rules_of(source.format("sacks"), text.format("sacks"))
    assert found


def test_a_count_is_no_day_and_no_year_of_the_calendar() -> None:
    """Both have the same noun; the values tell them apart."""
    assert is_date(date_value("1224"), DATE)
    assert not is_date(14, DATE)
    assert (is_year(1_000, YEAR), is_year(999, YEAR)) == (True, False)
    assert (is_year(9_999, YEAR), is_year(10_000, YEAR)) == (True, False)
