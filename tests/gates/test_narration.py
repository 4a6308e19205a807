"""A summariser's remarks about its own summarising; anything that could be false of a session is excluded."""

from __future__ import annotations

import time

import pytest

from gates.language.narration import MAX_NARRATION, is_narration, without_aside


@pytest.mark.parametrize(
    "text",
    [
        "Let me chronologically work through the conversation:",
        "Let me analyze this conversation chronologically to create a comprehensive summary.",
        "I'll now write a detailed summary",
        "I need to review the session step by step",
        "Based on my analysis:",
        "Looking at this conversation",
        "Here's a detailed summary of the conversation:",
        "The user then asked:",
        "The conversation began.",
        "No result was stated.",
        "No goal was stated.",
        "The user then requested this conversation summary.",
        "This session is being continued from a previous conversation that ran out of context.",
        "This directly continues the parser work that was interrupted by the summary request.",
        "---",
    ],
)
def test_talk_about_summarising_is_narration(text: str) -> None:
    """Examples are announcements, leads without content, and boilerplate."""
    assert is_narration(text)


@pytest.mark.parametrize(
    "text",
    [
        "Let me analyze the retry queue",
        "Let me analyze the conversation and delete the cache table",
        "The user then asked to rename the flag",
        "The user then asked for three retries",
        "Based on my analysis, the limit is 3",
        "Looking at the conversation, the limit was 3",
        "Here's a summary table of the limits",
        "I need to write the summary generator in store.py",
        "I should review session locking",
        "The session began with the retry queue",
        "The summary of orders is built at night",
    ],
)
def test_what_is_said_about_the_work_is_not(text: str) -> None:
    """The same words about anything else are statements."""
    assert not is_narration(text)


def test_a_long_sentence_is_no_narration() -> None:
    """One character above the limit counts as content."""
    lead = "Let me analyze the conversation, to capture "
    room = MAX_NARRATION - len(lead)
    words = [f"{'x' * 15}"] * 8
    fill = " ".join(words)[:room]
    assert is_narration(lead + fill)
    assert not is_narration(lead + fill + "y" * (MAX_NARRATION + 1 - len(lead + fill)) + " z")
    assert is_narration("The user then asked" + ":" * MAX_NARRATION)


def test_a_clause_about_the_summary_request_is_cut() -> None:
    """The activity is kept; a sentence with nothing else stays whole."""
    said = "I was reading the lock code when the summary was requested."
    assert without_aside(said) == "I was reading the lock code."
    assert without_aside("The parser failed, and then they requested this summary") == "The parser failed"
    assert without_aside("Run it before the summary job starts.") == "Run it before the summary job starts."


def test_hostile_lines_cost_nothing() -> None:
    """Bounded repetition only: no line takes long."""
    began = time.thread_time()
    for text in (
        "let me " * 60,
        "here is a " + "big, " * 80,
        "and " * 200,
        " and then when the " * 60 + "summary",
    ):
        is_narration(text[:MAX_NARRATION])
        without_aside(text)
    assert time.thread_time() - began < 0.5
