"""The kind of answer a question asks for, and how well words fit it: pairs on each side of every rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import env_of
from workbench.runs.conflicts.disagreement import disagree
from workbench.runs.language.terms import asked_stems, rarity, vector
from workbench.runs.ranking.question_subject import focus_of, head_of
from workbench.runs.ranking.questions import predicate_of, wanted
from workbench.runs.ranking.scoring import CONTEXT_AT, DIRECT_AT, PassageScorer, RankedPassage, label_of
from workbench.services.runs.agent_runs import answer, start
from workbench.services.runs.shown_run import RunRequest


@pytest.mark.parametrize(
    ("question", "kind", "yes", "no"),
    [
        ("How many cows graze there?", "count", "Twelve cows graze.", "Cows graze on 3 May."),
        ("How much does a cow cost?", "money", "A cow costs 900 euros.", "A cow weighs 900 kilos."),
        ("What does a goose cost?", "money", "A goose goes for 8.40 a head.", "It woke at 8.40 on Sunday."),
        ("What does a calf cost?", "money", "We paid 95.50 for the calf.", "The calf weighs 95.50 kilos."),
        ("How much did hay cost?", "money", "item: hay; spent: 40.2", "item: hay; bales: 40.2"),
        ("How long does milking take?", "duration", "It takes two hours.", "It takes two people."),
        ("What share of the milk is sold?", "share", "38 per cent is sold.", "38 litres are sold."),
        ("When was the barn built?", "time", "It was built in 1921.", "It was built of stone."),
        (
            "In what year was the barn built?",
            "time",
            "They built it in 1784.",
            "It was sold last year in May.",
        ),
        ("On which day did the cow calve?", "time", "It was born on 3 May.", "It calves on fine days."),
        ("What year is on the barn?", "time", "1598 is on it.", "1398 cows are in it."),
        ("Who painted the barn?", "person", "Ms Olsen did.", "The rain did."),
        ("Who painted the barn?", "person", "The villagers painted it.", "The villagers saw it."),
        ("Which farm won the prize?", "name", "The prize went to Hillside.", "It is to go to Hillside."),
        ("Why did the barn burn?", "reason", "It burned because of a spark.", "It burned on Monday."),
        ("What is the telephone number of the farm?", "phone", "Ring 0151 445566.", "Ring twice."),
    ],
)
def test_a_text_has_what_a_question_wants_or_not(question: str, kind: str, yes: str, no: str) -> None:
    """By patterns of English alone."""
    want = wanted(question)
    assert want.kind == kind
    assert (want.met(yes), want.met(no)) == (True, False)


def test_what_a_question_is_about() -> None:
    """The form of the question names it, or nothing does."""
    assert focus_of("What colour is the barn?") == ""  # an answer names one and not the word
    assert focus_of("What is the name of the captain?") == asked_stems("captain")[0]
    assert focus_of("Did the barn burn?") == ""


def scored(question: str, text: str, above: str = "") -> float:
    """Return a passage's score if every word weighs the same."""
    return PassageScorer(question, dict.fromkeys(asked_stems(question), 1.0)).score(
        RankedPassage(text, above)
    )


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Who donated the bell?", ""),
        ("Which island has a well?", "island"),
        ("What isobar crossed the farm?", "isobar"),
        ("Who is the miller?", "miller"),
    ],
)
def test_a_subject_is_a_whole_word(question: str, subject: str) -> None:
    """`Donated` and `island` begin like `do` and `is`."""
    assert focus_of(question) == subject


def test_what_is_demanded_is_no_action() -> None:
    """A row of a list states a deposit without saying that anybody asks for it."""
    rows = "item,fee_crowns,deposit_crowns,who\nStilts (pair),3,40,members\nDrum,4,25,anybody"
    passage = RankedPassage(rows, "item, fee_crowns, deposit_crowns, who")
    best, *_ = PassageScorer("What deposit is asked for a pair of stilts?", {}).windows(passage)
    assert rows[best.start : best.end].startswith("Stilts")
    assert best.answers
    assert predicate_of("What deposit was paid for the stilts?") != "ask"
    assert predicate_of("Which cow was painted?") == "paint"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Within how many days is the fee paid back?", "duration"),
        ("How many weeks does the course last?", "duration"),
        ("How many days of leave does a cook get?", "count"),
        ("How many days a week is the mill open?", "count"),
        ("What is the miller paid in a year?", "money"),
        ("At what level of the pond does the bell ring?", "number"),
    ],
)
def test_the_kind_of_value_in_other_words(question: str, kind: str) -> None:
    """Within how many days asks for a length of time, what somebody is paid for a sum."""
    assert wanted(question).kind == kind


