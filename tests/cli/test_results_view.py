"""`report` of results: a gate that could not be evaluated counts as neither passed nor failed."""

from __future__ import annotations

from collections import Counter

from workbench.cli.views.results import _groups, _unverifiable
from workbench.presentation.spans import Line
from workbench.services.scores.results import ResultGroup


def plain(line: Line) -> str:
    """A line without its colours."""
    return "".join(span.text for span in line)


def _group() -> ResultGroup:
    group = ResultGroup(("imported", "native", None), Counter(compactions=4, passed=1))
    group.gates["C"].update(FAIL=1, UNVERIFIABLE=2, PASS=1)
    return group


def test_only_what_fails_is_in_the_share_that_fails() -> None:
    """One of four, though two more could not be evaluated."""
    shown = "\n".join(map(plain, _groups([("native", _group())], 120)))
    assert shown.count("25%") == 2  # one passed, and gate C failed for one
    assert "75%" not in shown


def test_gates_that_could_not_be_evaluated_are_named() -> None:
    """The line gives the number of compactions and is absent if there are none."""
    (stated,) = map(plain, _unverifiable(_group()))
    assert stated == "could not be evaluated: C of 2 compactions"
    assert list(_unverifiable(ResultGroup(("imported", "native", None)))) == []
