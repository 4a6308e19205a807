"""`score` on a cluster and of files elsewhere: the same bytes, nothing lost with a worker, one workbench.

Needs the extra `distributed`; the tests of s3 also need `moto[server]`. They skip, with the reason, without.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import util
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.cli.run import ROOT, environment, inside, workbench
from tests.cli.samples import write_transcript
from tests.cli.test_score_many import deadly_file, fill, score
from tests.services.test_process_pool import soon
from workbench.checkers import extras

_LACKING = extras.missing("distributed")
needs_extra = pytest.mark.skipif(bool(_LACKING), reason=f"not installed: {', '.join(_LACKING)}")
needs_moto = pytest.mark.skipif(
    bool(_LACKING) or any(util.find_spec(name) is None for name in ("moto", "flask")),
    reason="the extra `distributed` or moto[server] is not installed",
)


class Cluster:
    """A scheduler and its workers in separate processes, as an external cluster."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        assert soon(self._file.exists)

    @property
    def address(self) -> str:
        """The scheduler's address."""
        return str(json.loads(self._file.read_text(encoding="utf-8"))["address"])

    def work(self, **changes: str) -> None:
        """Start a worker with one thread and no nanny that would start it again."""
        self.workers.append(
            self._start("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", **changes)
        )

    def _start(self, program: str, *arguments: str, **changes: str) -> subprocess.Popen[bytes]:
        log = self._stack.enter_context((self._folder / f"{program}.log").open("ab"))
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file", str(self._file)),
                *arguments,
            ],
            cwd=self._folder,
            env=environment(**changes),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    with ExitStack() as stack:
        yield Cluster(folder, stack)


@needs_extra
def test_a_cluster_of_this_machine_prints_the_same_bytes(tmp_path: Path) -> None:
    """Policy and options reach two workers, the broken file leaves the others, progress is on stderr."""
    folder = fill(tmp_path / "files", 5)
    policy = tmp_path / "policy.toml"
    policy.write_text('name = "lenient"\n[thresholds]\ndecision_recall = 0.1\n', encoding="utf-8")
    options: list[str | Path] = ["--policy", policy, "--fail-on", "A,C", "--json"]
    alone = score(folder, "--jobs", "1", *options)
    stated = workbench("score", "files", "--engine", "dask", "--jobs", "2", *options, cwd=tmp_path)
    assert (stated.code, stated.out) == (alone.code, alone.out)
    assert stated.json["policy_version"].startswith("lenient-")
    lines = stated.err.splitlines()
    assert "judged 5 of 5 files" in lines
    assert [line for line in lines if not line.startswith("judged ")] == alone.err.splitlines()


@needs_extra
def test_a_worker_killed_in_the_middle_loses_nothing(tmp_path: Path, cluster: Cluster) -> None:
    """One of two workers of a running cluster is killed after the first results; the output is identical."""
    folder = fill(tmp_path / "files", 120)
    for _ in range(2):
        cluster.work()
    options = ["--out", "results.parquet", "--json"]
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "workbench", "score", "files", "--engine", f"dask={cluster.address}"),
            *options,
        ],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stderr is not None
        first = running.stderr.readline()
        cluster.workers[0].send_signal(signal.SIGKILL)
        out, err = running.communicate(timeout=300)
    assert first.startswith("judged ")
    assert not first.startswith("judged 120 of 120")
    assert running.returncode == 2, err
    quiet = score(folder, "--jobs", "1", "--out", tmp_path / "alone.parquet", "--json")
    assert {**json.loads(out), "files": []} == {**quiet.json, "files": []}
    rows = [
        duckdb.connect().execute(f"SELECT * FROM '{tmp_path / name}.parquet'").fetchall()
        for name in ("results", "alone")
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) == 120
    assert "Traceback" not in err


@needs_extra
def test_a_file_that_kills_every_worker_is_reported(tmp_path: Path) -> None:
    """Those judged in the same task are judged without it."""
    folder = fill(tmp_path / "files", 4)
    path = deadly_file(folder)
    cluster = ["--engine", "dask", "--jobs", "2"]
    stated = workbench("score", "files", *cluster, "--json", cwd=tmp_path, PYTHONPATH=path)
    assert stated.code == 2
    assert [(Path(each["target"]).name, each["code"]) for each in stated.json["errors"]] == [
        ("01.jsonl", "input_unreadable"),
        ("deadly.jsonl", "worker_died"),
    ]
    assert len(stated.json["reports"]) == 3
    assert "Traceback" not in stated.err


@contextmanager
def _another_workbench(folder: Path) -> Iterator[str]:
    """A copy of the packages in which one verdict's wording is another."""
    for package in ("gates", "store", "workbench"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "gates" / "report.py").open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    yield str(folder)


