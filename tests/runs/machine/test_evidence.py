"""Whether a run says that it found no evidence: by question, and nothing is looked for twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import ANSWERED, NOWHERE, ledger_of, run_over
from workbench.runs.machine.acting import Acting

SOUP = "And what does the soup cost?"


def test_questions_that_are_answered_one_by_one_are_no_failure(tmp_path: Path) -> None:
    """No passage answers both, but each is answered: the whole is not searched for in other words."""
    env, shown = run_over(tmp_path, f"{ANSWERED} {SOUP}")
    searched = [each for each in shown.state.signatures if each.startswith("SEARCH")]
    assert len(searched) == 1  # the first question was looked for when the step was compiled
    assert not shown.state.overrides
    assert not ledger_of(env).failed_queries(shown.record.run_id)


def test_one_question_without_an_answer_is_a_failure(tmp_path: Path) -> None:
    """However well the other one is answered."""
    env, shown = run_over(tmp_path, f"{ANSWERED} {NOWHERE}")
    failed = {each.query for each in ledger_of(env).failed_queries(shown.record.run_id)}
    assert NOWHERE in failed


@pytest.mark.parametrize(("steps", "times"), [(8, 1), (1, 1)])
def test_other_sources_are_looked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int, times: int
) -> None:
    """By the step that writes the answer; by the end of the run only if no step wrote one."""
    met, real = [], Acting.beside

    def counted(self: Acting, view: object) -> object:
        met.append(view)
        return real(self, view)  # type: ignore[arg-type]

    monkeypatch.setattr(Acting, "beside", counted)
    run_over(tmp_path, ANSWERED, steps=steps)
    assert len(met) == times
