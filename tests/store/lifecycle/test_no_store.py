"""A file that is not a store is reported at once, and reading creates none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from store.errors import StoreUnreadable
from store.lifecycle.open import open_store
from tests.cli.run import inside


def test_a_pipe_is_no_store(tmp_path: Path) -> None:
    """Opening one would wait for a writer for ever."""
    place = tmp_path / "pipe"
    os.mkfifo(place)
    with pytest.raises(StoreUnreadable, match="is not a file"):
        open_store(place)
    for words in (("sessions",), ("verify",), ("context", "ses_1")):
        assert "is not a file" in inside(*words, "--store", place, cwd=tmp_path).err


@pytest.mark.parametrize("words", [("sessions",), ("verify",), ("context", "ses_1"), ("history",)])
def test_reading_a_store_by_its_address_makes_none(tmp_path: Path, words: tuple[str, ...]) -> None:
    """As by its path."""
    inside(*words, "--store", f"duckdb:///{tmp_path}/x.duckdb", cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []
