"""Two sources with the same words except for one figure or date disagree, in any language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import env_of
from workbench.runs.conflicts.same_words import differ_in_a_figure
from workbench.runs.ranking.scoring import RankedPassage
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest

WHEN, CLOSED = (
    "Wann ist der Hafen geschlossen?",
    "Der Hafen ist vom 5. Januar bis zum 2. Februar geschlossen.",
)
FARE, COSTS = "Was kostet eine Fahrt?", "Eine Fahrt mit der Fähre kostet 12 Euro."


@pytest.mark.parametrize(
    ("question", "one", "other", "difference"),
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
        ("Wann kamen sie?", "Sie kamen im Jahr 2021 her.", "Sie kamen im Jahr 2022 her.", "2021 against"),
        ("Wann kamen sie?", "Sie kamen im Raum 2021 an.", "Sie kamen im Raum 2022 an.", ""),
        ("Combien ?", "Dans la salle 5 il y a vingt chaises.", "Dans la salle 7 il y a vingt chaises.", ""),
        ("¿Cuántas sillas?", "En el aula 5 hay mesas y sillas.", "En el aula 7 hay mesas y sillas.", ""),
        ("Когда?", "Школа номер 5 открыта для всех детей.", "Школа номер 7 открыта для всех детей.", ""),
        (
            "3階には何がありますか",
            "第3室には図書室と会議室があります。",
            "第4室には図書室と会議室があります。",
            "",
        ),
        ("椅子?", "5号室には椅子と机があります。", "7号室には椅子と机があります。", ""),
        ("¿A qué hora?", "La piscina cierra a las 21:00 hoy.", "La piscina cierra a las 22:00 hoy.", "21:00"),
        ("Was kostet es?", "Es kostet für Kinder 4 Euro.", "Es kostet für Kinder 5 Euro.", "4 against 5"),
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
def test_one_figure_that_differs(question: str, one: str, other: str, difference: str) -> None:
    """Not a number that names something, a year of something else, or the same value written otherwise."""
    found = differ_in_a_figure(question, RankedPassage(one), RankedPassage(other))
    assert difference in found and bool(difference) is bool(found)


def test_a_german_run_shows_both_dates(tmp_path: Path) -> None:
    """The conflict has both sides, and the sources are distinguished."""
    for name, text in (("alt", CLOSED), ("neu", CLOSED.replace("5. Januar", "9. Januar"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "hafen.md").write_text(text, encoding="utf-8")
    shown = start(env_of(tmp_path), RunRequest(WHEN, (str(tmp_path / "alt"), str(tmp_path / "neu"))))
    made = shown.output
    assert made is not None
    (conflict,) = made.conflicts
    places = {cited.location for cited in (*conflict.side_a, *conflict.side_b)}
    assert places == {"alt/hafen.md", "neu/hafen.md"}


@pytest.mark.parametrize(
    ("question", "one", "other", "conflicts"),
    [
        ("Wie viele Stühle stehen im Raum?", "Im Raum 5 stehen 20 Stühle.", "Im Raum 7 stehen 30 Stühle.", 0),
        ("Wie viele Gäste kamen zum Fest?", "Im Jahr 2022 kamen 1200 Gäste zum Fest.",
         "Im Jahr 2023 kamen 1400 Gäste zum Fest.", 0),
        ("Combien de places a la salle ?", "La salle 5 compte 20 places.", "La salle 7 compte 30 places.", 0),
        ("Wie viele Stühle stehen im Raum?", "Im Raum 5 stehen 20 Stühle.", "Im Raum 5 stehen 30 Stühle.", 1),
    ],
)  # fmt: skip
def test_rules_for_english_sentences_judge_no_others(
    tmp_path: Path, question: str, one: str, other: str, conflicts: int
) -> None:
    """Two rooms or years, each with its own figures, do not disagree."""
    for name, text in (("one.md", one), ("other.md", other)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    made = start(
        env_of(tmp_path), RunRequest(question, tuple(str(tmp_path / n) for n in ("one.md", "other.md")))
    ).output
    assert made is not None and len(made.conflicts) == conflicts
