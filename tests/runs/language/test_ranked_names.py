"""Things that are named by a superlative or an ordinal, which another text explains."""

from __future__ import annotations

import pytest

from workbench.runs.language.descriptions import descriptions
from workbench.runs.language.ranked_names import MOST_NOUNS, explained_ranks, rank_phrases, with_names


def pairs(text: str) -> set[tuple[str, str]]:
    """What a text explains, as description and name."""
    return {(each.phrase.text, each.name) for each in explained_ranks(text)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Petrel, the oldest of our three barges, is laid up.", {("oldest barges", "The Petrel")}),
        ("The Petrel is still our oldest barge.", {("oldest barge", "The Petrel")}),
        ("Our oldest barge is called the Petrel.", {("oldest barge", "the Petrel")}),
        ("Ida Moss, the first head of the Salt School, taught sums.", {("first head", "Ida Moss")}),
        ("The first head of the school was Ida Moss.", {("first head", "Ida Moss")}),
        ("Our newest reading room, the Ash Room, opens late.", {("newest reading room", "the Ash Room")}),
        ("The Heron (our second largest crane) was sold.", {("second largest crane", "The Heron")}),
        ("| Petrel, our oldest barge | 1911 |", {("oldest barge", "Petrel")}),
        ("On Monday, our first barge left.", set()),
        ("In 1911, the oldest barge, still afloat, was sold.", set()),
        ("Our oldest barge is Danish.", set()),
        ("The Petrel left in the first week of May.", set()),
        ("The Petrel is not our oldest barge.", set()),
        ("The Petrel, the forest and the harvest were lovely.", set()),
        ("The Petrel may be our oldest barge.", set()),
        ("The Petrel was our oldest barge until 1990.", set()),
    ],
)
def test_a_text_says_which_is_the_oldest(text: str, found: set[tuple[str, str]]) -> None:
    """Before or after the name, in brackets, in a sentence of its own; not what was so once, or may be."""
    assert pairs(text) == found


def test_they_are_descriptions_like_others() -> None:
    """Used in other words too: another word for the thing, or `of our`."""
    (only,) = descriptions("The Petrel, our oldest barge, is laid up.")
    assert only.explained == "The Petrel"
    assert only.used_in("The oldest of the barges is red, and our oldest barge leaks.") == (
        "the oldest of the barges",
        "our oldest barge",
    )
    assert only.used_in("The newest barge and our oldest anchor are red.") == ()


@pytest.mark.parametrize(
    ("question", "texts", "resolved"),
    [
        (
            "How long is our oldest barge?",
            ["The Petrel, the oldest of our barges, leaks."],
            "How long is the Petrel?",
        ),
        (
            "How many people does the oldest vessel in the fleet carry?",
            ["The Petrel is our oldest ship."],
            "How many people does the Petrel carry?",
        ),
        (
            "When did the first head of the school retire?",
            ["The first head of the school was Ida Moss."],
            "When did Ida Moss retire?",
        ),
        (
            "How long is our oldest barge?",
            ["The Petrel is our oldest barge.", "Our oldest barge is the Auk."],
            "",
        ),
        ("How long is our oldest barge?", ["The Petrel is our newest barge."], ""),
        ("How long is our oldest barge?", ["The Petrel is our oldest anchor."], ""),
        ("Which is our oldest barge?", ["The Petrel is our oldest barge."], ""),
        ("Who was the first head of the school?", ["The first head of the school was Ida Moss."], ""),
        (
            "When did the first head of the school retire?",
            ["The first head of the ferry was Jon Ash."],
            "",
        ),
        ("How long is the Petrel, our oldest barge?", ["The Petrel is our oldest barge."], ""),
    ],
)
def test_a_question_is_asked_by_name(question: str, texts: list[str], resolved: str) -> None:
    """If all that is known names one thing; a question that asks for the name itself is left as it is."""
    found = [each for text in texts for each in explained_ranks(text)]
    assert with_names(question, found) == resolved


def test_words_that_end_alike_are_no_ranks() -> None:
    """`Forest`, `guest` and `harvest` compare nothing."""
    assert rank_phrases("the forest path, our guest room, the best room, the harvest feast") == []


def test_the_words_of_a_description_are_few() -> None:
    """What follows them belongs to the sentence."""
    (phrase,) = rank_phrases("our oldest heavy iron garden gate hinge")
    assert phrase.nouns == ("heavy", "iron", "garden", "gate")
    assert len(phrase.nouns) == MOST_NOUNS
