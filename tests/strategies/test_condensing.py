"""Condensing takes as few words as it must, and none that says whether or how something holds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.language.similarity import statement
from workbench.strategies.condensing import condense, cues_of, verbatim_run, words_of
from workbench.strategies.condensing_words import (
    ALIKE,
    ARTICLES,
    FILLERS,
    FORMS,
    LIMITING,
    OPENERS,
    OWNERS,
    SHORT,
)

WORDS = """
    the a an and or not never no only just without must should may might can cannot don't won't
    shouldn't did do does have has been was is are if unless before after until always sometimes exactly
    about at between from of to in that this my its 9 12 40% 3.5 src/app.py --force order_total retry
    table rows, export; tests, deploy run keep delete please really very quite we're it's it is but than
    more few user server (stove) too once nobody
""".split()
_FREE = ARTICLES | FILLERS | OPENERS | OWNERS | {"and", "that", "also"}
"""What may come or go."""
_TOLD = {**FORMS, **ALIKE, **{short: " ".join(pair) for pair, short in SHORT.items()}}


def _full(text: str) -> list[str]:
    """The words with short forms in full, without those that may be put between two runs."""
    full = [word for each in words_of(text) for word in _TOLD.get(each, each).casefold().split()]
    return [word for word in full if word != "also"]


def _held(text: str) -> list[str]:
    """The words that must stand, in their order."""
    return [word for word in _full(text) if word not in _FREE]


def _denied(text: str) -> list[tuple[str, str]]:
    """What is denied or limited, with the word that does it."""
    return [pair for pair in pairwise(_full(text)) if pair[0] in LIMITING]


@settings(max_examples=120, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=12, max_size=40))
def test_nothing_that_binds_changes(words: list[str]) -> None:
    """No run is verbatim; every other word stands in its order; polarity, force and numbers are the same."""
    said = " ".join(words)
    told = condense(said)
    assert verbatim_run(told, said) is None
    assert _held(told) == _held(said)
    bare = " ".join(words[next((n for n, word in enumerate(words) if word not in OPENERS), 0) :])
    assert _denied(told) in (_denied(said), _denied(bare))
    assert cues_of(told) in (cues_of(said), cues_of(bare))
    assert bool(statement(told).tokens.negations) == bool(statement(said).tokens.negations)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([word for word in WORDS if word not in OPENERS]), min_size=1, max_size=11))
def test_a_short_sentence_stays_as_said(words: list[str]) -> None:
    """Below the verbatim limit nothing has to go."""
    assert condense(" ".join(words)) == " ".join(words)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Keep in mind that the server did restart twice before the export was done by hand.",
            "Keep in mind that the server did restart twice before export was done by hand.",
        ),
        (
            "With one condition, the water must be off only between 9 and 12 because of the doctor upstairs.",
            "With one condition, water must be off only between 9 and 12 because of doctor upstairs.",
        ),
        (
            "We do not want the only copy to be moved out of its folder before it was checked.",
            "We don't want the only copy to be moved out of the folder before it was checked.",
        ),
        (
            "I changed the exporter and the two tests that you named, so the run passes again now.",
            "I changed the exporter and two tests that you named, so the run passes again now.",
        ),
        ("Good luck with the plaster.", "Good luck with the plaster."),
        ("Ok, so far we have 14,710 in all.", "so far we have 14,710 in all."),
    ],
)
def test_a_condensed_sentence_still_reads_as_one(said: str, told: str) -> None:
    """Auxiliary verbs, pairs of numbers and `the only` stay; an article or a short form is enough."""
    assert condense(said) == told


def test_words_of_which_none_can_go_are_parted_by_one_more() -> None:
    """Where every word carries something a word that carries nothing stands between two runs."""
    said = " ".join(["no"] * 30)
    assert [word for word in condense(said).split() if word != "also"] == said.split()
    assert verbatim_run(condense(said), said) is None


def test_a_run_of_one_word_is_broken_too() -> None:
    """Leaving a word out breaks nothing where the next one is the same."""
    said = " ".join(["the"] * 13)
    assert verbatim_run(condense(said), said) is None


def test_a_quotation_stands_as_it_was_said() -> None:
    """A run is broken outside of it, even where that costs more."""
    said = (
        "Should the exporter write every night, or keep waiting until somebody asks for a file? "
        '"Keep waiting: write on demand" in their words'
    )
    told = condense(said)
    assert told != said
    assert '"Keep waiting: write on demand"' in told


def test_a_quotation_that_has_to_be_broken_loses_its_marks() -> None:
    """Eleven words of it can stand, of twelve one more is put between them and nobody is quoted."""
    words = "north south east west alpha beta gamma delta epsilon zeta eta theta".split()
    assert condense(f'"{" ".join(words[:11])}"') == f'"{" ".join(words[:11])}"'
    told = condense(f'"{" ".join(words)}"')
    assert '"' not in told
    assert set(words) <= set(told.split())
