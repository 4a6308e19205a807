"""`score` over many files: the same bytes from one process or several; results in a file, and `report`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.cli.run import ROOT, Result, environment, inside, workbench
from tests.cli.samples import GOOD_SUMMARY, SESSION, write_transcript
from tests.services.test_process_pool import alive, soon
from workbench.services.output_shapes.result_shapes import ResultShape, ResultsShape
from workbench.services.scores.result_rows import COLUMNS


def fill(folder: Path, count: int) -> Path:
    """A folder of transcripts, every third with a good summary, the second of them broken."""
    folder.mkdir()
    for number in range(count):
        path = write_transcript(folder / f"{number:02d}.jsonl", *([GOOD_SUMMARY] if number % 3 == 0 else []))
        text = path.read_text(encoding="utf-8").replace(SESSION, f"{number:08d}{SESSION[8:]}")
        path.write_text(text.replace('"2.1.7"', f'"2.1.{number % 2}"'), encoding="utf-8")
    (folder / "01.jsonl").write_bytes(b"\x00\x01\x02binary")
    return folder


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("many") / "files", 6)


def score(folder: Path, *arguments: str | Path) -> Result:
    return inside("score", folder.name, *arguments, cwd=folder.parent)


def started(folder: Path, *arguments: str, **changes: str) -> subprocess.Popen[bytes]:
    """The command in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "workbench", "score", folder.name, *arguments],
        cwd=folder.parent,
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.parametrize("output", [["--json"], []])
def test_several_processes_print_the_same_bytes_as_one(many: Path, output: list[str]) -> None:
    """Reports in the order of the files, the broken file's error beside them, the same exit code."""
    one, two = score(many, "--jobs", "1", *output), score(many, "--jobs", "2", *output)
    assert one == two
    assert one.code == 2
    assert "01.jsonl is binary" in one.err
    if output:
        assert [Path(each["target"]).name for each in one.json["reports"]] == [
            *("00.jsonl", "02.jsonl", "03.jsonl", "04.jsonl", "05.jsonl")
        ]
        assert one.out == json.dumps(one.json, ensure_ascii=False, indent=2) + "\n"


def test_options_reach_the_workers(many: Path, tmp_path: Path) -> None:
    """Policy, capture and the gates that decide are those of the command line in every process."""
    policy = tmp_path / "policy.toml"
    policy.write_text('name = "lenient"\n[thresholds]\ndecision_recall = 0.1\n', encoding="utf-8")
    quote = "Do not touch the download client."
    item = {"item_id": "cap_1", "kind": "decision", "text": quote, "status": "in_force", "origin": "reviewer"}
    capture = tmp_path / "capture.json"
    evidence = [{"ordinal": 11, "quote": quote}]
    body = {"schema": "workbench.capture/1", "items": [{**item, "evidence": evidence}]}
    capture.write_text(json.dumps(body), encoding="utf-8")
    options: list[str | Path] = [
        "--policy",
        policy,
        "--capture",
        capture,
        "--fail-on",
        "A,C",
        "--strict",
        "--json",
    ]
    one, two = score(many, "--jobs", "1", *options), score(many, "--jobs", "2", *options)
    assert one == two
    assert one.json["policy_version"].startswith("lenient-")
    assert {each["item_id"] for report in two.json["reports"] for each in report["retention"]} == {"cap_1"}
    assert score(many, "--jobs", "1", "--json").json["reports"] != two.json["reports"]


_HELD = """
import os, pathlib, sys, time
def held(event, args):
    path = pathlib.Path(str(args[0]) if event == "open" else "none")
    place = pathlib.Path(__file__).with_name(path.stem)
    if path.name in {names!r} and not place.exists():
        place.write_text(str(os.getpid()))
        time.sleep(600)
sys.addaudithook(held)
"""


def hooked(folder: Path, script: str) -> str:
    """Have every process run a script when it starts; return the module path that causes it."""
    (folder / "hooks").mkdir()
    (folder / "hooks" / "sitecustomize.py").write_text(script, encoding="utf-8")
    return f"{folder / 'hooks'}{os.pathsep}{ROOT}"


