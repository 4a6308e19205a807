"""The values that a sentence gives, by type."""

from __future__ import annotations

import pytest

from workbench.facts.superseding.stated_clauses import clauses_of
from workbench.facts.superseding.stated_values import rivals, values_of


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("The fair is on May 4", "date", "may 4"),
        ("Rent is due on the fifteenth", "date", "on the fifteenth"),
        ("polling once a minute is plenty", "frequency", "once a minute"),
        ("he arrives around half past five", "clock", "half past five"),
        ("we meet on the first Sunday", "weekday", "first sunday"),
        ("books begin in January", "month", "january"),
        ("at most 1,200 euros", "money", "1,200 euros"),
        ("hydrate to 72 percent", "percent", "72 percent"),
        ("the talk is 40 minutes", "duration", "40 minutes"),
        ("the host is stg-4", "code", "stg-4"),
        ("mail bills@acme.test", "code", "bills@acme.test"),
        ("the door is red", "colour", "red"),
        ("we have twelve seats", "of seat", "twelve"),
        ("ask for Mrs Byrne", "name", "mrs byrne"),
        ("make it 900", "number", "900"),
        ("Lena came in 13th of all", "rank", "13th"),
        ("ours is the second stall", "rank", "second"),
    ],
)
def test_values_have_a_type(text: str, kind: str, value: str) -> None:
    """As people write them."""
    assert value in values_of(text)[0][kind]


def test_a_bare_number_may_be_any_amount() -> None:
    """But not a name or a day."""
    (bare, money, name) = ({"number": frozenset("9")}, {"money": frozenset(["$8"])}, {"name": frozenset("X")})
    assert rivals(bare, money) == ["money"]
    assert rivals(money, bare) == ["number"]
    assert rivals(bare, name) == []


def test_what_stands_before_the_verb_says_which_thing_is_meant() -> None:
    """A name or a number there is no value."""
    (clause,) = clauses_of("Invoice 12 is due on May 3")
    assert clause.which == {"number": frozenset({"12"})}
    (clause,) = clauses_of("Owen prefers tabs")
    assert "name" not in clause.values


def test_a_pronoun_goes_on_about_what_was_named() -> None:
    """`it` is the wifi, and no subject of its own."""
    clause = clauses_of("I renamed the wifi, it's Burrow")[-1]
    assert not clause.subject
    assert "wifi" in clause.topic


def test_from_when_it_holds_is_no_value() -> None:
    """`as of Monday` dates the change."""
    (clause,) = clauses_of("We ship as of Monday with Hermes")
    assert "weekday" not in clause.values
