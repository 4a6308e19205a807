"""An answered question is retained where a summary holds the option that was taken, as taken."""

from __future__ import annotations

import pytest

from gates.retention.chosen_options import answer_retained

ASKED = "Where should the notes of the release be kept? Local file in repo"


@pytest.mark.parametrize(
    "stated",
    [
        'Selected "Local file in repo" for the place of the notes',
        "The notes go to a local file in repo, as the user chose",
        "Release notes: local file in repo.",
    ],
)
def test_the_option_beside_a_word_of_its_question_is_enough(stated: str) -> None:
    """A summary tells an answer by its option, seldom by its question."""
    assert answer_retained(ASKED, stated)


@pytest.mark.parametrize(
    "stated",
    [
        "The notes are kept in a wiki rather than local file in repo",
        'The release notes: "Local file in repo" was rejected later',
        "The notes are kept in a file outside the repo",
        "The notes: offered local file in repo or a wiki",
    ],
)
def test_a_refused_or_other_option_is_none(stated: str) -> None:
    """It is not taken, or not this one."""
    assert not answer_retained(ASKED, stated)


def test_an_option_of_few_words_needs_its_question() -> None:
    """Two questions may have the same short answer; a long one is known by itself."""
    assert not answer_retained("Which queue holds the retries? Redis streams", "Caching uses redis streams")
    assert answer_retained("Which queue holds the retries? Redis streams", "The retries go to redis streams")
    assert answer_retained("Which queue holds the retries? Redis streams", "User chose: redis streams")
    assert not answer_retained("Which queue holds the retries? Redis streams", "Not chosen: redis streams")
    option = "Defer the cleanup until every worker stopped"
    assert answer_retained(f"When is it removed? {option}", f'Chose "{option}"')


def test_what_asks_nothing_is_no_answer() -> None:
    """A directive is judged by its own words."""
    assert not answer_retained(
        "Keep the notes in a local file in repo", "Keep the notes in a local file in repo"
    )


def test_one_word_is_too_little() -> None:
    """`Yes` and `Postgres` occur anywhere."""
    assert not answer_retained("Which store do the events use? Postgres", "They are read from Postgres dumps")