def holding(folder: Path, *names: str) -> tuple[subprocess.Popen[bytes], list[int]]:
    """Score files with two workers that stay within those of these names; the command and those workers."""
    path = hooked(folder.parent, _HELD.format(names=names))
    running = started(folder, "--jobs", "2", "--json", PYTHONPATH=path)
    places = [folder.parent / "hooks" / Path(name).stem for name in names]
    assert soon(lambda: all(each.exists() and each.read_text() for each in places), 300)
    return running, [int(each.read_text()) for each in places]


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    """Its item is judged by another worker, and the output equals that of an undisturbed run."""
    folder = fill(tmp_path / "files", 6)
    quiet = score(folder, "--jobs", "1", "--json")
    running, (worker,) = holding(folder, "03.jsonl")
    os.kill(worker, signal.SIGKILL)
    out, err = running.communicate(timeout=300)
    assert (running.returncode, out.decode("utf-8")) == (quiet.code, quiet.out)
    assert b"03.jsonl; it is judged again" in err
    assert b"Traceback" not in err


_DEADLY = """
import os, signal, sys
def deadly(event, args):
    if event == "open" and "deadly" in str(args[0]):
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(deadly)
"""


def deadly_file(folder: Path) -> str:
    """Put a transcript that kills its reader into a folder; return the module path that causes it."""
    write_transcript(folder / "deadly.jsonl")
    return hooked(folder.parent, _DEADLY)


def test_a_file_that_kills_its_worker_twice_is_reported(tmp_path: Path) -> None:
    """It is named with how the worker ended, and every other file is judged."""
    folder = fill(tmp_path / "files", 4)
    path = deadly_file(folder)
    stated = workbench("score", "files", "--jobs", "2", "--json", cwd=tmp_path, PYTHONPATH=path)
    assert stated.code == 2
    errors = {Path(each["target"]).name: each for each in stated.json["errors"]}
    assert list(errors) == ["01.jsonl", "deadly.jsonl"]
    assert errors["deadly.jsonl"]["code"] == "worker_died"
    assert "was killed by signal 9, twice" in errors["deadly.jsonl"]["message"]
    assert [Path(each["target"]).name for each in stated.json["reports"]] == [
        *("00.jsonl", "02.jsonl", "03.jsonl")
    ]
    assert "deadly.jsonl; it is judged again" in stated.err


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds worker processes through /proc")
def test_an_interrupt_ends_everything(tmp_path: Path) -> None:
    """`^C` in a terminal reaches all processes: one word on stderr, nothing on stdout, no process left."""
    running, workers = holding(fill(tmp_path / "files", 6), "03.jsonl", "04.jsonl")
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert (running.returncode, out, err) == (130, b"", b"interrupted\n")
    assert not any(alive(pid) for pid in workers)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--jobs", "0"], "'0' is not a count"),
        (["--jobs", "1025"], "'1025' is not a count"),
        (["--jobs", "two"], "'two' is not a count"),
        (["--engine", "ray"], "'ray' is not an engine"),
        (["--engine", "dask="], "'dask=' is not an engine"),
        (["--engine", "local=x"], "'local=x' is not an engine"),
        (["--engine", "dask=tcp://127.0.0.1:1", "--jobs", "2"], "--jobs is for workers of this machine"),
        (["--engine", "dask", "--source", "x"], "--source"),
        (
            ["--jobs", "2", "--checker", "vectors=nowhere"],
            "second opinions (vectors) are asked by one process",
        ),
        (["--out", "results.csv"], "names no format"),
        (["--out", "nowhere/results.jsonl"], "its folder is not there"),
        (["--out", "files.parquet"], "is a folder"),
    ],
)
def test_what_does_not_go_together_is_said(many: Path, arguments: list[str], words: str) -> None:
    """In one line with what to do, before anything is judged."""
    (many.parent / "files.parquet").mkdir(exist_ok=True)
    stated = score(many, *arguments, "--json")
    assert stated.code == 2
    assert words in stated.json["message"]
    assert stated.json["hint"]


@pytest.mark.parametrize(
    "targets",
    [
        ["files", "files"],
        ["files", "files/00.jsonl"],
        ["./files/00.jsonl", "files"],
        ["files", "linked"],
    ],
)
def test_what_is_named_twice_is_judged_once(tmp_path: Path, targets: list[str]) -> None:
    """A folder again, a file in it, or a link to it: no compaction is counted twice."""
    fill(tmp_path / "files", 1)
    (tmp_path / "files" / "01.jsonl").unlink()
    (tmp_path / "linked").symlink_to("files")
    stated = inside("score", *targets, "--json", cwd=tmp_path)
    assert len(stated.json["reports"]) == 1
    assert Path(stated.json["reports"][0]["target"]) == Path(targets[0].removesuffix("00.jsonl"), "00.jsonl")
    out = inside("score", *targets, "--out", "rows.jsonl", "--jobs", "2", cwd=tmp_path)
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 1, out.err


