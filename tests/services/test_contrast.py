"""What a comparison costs: each side is scored once, and the store is opened a few times only."""

from __future__ import annotations

from pathlib import Path

import pytest

from store import engine
from store.records import artifacts
from tests.services.test_drafting import environment
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.judgement.judge import judge_stored
from workbench.services.lookup.diff_choices import choose_pair, contrast
from workbench.services.transcript_files.import_transcripts import import_paths

SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "clean-run.jsonl"


def test_two_drafts_are_each_scored_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env = environment(tmp_path)
    session = import_paths(env, [str(SAMPLE)]).imported[0].appended.session_id
    for strategy in ("intentional", "checkpoint"):
        draft(env, ChosenRange(session, 0, 60, "here"), strategy=strategy)
    newest = artifacts.listing(env.open_store(), session)[-1].artifact_id
    opened, scored = [], []
    open_file = engine._opened

    def opening(*given: object) -> object:
        opened.append(given)
        return open_file(*given)  # type: ignore[arg-type]

    def judging(*given: object) -> object:
        scored.append(given)
        return judge_stored(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "_opened", opening)
    monkeypatch.setattr("workbench.services.lookup.diff.judge_stored", judging)
    pair = choose_pair(env, session, newest)
    found = contrast(env, session, pair.a, pair.b, pair.why)
    assert (found.a.name[:2], found.b.id) == ("d-", newest)
    assert len(scored) == 2
    assert len(opened) <= 8, "opening a file costs more than reading it"
