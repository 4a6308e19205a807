"""Many processes on one store: each gets its turn, no change is lost, and the holder is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.forked import at_once
from tests.cli.run import inside
from tests.cli.samples import SESSION, write_transcript
from workbench.services.output_shapes import reports_and_drafts as shapes

READS = (("sessions",), ("verify",), ("doctor",))


def test_six_commands_at_once_all_get_their_turn(tmp_path: Path) -> None:
    """Three imports and three readers: every one is done, and the store holds every session whole."""
    store = tmp_path / "store.duckdb"
    files = [tmp_path / f"upload-{number}.jsonl" for number in range(3)]
    for number, path in enumerate(files):
        text = write_transcript(path).read_text(encoding="utf-8")
        path.write_text(text.replace(SESSION, f"{number}{SESSION[1:]}"), encoding="utf-8")
    assert inside("import", files[0], "--store", store, cwd=tmp_path).code == 0
    words = [("import", path) for path in files] + list(READS)
    said = at_once(tmp_path, [(*each, "--store", store, "--wait", "120", "--json") for each in words])
    assert [each.code for each in said] == [0] * 6, said
    assert all(each.json["schema"].startswith("workbench.") for each in said)
    kept = inside("sessions", "--store", store, "--json", cwd=tmp_path).json["sessions"]
    assert len({each["session_id"] for each in kept}) == 3, said
    verified = inside("verify", "--store", store, "--json", cwd=tmp_path)
    shapes.VerifyShape.model_validate(verified.json)
    assert (verified.code, len(verified.json["heads"])) == (0, 3)


def test_a_command_that_waited_in_vain_names_the_holder(tmp_path: Path) -> None:
    """After the requested wait, the error names the process, its command and the next step."""
    store = tmp_path / "store.duckdb"
    write_transcript(tmp_path / "upload.jsonl")
    assert inside("import", tmp_path / "upload.jsonl", "--store", store, cwd=tmp_path).code == 0
    code = (
        "import duckdb, sys; held = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(store), "\x1b[31mred"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        stated = inside("sessions", "--store", store, "--wait", "0.1", "--json", cwd=tmp_path)
        holder.kill()
    assert (stated.code, stated.json["code"]) == (3, "store_busy")
    assert f"process {holder.pid} (" in stated.json["message"]
    assert "\x1b" not in stated.out + stated.err
    assert "--wait" in stated.json["hint"]


def test_a_wait_that_is_no_number_is_refused(tmp_path: Path) -> None:
    """Before anything is opened."""
    for given in ("soon", "-1", "nan", "1e9"):
        stated = inside("sessions", f"--wait={given}", "--json", cwd=tmp_path)
        assert (stated.code, stated.json["code"]) == (2, "usage")
