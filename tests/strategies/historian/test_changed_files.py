"""The sentence about changed files, and narratives that leave out what the turns lack."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.strategies.historian import HistorianStrategy
from workbench.strategies.historian.changed_files import files_changed, tells_files, without_files
from workbench.strategies.historian.extractive import ExtractiveHistory
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.rules import narrative_problems


def turn(user: str, agent: str, *changed: str) -> Turn:
    """A turn in which these files were changed."""
    return Turn(number=1, user_message=user, assistant_message=agent, changed=changed)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ((), None),
        (("a/menu.py",), "The agent changed one file."),
        (("a/menu.py", "b.py"), "The agent changed 2 files."),
        (("a/menu.py", "b.py", "a/menu.py"), "The agent changed 2 files, most often menu."),
        (("a/menu_row.py", "b.py", "a/menu_row.py"), "The agent changed 2 files."),
    ],
)
def test_the_number_of_files_and_the_one_changed_most(changed: tuple[str, ...], told: str | None) -> None:
    """A name with a technical form is no word of a narrative."""
    assert files_changed([turn("x", "y", *changed)], goes_on=False) == told
    assert told is None or tells_files(told)


def test_the_report_behind_the_number() -> None:
    told = "The agent changed 2 files, most often menu, and reported that the prices add up."
    assert without_files(told) == "The agent reported that the prices add up."
    assert without_files("The agent changed 2 files.") == "The agent changed 2 files."


def test_a_request_behind_a_description_is_the_goal() -> None:
    said = "in /srv/shop/menu is a list of dishes, can you compare the list with the prices of the bakery?"
    turns = [turn(said, "The prices of two dishes differ from the list of the bakery.")]
    narrative = ExtractiveHistory().compress_turns(turns, "")
    assert narrative.startswith("The user asked to compare the list with the prices of the bakery. ")


@pytest.mark.parametrize("messages", [("`x`", "`y`"), ("/srv/a.py", "ok"), ("", "")])
def test_no_narrative_says_that_no_goal_was_stated(messages: tuple[str, str]) -> None:
    turns = [turn(messages[0], messages[1]) for _ in range(3)]
    narrative = ExtractiveHistory().compress_turns(turns, "")
    assert "goal" not in narrative
    assert not narrative_problems(turns, "", narrative)


def test_a_draft_tells_the_changed_files_and_links_them_to_the_edits() -> None:
    """The narrative has no file name; the item that covers its sentence names and cites the files."""
    script = Script()
    for number in range(5):
        script.user(f"please write the dish number {number} of the menu")
        script.edit("src/menu.py", f"old {number}", f"new {number}")
        script.edit(f"src/dish{number}.py", "", f"price = {number}")
        script.agent(f"The dish number {number} has a price now, and the menu shows it.")
    source = whole(script)
    artifact = source.draft(HistorianStrategy())
    assert "most often menu" in (artifact.narrative or "")
    assert "menu.py" not in (artifact.narrative or "")
    (item,) = [each for each in artifact.items if each.text.startswith("The agent changed")]
    assert "menu.py" in item.text
    assert source.judge(artifact).gates["B"].status == "PASS"
