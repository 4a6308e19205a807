"""Pairs for what a passage must say together to be a statement's source."""

from __future__ import annotations

from tests.constants.holding import holds
from tests.gates import test_said_together

TOGETHER = "gates.search.said_together"


@holds(f"{TOGETHER}:REACH")
def words_stand_close_together() -> None:
    """Three places behind are near, four are not."""
    for gap, together in ((3, True), (4, False)):
        test_said_together.test_words_stand_close_together(gap, together)


@holds(f"{TOGETHER}:TOGETHER", step=0.08)
def a_share_of_pairs_stands_together() -> None:
    """Three of nine pairs, not two."""
    for pairs, together in ((3, True), (2, False)):
        test_said_together.test_a_share_of_the_pairs_stands_together(pairs, together)


@holds(f"{TOGETHER}:FEWEST_PAIRS")
def few_pairs_are_not_asked() -> None:
    """Three are, two are not."""
    for words, together in (("alpha bravo charlie", True), ("alpha bravo charlie delta", False)):
        test_said_together.test_few_words_say_nothing_of_order(words, together)


@holds(f"{TOGETHER}:SHORT")
def a_short_statement_needs_its_number() -> None:
    """One of five words, not one of six."""
    for words, missing in (("bravo charlie delta", "7"), ("bravo charlie delta echo", "")):
        test_said_together.test_up_to_so_many_words_a_number_is_most_of_it(words, missing)
