"""Quoted words in an answer are plain words; their citations keep the source's signs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.answering.test_named_by_rank import asked
from workbench.runs.answering.plain_words import plain_words

TABLE = "| kiln | built | fuel |\n| --- | --- | --- |\n| Annie | 1971 | |\n| Bruno | 1998 | gas |"


@pytest.mark.parametrize(
    ("name", "text", "above", "words"),
    [
        ("a.md", TABLE, "", "kiln: Annie; built: 1971; kiln: Bruno; built: 1998; fuel: gas"),
        ("a.md", "| Annie | 1971 |", "Kilns", "Annie; 1971"),
        ("a.md", "## Prices\n\nA **firing** costs [12 euros](p.md).", "", "Prices: A firing costs 12 euros."),
        ("a.md", "- clay\n- glaze, `blue`\n", "", "clay; glaze, blue"),
        ("a.md", "2 * 3 * 4 and a_b_c", "", "2 * 3 * 4 and a_b_c"),
        ("a.md", "## Prices", "", "Prices"),
        ("a.csv", 'Annie,"1,200 kg"', "Kilns > kiln, weight", "kiln: Annie; weight: 1,200 kg"),
        ("a.csv", "kiln;built\nAnnie;1971", "Kilns > kiln, built", "kiln: Annie; built: 1971"),
        ("a.tsv", "Annie\t1971", "Kilns > kiln, built", "kiln: Annie; built: 1971"),
        ("a.json", '{"kiln": "Annie", "built": 1971}', "", "kiln: Annie; built: 1971"),
        ("a.py", "# **Annie**  is_built", "", "# **Annie** is_built"),
    ],
)
def test_signs_of_a_format_are_left_out(name: str, text: str, above: str, words: str) -> None:
    """What is no sign of the format stays."""
    assert plain_words(text, 0, len(text), above, name) == words


def test_an_answer_from_a_row_is_in_words(tmp_path: Path) -> None:
    """The row is read with the header above it; the citation has the row itself."""
    made = asked(tmp_path, "What fuel does the kiln Bruno burn?", {"kilns.md": f"# Kilns\n\n{TABLE}\n"})
    (claim, *_) = made.claims
    assert claim.text == "kiln: Bruno; built: 1998; fuel: gas" and claim.text in made.answer
    assert claim.status == "verified"
    assert claim.citations[0].quote == "| Bruno | 1998 | gas |"


@pytest.mark.parametrize("sign", [";", "\t", ","])
def test_a_row_answers_whatever_parts_its_cells(tmp_path: Path, sign: str) -> None:
    """Only the row is quoted, and its words have the names of the columns."""
    rows = ("kiln year logs", "Annie 1971 340", "Bruno 1998 512", "Clara 2003 77")
    table = "\n".join(row.replace(" ", sign) for row in rows)
    made = asked(tmp_path, "How many logs does the kiln Bruno take?", {"kilns.csv": table})
    (claim, *_) = made.claims
    assert claim.text == "kiln: Bruno; year: 1998; logs: 512"
    assert claim.status == "verified"