def test_several_words_name_what_the_last_of_them_does() -> None:
    """A season ticket is a ticket: a text that does not mention one is not an answer."""
    question = "What does a season ticket for boats cost?"
    assert head_of(question) == asked_stems("ticket")[0] == focus_of(question)
    assert head_of("What does the ticket cost?") == ""
    scorer = PassageScorer(question, dict.fromkeys(asked_stems(question), 1.0))
    fee = "In season the office answers at once. The yearly fee is 900 pounds."
    ticket = "A season ticket for a boat is 90 pounds."
    assert not scorer.windows(RankedPassage(fee))[0].answers
    assert scorer.windows(RankedPassage(ticket))[0].answers


def test_somebody_is_named_after_is() -> None:
    """Words between the office and the name do not matter."""
    want = wanted("Who is the duty engineer?")
    assert want.met("The duty engineer this year is Rosa Delgado.")
    assert not want.met("The duty engineer is on site.")


def test_a_passage_that_answers_scores_over_one_that_shares_names() -> None:
    """The labels follow the score."""
    question = "When was the mill at Aldby closed?"
    answers, names = "The mill at Aldby was shut in 1954.", "Aldby has a church. Aldby has a fair in May."
    assert scored(question, answers) > DIRECT_AT > scored(question, names)
    assert (label_of(DIRECT_AT), label_of(DIRECT_AT - 1e-6)) == ("DIRECT", "CONTEXT")
    assert (label_of(CONTEXT_AT), label_of(CONTEXT_AT - 1e-6)) == ("CONTEXT", "NOT")


def test_a_window_does_not_run_over_entries_of_a_list() -> None:
    """Each entry is read alone."""
    text = "1. The mill was sold.\n2. The church costs 40 pounds."
    windows = PassageScorer("How much does the mill cost?", {}).windows(RankedPassage(text))
    assert all("\n" not in text[w.start : w.end] for w in windows)


@pytest.mark.parametrize(
    ("question", "one", "other", "difference"),
    [
        (
            "How long does a refund take?",
            "A refund takes 7 days.",
            "The refund takes 14 days.",
            "other figures",
        ),
        ("How long does a refund take?", "A refund takes 7 days.", "A refund takes 7 days or less.", ""),
        ("How long does a refund take?", "A refund takes 7 days.", "A letter takes 14 days.", ""),
        ("May dogs come in?", "Dogs are welcome.", "Dogs are not let in.", "allows what the other denies"),
        ("Where do dogs sleep?", "Dogs are welcome.", "Dogs are not let in.", ""),
    ],
)
def test_when_two_sources_disagree(question: str, one: str, other: str, difference: str) -> None:
    """They have different figures for what is asked, in the same unit, or yes against no if that is asked."""
    scorer = PassageScorer(question, dict.fromkeys(asked_stems(question), 1.0))
    found = disagree(scorer, question, RankedPassage(one), RankedPassage(other))
    assert difference in found and bool(difference) is bool(found)


def test_vectors_are_of_length_one_and_the_same_everywhere() -> None:
    """Similar words are nearer than dissimilar ones."""

    def cosine(a: list[float], b: list[float]) -> float:
        return sum(x * y for x, y in zip(a, b, strict=True))

    one, like, unlike = (vector({word: 1.0}) for word in ("harbour", "harbours", "penguin"))
    assert abs(cosine(one, one) - 1) < 0.02
    assert cosine(one, like) > 0.5 > cosine(one, unlike)
    assert not any(vector({}))
    assert rarity(10, {"a": 1, "b": 9}, ["a", "b"])["a"] > rarity(10, {"a": 1, "b": 9}, ["a", "b"])["b"]


def test_what_a_person_says_is_no_question_by_itself(tmp_path: Path) -> None:
    """Passages of their words alone answer nothing; those that say what was asked in these words do."""
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "lamp.md").write_text("The lamp of the quay was lit by Ann.\n", encoding="utf-8")
    env = env_of(tmp_path)
    asked = "What did the zeppelin cost?"
    for price, ended in (("", "uncertain"), ("The lamp of the quay cost 40 euros.", "answered")):
        (folder / "price.md").write_text(price or "Nothing is dear here.", encoding="utf-8")
        waiting = start(env, RunRequest(asked, (str(folder),), settings={"ask": True}))
        assert waiting.state.status == "WAITING"
        made = answer(env, waiting.record.run_id, "the zeppelin is the lamp of the quay").output
        assert made is not None and made.ended == ended
        assert [c.text for c in made.claims if c.status == "verified"] == ([price] if price else [])


def test_what_one_brings_or_borrows_is_the_subject() -> None:
    """A notice says that goats are welcome, a list has the price of a saw; neither has these verbs."""
    rare = {"bring": 1.3, "borrow": 1.3}
    for question, text in (
        ("Can I bring my goat?", "Goats are welcome on a rope."),
        ("What does it cost to borrow the saw?", "The saw is 4 euros a day."),
    ):
        assert PassageScorer(question, rare).rated(RankedPassage(text)) >= DIRECT_AT
    assert (
        PassageScorer("Can I shear my goat?", {"shear": 1.3}).rated(RankedPassage("A goat is here."))
        < DIRECT_AT
    )
