"""Quotations of the user: found word for word in a human's typed or pasted text."""

from __future__ import annotations

import pytest

from gates.evaluate import evaluate
from gates.search.quotes import LEAST_CHARACTERS, MAX_QUOTE, find_quote, quoted_part
from gates.source import EventKind, SourceEvent
from tests.gates.build import artifact_of, capture_of, index_of, item, source_events


def with_event(kind: EventKind, text: str) -> tuple[SourceEvent, ...]:
    """The nine events, the eighth another one."""
    events = source_events()
    return (*events[:7], SourceEvent(7, kind, text, "n7", tokens=9), events[8])


@pytest.mark.parametrize(
    "quote",
    [
        "use the _--dry-run_ flag, for the first export",
        "Use the --dry-run flag ... changelog",
        "Use the --dry-run flag for the first export [with a screenshot of the error]",
        '"Use the --dry-run flag" (about the exporter)',
    ],
)
def test_case_punctuation_elisions_and_notes_do_not_matter(quote: str) -> None:
    """The longest part between elisions is what is sought."""
    found = find_quote(index_of(), quote)
    assert found is not None
    assert found[:2] == (5, 0)


@pytest.mark.parametrize(
    "quote", ["Use the dry run flag twice", "se the --dry-run flag", "The retry tests fail"]
)
def test_other_words_parts_of_words_and_the_agents_words_are_not(quote: str) -> None:
    """Words are whole, in order, and a human's."""
    assert find_quote(index_of(), quote) is None


def test_a_very_short_quotation_is_not_searched() -> None:
    """Three characters are, two are not."""
    events = with_event(EventKind.USER, "1+2")
    assert LEAST_CHARACTERS == 3
    assert find_quote(index_of(events), "1+2") == (7, 0, 3)
    assert find_quote(index_of(with_event(EventKind.USER, "ok")), "ok") is None


def test_the_end_of_a_very_long_quotation_is_not_searched() -> None:
    """Text after the limit may differ; text before it may not."""
    said = "word " * 150
    events = with_event(EventKind.USER, said)
    assert len(said) > MAX_QUOTE
    assert len(quoted_part(said)) == MAX_QUOTE
    assert find_quote(index_of(events), f"{said[: MAX_QUOTE + 5]} other") is not None
    assert find_quote(index_of(events), f"{said[: MAX_QUOTE - 15]} other") is None


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (EventKind.PLAN, "Implement the following plan:\n\n# Two pages", True),
        (EventKind.META, "<command-name>/review</command-name> Implement the following plan", True),
        (EventKind.META, "a reminder: Implement the following plan", False),
        (EventKind.TOOL_RESULT, "Implement the following plan", False),
    ],
)
def test_plans_and_typed_commands_count_as_said(kind: EventKind, text: str, said: bool) -> None:
    """Gate B takes them for a quotation of the user, and nothing else that is no speech."""
    events = with_event(kind, text)
    assert (find_quote(index_of(events), "Implement the following plan:") is not None) is said
    quoted = item("Implement the following plan", speaker="user")
    report = evaluate(artifact_of(quoted, origin="imported"), index_of(events), capture_of())
    assert (report.gates["B"].measures[0].value == 1.0) is said