@needs_extra
def test_a_worker_with_another_workbench_is_refused(tmp_path: Path, cluster: Cluster) -> None:
    """Other code, also of the same version, or none at all: named with its address, and nothing is judged."""
    fill(tmp_path / "files", 3)
    with _another_workbench(tmp_path / "other") as other:
        cluster.work(PYTHONPATH=other)
        stated = workbench("score", "files", "--engine", f"dask={cluster.address}", "--json", cwd=tmp_path)
    assert (stated.code, stated.json["code"]) == (2, "worker_version")
    assert "other code of workbench" in stated.json["message"]
    assert "tcp://" in stated.json["message"]
    assert "install the same workbench" in stated.json["hint"]


@needs_extra
def test_files_that_workers_do_not_see_are_reported(tmp_path: Path, cluster: Cluster) -> None:
    """A cluster elsewhere reads the same paths; a file that is shorter there is another file."""
    folder = fill(tmp_path / "files", 3)
    (folder / "gone.jsonl").symlink_to("/dev/stdin")
    cluster.work()
    stated = workbench("score", "files", "--engine", f"dask={cluster.address}", "--json", cwd=tmp_path)
    assert len(stated.json["reports"]) == 2, stated.err
    assert stated.code == 2


@needs_extra
@pytest.mark.parametrize(
    ("address", "code", "words"),
    [
        ("tcp://127.0.0.1:1", "cluster", "no dask scheduler answers"),
        ("nonsense://x", "usage", "is not the address of a scheduler"),
    ],
)
def test_a_cluster_that_is_not_there_is_said(tmp_path: Path, address: str, code: str, words: str) -> None:
    """In one line with what to do, and no trace of what went on inside."""
    fill(tmp_path / "files", 2)
    stated = workbench("score", "files", "--engine", f"dask={address}", "--json", cwd=tmp_path)
    assert (stated.code, stated.json["code"]) == (2, code)
    assert words in stated.json["message"]
    assert len(stated.err.splitlines()) == 2


def test_without_the_extra_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engine and addresses say what to install; everything else works without."""

    def absent(name: str) -> Any:
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr(extras, "import_module", absent)
    write_transcript(tmp_path / "one.jsonl")
    for arguments in (["one.jsonl", "--engine", "dask"], ["s3://bucket/prefix"]):
        stated = inside("score", *arguments, "--json", cwd=tmp_path)
        assert (stated.code, stated.json["code"]) == (2, "extra_missing")
        assert "distributed" in stated.json["hint"]
    both = inside("score", "one.jsonl", "s3://bucket/prefix", "--json", cwd=tmp_path)
    assert len(both.json["reports"]) == 1
    assert "reading s3://bucket/prefix needs fsspec" in both.json["errors"][0]["message"]


_SERVER = """
import json, sys, time
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
time.sleep(600)
"""


@pytest.fixture(scope="module")
def s3() -> Iterator[dict[str, str]]:
    """A local S3 server; the environment in which it is found."""
    with subprocess.Popen(
        [sys.executable, "-c", _SERVER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            port = server.stdout.readline().strip()
            yield {
                "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
                "AWS_ACCESS_KEY_ID": "testing",
                "AWS_SECRET_ACCESS_KEY": "testing",
                "AWS_DEFAULT_REGION": "us-east-1",
            }
        finally:
            server.kill()


def _upload(folder: Path, s3: dict[str, str]) -> None:
    code = (
        "import fsspec, sys; fs = fsspec.filesystem('s3'); fs.mkdir('bucket'); "
        "fs.put(sys.argv[1], 'bucket/in', recursive=True)"
    )
    subprocess.run([sys.executable, "-c", code, f"{folder}/"], env={**os.environ, **s3}, check=True)


@needs_moto
def test_addresses_are_listed_and_judged(tmp_path: Path, s3: dict[str, str]) -> None:
    """A prefix of s3 gives the reports of the same files on disk, here and on a cluster."""
    folder = fill(tmp_path / "files", 4)
    (folder / "deep").mkdir()
    write_transcript(folder / "deep" / "odd name [1].jsonl")
    (folder / "notes.txt").write_text("no transcript", encoding="utf-8")
    _upload(folder, s3)
    near = score(folder, "--json").json
    far = workbench("score", "s3://bucket/in", "--json", cwd=tmp_path, **s3)
    assert far.code == 2, far.err
    for report in near["reports"]:
        report["target"] = report["target"].replace("files/", "s3://bucket/in/", 1)
    assert far.json["reports"] == near["reports"]
    assert [each["target"] for each in far.json["errors"]] == ["s3://bucket/in/01.jsonl"]
    cluster = ["--engine", "dask", "--jobs", "2"]
    stated = workbench("score", "s3://bucket/in", *cluster, "--json", cwd=tmp_path, **s3)
    assert (stated.code, stated.out) == (far.code, far.out)
    one = workbench("score", "s3://bucket/in/00.jsonl", "s3://bucket/none", "--json", cwd=tmp_path, **s3)
    assert (len(one.json["reports"]), one.json["errors"][0]["code"]) == (1, "input_missing")
    lost = workbench("score", "s3://nowhere/x", "--json", cwd=tmp_path, **s3)
    assert (lost.code, lost.json["code"]) == (2, "input_unreadable")
    assert "s3://nowhere/x" in lost.json["message"]
