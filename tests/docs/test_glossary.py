"""The glossary has every word that a reader meets: gates, rules, outcomes, marks of columns."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import workbench.tui
from gates.measure_words import MEASURES
from gates.report import GATE_NAMES, Retention, Verdict
from workbench.presentation.gate_words import TITLES, result_word
from workbench.presentation.glossary.whole import as_markdown, glossary, matching_entries
from workbench.presentation.rules.all_rules import RULES

TITLE = re.compile(r'Column\(\s*"([^"]+)"')


def words(title: str) -> set[str]:
    """The words of one section, those that share an entry apart."""
    section = next(each for each in glossary() if each.title == title)
    return {part for each in section.entries for part in (each.word, *each.word.split(", "))}


def test_gates_their_measures_outcomes_and_rules_are_explained() -> None:
    """By the names that commands and screens show."""
    assert words("Gates") >= {f"{gate} {TITLES[gate]}" for gate in GATE_NAMES}
    assert words("Measures") == set(MEASURES.values())
    shown = {result_word(gate, status).text for gate in "AB" for status in Verdict}
    assert words("Outcomes of gates") >= shown
    assert words("What became of a captured item") == {each.value for each in Retention}
    assert words("Rules of the gates") >= {each.name for each in RULES}


def test_every_column_of_the_app_is_explained() -> None:
    """Each title that a table of the app has."""
    package = Path(workbench.tui.__file__).parent
    found = {title for path in package.rglob("*.py") for title in TITLE.findall(path.read_text("utf-8"))}
    assert len(found) > 20
    assert found - words("Columns") == set()


def test_a_search_finds_words_and_meanings() -> None:
    """The search ignores case, and finds a rule by the words of its name."""
    found = {e.word for each in matching_entries(glossary(), "Status Conflict") for e in each.entries}
    assert found == {"status_conflict"}
    assert matching_entries(glossary(), "no such word at all") == ()


def test_no_word_is_explained_twice_in_a_section_and_none_is_empty() -> None:
    """Each entry has a meaning of one line."""
    for section in glossary():
        names = [each.word for each in section.entries]
        assert len(set(names)) == len(names)
        assert all(each.meaning.strip() and "\n" not in each.meaning for each in section.entries)
    assert as_markdown(glossary()).count("| term | meaning |") == len(glossary())


def test_the_glossary_is_part_of_the_package() -> None:
    """It needs no file of a checkout: its modules are found by the packages that a wheel takes."""
    package = importlib.import_module("workbench.presentation.glossary")
    names = {each.name for each in pkgutil.iter_modules(package.__path__)}
    assert names == {"entry", "gates", "screens", "terms", "whole"}
