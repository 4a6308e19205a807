"""Leftovers of a killed process beside a store are removed at the next open; users' files stay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from store.database.scratch import sweep, workplace
from store.engine import Store
from store.lifecycle.open import open_store
from tests.cli.run import ROOT

WORK = (
    "import sys, pathlib; from store.database.scratch import workplace\n"
    "with workplace(pathlib.Path(sys.argv[1])) as folder:\n"
    "    (folder / 'half.duckdb').write_bytes(b'half'); print(folder.name, flush=True); sys.stdin.read()"
)


def test_the_folder_of_a_dead_process_goes_and_no_other(store: Store, tmp_path: Path) -> None:
    """While its process lives it stays through any opens; then one open removes it."""
    with subprocess.Popen(
        [sys.executable, "-c", WORK, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        left = tmp_path / process.stdout.readline().strip()
        open_store(store.path)
        assert (left / "half.duckdb").exists()
        process.kill()
    elsewhere = tmp_path / "mine"
    elsewhere.mkdir()
    kept = [".store-work-mine", ".store-backup", ".store-work-abcdefg", "store-work-abcdefgh"]
    for name in kept:
        (tmp_path / name).mkdir()
    (tmp_path / ".store-work-linked__").symlink_to(elsewhere)
    (tmp_path / ".store-work-linked_1").symlink_to(elsewhere)
    (tmp_path / ".store-work-abcdefg1").write_text("a file")
    before = {each.name for each in tmp_path.iterdir()}
    with workplace(tmp_path) as own:
        assert sweep(tmp_path) == (left.name,)
        assert own.is_dir()
    assert {each.name for each in tmp_path.iterdir()} == before - {left.name}


def test_opening_a_store_removes_what_dead_processes_left(store: Store, tmp_path: Path) -> None:
    """Opening the store removes them without a command."""
    left = tmp_path / ".store-work-abcdefgh"
    left.mkdir()
    (left / "half.duckdb").write_bytes(b"half")
    open_store(store.path)
    assert not left.exists()
