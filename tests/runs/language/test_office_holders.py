"""Whether a text names who holds an office."""

from __future__ import annotations

import pytest

from workbench.runs.language.office_holders import names_holder
from workbench.runs.ranking.questions import wanted

WHO = "Who is the head weaver?"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Two of us are paid: the head weaver, Ida Blom, and a dyer, Per Kolm.", True),
        ("Present: Ida Blom (head weaver since 2014), Per Kolm.", True),
        ("Ida Blom, our head weaver, keeps the keys.", True),
        ("Head weaver: Ida Blom", True),
        ("The head weaver is now Ida Blom.", True),
        ("Ida Blom, the former head weaver, keeps the keys.", False),
        ("Ida Blom (deputy head weaver) was there.", False),
        ("The head weaver, Ida Blom and Per Kolm came.", False),  # a list
        ("Ask the head weaver on Mondays.", False),
        ("Ida Blom, the head weaver's sister, came.", False),
    ],
)
def test_an_apposition_names_who_holds_an_office(text: str, named: bool) -> None:
    """In either order, in brackets or after a colon."""
    assert names_holder(WHO, text) is named
    assert not named or wanted(WHO).met(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Per Kolm gives it up; Ida Blom takes the loom key from May.", True),
        ("The loom key hangs where Ida Blom keeps the yarn.", True),
        ("The loom key has been lost since Ida Blom has been away.", False),
        ("The key to the loom is on a hook.", False),
        ("3 loom; Per Kolm key holder", True),
        ("3 loom; Kolm Hall room", False),
    ],
)
def test_who_has_something_is_named_beside_it(text: str, named: bool) -> None:
    """By the verb of having, keeping or taking."""
    assert wanted("Who has the key to the loom?").met(text) is named


def test_only_a_question_for_an_office_has_a_holder() -> None:
    """`Who wove it` asks for no office."""
    assert not names_holder("Who wove the carpet?", "The carpet, Ida Blom")
    assert names_holder("Who is the treasurer of the guild?", "Per Kolm (treasurer)")
