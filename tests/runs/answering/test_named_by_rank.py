"""Questions and sources that name a thing by its rank, which another source explains."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import env_of
from workbench.runs.records.shapes import ResearchOutput
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest

BARGES = {
    "fleet.md": "# Fleet\n\nThe Petrel, the oldest of our barges, was sold. The Auk is our newest barge.\n",
    "survey.md": "# Survey\n\nWe measured every hull. The Petrel is 23 metres long and carries gravel.\n",
    "letter.md": "# To the harbour\n\nThank you. Our oldest barge is 26 metres long, so find us a berth.\n",
    "crew.md": "# Crew\n\nThe Auk is 31 metres long. Jon Ash steers the Petrel, and Ida Moss the Auk.\n",
}
MILL = {
    "history.md": "# History\n\nThe Tarn Mill was built by Josef Albers in 1784. It burned down twice.\n",
    "guide.md": "# Guide\n\nJosef Albers built the Tarn Mill in 1786. The mill has two wheels and a loft.\n",
}


def asked(path: Path, question: str, sources: dict[str, str]) -> ResearchOutput:
    """What a run answers."""
    folder = path / "sources"
    folder.mkdir()
    for name, text in sources.items():
        (folder / name).write_text(text, encoding="utf-8")
    made = start(env_of(path), RunRequest(question, (str(folder),))).output
    assert made is not None
    return made


@pytest.mark.parametrize("question", ["How long is the Petrel?", "How long is our oldest barge?"])
def test_a_name_and_a_description_disagree(tmp_path: Path, question: str) -> None:
    """Whichever of the two the question uses."""
    made = asked(tmp_path, question, BARGES)
    sides = [{each.location for each in (*c.side_a, *c.side_b)} for c in made.conflicts]
    assert sides == [{"survey.md", "letter.md"}]


@pytest.mark.parametrize(
    ("question", "source", "stated"),
    [
        ("How long is our newest barge?", "crew.md", "31 metres"),
        ("Who steers the oldest of the barges?", "crew.md", "Jon Ash"),
        ("How long is our smallest barge?", "", ""),
    ],
)
def test_a_description_is_looked_up(tmp_path: Path, question: str, source: str, stated: str) -> None:
    """A barge that no source describes so has no length."""
    made = asked(tmp_path, question, BARGES)
    verified = [each for each in made.claims if each.status == "verified"]
    assert [each.citations[0].location for each in verified] == ([source] if source else [])
    assert stated in made.answer
    assert made.conflicts == ()


@pytest.mark.parametrize(
    "question", ["In what year was the Tarn Mill built?", "Who built the Tarn Mill and in what year?"]
)
def test_years_of_any_century_are_years(tmp_path: Path, question: str) -> None:
    """However a question asks for them."""
    made = asked(tmp_path, question, MILL)
    assert made.ended == "answered"
    assert [each.text.partition(":")[0] for each in made.conflicts] == ["other dates"]
    assert made.uncertainty == ("The sources disagree (other dates); the conflicts show both sides.",)


def test_a_building_is_not_what_was_built(tmp_path: Path) -> None:
    """A source beside the answer says itself what was done."""
    visit = "# A visit to the Tarn Mill\n\nThe Tarn Mill is open. Enter the building by the yard.\n"
    made = asked(tmp_path, "Who built the Tarn Mill and in what year?", {**MILL, "visit.md": visit})
    cited = {each.location for claim in made.claims for each in claim.citations}
    assert "visit.md" not in cited


def test_a_nickname_in_the_first_lines_names_the_source(tmp_path: Path) -> None:
    """What it means is said by another source."""
    sources = {
        "words.md": "# Our words\n\n- **The Kettle**: the steam crane at Osk quay.\n",
        "letter.md": "# Letter\n\nI went to the Kettle.\n\nThe jib was out.\n\nIt now lifts 9 tonnes.\n",
        "test.md": "# Test\n\nThe steam crane at Osk quay lifts 12 tonnes. It was tested.\n",
    }
    made = asked(tmp_path, "How many tonnes does the steam crane at Osk quay lift?", sources)
    sides = [{each.location for each in (*c.side_a, *c.side_b)} for c in made.conflicts]
    assert sides == [{"letter.md", "test.md"}]


PENS = {
    "pens.csv": "pen,keeper,area_m2\n3,Una Hart,40\n4,Sol Birk,95\n6,Lena Post,60\n",
    "round.json": '[{"round": "R1", "departs": "06:15", "by": "cart"}, {"round": "R2", "departs": "11:40", '
    '"by": "van"}, {"round": "R3", "departs": "16:05", "by": "van"}]',
    "note.md": "# Note\n\nThe first round departs at 06:15, the goats are fed before it.\n",
}


@pytest.mark.parametrize(
    ("question", "stated"),
    [
        ("Which pen is the largest and who keeps it?", "Sol Birk"),
        ("Who has the smallest pen?", "Una Hart"),
        ("When does the first round depart?", "06:15"),
    ],
)
def test_a_row_is_found_by_its_rank(tmp_path: Path, question: str, stated: str) -> None:
    """Its things may have numbers for names; other rows neither answer nor disagree."""
    made = asked(tmp_path, question, PENS)
    assert stated in made.answer and (made.uncertainty, made.conflicts) == ((), ())
    assert not any(other in made.answer for other in {"Sol Birk", "Una Hart", "Lena Post"} - {stated})
