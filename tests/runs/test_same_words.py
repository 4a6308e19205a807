"""Two sources that say the same words but for one figure or date disagree, in whatever language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import env_of
from workbench.runs.same_words import differ_in_a_figure
from workbench.runs.scoring import RankedPassage
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest

WHEN, CLOSED = (
    "Wann ist der Hafen geschlossen?",
    "Der Hafen ist vom 5. Januar bis zum 2. Februar geschlossen.",
)
FARE, COSTS = "Was kostet eine Fahrt?", "Eine Fahrt mit der Fähre kostet 12 Euro."


@pytest.mark.parametrize(
    ("question", "one", "other", "stated"),
    [
        (WHEN, CLOSED, CLOSED.replace("5. Januar", "9. Januar"), "5. Januar against 9. Januar"),
        (WHEN, CLOSED, CLOSED.replace("2. Februar", "2. März"), "2. Februar against 2. März"),
        (WHEN, CLOSED, CLOSED.replace("5.", "6.").replace("2.", "3."), ""),
        (FARE, COSTS, COSTS.replace("12", "14"), "12 against 14"),
        (FARE, COSTS, COSTS.replace("12", "12,00"), ""),
        (FARE, COSTS.replace("12", "1.200"), COSTS.replace("12", "1200"), ""),
        (FARE, COSTS, "Eine Fahrt mit dem Bus kostet 14 Euro.", ""),
        ("Who takes the fare?", COSTS, COSTS.replace("12", "14"), ""),
        ("Wann ist zu?", "Der kleine Raum 5 ist am Montag zu.", "Der kleine Raum 7 ist am Montag zu.", ""),
        ("Wie viele kamen?", "Im Jahr 2021 kamen viele Gäste.", "Im Jahr 2022 kamen viele Gäste.", ""),
        ("Wann kamen sie?", "Sie kamen im Jahr 2021 her.", "Sie kamen im Jahr 2022 her.", ""),
        (
            "Wann schloss er?",
            "Er schloss am Abend um 21:30 Uhr.",
            "Er schloss am Abend um 22:15 Uhr.",
            "21:30",
        ),
        ("渡轮的票价是多少？", "渡轮的票价是12欧元。", "渡轮的票价是15欧元。", "12 against 15"),
        ("港口什么时候关闭？", "港口从1月5日起关闭。", "港口从1月9日起关闭。", "1月5日 against 1月9日"),
        ("Preis?", "Preis 12 Euro", "Preis 15 Euro", ""),
        ("票?", "票价12元。", "票价15元。", ""),
    ],
)
def test_one_figure_that_differs(question: str, one: str, other: str, stated: str) -> None:
    """Not a number that names something, a year of something else, or the same value written otherwise."""
    found = differ_in_a_figure(question, RankedPassage(one), RankedPassage(other))
    assert stated in found and bool(stated) is bool(found)


def test_a_german_run_shows_both_dates(tmp_path: Path) -> None:
    """The conflict has both sides, and the sources are told apart."""
    for name, text in (("alt", CLOSED), ("neu", CLOSED.replace("5. Januar", "9. Januar"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "hafen.md").write_text(text, encoding="utf-8")
    shown = start(env_of(tmp_path), RunRequest(WHEN, (str(tmp_path / "alt"), str(tmp_path / "neu"))))
    made = shown.output
    assert made is not None
    (conflict,) = made.conflicts
    places = {cited.location for cited in (*conflict.side_a, *conflict.side_b)}
    assert places == {"alt/hafen.md", "neu/hafen.md"}
