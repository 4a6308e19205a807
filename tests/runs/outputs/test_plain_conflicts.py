"""The sides of a conflict are in plain words wherever they are stated; the citation has the characters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from store.records.sessions import load_events
from tests.cli.run import inside
from tests.runs.build import env_of
from workbench.runs.outputs.output_files import reason_of
from workbench.runs.records.shapes import Citation, ResearchConflict
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest

TABLE = "# Boats\n\n| boat | crew | built |\n| --- | --- | --- |\n| Auk | 14 | 1989 |\n| Tern | 9 | 2001 |\n"
MARKED = "# Yard\n\nThe **Auk** was built in *1991* at the yard of [Holm](http://holm.example).\n"
SIDES = {"boat: Auk; crew: 14; built: 1989", "The Auk was built in 1991 at the yard of Holm."}


def boats(path: Path) -> Path:
    """Write a table and marked words that disagree, and return their folder."""
    folder = path / "boats"
    folder.mkdir()
    (folder / "a.md").write_text(TABLE, encoding="utf-8")
    (folder / "b.md").write_text(MARKED, encoding="utf-8")
    return folder


@pytest.mark.usefixtures("recorded")
def test_the_session_has_the_plain_words_too(tmp_path: Path) -> None:
    """Of a conflict the timeline's event states plain words; the quotations under it are the characters."""
    env = env_of(tmp_path)
    shown = start(env, RunRequest("When was the Auk built?", (str(boats(tmp_path)),)))
    events = load_events(env.create_store(), shown.record.session_id)
    (stated,) = [
        line for each in events for line in each.text.splitlines() if line.startswith("- Conflict: ")
    ]
    assert set(stated.partition("Conflict: ")[2].partition(": ")[2].split(" / ")) == SIDES


def test_sides_are_alike_in_all_outputs(tmp_path: Path) -> None:
    """`output.json`, report and terminal have the same words without markup."""
    folder, out = boats(tmp_path), tmp_path / "out"
    env = env_of(tmp_path)
    shown = start(env, RunRequest("When was the Auk built?", (str(folder),), out=out))
    made = json.loads((out / "output.json").read_text(encoding="utf-8"))
    (conflict,) = made["conflicts"]
    metrics = json.loads((out / "metrics.json").read_text(encoding="utf-8"))
    assert metrics["events"] == shown.state.sequence  # as in `agent_events` and `run status`
    words = conflict["text"].removeprefix("other dates: ")
    assert set(words.split(" / ")) == SIDES
    cited = [*conflict["side_a"], *conflict["side_b"]]
    assert {each["words"] for each in cited} == SIDES
    assert {each["quote"] for each in cited} == {"| Auk | 14 | 1989 |", MARKED.splitlines()[2]}
    report = (out / "report.md").read_text(encoding="utf-8").partition("## Conflicts")[2]
    told = inside("run", "status", shown.record.run_id, cwd=tmp_path, env=env).out.partition("conflicts\n")[2]
    for text in (report.partition("\n## ")[0], told):
        assert all(side in text for side in SIDES)
        assert "The dates differ:" in text
        assert "**" not in text
        assert "| Auk" not in text


def test_the_heading_of_a_conflict_says_what_differs() -> None:
    """With the figures of both sides, if it has any."""
    for reason, heading in (
        ("other figures (£86,000 against £112,500)", "The figures differ: £86,000 against £112,500"),
        ("other figures for the length of time", "The figures for the length of time differ"),
        ("one denies what the other says", "One denies what the other says"),
    ):
        side = Citation(
            chunk_id="c",
            artifact_id="a",
            source_id="s",
            location="a.md",
            start=0,
            end=4,
            line=1,
            page=None,
            quote="Auks.",
        )
        text = f"{reason}: Auks. / Terns."
        assert reason_of(ResearchConflict(claim_id="c", text=text, side_a=(side,), side_b=(side,))) == heading
