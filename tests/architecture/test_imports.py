"""Which packages a command loads, checked in a fresh process: a static graph cannot show deferred imports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.run import ROOT, environment

EXTRAS = {"numpy", "onnxruntime", "safetensors", "tokenizers"}
HEAVY = {
    "sqlmodel",
    "sqlalchemy",
    "duckdb",
    "textual",
    "rich",
    "httpx",
    "jinja2",
    "pyarrow",
    "requests",
} | EXTRAS

_PROBE = """
import json, sys, io, contextlib
sys.argv = ["workbench", *json.loads(sys.argv[1])]
from workbench.__main__ import main
with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.redirect_stderr(io.StringIO()):
    code = main()
print(json.dumps([code, sorted(name for name in sys.modules if "." not in name)]))
"""


def loaded(*arguments: str) -> tuple[int, set[str]]:
    """The exit code of a command and the top-level modules that it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, json.dumps(arguments)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        check=True,
        timeout=300,
    )
    code, names = json.loads(done.stdout)
    return code, set(names)


def test_version_and_help_load_the_argument_parser_only() -> None:
    """`--version` and `--help` load neither pydantic nor anything heavier."""
    for option in ("--version", "--help"):
        code, names = loaded(option)
        assert code == 0
        assert not names & (HEAVY | {"pydantic", "orjson", "msgspec", "rapidfuzz", "platformdirs"})


def test_score_of_a_file_loads_no_database_terminal_or_network(tmp_path: Path) -> None:
    """`score FILE` loads neither SQLModel, Textual nor httpx, whether the file passes or fails."""
    from tests.cli.samples import write_transcript

    transcript = write_transcript(tmp_path / "session.jsonl")
    code, names = loaded("score", str(transcript))
    assert code in (0, 1)
    assert "pydantic" in names
    assert not names & HEAVY
