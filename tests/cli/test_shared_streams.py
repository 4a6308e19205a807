"""Whether stdout and stderr are read in one place, so that a warning need not stand in both."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.cli import stdout


@pytest.mark.parametrize("shared", [True, False])
def test_both_streams_of_one_file_are_read_in_one_place(
    shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `2>&1` makes them; two files, or a stream without one, are read apart."""
    with (tmp_path / "out").open("w") as out, (tmp_path / "err").open("w") as err:
        monkeypatch.setattr("sys.stdout", out)
        monkeypatch.setattr("sys.stderr", out if shared else err)
        seen = stdout.shows_stderr()
        monkeypatch.setattr("sys.stderr", None)
        alone = stdout.shows_stderr()
    assert (seen, alone) == (shared, False)
