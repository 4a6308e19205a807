"""Every runnable benchmark prints a usage line, also after a wrong argument."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench import usage

USAGE = "usage: python -m bench.bench_import FOLDER_OF_TRANSCRIPTS\n"
ROOT = Path(__file__).resolve().parents[2]
RUN = [
    path for path in sorted((ROOT / "bench").rglob("*.py")) if '__name__ == "__main__"' in path.read_text()
]


@pytest.mark.parametrize("path", RUN, ids=lambda path: str(path.relative_to(ROOT)))
def test_its_arguments_are_read_by_what_prints_a_usage(path: Path) -> None:
    """By the standard parser or by `bench.usage`; a worker is started by its bench alone."""
    text = path.read_text()
    assert "argparse" in text or "typed(" in text or "worker" in path.name


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, f"{USAGE}FOLDER_OF_TRANSCRIPTS is missing\n"),
        (["--help"], 0, USAGE),
        (["."], 2, ". holds no transcript named cc-2*.jsonl\n"),
    ],
)
def test_an_import_without_transcripts(tmp_path: Path, words: list[str], code: int, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.bench_import", *words],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.parametrize(
    ("form", "words", "wrong"),
    [
        ("FOLDER [STEPS]", ["/nowhere/at/all"], "/nowhere/at/all is not there"),
        ("[STEPS]", ["0"], "'0' is not a whole number from 1"),
        ("[STEPS]", ["1", "2"], "'2' is one too many"),
        ("", ["x"], "'x' is one too many"),
    ],
)
def test_what_does_not_fit_is_named(
    form: str,
    words: list[str],
    wrong: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", *words])
    with pytest.raises(SystemExit):
        usage.typed(form)
    assert capsys.readouterr().err.splitlines()[-1] == wrong


def test_what_fits_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", ".", "12"])
    assert usage.typed("FOLDER [STEPS]") == [".", "12"]


def test_the_strategies_that_need_no_summary_are_measured() -> None:
    """`native` is left out, since a range made for the benchmark has no summary."""
    from bench.bench_strategies import ratios
    from workbench import plugin_registry

    assert set(ratios(300)) == {*plugin_registry.names("strategies")} - {"native"}


@pytest.mark.parametrize("installed", [True, False], ids=["no compaction", "no library for PDF"])
def test_what_is_missing_is_one_line_and_what_to_do(tmp_path: Path, installed: bool) -> None:
    """A transcript without a compaction, or a comparison without its library, ends in no traceback."""
    session = tmp_path / "short.jsonl"
    session.write_text('{"role": "user", "content": "List the open invoices."}\n', encoding="utf-8")
    (tmp_path / "pypdf.py").write_text("raise ModuleNotFoundError(name='pypdf')\n", encoding="utf-8")
    called = ["bench.bench_score", str(session)] if installed else ["bench.bench_corpus", "1"]
    done = subprocess.run(
        [sys.executable, "-m", *called],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    problem, hint = done.stderr.splitlines()
    assert done.returncode == 2
    assert ("compaction" if installed else "pypdf") in problem
    assert hint.startswith("  ")
