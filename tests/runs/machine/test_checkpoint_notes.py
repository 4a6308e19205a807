"""A checkpoint of a run says what was searched for, found, read and not found, and what is next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gates.policy import Policy, SnapshotSettings
from store.records import artifacts
from tests.runs.build import NOWHERE, env_of, folder_of, ledger_of
from tests.runs.machine.test_machine import Searching
from workbench.runs.records import events as kinds
from workbench.runs.records.state import parsed
from workbench.services.runs import agent_runs as service
from workbench.services.runs import session_additions
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest

SETTINGS = SnapshotSettings(event_threshold=3, n_step_fallback=2)
SOON = Policy.model_validate({"snapshot": {"event_threshold": 9, "n_step_fallback": 3}})


def test_a_checkpoint_of_searches_says_what_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line of a search result is a statement."""
    monkeypatch.setattr(service, "agent_of", lambda *_: Searching())
    env = replace(env_of(tmp_path), policy=SOON)
    shown = start(env, RunRequest(NOWHERE, (str(folder_of(tmp_path)),), settings={"steps": 5}))
    assert shown.state.snapshot_id
    made = artifacts.listing(env.create_store(), shown.record.session_id)[0].artifact
    texts = [(item.kind.value, item.text) for item in made.items]
    assert not any("chk_" in words and words.startswith(("CONTEXT", "DIRECT", "NOT")) for _, words in texts)
    assert sum(words.startswith("Searched for ") for _, words in texts) == 3
    assert any(kind == "failure" and NOWHERE in words for kind, words in texts)
    assert [words for kind, words in texts if kind == "open_work"] == [f"Not answered yet: {NOWHERE}"]
    assert all(item.links for item in made.items)


TWO = "When is the harbour closed and who is the master of the ice breaker Runa?"


def test_a_question_is_no_verified_claim_and_found_words_stay(tmp_path: Path) -> None:
    """What waits is open until it is answered; a passage that answers is stated once a search found it."""
    env = replace(env_of(tmp_path), policy=SOON.model_copy(update={"snapshot": SETTINGS}))
    shown = start(env, RunRequest(TWO, (str(folder_of(tmp_path)),), settings={"steps": 9}))
    ledger = ledger_of(env)
    bodies = [parsed(event) for event in ledger.events(shown.record.run_id)]
    made = [body.narrative for body in bodies if isinstance(body, kinds.CheckpointDone)]
    verified = [each.partition("## 3. Verified claims")[2].partition("## 4.")[0] for each in made]
    doubts = [each.partition("## 6. ")[2].partition("## 7.")[0] for each in made]
    assert len(made) > 2
    assert not any("Not answered yet" in each or "the user asked" in each for each in verified)
    assert "- Open: Not answered yet: When is the harbour closed?" in doubts[0]
    assert "- Found: Crew notes The ice breaker Runa" in verified[0]
    assert "Ida Holm" in verified[-1] and "Not answered yet" not in made[-1]
    assert "- chk_" not in verified[-1] and "OBSERVE" not in verified[-1]


def test_a_stop_takes_the_place_of_the_search_before_it() -> None:
    """Its addition names it as what was done last, so that no note states the search again."""
    stop = kinds.ActDone(action_type="STOP", signature="STOP {}")
    unread: Any = None
    addition = session_additions._acted(stop, "step-3", unread)
    assert addition.body == stop
    assert [each.text for each in addition.events] == ["ACT STOP"]
