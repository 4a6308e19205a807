"""`replay`: drift as text, as JSON and as a picture; the store stays as it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.run import ROOT, environment, inside
from tests.cli.samples import write_transcript
from workbench.presentation import passes
from workbench.services.output_shapes import plan_shapes as shapes
from workbench.services.replays.replay_points import Point, Share
from workbench.services.schemas import schema_of


@pytest.fixture(scope="module")
def upload(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a store that holds the small session, and the session's id."""
    folder = tmp_path_factory.mktemp("replay")
    write_transcript(folder / "upload.jsonl")
    stated = inside("--store", "s.duckdb", "import", "upload.jsonl", "--json", cwd=folder)
    return folder, stated.json["sessions"][0]["session_id"]


def test_a_replay_as_json_keeps_to_its_schema(upload: tuple[Path, str]) -> None:
    """Series, passes and items with their generation; no draft is in the store afterwards."""
    folder, session = upload
    stated = inside("--store", "s.duckdb", "replay", session, "--every", "1", "--json", cwd=folder)
    body = shapes.ReplayShape.model_validate(stated.json)
    assert schema_of("replay")["properties"]["schema"]["const"] == "workbench.replay/1"
    assert body.series == ["intentional", "rolling", "transcript"]
    rolling = [point for point in body.points if point.series == "rolling"]
    assert [point.generation for point in rolling] == [1, 2, 3]
    assert [{item.generation for item in point.items} for point in rolling] == [{0}, {1}, {2}]
    (own,) = [point for point in body.points if point.series == "transcript"]
    assert own.lost
    assert own.contradictions > 0
    listed = inside("--store", "s.duckdb", "sessions", "--json", cwd=folder).json
    assert listed["sessions"][0]["artifacts"] == 1  # the transcript's own


def test_a_replay_as_text_fits_80_columns(upload: tuple[Path, str]) -> None:
    """A row a pass, what each series lost, and the cadence on stderr."""
    folder, session = upload
    stated = inside("--store", "s.duckdb", "replay", session, cwd=folder)
    assert stated.code == 0
    lines = stated.out.splitlines()
    assert max(map(len, lines)) <= 80
    for name in ("intentional", "rolling", "transcript"):
        assert name in lines  # the heading of its part
        assert any(f" {name} " in line for line in lines)
    flat = " ".join(stated.out.split())
    assert "dropped since pass 1, never retained: Document the retry limit in docs/upload.md" in flat
    assert "went through 3 passes" in flat
    assert stated.err.startswith("a pass every turn: since every 20 turns, the default, would give too few")


def test_a_pass_with_nothing_to_lose_is_told_from_one_that_retains_all() -> None:
    """Nothing lost out of nothing is no success."""
    empty = Point("rolling", 1, 9, 1, 100)
    assert passes.unlost_words(empty) == "nothing that counts is lost at the last pass: nothing counts there"
    assert passes.unlost_words(replace(empty, decisions=Share(2, 2))).endswith("at the last pass")


def test_a_picture_is_written_beside(upload: tuple[Path, str]) -> None:
    """The picture is an SVG file, and the parts left out are reported."""
    folder, session = upload
    stated = inside(
        "--store",
        "s.duckdb",
        "replay",
        session,
        *("--strategy", "memory", "--every", "1", "--generations", "2", "--until", "16"),
        *("--plot", "curve.svg"),
        cwd=folder,
    )
    assert stated.code == 0
    assert (folder / "curve.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert "curves written to curve.svg" in stated.err
    assert "events after event 16 are left out; --until EVENT replays more" in stated.err
    stated = inside(
        *("--store", "s.duckdb", "replay", session, "--strategy", "memory"),
        *("--every", "1", "--generations", "1"),
        cwd=folder,
    )
    assert "2 more passes are left out after event" in stated.err
    assert "--generations 3 replays them" in stated.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--every", "0"), "'0' is not a count"),
        (("--every", "many"), "'many' is not a count"),
        (("--generations", "-1"), "is not a count"),
        (("--until", "999"), "lies outside the session"),
        (("--until", "-1"), "lies outside the session"),
        (("--strategy", "native"), "cannot be replayed"),
        (("--strategy", "nonsense"), "nonsense"),
        (("--plot", "curve.pdf"), "neither .svg nor .png"),
        (("--plot", "nowhere/curve.svg"), "there is no folder"),
    ],
)
def test_what_cannot_be_replayed_is_one_line(
    upload: tuple[Path, str], arguments: tuple[str, ...], message: str
) -> None:
    """Exit 2 and nothing on stdout."""
    folder, session = upload
    stated = inside("--store", "s.duckdb", "replay", session, *arguments, cwd=folder)
    assert (stated.code, stated.out) == (2, "")
    assert message in stated.err


def test_an_interrupt_ends_it_and_leaves_no_picture(tmp_path: Path) -> None:
    """One word on stderr, exit 130, neither a file nor a part of one."""
    sample = ROOT / "sample_sessions" / "kitchen-chat.json"
    assert inside("--store", "s.duckdb", "import", sample, cwd=tmp_path).code == 0
    begun = tmp_path / "begun"
    code = (
        "import sys, pathlib\n"
        "from workbench.services.replays import replay_series\n"
        "known = replay_series.Series.draft\n"
        "def draft(self, maker, cut):\n"
        f"    pathlib.Path({str(begun)!r}).touch()\n"
        "    return known(self, maker, cut)\n"
        "replay_series.Series.draft = draft\n"
        "from workbench.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    arguments = ("--store", "s.duckdb", "replay", "ses_af7a", "--every", "1", "--generations", "100")
    work = subprocess.Popen(
        [sys.executable, "-c", code, *arguments, "--plot", "curve.svg"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    for _ in range(1_200):
        if begun.exists():
            break
        time.sleep(0.05)
    os.kill(work.pid, signal.SIGINT)
    out, err = work.communicate(timeout=120)
    assert (work.returncode, out) == (130, b"")
    assert err.decode().strip() == "interrupted"
    assert not [each for each in tmp_path.iterdir() if each.name.startswith("curve")]


def test_a_count_out_of_bounds_is_reported_with_its_bounds(tmp_path: Path) -> None:
    """Not as if a large number were none."""
    stated = inside("replay", "ses_000000", "--generations", "99999999", "--json", cwd=tmp_path)
    assert (stated.code, stated.json["message"]) == (2, "'99999999' is not a count")
    assert stated.json["hint"] == "write a whole number from 1 to 1,000,000, as in 20"
