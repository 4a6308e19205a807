"""Money of a run is in the currency of its model's price, and in no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.served import asking, scripted
from workbench.cli.views.run import run_lines
from workbench.errors import UsageError
from workbench.services.runs.agent_runs import begin, resume, start
from workbench.services.stores.run_settings import stated_settings

PRICE = '[prices."openai:m"]\ninput = 3.0\noutput = 9.0\ncurrency = "{}"\n'


def test_money_is_in_the_currency_of_the_price(tmp_path: Path) -> None:
    """Budget, cost, output and the settings that `doctor` lists."""
    with asking(tmp_path, scripted(), money=2.0) as (env, request, _service):
        env.config_file.write_text(env.config_file.read_text() + PRICE.format("EUR"))
        shown = start(env, request)
        written = env.config_file.read_text()
        env.config_file.write_text(f'[run]\nmodel = "local"\n{written}')
        (stated,) = [each.value for each in stated_settings(env) if each.name == "run money"]
    assert stated == "5 EUR (default)"
    assert shown.state.spent.money > 0
    assert shown.to_json()["budgets"]["money"]["currency"] == "EUR"
    text = str([*run_lines(shown, 100)])
    assert " of 2.00 EUR" in text and "USD" not in text
    assert shown.output is not None and shown.output.metrics["currency"] == "EUR"


def test_money_of_another_currency_is_refused(tmp_path: Path) -> None:
    """A run goes on only while its model's price is in the currency that it began with."""
    with asking(tmp_path, scripted()) as (env, request, service):
        model = env.config_file.read_text()
        env.config_file.write_text(model + PRICE.format("EUR"))
        run_id = begin(env, request).record.run_id
        env.config_file.write_text(model + PRICE.format("USD"))
        with pytest.raises(UsageError, match="counts its money in EUR, but openai:m now has a price in USD"):
            resume(env, run_id)
        assert not service.requests
        env.config_file.write_text(model + PRICE.format("EUR"))
        assert resume(env, run_id).state.spent.money > 0
