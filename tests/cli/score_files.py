"""Files to score in several formats: one that fails, one that passes, a hostile one and an unreadable one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.cli.hostile import write_hostile
from tests.cli.run import Result, inside
from tests.cli.samples import GOOD_SUMMARY, SESSION, write_transcript
from workbench.services.output_shapes.reports_and_drafts import ScoreShape


def write_files(folder: Path) -> Path:
    """Write them under `in` and return the folder."""
    inside_it = folder / "in"
    inside_it.mkdir()
    write_transcript(inside_it / "bad.jsonl")
    good = write_transcript(inside_it / "good one.jsonl", GOOD_SUMMARY)
    good.write_text(good.read_text(encoding="utf-8").replace(SESSION, "2" + SESSION[1:]), encoding="utf-8")
    write_hostile(inside_it / "hostile.jsonl")
    (inside_it / "broken.jsonl").write_bytes(b"\x00\x01\x02binary")
    return folder


def score(files: Path, *arguments: str, **changes: str) -> Result:
    return inside("score", *arguments, cwd=files, env=None, **changes)


def written(files: Path, target: str, name: str, *arguments: str) -> str:
    return score(files, target, "--format", name, *arguments).out


def reports(result: Result) -> list[dict[str, Any]]:
    """The reports that `score --json` printed, its shape checked."""
    ScoreShape.model_validate(result.json)
    found = result.json["reports"]
    assert isinstance(found, list)
    return found
