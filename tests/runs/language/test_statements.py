"""Statements of a source's text, phrases and everyday words: a pair on each side of every rule."""

from __future__ import annotations

import pytest

from workbench.runs.language.kinds_of_things import akin, inflected, related
from workbench.runs.language.phrases import meant
from workbench.runs.language.statements import FULL_LINE, ROW, cells_of, column_names, spoken, statements
from workbench.runs.language.terms import asked_stems, rarity
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage


def read(text: str) -> list[str]:
    """Return the words of each statement."""
    return [text[start:end] for start, end in statements(text)]


def test_a_line_broken_for_its_length_goes_on() -> None:
    """A short line does not continue if the next one begins with a capital."""
    long = "x" * FULL_LINE
    assert read(f"{long}\nLater he left.") == [f"{long}\nLater he left."]
    assert read(f"{long[1:]}\nLater he left.") == [long[1:], "Later he left."]
    assert read("The yard\nis shut. It rains.") == ["The yard\nis shut.", "It rains."]


@pytest.mark.parametrize(
    "second", ["- a second entry", "2. a second entry", "# A heading", "| a | row |", "a,b"]
)
def test_what_begins_a_statement_of_its_own(second: str) -> None:
    """An entry, a heading and a row, even after a full line."""
    assert read(f"{'x' * FULL_LINE}\n{second}")[0] == "x" * FULL_LINE


def test_a_row_is_read_under_its_columns() -> None:
    """Each cell with its column or the unit that it names; a thousand is no row."""
    assert spoken("Tern,41.5,220", "boats > name, length in metres, passengers") == (
        "named Tern; 41.5 metres (length in metres); 220 passengers"
    )
    assert spoken("| Tern | 220 |", "| name | seats |") == "named Tern; 220 seats; 220 Tern"
    assert spoken("Tern,41.5", "boats > name, length, passengers") == "Tern,41.5"
    assert spoken("It cost 1,200 euros", "cost, 1,200") == "It cost 1,200 euros"


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("felt;2,5;14", ["felt", "2,5", "14"]),
        ("felt, grey;2,5;14", ["felt, grey", "2,5", "14"]),
        ("felt;;14", ["felt", "", "14"]),
        ("felt\t2,5\t14", ["felt", "2,5", "14"]),
        ('felt,"grey; soft",14', ["felt", "grey; soft", "14"]),
        ('"felt, grey",2,14', ["felt, grey", "2", "14"]),
        ("felt,grey;soft,white,14", ["felt", "grey;soft", "white", "14"]),
    ],
)
def test_cells_are_parted_by_the_sign_of_their_row(row: str, cells: list[str]) -> None:
    """A comma within a cell, quoted or not, parts nothing."""
    assert ROW.match(row)
    assert cells_of(row) == cells


@pytest.mark.parametrize(
    "text",
    ["He came; he saw.", "Smith &amp;Sons sell felt", "\tindented words", "It weighs 2,5 kg; it is grey"],
)
def test_words_with_a_semicolon_or_a_tab_are_no_row(text: str) -> None:
    """Prose has a space after a semicolon, and an indented line has a tab before its words only."""
    assert not ROW.match(text)


def test_a_row_of_semicolons_is_read_under_its_columns() -> None:
    """The first row names the columns whatever parts them."""
    above = f"prices > {column_names('cloth;width in metres;price')}"
    assert spoken("felt;2,5;14", above) == "felt cloth; 2,5 metres (width in metres); 14 price"


def test_a_row_answers_what_its_column_counts() -> None:
    """The number is alone in the row; a row without one does not answer."""
    question = "How many passengers does Tern carry?"
    scorer = PassageScorer(question, rarity(9, {"tern": 1, "passeng": 1}, asked_stems(question)))
    above = "boats > name, port, passengers"
    full, empty = (
        scorer.score(RankedPassage(f"name,port,passengers\n{row}", above))
        for row in ("Tern,Corrie,220", "Tern,Corrie,many")
    )
    assert full > 2 * empty > 0


PEOPLE = """[
  {"name": "Ola Berg", "trade": "plumber", "phone": "555 0101"},
  {
    "name": "Ines Castro",
    "trade": "electrician",
    "since": 2018
  }
]"""


def test_a_record_of_json_is_a_statement_of_its_own() -> None:
    """A record is whole, on one line or several.

    Braces of code are not records, and words beside it stay statements.
    """
    assert read(PEOPLE) == [PEOPLE[4:65], PEOPLE[69:-2]]
    assert read('First. {"a": 1} Last.') == ["First.", '{"a": 1}', "Last."]
    assert read("void f() { return; }") == ["void f() { return; }"]


def test_a_record_is_read_under_the_names_of_its_fields() -> None:
    """Numbers and words are read alike; a person in a field is named."""
    one, other = read(PEOPLE)
    assert spoken(one, "") == "named Ola Berg; plumber trade; 555 0101 phone"
    assert spoken(other, "people") == "named Ines Castro; electrician trade; 2018 since"


