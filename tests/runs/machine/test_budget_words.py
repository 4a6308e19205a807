"""Budgets that are spent: never exceeded without a model, and stated with their units."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import inside
from tests.runs.build import ANSWERED, NOWHERE, run_over
from workbench.presentation.run_output import spent_words
from workbench.runs.records.events import BudgetSpent, Spent


@pytest.mark.parametrize(
    ("tokens", "objective"),
    [(1, ANSWERED), (900, ANSWERED), (150, f"{ANSWERED} {NOWHERE}"), (500, f"{ANSWERED} {NOWHERE}")],
)
def test_tokens_are_never_exceeded_without_a_model(tmp_path: Path, tokens: int, objective: str) -> None:
    """A step whose context does not fit ends the run, and what was found is quoted."""
    env, shown = run_over(tmp_path, objective, tokens=tokens)
    made = shown.output
    assert made is not None
    assert shown.state.spent.tokens <= tokens
    assert made.ended in ("budget:tokens", "answered")
    assert any("5 January" in claim.text for claim in made.claims)
    if made.ended == "budget:tokens":
        assert made.uncertainty[-1].startswith("The run ended because the next prompt may have taken ")
        found = inside("search", "next prompt", "--session", shown.record.run_id, cwd=tmp_path, env=env)
        assert "BUDGET: The run ended because the next prompt" in found.out


def test_money_is_stated_with_its_currency() -> None:
    """Amounts below one with four decimals, as `plan` prints them; nothing without a price."""
    assert spent_words(Spent(tokens=1_200), 0.0) == "1,200 tokens"
    assert spent_words(Spent(tokens=1_200, money=0.0004), 0.0) == "1,200 tokens, 0.0004 of 0.00 USD"
    assert spent_words(Spent(tokens=1_200, money=1.5), 5.0) == "1,200 tokens, 1.50 of 5.00 USD"


def test_a_spent_budget_is_stated_with_its_unit() -> None:
    """Whether it is spent or would be exceeded by what is next."""
    ahead = BudgetSpent(name="money", most=5, used=4.75, ahead=0.3)
    cost = "the next question may have cost 0.3000 USD, and 4.75 of its budget of 5.00 USD was spent"
    assert ahead.sentence == f"The run ended because {cost}."
    spent = BudgetSpent(name="seconds", most=10, used=12.5)
    euros = BudgetSpent(name="money", most=5, used=5.5, currency="EUR")
    assert euros.sentence.endswith("its budget of money was spent: 5.50 of 5.00 EUR.")
    over = "its budget of seconds was spent: 12.5 of 10 seconds"
    assert spent.sentence == f"The run ended because {over}."
