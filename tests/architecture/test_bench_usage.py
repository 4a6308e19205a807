"""Every runnable benchmark prints a usage line, also after a wrong argument."""

from __future__ import annotations

import runpy
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


_FITTED = ("--exam", "{path}", "--labels", "{path}", "--transcripts", "{path}")
_MODEL = ("--provider", "openai", "--model", "m", "--offline")
PLACES = [
    ("accuracy.__main__", ("{path}", "--table", "capture")),
    ("accuracy.drafts", _FITTED),
    ("accuracy.event_labels", ("{path}", "--transcripts", "{path}", "--write", "{path}")),
    ("accuracy.fit_warnings", ("{path}", "{path}")),
    ("accuracy.left_out", _FITTED),
    ("bench_app", ("{path}",)),
    ("bench_growth", ("score", "{path}")),
    ("bench_many", ("--from", "{path}")),
    ("bench_pointers", ("{path}",)),
    ("fit_loss", _FITTED[2:]),
    ("judge_exam", (*_FITTED, *_MODEL)),
    ("make_big", ("{path}", "1", "{path}")),
    ("model_exam", ("{path}", *_MODEL)),
    ("ranker.fit", _FITTED[2:]),
]


def _run(name: str, words: tuple[str, ...], path: Path, monkeypatch: pytest.MonkeyPatch) -> int | str | None:
    monkeypatch.setattr(sys, "argv", [name, *(word.format(path=path) for word in words)])
    monkeypatch.delitem(sys.modules, f"bench.{name}", raising=False)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(f"bench.{name}", run_name="__main__")
    return ended.value.code


@pytest.mark.parametrize(("name", "words"), PLACES, ids=lambda each: each if isinstance(each, str) else "")
def test_a_path_that_is_missing_is_named(
    name: str,
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On the last line, without a traceback and before anything is measured."""
    assert _run(name, words, tmp_path / "gone", monkeypatch) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.splitlines()[-1].endswith(f"{tmp_path / 'gone'} is not there")) == (
        "",
        True,
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("accuracy.fit_warnings", ("{path}",)),
        ("accuracy.fit_warnings", ("{path}", "{path}")),
        ("bench_growth", ("score", "{path}")),
        ("bench_growth", ("judge", "{path}")),
        ("fit_loss", _FITTED[2:]),
        ("make_big", ("{path}/big", "1", "{path}")),
        ("model_exam", ("{path}", "--out", "{path}/kept", *_MODEL)),
        ("ranker.fit", _FITTED[2:]),
    ],
)
def test_an_empty_folder_ends_in_no_traceback(
    name: str,
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _run(name, words, tmp_path, monkeypatch) == 2
    assert capsys.readouterr().err


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
