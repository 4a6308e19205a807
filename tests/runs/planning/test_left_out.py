"""An objective of more questions than a run takes: the others are said to be left out."""

from __future__ import annotations

from pathlib import Path

from tests.runs.build import env_of
from workbench.runs.records.shapes import MOST_PARTS
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest


def test_questions_that_are_not_looked_for_are_named(tmp_path: Path) -> None:
    """Up to the limit there is no notice; one more is named, also where the steps do not suffice for any."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "barn.md").write_text("# Barns\n\n" + "".join(f"\n\nBarn {n} is red.\n" for n in range(9)))
    asked = [f"What colour is barn {n}?" for n in range(MOST_PARTS + 1)]
    for many, stated in ((MOST_PARTS, False), (MOST_PARTS + 1, True)):
        shown = start(
            env_of(tmp_path), RunRequest(" ".join(asked[:many]), (str(folder),), settings={"steps": 2})
        )
        assert shown.output is not None
        left = [each for each in shown.output.uncertainty if each.startswith("Not looked for")]
        assert bool(left) is stated
        assert all(asked[MOST_PARTS] in each for each in left)
