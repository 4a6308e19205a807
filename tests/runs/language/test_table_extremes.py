"""Which named thing of a table is the smallest, oldest or heaviest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.answering.test_named_by_rank import asked
from workbench.runs.language.ranked_names import rank_phrases
from workbench.runs.language.table_extremes import MOST_TABLE, named_tables, ranked_in

KILNS = """# Kilns

| kiln | built | volume (litres) | weight |
| --- | --- | --- | --- |
| Old Annie | 1971 | 300 | 1,200 kg |
| Bruno | 1998 | 90 | 410 kg |
| Cato | 2016 | 540 | 980 kg |

We fire on Fridays.
"""
BARROWS = "barrow,length_cm,load_kg\nRed,150,80\nGreen,140,120\nBlue,140,200\n"


def named(phrase: str, *texts: str) -> list[str]:
    """What tables say that a description means."""
    (used,) = rank_phrases(phrase)
    return [each.name for each in ranked_in(used, [table for text in texts for table in named_tables(text)])]


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("the oldest kiln", "Old Annie"),
        ("our newest kiln", "Cato"),
        ("the smallest of our kilns", "Bruno"),
        ("the heaviest kiln", "Old Annie"),
        ("the lightest kiln", "Bruno"),
    ],
)
def test_a_column_that_fits_the_adjective_decides(phrase: str, name: str) -> None:
    """By its name or its unit, whichever word for the thing is used."""
    assert named(phrase, KILNS) == [name]


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("the longest kiln", KILNS),  # no column fits
        ("the oldest potter", KILNS),  # another thing
        ("the shortest barrow", BARROWS),  # two are
        ("the oldest kiln", KILNS.replace("1998", "unknown")),  # one may be older
        ("the oldest kiln", KILNS.replace("| Cato | 2016 | 540 | 980 kg |\n", "")),  # a list of two
        ("the lightest kiln", KILNS.replace("1,200 kg", "1.2 tonnes")),  # other units
    ],
)
def test_nothing_is_decided_without_a_unique_extreme(phrase: str, text: str) -> None:
    """Nor by a table that lacks a value."""
    assert named(phrase, text) == []


def test_columns_that_disagree_decide_nothing() -> None:
    """A short hull may carry many."""
    text = "boat,seats,length\nAuk,4,9\nErne,9,8\nSkua,7,7\n"
    assert named("the smallest boat", text) == []
    assert named("the longest boat", text) == ["Auk"]


def test_a_run_looks_the_thing_up(tmp_path: Path) -> None:
    """A description in the question and in a source is one thing; two sources disagree about it."""
    sources = {
        "kilns.md": KILNS,
        "prices.md": "# Prices\n\nA firing in Cato costs 31 euros. One in Bruno costs 12 euros.\n",
        "letter.md": "# To the potters\n\nFrom May a firing in our largest kiln costs 38 euros.\n",
    }
    made = asked(tmp_path, "What does a firing in the largest kiln cost?", sources)
    sides = [{each.location for each in (*c.side_a, *c.side_b)} for c in made.conflicts]
    assert sides == [{"prices.md", "letter.md"}]


FERRIES = """{"line": "Sound", "sailings": [
  {"boat": "Tern", "sails": "9:10", "lands": "9:55"}, {"boat": "Skua", "sails": "06:25", "lands": "07:10"},
  {"boat": "Crake", "sails": "21.40", "lands": "22.25"}], "fares": {"adult": 7.5}}"""


def test_the_first_by_the_clock_is_looked_up_in_records() -> None:
    """Records of JSON with the same fields are a table; other columns do not say what is first."""
    first, last = named("the first boat", FERRIES), named("the latest boat", FERRIES)
    assert (first, last, named("the last boat", FERRIES)) == (["Skua"], ["Crake"], ["Crake"])
    assert named("the first kiln", KILNS) == named("the first boat", FERRIES.replace("06:25", "early")) == []


def test_a_small_table_is_read_by_its_heading(tmp_path: Path) -> None:
    """The first column need not say what its things are."""
    sources = {
        "list.md": "# Our greenhouses\n\n| | area |\n| --- | --- |\n"
        "| Fern | 90 |\n| Moss | 40 |\n| Ivy | 70 |\n",
        "work.md": "# Work\n\nDana Reeve waters Moss. Olaf Trent waters Ivy, and Pia Holm waters Fern.\n",
    }
    made = asked(tmp_path, "Who waters the smallest greenhouse?", sources)
    assert "Dana Reeve" in made.answer


def test_a_long_source_is_not_searched_for_tables() -> None:
    """Its last row may be far away, and reading all of it costs each question."""
    room = MOST_TABLE - len(KILNS)
    assert named("the oldest kiln", KILNS + "x" * room) == ["Old Annie"]
    assert named("the oldest kiln", KILNS + "x" * (room + 1)) == []
