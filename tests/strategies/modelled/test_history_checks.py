"""A model's summaries and narrative of turns, compared with the turns' meaning."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from workbench.strategies.historian.models import Turn
from workbench.strategies.modelled.history_checks import summary_problems, turned_sentences
from workbench.strategies.modelled.sourcing import RefusedParts
from workbench.strategies.modelled.turned import ChangedSense, turned

REPLY = (
    "All done. **JSON.parse error wrapping** is in place.\n\nAll 162 tests pass, web build clean, pushed, "
    "and all 3 CodeRabbit threads replied to and resolved."
)
QUOTE = "All 162 tests pass, web build clean"
TURNS = [Turn(number=1, user_message="Please address all the CodeRabbit comments.", assistant_message=REPLY)]


@pytest.mark.parametrize(
    ("summary", "quote", "why"),
    [
        ("All 162 tests pass and the web build is clean.", QUOTE, ""),
        ("The three fixes broke all 162 tests.", QUOTE, "it says something else than its quote"),
        ("Payroll exports landed on Tuesday.", QUOTE, "its quote does not say it"),
        ("All 162 tests pass.", "all 162 tests failed", "its quote does not occur in the reply"),
        ("All 126 tests pass.", QUOTE, "exact_names: '126' does not occur in the text"),
        ("", QUOTE, "there is no summary of the reply"),
    ],
)
def test_a_summary_says_what_it_quotes(summary: str, quote: str, why: str) -> None:
    """Other text of the reply cannot justify a summary that contradicts its quotation."""
    assert summary_problems(REPLY, summary, quote) == ((why,) if why else ())


def test_what_a_summary_names_beyond_its_quote_is_noted() -> None:
    """The summary is accepted with a note for a person."""
    doubts = RefusedParts()
    summary = "All 162 tests pass and the CodeRabbit threads are resolved."
    assert summary_problems(REPLY, summary, QUOTE, doubts=doubts) == ()
    assert doubts.notes == []
    assert summary_problems(REPLY, "162 tests passed in 40 seconds.", QUOTE, doubts=doubts) == ()
    (note,) = doubts.notes
    assert "names what none of its quotes does: '40 s" in note


def test_a_result_reported_without_its_only_says_less_and_nothing_else() -> None:
    """It is taken with a note; a rule that loses its `only` is another rule."""
    reply = "Opened it. The branch only holds the two demo films and the lines that show them."
    doubts = RefusedParts()
    summary = "Opened it with the two demo films and the lines that show them."
    quote = "The branch only holds the two demo films and the lines that show them."
    assert summary_problems(reply, summary, quote, doubts=doubts) == ()
    assert "may say less" in doubts.notes[0]
    rule = Item(kind=ItemKind.CONSTRAINT, text="Push the release branch after the tests passed.")
    assert turned(rule, ["Only push the release branch after the tests passed."]) is ChangedSense.TURNED
    assert (
        turned(
            rule.model_copy(update={"kind": ItemKind.CLAIM}),
            ["Only push the release branch after the tests passed."],
        )
        is not ChangedSense.TURNED
    )


def test_a_narrative_that_states_the_other_outcome_is_reversed() -> None:
    """A narrative with the same outcome, also in other words, gives no problem."""
    good = "The user asked to address all CodeRabbit comments. All 162 tests pass."
    assert turned_sentences(good, TURNS) == ()
    bad = "The user asked to address all CodeRabbit comments. All 162 tests fail."
    (problem,) = turned_sentences(bad, TURNS)
    assert "All 162 tests fail." in problem
    assert turned_sentences("Nothing of this was said. The weather is fine.", TURNS) == ()
