"""An answer must contain the question's key words; the nearest passage alone is not an answer."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from workbench.runs.language.terms import asked_stems
from workbench.runs.ranking.questions import predicate_of
from workbench.runs.ranking.scoring import DIRECT_AT, PassageScorer, RankedPassage

MILL = "The mill at Oldbrook was sold to a baker in 2019."


def rated(question: str, text: str, above: str = "") -> float:
    """Return the score of a passage if every word of the question weighs the same."""
    scorer = PassageScorer(question, dict.fromkeys(asked_stems(question), 0.8))
    return scorer.rated(RankedPassage(text, above))


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("When was the mill sold?", True),
        ("Was the mill at Oldbrook sold?", True),
        ("Was the mill damaged in 2019?", False),
        ("Which baker of Ferndale sold a mill?", False),
        ("What did the baker say about the mill?", False),
    ],
)
def test_an_answer_says_what_carries_the_question(question: str, answers: bool) -> None:
    """Key words are the action, one of the names, and a reporting verb if speech is asked for."""
    assert (rated(question, MILL) >= DIRECT_AT) is answers


def test_a_value_of_something_else_in_the_passage_is_no_answer() -> None:
    """The subject must be named beside the value or above it, not just somewhere in the passage."""
    own = "The brewery and its yard lie at the river. It is old.\n\nOur offer holds until the end of August."
    assert rated("When does the brewery open its yard?", own) < DIRECT_AT
    assert rated("Until when does the offer of the brewery hold?", own, "The brewery") >= DIRECT_AT


def test_what_stands_above_a_passage_counts() -> None:
    """A name in the heading counts as named."""
    text = "It was sold to a baker in 2019."
    assert rated("When was the mill at Oldbrook sold?", text, "The mill at Oldbrook") >= DIRECT_AT


@pytest.mark.parametrize(
    ("question", "stem"),
    [
        ("Was the barn painted in May?", "paint"),
        ("Why was she interested in bees?", "interest"),
        ("Why?", ""),
    ],
)
def test_what_a_question_says_was_done(question: str, stem: str) -> None:
    """The participle is found in any position."""
    assert predicate_of(question) == stem


def test_a_heading_says_a_word_and_not_its_kind() -> None:
    """A shelter in a heading is not a cabin below it; a cabin in one is."""
    scorer = PassageScorer("What does a cabin cost?", {"cabin": 0.6, "cost": 0.5})
    text = "The company gave 6,000 pounds."
    kind, same = (scorer.windows(RankedPassage(text, above))[0] for above in ("The shelter", "The cabin"))
    assert (kind.answers, same.answers) == (False, True)


def test_what_a_text_covers_is_computed_once() -> None:
    """Several rules use it for the same pair; a rule that changes its copy does not affect the others."""
    scorer = PassageScorer("What does a cabin cost?", {"cabin": 0.6, "cost": 0.5})
    with patch.object(PassageScorer, "_match", return_value=1.0) as matched:
        first = scorer.covers("A cabin costs 90.", "")
        asked = matched.call_count
        first.clear()
        again = scorer.covers("A cabin costs 90.", "")
    assert matched.call_count == asked
    assert set(again) == {"cabin", "cost"}
