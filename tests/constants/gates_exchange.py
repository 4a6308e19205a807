"""Pairs for statements that the neighbouring events of one exchange carry together."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gates.language.similarity import MILLION, statement
from gates.search import exchange
from gates.search.windows import ScoredSpan
from tests.constants.holding import holds
from tests.gates import test_exchange

HERE = "gates.search.exchange"


@holds(f"{HERE}:NEAR")
def events_close_to_one_another_are_an_exchange() -> None:
    """Four apart are, five are not."""
    for between, carried in ((3, True), (4, False)):
        test_exchange.test_events_far_from_one_another_are_no_exchange(between, carried)


@holds(f"{HERE}:CARRIED_AT", step=0.02)
def linked_passages_hold_so_much() -> None:
    """A score of 1.46, not one of 1.44."""
    links: Any = [SimpleNamespace(ordinal=1), SimpleNamespace(ordinal=2)]
    none: Any = None
    for score, carried in ((1.46, True), (1.44, False)):
        with patch.object(exchange, "exchange_score", return_value=score):
            found = exchange.carried_by_exchange(
                statement("alpha bravo"), links, [["alpha"], ["bravo"]], none
            )
        assert found is carried


@holds(f"{HERE}:TOGETHER_COUNTS", step=0.05)
def words_together_count_more_than_words_held() -> None:
    """All words held and all of them together: 1 and 1.3 of 1."""
    index: Any = SimpleNamespace(weight=lambda _: MILLION)
    claim = statement("alpha bravo charlie delta")
    score = exchange.exchange_score(claim, [claim.tokens.stems], index)
    assert 2.28 < score < 2.32


def proposed(score: float, alone: float) -> bool:
    """Whether an exchange is linked that has this score, the nearest passage having this one alone."""
    search: Any = SimpleNamespace(nearest=lambda _: SimpleNamespace(score=alone), index=None)
    with (
        patch.object(exchange, "_unheard", return_value=False),
        patch.object(exchange, "_candidates", return_value=[["span"]]),
        patch.object(exchange, "_rows", return_value=[]),
        patch.object(exchange, "exchange_score", return_value=score),
    ):
        return bool(exchange.exchange_spans("alpha bravo charlie", search))


@holds(f"{HERE}:LINKED_AT", step=0.02)
def a_link_needs_so_much() -> None:
    """A score of 1.46, not one of 1.44."""
    assert proposed(1.46, 0.0)
    assert not proposed(1.44, 0.0)


@holds(f"{HERE}:SUPPORT_COUNTS", step=0.05)
def the_nearest_passage_speaks_for_it() -> None:
    """A fifth of what that scores."""
    assert proposed(1.26, 1.0)
    assert not proposed(1.24, 1.0)


@holds(f"{HERE}:CENTRES")
def so_many_passages_are_looked_at() -> None:
    """The twelfth is a centre, the thirteenth is not."""
    search: Any = SimpleNamespace(
        index=SimpleNamespace(source=range(1000)),
        top=lambda _, count: [SimpleNamespace(ordinal=10 * number) for number in range(1, count + 1)],
        within=lambda ordinal, _: ScoredSpan(ordinal, 0, 1, 0.5),
        stems_of=lambda _: frozenset(),
    )
    centres = [spans[0].ordinal for spans in exchange._candidates(statement("alpha bravo"), search)]
    assert centres == [10 * number for number in range(1, 13)]


@holds(f"{HERE}:UNHEARD_AT", step=0.02)
def a_statement_of_words_that_nobody_said_is_in_no_exchange() -> None:
    """A quarter of them, not .24."""
    for weight, unheard in ((26, True), (24, False)):
        weights = {"alpha": 100 - weight, "zulu": weight}
        index = SimpleNamespace(weight=lambda stem, weights=weights: weights[stem], mentions=lambda _: True)
        search: Any = SimpleNamespace(index=index, has_stem=lambda stem: stem == "alpha")
        assert exchange._unheard(statement("alpha zulu"), search) is unheard