def test_an_artifact_is_judged_once_by_whatever_names(tmp_path: Path) -> None:
    """An id, its prefix and its number name one artifact; an unknown name is reported beside it."""
    fill(tmp_path / "files", 1)
    given = ("--store", "s.duckdb")
    session = inside("import", "files/00.jsonl", *given, "--json", cwd=tmp_path).json["sessions"][0]
    artifact, number = session["compactions"][0]["artifact_id"], f"{session['session_id']}:d-1"
    named = (number, artifact, artifact[:12], number)
    stated = inside("score", *named, *given, "--json", cwd=tmp_path)
    assert [each["target"] for each in stated.json["reports"]] == [number], stated.err
    inside("score", *named, *given, "--out", "rows.jsonl", cwd=tmp_path)
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 1
    stated = inside("score", "art_00000000", *named, *given, "--json", cwd=tmp_path)
    assert (stated.code, len(stated.json["reports"]), len(stated.json["errors"])) == (2, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["--range", "0..5"], "--range goes with a summary file", "add --source TRANSCRIPT, or leave it out"),
        (["--input-format", "codexx"], "there is no format 'codexx'", "did you mean codex?"),
    ],
)
def test_what_fits_no_file_is_reported_once(
    many: Path, arguments: list[str], message: str, hint: str
) -> None:
    """Not once a file, and though one of them is not there."""
    stated = score(many, "nowhere.jsonl", *arguments, "--json")
    assert stated.code == 2
    assert stated.json["message"] == message
    assert stated.json["hint"].startswith(hint)


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_results_are_rows_that_duckdb_reads(many: Path, tmp_path: Path, kind: str) -> None:
    """Each compaction and the broken file have a row that matches the schema, with columns in order."""
    out = tmp_path / f"it's [1] results.{kind}"
    stated = score(many, "--out", out, "--jobs", "2", "--json")
    assert stated.code == 2
    ResultsShape.model_validate(stated.json)
    reader = "read_parquet" if kind == "parquet" else "read_json"
    place = tmp_path / f"plain.{kind}"
    place.write_bytes(out.read_bytes())
    found = duckdb.connect().execute(f"SELECT * FROM {reader}('{place}')")
    assert [column[0] for column in found.description or ()] == list(COLUMNS)
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in found.fetchall()]
    for row in rows:
        ResultShape.model_validate(row)
    assert [Path(row["target"]).name for row in rows] == [
        *("00.jsonl", "02.jsonl", "03.jsonl", "04.jsonl", "05.jsonl", "01.jsonl")
    ]
    assert rows[-1]["error_code"] == "input_unreadable"
    reports = score(many, "--json").json["reports"]
    for row, report in zip(rows, reports, strict=False):
        assert row["gate_c"] == report["gates"]["C"]["status"]
        assert [each["verdict"] for each in row["retention"]] == [
            each["verdict"] for each in report["retention"]
        ]


def test_lines_and_parquet_say_the_same(many: Path, tmp_path: Path) -> None:
    """The totals of both files are equal but for the file's name, and together they count twice."""
    files = [tmp_path / "one.jsonl", tmp_path / "two.parquet"]
    for file in files:
        score(many, "--out", file)
    one, two = (inside("report", file, "--json", cwd=tmp_path).json for file in files)
    assert {**one, "files": []} == {**two, "files": []}
    both = inside("report", *files, "--json", cwd=tmp_path).json
    ResultsShape.model_validate(both)
    assert (both["compactions"], both["sessions"]) == (2 * one["compactions"], one["sessions"])
    assert both["unreadable"] == [{"code": "input_unreadable", "targets": 2}]


