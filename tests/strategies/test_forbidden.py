"""Bans are among the rules of a page, and next steps come before the state of files."""

from __future__ import annotations

import pytest

from gates.artifact import ItemKind
from gates.render import artifact_text
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.facts.objective import LIMIT, objective_of
from workbench.facts.sentences.mood import forbids
from workbench.strategies.intentional import IntentionalStrategy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don’t modify the theme.", True),
        ("It should be dimmer, don't modify the theme, look into the footer.", True),
        ("no console logs!", True),
        ("Never push to the main branch.", True),
        ("The config must not hold secrets.", True),
        ("Please do not rebuild the website on every run.", True),
        ("stop committing everything", True),
        ("Can we not publish the drafts folder?", True),
        ("Looks good, but could you please not rename the columns", True),
        ("could you stop adding comments to everything?", True),
        ("can you never push without asking", True),
        ("Can we not just write the drafts to one folder?", False),
        ("Can we not simply drop that column?", False),
        ("can we not reuse the parser of the importer?", False),
        ("Can't we write them to one folder?", False),
        ("Why can we not write to the folder?", False),
        ("could you not find the folder?", False),
        ("I don't know which one it is.", False),
        ("Add the test for the theme.", False),
        ("no, that is not it", False),
        ("The build does not pass.", False),
        ("", False),
    ],
)
def test_a_clause_forbids_something(text: str, *, expected: bool) -> None:
    """By how it begins, or by the verb that forbids."""
    assert forbids(text) is expected


def _rules(script: Script) -> list[str]:
    artifact = whole(script).draft(IntentionalStrategy())
    return [item.text for item in artifact.items if item.kind is ItemKind.CONSTRAINT]


def test_a_prohibition_stands_among_the_rules_without_what_the_agent_answered() -> None:
    """Though its message is kept as a whole."""
    script = work_session()
    script.user("Why are there three themes? Do not rebuild the website on every run.")
    script.agent("The third one is the theme of the system, so the header offers three of them.")
    (rule,) = [text for text in _rules(script) if "rebuild the website" in text]
    assert rule == "Do not rebuild the website on every run."


def test_what_is_to_be_done_comes_before_how_the_files_stand() -> None:
    """Both are open work."""
    script = work_session()
    script.edit("src/cart.py", "a = 1", "a = 2")
    script.user("Then add the rows without a date to the exporter, with a zero for the day.")
    script.agent("Let me look at how the exporter writes its rows:")
    text = artifact_text(whole(script).draft(IntentionalStrategy()))
    section = text.partition("## Open work")[2].partition("\n## ")[0]
    assert "rows without a date" in section
    assert section.index("rows without a date") < section.index("Edited")


@pytest.mark.parametrize(
    "line",
    [
        "ValueError: there is no theme of the name dimGray",
        "reconcileChildren @ chunk-36jrqfj4.js:15602",
        "cut.firstKeptEntry = 5",
        "ngrok http 3000 --help now",
    ],
)
def test_what_somebody_pasted_is_none_of_their_statements(line: str) -> None:
    """An error, a call of a stack, a value, a command."""
    script = work_session()
    script.user(f"The theme selector broke when I took the custom one, see below.\n\n{line}")
    script.agent("The selector takes the default theme now where the custom one has no colours.")
    artifact = whole(script).draft(IntentionalStrategy())
    assert line not in [item.text for item in artifact.items]


def test_an_objective_ends_before_code_that_was_cut() -> None:
    """An unclosed fence would enclose the text after the objective."""
    script = Script()
    code = "```python\n" + "print('one line of the example')\n" * 40 + "```"
    script.user(
        f"The align parameter of the packer is reversed: top and bottom are swapped.\n\n{code}\n\nMend it."
    )
    found = objective_of(script.events)
    assert found == "The align parameter of the packer is reversed: top and bottom are swapped."
    assert len(found) < LIMIT
