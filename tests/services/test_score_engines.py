"""How much is spread over how many: workers for bytes, files for a task; what tells installations apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from workbench.bootstrap import Env
from workbench.services.judgement.identity import identity
from workbench.services.scores import dask_engine, score_many
from workbench.services.scores.score_inputs import ScoreRequest
from workbench.services.scores.score_targets import Target, is_remote, listed

MB = 1_000_000


@pytest.mark.parametrize(
    ("sizes", "asked", "jobs"),
    [
        ([2 * MB, 2 * MB - 1], None, 1),  # not quite worth a second process
        ([2 * MB, 2 * MB], None, 2),
        ([4 * MB], None, 1),  # one file is judged by one
        ([5 * MB] * 9, None, 3),  # no more than there are cores
        ([1, 1, 1], 2, 2),  # what is asked for is done
        ([1, 1], 9, 2),  # but nobody waits for nothing
        ([9 * MB, 9 * MB], 1, 1),
        ([], None, 1),
    ],
)
def test_a_worker_is_started_where_it_is_worth_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sizes: list[int], asked: int | None, jobs: int
) -> None:
    """One for each 2 MB, up to the cores and the files; with a source one process does it."""
    monkeypatch.setattr(score_many, "usable_cores", lambda: 3)
    env = Env(store_location="", config=tmp_path / "none.toml")
    files = [Target(f"{number}.jsonl", size) for number, size in enumerate(sizes)]
    assert score_many._jobs(env, ScoreRequest(targets=()), files, asked) == jobs
    if asked is None:
        assert score_many._jobs(env, ScoreRequest(targets=(), source="x"), files, None) == 1


@pytest.mark.parametrize(
    ("sizes", "tasks"),
    [
        ([1] * 16, [16]),
        ([1] * 17, [16, 1]),
        ([2 * MB, 2 * MB], [2]),
        ([2 * MB, 2 * MB + 1], [1, 1]),
        ([9 * MB, 1], [1, 1]),
        ([], []),
    ],
)
def test_a_task_holds_files_up_to_both_bounds(sizes: list[int], tasks: list[int]) -> None:
    """16 files, 4 MB; a larger file is a task of its own."""
    files = [dask_engine._File(place, Target("x", size), "x") for place, size in enumerate(sizes)]
    batches = list(dask_engine._batches(files))
    assert [len(batch) for batch in batches] == tasks
    assert [file for batch in batches for file in batch] == files


def test_an_installation_differs_by_version_code_or_library() -> None:
    """What differs is named; the same installation differs in nothing."""
    mine = identity()
    assert mine.difference(identity()) == ""
    assert mine.difference(replace(mine, version="9.9")) == f"workbench 9.9, not {mine.version}"
    assert "other code" in mine.difference(replace(mine, code="0" * 12))
    other = (("rapidfuzz", "0.1"), *mine.libraries[1:])
    assert "rapidfuzz 0.1, not" in mine.difference(replace(mine, libraries=other))


def test_targets_are_distinguished_by_what_they_look_like(tmp_path: Path) -> None:
    """An address has a scheme and two slashes; a drive letter or a colon alone makes none."""
    assert is_remote("s3://bucket/x") and is_remote("memory://x")
    assert not any(map(is_remote, ("C:/x", "a:b", "/s3://x", "x/s3://y", "S3", "s3:/x", "SESSION:d-1")))
    (tmp_path / "a.jsonl").write_text("{}", encoding="utf-8")
    found = list(listed([str(tmp_path), str(tmp_path / "none")]))
    assert [(Path(each.name).name, each.size) for each in found] == [("a.jsonl", 2), ("none", 0)]
