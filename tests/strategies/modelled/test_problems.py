"""The problems that are sent back to a model."""

from __future__ import annotations

from workbench.strategies.modelled.problems import AnswerProblem, sent_back


def test_what_counts_is_distinguished_from_what_may_be_missing() -> None:
    """The gates name what fails them, and nothing else."""
    lost = AnswerProblem("C", "the decision is dropped")
    maybe = AnswerProblem("C", "may be missing, a decision", blocks=False)
    loose = AnswerProblem("B", "its links do not say this")
    assert sent_back([lost], "openai:m") == "1 problem goes back to openai:m (gate C: 1)"
    both = "2 problems go back to openai:m (gate B: 1, gate C: 1)"
    assert sent_back([loose, lost, maybe], "openai:m") == f"{both}, with 1 item that may be missing"
    assert sent_back([lost, maybe, maybe], "openai:m").endswith(", with 2 items that may be missing")
