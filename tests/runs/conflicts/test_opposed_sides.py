"""Two sources that give one question different values, each beside words that only its context names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from workbench.runs.conflicts.answer_sides import ComparedPassage, answer_sides
from workbench.runs.conflicts.opposed_sides import opposed
from workbench.runs.ranking.scoring import PassageScorer

HEAVY = "How heavy is the steam crane at Fell Quay?"
LADY = ("old lady", "the steam crane at Fell Quay")


def passage(name: str, text: str, above: str = "", told: tuple[tuple[str, str], ...] = ()) -> ComparedPassage:
    """A passage of a source of its own."""
    return ComparedPassage(name, name, f"{name}.md", text, above, "", told)


def reasons(question: str, *passages: ComparedPassage) -> list[str]:
    """What the passages disagree about."""
    scorer = PassageScorer(question, {})
    return [why for why, _, _ in opposed(scorer, question, answer_sides(scorer, question, passages))]


@pytest.mark.parametrize(
    ("question", "one", "other", "disagree"),
    [
        (
            HEAVY,
            passage("log", "The steam crane was set on the scale. It showed 12 tonnes.", "Fell Quay"),
            passage("mail", "We lifted the Old Lady. The cell read 19 tonnes.", told=(LADY,)),
            True,
        ),
        (
            HEAVY,
            passage("log", "The steam crane was set on the scale. It showed 12 tonnes.", "Fell Quay"),
            passage("mail", "We lifted the Old Lady. The cell read 12,000 kg.", told=(LADY,)),
            False,
        ),
        (
            HEAVY,
            passage("log", "The steam crane at Fell Quay weighs 12 tonnes."),
            passage("plan", "The steam crane at Fell Quay was planned to weigh 19 tonnes."),
            False,
        ),
        (
            HEAVY,
            passage("log", "The steam crane at Fell Quay weighs 12 tonnes."),
            passage("mail", "The steam crane at Fell Quay weighs 19 tonnes, so the raft will not do."),
            True,
        ),
        (
            HEAVY,
            passage("log", "All in all the steam crane at Fell Quay weighs 12 tonnes with its boom."),
            passage("mail", "The whole of the steam crane at Fell Quay weighs 19,000 kg."),
            True,
        ),
        (
            HEAVY,
            passage("log", "The steam crane at Fell Quay weighs 12 tonnes altogether."),
            passage("mail", "The steam crane at Fell Quay weighs 900 kg without its boom."),
            False,
        ),
        (
            "How many berths does Fell Quay have?",
            passage("table", "| Quay | Berths |\n| --- | --- |\n| Fell Quay | 14 |\n| Tarn Quay | 9 |"),
            passage("letter", "Fell Quay has 16 berths."),
            True,
        ),
        (
            "What came first at Fell Quay, the crane or the shed?",
            passage("log", "The crane was put up first.", "Fell Quay"),
            passage("talk", "The shed had been built already when the crane came.", "Fell Quay"),
            True,
        ),
        (
            "Who decided to close Fell Quay?",
            passage("minutes", "The harbour board decided to close Fell Quay."),
            passage("letter", "It was the mayor who decided that Fell Quay should close."),
            True,
        ),
        (
            "Who decided to close Fell Quay?",
            passage("minutes", "The harbour board decided to close Fell Quay."),
            passage("letter", "The mayor decided to close Tarn Quay."),
            False,
        ),
        (
            "Why did the kiln stop?",
            passage("log", "The big kiln stopped because a fuse had blown."),
            passage("deed", "The big kiln was bought because the small one was full.", "Kiln at Mill End"),
            False,
        ),
        (
            "Why did the kiln stop?",
            passage("log", "The big kiln stopped because a fuse had blown."),
            passage("deed", "The big kiln halted because the gas was used up.", "Kiln at Mill End"),
            True,
        ),
        (
            "Why did the kiln stop?",
            passage("log", "The big kiln stopped because a fuse had blown."),
            passage("mail", "The kiln rests because the gas was used up.", "Why the kiln stopped"),
            True,
        ),
    ],
)
def test_sides_are_read_with_their_context(
    question: str, one: ComparedPassage, other: ComparedPassage, disagree: bool
) -> None:
    """Another thing, another unit and a plan are no conflict."""
    assert bool(reasons(question, one, other)) is disagree


def test_a_later_sentence_names_no_subject() -> None:
    """The first lines of a source name what the values after them are of, not of those before."""
    text = "The small crane weighs 30 tonnes. The steam crane at Fell Quay is older."
    log = passage("log", "The steam crane at Fell Quay weighs 12 tonnes.")
    early = replace(passage("note", text), opening=text)
    late = "The crane weighs 30 tonnes."
    first = "Notes on the steam crane at Fell Quay.\n\n"
    told = replace(passage("note", late), opening=first + late, begins=len(first))
    assert reasons(HEAVY, log, early) == []
    assert reasons(HEAVY, log, told)


BREAK = "When did the crane pump break down?"


@pytest.mark.parametrize(
    ("text", "rival"),
    [
        ("The delay came from the machine in the yard, which was broken from 2 March to 11 April.", False),
        ("The crane pump broke down on 9 December.", True),
        ("The crane pump is of brass. On 9 December it broke down for good.", True),
    ],
)
def test_a_date_is_a_rival_only_if_it_dates_the_same_thing(text: str, rival: bool) -> None:
    """A related word is another thing; a pronoun for it is the same."""
    told = passage("log", "The crane pump broke down on 17 November: its rod had snapped.")
    assert reasons(BREAK, told, passage("account", text)) == (["other dates"] if rival else [])


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Rule 4: kites are allowed from 1 April to 31 October only, before dusk.", ["other dates"]),
        ("Kites may fly between 1 May and 31 October, if nobody objects.", []),
        ("Kites fly until 31 October.", []),
    ],
)
def test_spans_with_one_date_in_common_differ_in_the_other(text: str, stated: list[str]) -> None:
    """From May is not from April, though both end on one day."""
    board = passage("board", "Kites: please, only between 1 May and 31 October.")
    assert reasons("When may I fly a kite?", board, passage("rules", text)) == stated