def test_a_report_says_which_version_loses_what(many: Path, tmp_path: Path) -> None:
    """By strategy and by version: passed, gates, what became of counted items, which rules fired."""
    score(many, "--out", tmp_path / "results.parquet")
    stated = inside("report", "results.parquet", "--json", cwd=tmp_path).json
    (strategy,) = stated["strategies"]
    assert (strategy["origin"], strategy["strategy"], strategy["compactions"]) == ("imported", "native", 5)
    assert [(each["prompt_version"], each["compactions"]) for each in stated["versions"]] == [
        ("imported:claude-code/2.1.0", 3),
        ("imported:claude-code/2.1.1", 2),
    ]
    reports = score(many, "--json").json["reports"]
    lost = [v for each in reports for v in each["retention"] if v["counted"] and v["verdict"] == "dropped"]
    dropped = {each["kind"]: each["verdicts"].get("dropped", 0) for each in strategy["retention"]}
    assert dropped == {kind: sum(v["kind"] == kind for v in lost) for kind in dropped}
    assert sum(dropped.values()) == len(lost) > 0
    work = next(each for each in strategy["retention"] if each["kind"] == "open_work")
    assert work["retained_share"] == round(work["retained"] / work["counted"], 6)
    assert strategy["gates"]["C"] == {
        status: sum(each["gates"]["C"]["status"] == status for each in reports) for status in ("FAIL", "PASS")
    }
    hard = [
        f
        for each in reports
        for f in each["gates"]["D"]["findings"]
        if f["rule"] == "message_list_incomplete"
    ]
    fired = {each["rule"]: each for each in stated["rules"]}
    if hard:
        assert fired["message_list_incomplete"]["findings"] == len(hard)
    assert fired["retention_dropped"]["gate"] == "C"
    text = inside("report", "results.parquet", cwd=tmp_path).out
    assert "claude-code/2.1.0" in text
    assert "retention_dropped" in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_file_of_results_in_the_folder_is_no_transcript(tmp_path: Path) -> None:
    """Scoring the same folder into the same file again gives the same file."""
    folder = fill(tmp_path / "files", 3)
    score(folder, "--out", folder / "results.jsonl")
    first = (folder / "results.jsonl").read_bytes()
    score(folder, "--out", folder / "results.jsonl")
    assert (folder / "results.jsonl").read_bytes() == first
    assert sorted(each.name for each in folder.iterdir()) == [
        *("00.jsonl", "01.jsonl", "02.jsonl", "results.jsonl")
    ]


def _row(**changes: Any) -> str:
    known = {"schema": "workbench.result/1", "origin": "imported", "strategy": "native", "gate_a": "PASS"}
    return json.dumps({**dict.fromkeys(COLUMNS), **known, **changes}) + "\n"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("missing.jsonl", None, "is not there"),
        ("other.txt", "x", "is not a file of results"),
        ("other.jsonl", '{"schema": "workbench.score/1"}\n', "rows of workbench.score/1"),
        ("plain.jsonl", '{"type": "user"}\n', "rows of no schema"),
        ("broken.jsonl", _row() + "{cut", "is not a file of results"),
        ("broken.parquet", "PAR1 not really", "is not a file of results"),
        ("future.jsonl", _row(schema="workbench.result/2"), "rows of workbench.result/2"),
    ],
)
def test_what_is_no_result_is_refused(tmp_path: Path, name: str, content: str | None, words: str) -> None:
    """In one line with what to do."""
    if content is not None:
        (tmp_path / name).write_text(content, encoding="utf-8")
    stated = inside("report", name, "--json", cwd=tmp_path)
    assert stated.code == 2
    assert words in stated.json["message"]
    assert stated.json["hint"]
    assert "\n" not in stated.json["message"]


def test_text_in_results_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    """Control characters in a transcript's version are shown escaped, and the version is shortened."""
    version = "imported:\x1b[2Jclaude/" + "9" * 200
    (tmp_path / "r.jsonl").write_text(
        _row(prompt_version=version, policy_version="\x1b]0;p"), encoding="utf-8"
    )
    stated = inside("report", "r.jsonl", cwd=tmp_path)
    assert stated.code == 0
    assert "\x1b" not in stated.out
    assert "\\x1b[2Jclaude" in stated.out
    assert all(len(line) <= 80 for line in stated.out.splitlines())


def test_results_of_nothing_are_said(tmp_path: Path) -> None:
    """An empty file has nothing to report; a file with nothing but errors counts them."""
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    stated = inside("report", "empty.jsonl", "--json", cwd=tmp_path)
    assert (stated.code, stated.json["code"]) == (2, "input_empty")
    (tmp_path / "errors.jsonl").write_text(_row(error_code="input_missing", gate_a=None), encoding="utf-8")
    assert "1 target could not be read (input_missing)" in inside("report", "errors.jsonl", cwd=tmp_path).out


def test_nothing_to_score_writes_no_file(tmp_path: Path) -> None:
    """The error is that of `score`, and what was there before stays."""
    (tmp_path / "files").mkdir()
    write_transcript(tmp_path / "files" / "plain.jsonl", None)
    out = tmp_path / "results.jsonl"
    out.write_text("before", encoding="utf-8")
    stated = score(tmp_path / "files", "--out", out, "--json")
    assert stated.json["code"] == "nothing_to_score"
    assert out.read_text(encoding="utf-8") == "before"
