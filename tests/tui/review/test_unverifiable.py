"""An unreadable summary, and one whose events are not in the file: the next step is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from gates.report import GateReport
from tests.importers.codex.test_importer import compacted
from tests.tui.build import fixed_env
from tests.tui.drive import NARROW, WIDE, name_of, press, running, screen_text
from workbench.bootstrap import Env
from workbench.presentation.gate_words import covers_unseen_events, of_unseen
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.tui.keyboard.keymap import footer

pytestmark = pytest.mark.anyio


@pytest.fixture
def sealed(tmp_path: Path) -> Env:
    """Return a store with one session whose summary is encrypted."""
    env = fixed_env(tmp_path)
    file = tmp_path / "rollout.jsonl"
    file.write_text(compacted(sealed=True).text(), encoding="utf-8")
    import_paths(env, [str(file)])
    return env


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_an_encrypted_summary_is_unverifiable_and_c_drafts_again(
    sealed: Env, size: tuple[int, int]
) -> None:
    """One sentence, the key in the verdict, the refusal and the messages; nothing is reported as lost."""
    async with running(sealed, size) as pilot:
        text = screen_text(pilot.app)
        assert "ative" in text
        assert "none yet" in text
        assert "tokens against" not in text
        await press(pilot, "enter", "right_parenthesis", "e")
        text = screen_text(pilot.app)
        assert "encrypted or absent" in text
        assert "c Again" in text.splitlines()[-1]
        assert "without source" not in text
        assert "next problem" not in text
        await press(pilot, "n", "m")
        messages = [text for _, _, text in pilot.app.recent]  # type: ignore[attr-defined]
        assert sum("c drafts the range again" in each for each in messages) == 2
        await press(pilot, "a")
        text = screen_text(pilot.app)
        assert "c drafts the same range again" in text
        assert "are lost" not in text
        assert "m repairs" not in text
        await press(pilot, "c")
        assert name_of(pilot.app) == "PlanDialog"
        await press(pilot, "escape", "4")
        text = screen_text(pilot.app)
        assert "UNVERIFIABLE A" in text
        assert "FAIL" not in text


def test_the_footer_begins_with_what_the_state_needs() -> None:
    """Actions that are named come first, in their order; none is lost or doubled."""
    first = ("problem(1)", "repair", "draft_again", "reject")
    keys = footer("draft", 6, pane="Text", first=first)
    assert [each.keys for each in keys] == ["n p", "m", "tab", "c", "x", "enter", "?", "q"]
    assert sorted(footer("draft", 50, first=first)) == sorted(footer("draft", 50))


def report(**fields: object) -> GateReport:
    """Return a report with only origin, scope and range set."""
    return GateReport.model_construct(**fields)  # type: ignore[arg-type]


def test_a_compaction_of_events_that_are_not_there() -> None:
    """Only the transcript's own one, of a file that begins with it; a draft is judged whole."""
    known = {"origin": "imported", "scope_complete": False, "source_start": 0, "source_end": 0}
    assert covers_unseen_events(report(**known))
    assert not covers_unseen_events(report(**known | {"source_end": 9}))
    assert of_unseen(report(**known | {"source_end": 9}))
    assert not of_unseen(report(**known | {"origin": "drafted"}))
    assert not of_unseen(report(**known | {"scope_complete": True}))
