"""Whether words occur is answered from distinct parts as from the whole text."""

from __future__ import annotations

import random
import re
import sys

import pytest

from gates.language.numerals import SpokenValues, spoken_values
from gates.language.word_bounds import joins, occurs_in
from gates.search.vocabulary import Vocabulary

EVENTS = (
    ["ran `pytest -q tests/test_billing.py` twice-over", "tests/test_billing.py"],
    [""],
    ["the flag --dry-run, and retry_limit=3 (not retry_limits)"],
    ["it took twenty five minutes", "sleep 5"],
    ["one\ttwo\nthree", "8.2million"],
    ["straße heißt strasse; \ufb01le", "\u0130stanbul"],
)
SOUGHT = (
    "pytest", "test", "tests", "tests/test_billing.py", "test_billing.py", "billing", "billing.py",
    "--dry-run", "dry-run", "-run", "run,", "retry_limit", "retry_limits", "retry_limit=3", "retry",
    "three", "fi", "file",
    "strasse", "istanbul", "stanbul", "it took", "took twenty", "one\ttwo", "two\nthree",
    "nowhere", "nowhere.py", "tests/nowhere.py", "twice", "over", "(not", "=", "q", "5",
)  # fmt: skip


def vocabulary(events: int) -> Vocabulary:
    """The parts of the first texts."""
    made = Vocabulary()
    for texts in EVENTS[:events]:
        made.add([text.casefold() for text in texts])
    return made


@pytest.mark.parametrize("sought", SOUGHT)
def test_words_stand_where_they_stand_in_the_text(sought: str) -> None:
    """This holds at every event, also for a vocabulary that has read further; None means undecided."""
    grown = vocabulary(len(EVENTS))
    for events in range(len(EVENTS) + 1):
        texts = [text.casefold() for some in EVENTS[:events] for text in some]
        for made in (grown, vocabulary(events)):
            stands, holds = made.occurs(sought, events), made.holds(sought, events)
            assert stands in (any(occurs_in(sought, text) for text in texts), None)
            assert holds in (any(sought in text for text in texts), None)
            if sought.split() == [sought]:
                assert None not in (stands, holds)


def test_a_word_that_is_nowhere_is_reported_without_the_text() -> None:
    """This also holds for several words of which one is missing."""
    made = vocabulary(len(EVENTS))
    assert made.occurs("took nowhere", len(EVENTS)) is False
    assert made.occurs("took twenty", len(EVENTS)) is None


def test_events_without_words_of_numbers_hold_none() -> None:
    """An event with a number in words is read."""
    made = vocabulary(len(EVENTS))
    for number, texts in enumerate(EVENTS):
        if any(spoken_values(text) for text in texts):
            assert made.counts(number)
    assert not made.counts(0)


def test_a_word_is_the_same_for_the_pattern_as_for_its_neighbours() -> None:
    """The pattern that parts words and the rule for what joins two characters agree on all of Unicode."""
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        assert joins(character, "a") == (re.match(r"\w", character) is not None), hex(code)


WORDS = (
    "twenty", "five", "hundred", "and", "point", "million", "8.2", "3", "one", "the", "files", "thousand",
    "dollars", "-", "twenty-five", "x,", "six.", "5million", "\u017fix", "zero", "a",
)  # fmt: skip
APART = (" ", "-", "\n", "  ", " -", ", ", "\t", "")


def test_texts_are_passed_over_only_where_they_hold_no_number_in_words() -> None:
    """Texts made at random, one below the other, give the values of the whole text."""
    choose = random.Random(5)
    for _ in range(4_000):
        texts = [
            "".join(choose.choice(WORDS) + choose.choice(APART) for _ in range(choose.randint(0, 6)))
            for _ in range(choose.randint(1, 4))
        ]
        made, values = Vocabulary(), SpokenValues()
        for number, text in enumerate(texts):
            made.add([text.casefold()])
            values.add(text, counts=made.counts(number))
        assert values.values() == spoken_values("\n".join(texts)), texts