def test_who_has_a_trade_is_found_in_a_record() -> None:
    """The record names somebody; one of another trade is no answer."""
    scorer = PassageScorer("Who is the plumber?", {"plumber": 1.0})
    best, *others = scorer.windows(RankedPassage(PEOPLE, "people"))
    assert "Ola Berg" in PEOPLE[best.start : best.end] and "Ines" not in PEOPLE[best.start : best.end]
    assert best.answers and best.score > 0.9
    assert all(each.score < best.score / 2 for each in others)


def test_a_sentence_is_read_under_the_first_of_its_paragraph() -> None:
    """It gives the context of the others; the first sentence of another paragraph does not."""
    asked = "When is the new tram for Aldby delivered?"
    first, second = "Four yards offer the new tram for Aldby.", "Delivery is in May 2026."

    def score(text: str) -> float:
        scorer = PassageScorer(asked, dict.fromkeys(asked_stems(asked), 1.0))
        found = {text[w.start : w.end]: w.score for w in scorer.windows(RankedPassage(text))}
        return found[second]

    between = "They are in the north."
    assert score(f"{first} {between} {second}") > 1.5 * score(f"{first} {between}\n\n{second}")


def test_a_phrase_means_a_word() -> None:
    """In any form of its verb, with its object between; its words apart mean nothing."""
    assert meant("They turned the offer down.") == {"refus"}
    assert meant("The talk was called off.") == {"cancel"}
    assert meant("He turned and fell down the stairs quite badly.") == {"fall"}
    assert asked_stems("Who is in charge of the lights?") == ("respons", "light")


def test_kinds_and_members_are_related_and_members_are_not() -> None:
    """A piano is an instrument but not a violin; forms of a verb are one word."""
    assert "piano" in akin("instrument") and "instrument" in akin("piano")
    assert "violin" not in related("piano")
    assert "sold" in inflected("sell") and inflected("tree") == {"tree"}


def test_a_word_that_stands_for_another_tells_no_more_than_it_does_itself() -> None:
    """The instrument of the question is a piano here: common in one store, rare in the other."""
    question = "Which instrument drowned?"
    scores = [
        PassageScorer(question, rarity(100, {"piano": count, "drown": 2}, asked_stems(question))).score(
            RankedPassage("The piano drowned.")
        )
        for count in (2, 90)
    ]
    assert scores[0] > 0 and scores[0] != scores[1]


@pytest.mark.parametrize(
    ("objective", "clear"),
    [("How many toilets are there?", True), ("Is there a lift?", True), ("Who lives there?", False)],
)
def test_there_is_refers_to_nothing(objective: str, clear: bool) -> None:
    """Only a place that was named before."""
    assert (RuleAgent().intent(objective, ()).unclear == "") is clear


def test_a_row_of_figures_is_a_row() -> None:
    """This includes commas between figures only; a number with commas is not a row."""
    above = "wells > well, dug, last cleaned, depth in metres"
    assert "31 metres" in spoken("Well 2,1987,2021-04-30,31", above)
    assert "4 metres" in spoken("Well 2,1987,12,4", above)
    assert not ROW.match("It cost 1,200 or 2,5 of them") and not ROW.match("They have 1,234,567 members")
    assert wanted("How many hours did well 2 run?").met(
        spoken("Well 2,1987,240", "wells > well, dug, hours run")
    )


def test_a_column_may_end_with_its_unit() -> None:
    """A figure below `price_gbp` is a price, and one below `size_kg` a weight; a word is neither."""
    row = spoken("rye,1.5,3.80", "breads.csv > loaf, size_kg, price_gbp")
    assert row == "rye loaf; 1.5 kg (size); 3.80 GBP (price)"
    assert all(wanted(f"What does the rye loaf {asked}?").met(row) for asked in ("cost", "weigh"))
    assert wanted("What is the price of rye?").met(row)
    assert "GBP" not in spoken("rye,no,free", "breads.csv > loaf, size_kg, price_gbp")


def test_who_leaves_a_car_parks_it() -> None:
    """Whose car it is makes no difference; to leave by car is another thing."""
    assert asked_stems("Where may guests leave their cars?") == ("guest", "park")
    assert "park" in meant("Leave the vehicle in the yard.")
    assert "park" not in meant("We leave by car at noon.")


def test_a_row_may_have_an_empty_cell() -> None:
    """It is a statement of its own, read without the column that it leaves out."""
    text = "hay,,40.20\nstraw,,18.00"
    assert [text[start:end] for start, end in statements(text)] == ["hay,,40.20", "straw,,18.00"]
    assert spoken("hay,,40.20", "item, income, spent") == "hay item; 40.20 spent"
