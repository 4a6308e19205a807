"""Statements of users in folded messages that a summary lacks; figures in a sentence are compared."""

from __future__ import annotations

import pytest

from workbench.facts.sentences.prose import statements
from workbench.strategies.memory.extractive import ExtractiveSummarizer
from workbench.strategies.memory.left_out import unsaid
from workbench.strategies.memory.run import MemoryRun
from workbench.strategies.memory.state import ChatMessage, MemoryPolicies

TALK = (
    "The deadline is 2026-12-24.",
    "Budget is 5000 EUR.",
    "My name is Rasmus_K.",
    "The API base is https://x.example/v2_beta",
    "Customers are in Norway only.",
)


def test_a_deadline_is_remembered() -> None:
    """All five facts of eleven turns, the date among them, and nothing is left out."""
    run = MemoryRun("c")
    folds = []
    for said in (*TALK, *("And?",) * 6):
        folds.append(run.ask(said).folded)
        run.answered("Ok.")
    folds.append(run.ask("x").folded)
    assert all(fact.rstrip(".") in run.state.memory_summary for fact in TALK)
    done = [fold for fold in folds if fold is not None]
    assert done
    assert [fold.left_out for fold in done] == [()] * len(done)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("The deadline is 2026-12-24.", True),
        ("My shift begins 06:30:00, 07:15:00 or 08:00:00", True),
        ("2026-12-24 12:33:11.201 88123 4471", False),
        ("0x7f3a 9912 -> 8812 1127 3371", False),
        ("It 33:11.201 88123 4471 9912", False),
    ],
)
def test_a_sentence_with_figures_is_no_line_of_a_log(line: str, read: bool) -> None:
    """Three plain words begin one."""
    assert bool(statements(line)) == read


def test_what_a_summary_left_out_is_reported() -> None:
    """Statements of the user and earlier bullets are listed; questions and empty texts are not."""
    messages = [
        ChatMessage("user", "The red gate opens at seven. Is that so? Ok then."),
        ChatMessage("assistant", "The blue gate opens at nine."),
    ]
    before = "## Facts / Constraints\n- The well is nine metres deep"
    assert unsaid(messages, before, "") == ("The well is nine metres deep", "The red gate opens at seven.")
    held = "## Facts / Constraints\n- Red gate opens at seven\n- Well nine metres deep"
    assert unsaid(messages, before, held) == ()


def test_a_statement_is_held_by_six_tenths_of_its_words() -> None:
    """Three of five content words are enough, two are not."""
    messages = [ChatMessage("user", "Gates alpha bravo charlie delta stand.")]
    kept = "## Facts / Constraints\n- "
    assert unsaid(messages, "", f"{kept}gates alpha bravo charlie") == ()
    assert unsaid(messages, "", f"{kept}gates alpha") == ("Gates alpha bravo charlie delta stand.",)


def test_a_model_that_forgets_is_reported() -> None:
    """The fold lists what its summary lacks."""

    class Forgetful:
        def summarize_memory(self, current_memory_summary: str, messages_to_summarize: object) -> str:  # noqa: ARG002
            return "## Facts / Constraints\n- Budget is 5000 EUR"

    run = MemoryRun("c", summarizer=Forgetful(), policies=MemoryPolicies(window=2, buffer=1))
    lost: list[str] = []
    for said in TALK:
        fold = run.ask(said).folded
        lost += fold.left_out if fold is not None else ()
        run.answered("Ok.")
    assert "The deadline is 2026-12-24." in lost
    assert "Budget is 5000 EUR." not in lost
    assert (
        ExtractiveSummarizer().summarize_memory("", [ChatMessage("user", TALK[0])]).endswith(TALK[0].rstrip())
    )
