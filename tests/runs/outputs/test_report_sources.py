"""The sources of a report: those that are cited by name, the others by their number."""

from __future__ import annotations

from pathlib import Path

from tests.runs.build import run_over
from workbench.runs.outputs.output_files import report


def test_a_report_accounts_for_every_source(tmp_path: Path) -> None:
    """What was read and is not cited is counted, so that the list adds up."""
    _, shown = run_over(tmp_path)
    assert shown.output is not None
    stated = report(shown.output)
    cited = sum(source.cited for source in shown.output.sources)
    assert "3 of 3 sources were read." in stated
    assert stated.count("(cited)") == cited == 1
    assert "2 more were read and not cited; see output.json." in stated
