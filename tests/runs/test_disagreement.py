"""What one source says otherwise than another of the same: numbers, dates, versions, persons, denials."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from tests.runs.build import env_of
from workbench.runs.disagreement import rival
from workbench.runs.scoring import RankedPassage
from workbench.runs.terms import packed_vector, vector
from workbench.services.runs.agent_runs import RunRequest, start

WHO, WHAT, POND = "Who looks after the barn?", "What of the old gate?", "What of the pond?"
IDA, GATE = "The barn is looked after by Ida Holm.", "The old mill gate is locked at night."
POSTFIX, FISH = "The mail server runs Postfix 3.4.1 now.", "The mill pond holds 40 fish."


@pytest.mark.parametrize(
    ("question", "one", "other", "stated"),
    [
        ("Which version?", "The mail server runs 4.0 now.", "The mail server runs 3.2 now.", "versions"),
        ("What runs there?", POSTFIX, "The mail server runs Postfix 3.8.0 now.", "versions"),
        (WHO, IDA, "Tom Reyes looks after the barn.", "names"),
        (WHO, IDA, "Ida Holm looks after the barn.", ""),
        (WHO, IDA, "Tom Reyes paints the mill.", ""),
        (WHAT, GATE, "The old mill gate is not locked at night.", "denies"),
        (WHAT, GATE, "The new barn door is not painted.", ""),
        (POND, FISH, "The mill pond holds 70 fish.", "figures"),
        (POND, FISH, "The mill pond has been dug by 70 men.", ""),
    ],
)
def test_words_that_say_otherwise(question: str, one: str, other: str, stated: str) -> None:
    """Only of the same thing."""
    found = rival(question, RankedPassage(one), RankedPassage(other))
    assert stated in found and bool(stated) is bool(found)


def test_a_row_of_a_table_is_read_under_its_columns() -> None:
    """Its bare number is of the unit that they name."""
    row = RankedPassage("replacing a lost card,6", "prices > what, euros")
    said = RankedPassage("A lost card costs 4 euros to replace.", "Cards")
    assert "other figures (4 against 6 euro)" in rival("How much does a lost card cost?", said, row)


def test_a_source_that_answers_in_other_words_than_asked_is_found(tmp_path: Path) -> None:
    """It is looked for by the words of the answer, and both sides are cited."""
    folder = tmp_path / "sources"
    folder.mkdir()
    filler = "\n\n".join(f"The pupils of class {n} may pay what they like." for n in range(30))
    (folder / "a.md").write_text(f"# Shop\n\nA replaced mooring badge costs 4 euros.\n\n{filler}\n")
    (folder / "b.md").write_text("# Office\n\nFor 9 euros the mooring badge is replaced.\n")
    shown = start(env_of(tmp_path), RunRequest("How much does a replaced badge cost?", (str(folder),)))
    assert shown.output is not None
    (conflict,) = shown.output.conflicts
    assert [conflict.side_a[0].location, conflict.side_b[0].location] == ["a.md", "b.md"]


def test_a_packed_vector_points_where_the_exact_one_does() -> None:
    """Whichever way its stems are added, common or rare."""
    counts = {"harbour": 3, "winter": 1, "lighthouse": 2, "ice": 1}
    first, again, third = (array("h", packed_vector(counts)) for _ in range(3))
    assert first == again == third
    exact = vector(counts)
    norm = sum(value * value for value in first) ** 0.5
    assert sum(a / norm * b for a, b in zip(first, exact, strict=True)) > 0.999
    assert not any(array("h", packed_vector({})))
