"""A step's question is credited with no more than the step's own best score."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.runs.records import state as states
from workbench.runs.records.events import CompileDone, NamedPassage, PassageQuote
from workbench.runs.records.shapes import Intent
from workbench.runs.records.state import RunState

ASKED = "When did the harbour open?"


@pytest.mark.parametrize(("fetched", "best"), [(False, 0.2), (True, 0.9)])
def test_a_passage_of_another_question_does_not_raise_the_best_score(fetched: bool, best: float) -> None:
    slices = {"c": PassageQuote(chunk_id="c", start=0, end=4)} if fetched else {}
    state = RunState(fetched=slices)
    passage: Any = {"chunk_id": "c", "label": "DIRECT", "score": 0.9}
    done = CompileDone(
        manifest_id="m",
        intent=Intent(stand_alone_query=ASKED, intent="find"),
        query=ASKED,
        candidates=1,
        selected=(NamedPassage(**passage),),
        max_score=0.2,
        no_direct_evidence=True,
        fallback=False,
        tokens=1,
    )
    states._compiled(state, done)
    assert state.best_for(ASKED) == best
    assert state.best == {"c": 0.9}
