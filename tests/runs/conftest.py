"""Tests of what a run answers leave out the session that records it, a third of its time."""

from __future__ import annotations

import pytest

_OF_ANSWERS = ("answering", "conflicts", "language", "planning", "ranking", "retrieval", "outputs", "sources")
"""Folders of such tests; those of the machine, of the services and of the commands record sessions."""


@pytest.fixture
def recorded() -> None:
    """The test reads the session of its run."""


@pytest.fixture(autouse=True)
def _answers_alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make runs without checkpoints and sessions, as a machine that has nowhere to put them."""
    if request.path.parent.name in _OF_ANSWERS and "recorded" not in request.fixturenames:
        monkeypatch.setattr("workbench.services.runs.agent_runs.RunCheckpoints", lambda *_: None)
