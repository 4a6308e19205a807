"""Pairs for the rules of gate D on negations and numbers."""

from __future__ import annotations

import re
from unittest.mock import patch

from gates.contradiction import negation, number_slots, numbers, warnings
from gates.language.capitals import _class_of
from gates.language.similarity import statement
from gates.source import make_link
from tests.constants.gates_claims import D, anything, claim, covering, events_of
from tests.constants.holding import holds
from tests.gates.build import SESSION, index_of


@holds(f"{D}.negation:SCOPE")
def a_negation_turns_four_words() -> None:
    """Not the fifth behind it."""
    negation.signed.cache_clear()
    row = negation.signed("never alpha bravo charlie delta echo foxtrot")
    negation.signed.cache_clear()
    assert sum(each.denied for each in row) == 4


@holds(f"{D}.negation:BESIDE")
def five_words_on_each_side_say_what_is_denied() -> None:
    """Of six before and six behind."""
    negation._predicates.cache_clear()
    text = "alpha bravo charlie delta echo foxtrot does not golf hotel india juliet kilo lima"
    (denied,) = negation._predicates(text)
    negation._predicates.cache_clear()
    assert len(denied.about) == 10


DENIES = "The importer does not keep archives."


@holds(f"{D}.negation:LONGEST")
def a_sentence_ends_somewhere() -> None:
    """One of 600 characters denies, one of 601 is data."""
    for length, found in ((600, 1), (601, 0)):
        text = DENIES + " " + "x" * (length - len(DENIES) - 1)
        assert len(list(negation.dropped("The importer keeps archives", [text]))) == found


@holds(f"{D}.negation:BY_OTHERS", step=0.03)
def what_the_passage_has_beside_a_denial_counts_a_little_less() -> None:
    """All words by two sentences are .9."""
    core = [DENIES, "The nightly sweep rests elsewhere."]
    text = "The importer keeps archives nightly sweep rests elsewhere"
    ((_, share),) = negation.dropped(text, core)
    assert 0.88 < share < 0.92


def signs(share: float) -> int:
    """Return the number of findings for a claim of which a negated sentence contains this share."""
    reading = anything(
        item=claim("The importer keeps archives"),
        compared=statement("The importer keeps archives"),
        linked=[],
        window=[],
        core=[],
        quoted=False,
        text=lambda _: "",
        top=[],
        search=None,
    )
    with (
        patch.object(warnings, "added", return_value=False),
        patch.object(warnings, "dropped", return_value=[("it does not", share)]),
    ):
        return len(warnings._signs(reading))


@holds(f"{D}.negation:SAME_MATTER", step=0.02)
def a_denial_holds_half_of_the_claim() -> None:
    """.51 of its words, not .49."""
    assert signs(0.51)
    assert not signs(0.49)


@holds(f"{D}.number_slots:BESIDE")
def four_words_on_each_side_of_a_number_are_compared() -> None:
    """Of five that match on each."""
    text = "alpha bravo charlie delta echo 7 foxtrot golf hotel india juliet"
    row = number_slots.row(text)
    assert number_slots._beside(row, 5, row, 5) == 8


@holds(f"{D}.number_slots:SAME_PLACE")
def three_matching_words_are_the_same_place() -> None:
    """Two are not."""
    source = ["zulu alpha bravo charlie 8 yankee"]
    assert len(number_slots.others("alpha bravo charlie 7 stays", source)) == 1
    assert number_slots.others("other bravo charlie 7 stays", source) == []


@holds(f"{D}.numbers:CONTEXT_BEFORE")
def the_sentence_before_a_link_is_read_with_it() -> None:
    """With the one behind it these are three of five."""
    text = "One calm. Two calm. Three calm. Four calm. Five calm."
    index = index_of(events_of(text))
    at = text.index("Three")
    link = make_link(SESSION, 0, text, at, at + 5)
    assert len(numbers.beside(index, [link])) == 3


@holds(f"{D}.numbers:SAME_FACT", step=0.02)
def a_sentence_with_most_words_states_the_same_fact() -> None:
    """.76 of them, not .74."""
    said = statement("The nightly sweep archives 7 exports")
    index = index_of(events_of("The nightly sweep archives 8 exports."))
    (segment,) = index.segments(0)
    (number,) = said.tokens.numbers
    for share, rival in ((0.76, True), (0.74, False)):
        with covering(numbers, share):
            assert (numbers._rival(said, number, segment, absent=False) is not None) is rival


@holds(f"{D}.numbers:STATED_AT", step=0.02)
def a_passage_with_most_words_is_about_the_same() -> None:
    """.61 of them, not .59."""
    index = index_of(events_of("The sweep archives exports.", "There are 77 of them."))
    link = make_link(SESSION, 0, index.events[0].text, 0, 9)
    for share, found in ((0.61, ["num_unlinked"]), (0.59, [])):
        with patch.object(numbers, "stated_otherwise", return_value=share):
            met = numbers.numbers(claim("The sweep archives 77 exports"), index, [link])
        assert [each.rule for each in met] == found


@holds("gates.language.capitals:_LAST", step=0x110)
def letters_of_scripts_in_use_are_capitals_and_signs_of_formulas_are_not() -> None:
    """The last Greek capital is one, the letter of the complex numbers is not."""
    letters = re.compile(_class_of(str.isupper))
    assert letters.fullmatch("\u1ffb")
    assert not letters.fullmatch("\u2102")
