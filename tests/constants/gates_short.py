"""Pairs for what a claim about a short source is laid beside."""

from __future__ import annotations

from gates.contradiction.short_sources import _are_kin
from gates.contradiction.turned_round import same
from tests.constants.holding import holds
from tests.gates.test_session_claims import claim
from tests.gates.test_session_claims import found as rules_of


@holds("gates.contradiction.short_sources:LONGEST")
def a_source_is_short_in_characters_too() -> None:
    """With 20,000 of them it is, with one more it is not."""
    for length, hit in ((20_000, True), (20_001, False)):
        lines = (
            "user: One lamp is missing.",
            "assistant: " + "x" * (length - len("One lamp is missing.")),
        )
        assert (("warning", "exception_left_out") in rules_of(lines, claim("All lamps are placed."))) is hit


@holds("gates.contradiction.short_sources:KIN_FROM")
def kin_share_three_letters() -> None:
    """At their beginning; two are not enough."""
    assert _are_kin("ledgerone", "led.pqrst")
    assert not _are_kin("ledgerone", "lex.pqrst")


@holds("gates.contradiction.short_sources:HEARD_AT", step=0.1)
def a_cause_is_heard_of_by_more_than_half_of_its_words() -> None:
    """Two of four are too few, three of five are enough."""
    causes = (("rain broke drawer hinges", True), ("rain broke drawer hinges yesterday", False))
    for cause, hit in causes:
        lines = ("user: rain broke it" if hit else "user: rain broke a drawer", "assistant: All right.")
        stated = claim(f"The till stopped because {cause}.")
        assert (("warning", "cause_unheard") in rules_of(lines, stated)) is hit


@holds("gates.contradiction.turned_round:HALF", step=0.1)
def half_of_the_words_make_two_sides_the_same() -> None:
    """Two of four do, two of five do not."""
    assert same(frozenset("abcd"), frozenset("abef"))
    assert not same(frozenset("abcde"), frozenset("abfgh"))
