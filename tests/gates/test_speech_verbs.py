"""Verbs of speech are one list with their forms."""

from __future__ import annotations

import re

import pytest

from gates.language.speech_verbs import ASSENTS, PUTS_FORWARD, SPEAKS, past_of, third_person_of, told_forms


@pytest.mark.parametrize(
    ("verb", "third", "past"),
    [
        ("ask", "asks", "asked"),
        ("propose", "proposes", "proposed"),
        ("admit", "admits", "admitted"),
        ("say", "says", "said"),
        ("tell", "tells", "told"),
        ("discuss", "discusses", "discussed"),
        ("agree", "agrees", "agreed"),
    ],
)
def test_each_verb_has_its_forms(verb: str, third: str, past: str) -> None:
    assert (third_person_of(verb), past_of(verb)) == (third, past)


def test_an_assent_puts_nothing_forward() -> None:
    assert PUTS_FORWARD < SPEAKS
    assert not ASSENTS & SPEAKS


def test_reported_forms_are_reported_and_not_planned() -> None:
    told = re.compile(told_forms(PUTS_FORWARD))
    assert all(told.fullmatch(form) for form in ("asked", "suggests", "said", "told"))
    assert not any(told.fullmatch(form) for form in ("ask", "suggest", "agreed", "confirms"))
