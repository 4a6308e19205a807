"""What a denial in a clause denies, and which clauses say yes or no to a question."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.answer_sides import ComparedPassage, answer_sides, stance
from workbench.runs.conflicts.clause_topics import denies, topic
from workbench.runs.conflicts.disagreement import rival
from workbench.runs.conflicts.opposed_sides import opposed
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage

LOCKED = "Is the boathouse locked?"


@pytest.mark.parametrize(
    ("clause", "denied"),
    [
        ("the boathouse is not locked", True),
        ("it is never locked", True),
        ("the boathouse cannot be seen", True),
        ("no lock is on it", True),
        ("locking is forbidden", True),
        ("No", True),
        ("locked boxes never travel by boat", False),
        ("four of them (not those by the pond) are locked", False),
        ("seven chests were never opened and one is locked", False),
    ],
)
def test_a_denial_denies_what_follows_it_or_its_subject(clause: str, denied: bool) -> None:
    """A denial of something else in the same clause denies nothing that was asked."""
    assert denies(clause, lambda words: not {"boathous", "lock"}.isdisjoint(topic(words))) is denied


def test_a_clause_that_mentions_much_else_says_neither_yes_nor_no() -> None:
    """Words of the question among many others decide nothing."""
    scorer = PassageScorer(LOCKED, {})
    long = "a warden of any locked shed gate store boathouse or pump carries two lamps and a list of keys"
    assert stance(scorer, "The boathouse is locked at night.") == 1
    assert stance(scorer, "The boathouse is not locked.") == -1
    assert stance(scorer, long) == 0


def sides(*texts: str) -> list[str]:
    """The reasons for which sentences of different sources contradict each other."""
    scorer = PassageScorer(LOCKED, {})
    passages = [
        ComparedPassage(f"c{n}", f"s{n}", f"{n}.md", text, "Notes", "The boathouse, locked or open", ())
        for n, text in enumerate(texts)
    ]
    return [why for why, _, _ in opposed(scorer, LOCKED, answer_sides(scorer, LOCKED, passages))]


def test_each_side_says_itself_what_is_asked() -> None:
    """The first lines of a source do not make any sentence of it a yes."""
    denied = "The boathouse is not locked."
    assert sides("The boathouse is locked every night.", denied) == ["one allows what the other denies"]
    assert sides("Ropes hang on the wall by the stairs.", denied) == []


def test_what_is_left_open_denies_nothing() -> None:
    """`whether` asserts neither side."""
    one, other = "No rope holds the boat at the quay.", "It says whether a rope holds the boat at the quay."
    assert rival("What is mooring?", RankedPassage(one), RankedPassage(other)) == ""
    stated = rival(
        "What is mooring?", RankedPassage(one), RankedPassage("A rope holds the boat at the quay.")
    )
    assert stated == "one denies what the other says"
