"""Measure a model that captures: the exam's figures without it, with its proposals, and with them trusted.

    python -m bench.judge_exam --exam EXAM.py --transcripts FOLDER --labels FOLDER
        --provider openai|anthropic --model NAME [--url URL] [--key VARIABLE] [--only ID,ID]
        [--answers FOLDER] [--offline]

It sends every labelled compaction's range to the model once (`workbench capture SESSION --range A..B
--checker judge`), then each summary's claims, and which captured items it tells (`workbench score FILE
--checker judge`).
The answers are kept in `--answers`, so that a run which was interrupted goes on, and the figures are the same
again without the model. What was sent, masked, thrown away and left unread is printed. A model is needed:
with `--offline` only answers that are kept are measured, and nothing is sent.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.usage import present, reported

TRUST = 'name = "trusting"\n[capture]\ntrust = ["judge"]\n'
COLUMNS = ("without", "proposed", "trusted")


def main(argv: Sequence[str]) -> int:
    """Print the table; exit 1 when the model read nothing."""
    args = _arguments(argv)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        transcripts = _chosen(args.transcripts, args.labels, args.only)
        if not transcripts:
            print("no transcript has labels", file=sys.stderr)
            return 2
        (folder / "trust.toml").write_text(TRUST, encoding="utf-8")
        (folder / "none.toml").write_text("", encoding="utf-8")
        config = folder / "config.toml"
        config.write_text(_config(args), encoding="utf-8")
        there = {**os.environ, "WORKBENCH_ANSWERS": str(args.answers), "WORKBENCH_CONFIG": str(config)}
        read = True if args.offline else _read(transcripts, folder, there)
        figures = {}
        for column in COLUMNS:
            variables = (
                {**there, "WORKBENCH_CONFIG": str(folder / "none.toml")} if column == "without" else there
            )
            figures[column] = _exam(args, folder, column, variables)
    _print(figures)
    return 0 if read else 1


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.judge_exam")
    parser.add_argument("--exam", type=present, required=True, help="exam.py")
    parser.add_argument("--transcripts", type=present, required=True)
    parser.add_argument("--labels", type=present, required=True)
    parser.add_argument("--provider", choices=("anthropic", "openai"), required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--url", default="", help="a local or another service; without it the provider's own")
    parser.add_argument("--key", default="", help="the environment variable that holds the key")
    parser.add_argument("--only", default="", help="beginnings of session ids, with commas")
    parser.add_argument("--answers", type=Path, default=Path("judge-answers"))
    parser.add_argument("--offline", action="store_true", help="send nothing")
    return parser.parse_args(argv)


def _config(args: argparse.Namespace) -> str:
    stated = {name: getattr(args, name) for name in ("provider", "model", "url", "key")}
    lines = [f"{name} = {json.dumps(value)}" for name, value in stated.items() if value]
    return "\n".join(["[checker.judge]", *lines, "on = true", ""])


def _chosen(transcripts: Path, labels: Path, only: str) -> list[Path]:
    """The labelled transcripts."""
    wanted = tuple(filter(None, only.split(",")))
    return [
        path
        for path in sorted(transcripts.glob("*.jsonl"))
        if (labels / path.name).exists() and (not wanted or path.name.startswith(wanted))
    ]


def _read(transcripts: Sequence[Path], folder: Path, there: Mapping[str, str]) -> bool:
    """Let the model read every compaction's range; whether it read any."""
    store, read = ("--store", str(folder / "reading.duckdb")), False
    for path in transcripts:
        imported = _json(["import", str(path), *store, "--json"], there)
        for session in imported["sessions"]:
            for made in session["compactions"]:
                bounds = f"{made['source_start']}..{made['source_end']}"
                print(f"{path.stem[:8]} {bounds}", file=sys.stderr, flush=True)
                asked = ["capture", session["session_id"], "--range", bounds, "--checker", "judge"]
                captured = _json([*asked, *store, "--json"], there)
                read = read or "+judge/" in captured["capture_version"]
        _json(["score", str(path), "--checker", "judge", "--json"], there)
    return read


def _exam(args: argparse.Namespace, folder: Path, column: str, there: Mapping[str, str]) -> dict[str, str]:
    """The exam's figures, by a program that adds the policy where it is asked to trust."""
    program = folder / f"workbench-{column}"
    policy = f"--policy {shlex.quote(str(folder / 'trust.toml'))}" if column == "trusted" else ""
    program.write_text(
        "#!/bin/sh\n"
        f'case "$3" in score|capture) set -- "$@" {policy};; esac\n'
        f'exec {shlex.quote(sys.executable)} -m workbench "$@"\n',
        encoding="utf-8",
    )
    program.chmod(0o700)
    out = folder / f"{column}.json"
    folders = ["--transcripts", str(args.transcripts), "--labels", str(args.labels), "--only", args.only]
    command = [sys.executable, str(args.exam), "--workbench", str(program), *folders, "--json", str(out)]
    subprocess.run(command, env=dict(there), check=True, stdout=subprocess.DEVNULL)
    return {str(name): str(value) for name, value in json.loads(out.read_text(encoding="utf-8")).items()}


def _json(arguments: Sequence[str], there: Mapping[str, str]) -> Any:
    command = [sys.executable, "-m", "workbench", *arguments]
    done = subprocess.run(command, env=dict(there), stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode > 1:  # 1: judged, and not replaceable
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout)
    return json.loads(done.stdout)


def _print(figures: Mapping[str, Mapping[str, str]]) -> None:
    for name in figures[COLUMNS[0]]:
        print(name)
        for column in COLUMNS:
            print(f"    {column:<10} {figures[column].get(name, '')}")


if __name__ == "__main__":
    reported(lambda: main(sys.argv[1:]))
